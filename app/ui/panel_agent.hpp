// Purpose: The agent tab of the left panel says how the agent moves, how large it is, and which terrains it can enter.
#pragma once

namespace strata {

class Lab;
class Ui;

void draw_agent_tab(Ui& ui, Lab& lab);

}  // namespace strata

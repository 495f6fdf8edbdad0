// Purpose: draw_agent_tab draws the tab of the agent: its moves, its size, and the terrains that it can enter.
#pragma once

namespace strata {

class Lab;
class Ui;

void draw_agent_tab(Ui& ui, Lab& lab);

}  // namespace strata

// Purpose: The left panel's tab of the agent: how it moves, how large it is, what it enters.
#pragma once

namespace strata {

class Lab;
class Ui;

void draw_agent_tab(Ui& ui, Lab& lab);

}  // namespace strata

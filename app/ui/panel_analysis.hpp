// Purpose: Draws the tab with the effort by phase.
#pragma once

namespace strata {

class Lab;
class Ui;

// Draws a bar for each compared planner: the nodes expanded in each phase of its search.
void draw_effort_tab(Ui& ui, Lab& lab);

}  // namespace strata

// Purpose: The place "Analysis" has tabs of features, and two of its own: what is compared, and the effort by phase.
#pragma once

namespace strata {

class Lab;
class Ui;

// Draws the tab that says how many planners are compared, and leads to their choice. The table of the results is in the
// right panel.
void draw_compared_tab(Ui& ui, Lab& lab);
// Draws, for each compared planner, a bar of the nodes that each phase of its search has expanded.
void draw_effort_tab(Ui& ui, Lab& lab);

}  // namespace strata

// Purpose: These functions draw the titles of panes with searches side by side, and the section that says how the
//          searches differ.
#pragma once

#include "app/ui/panel_layout.hpp"

namespace strata {

class Lab;
class Ui;

// The line above a pane whose view has a planner of its own: the planner, to be chosen, and how far its search is.
void draw_search_title(Ui& ui, const Lab& lab, int view, float width);
// The section "Side by side": the head and what it counts by, and what the other views' searches do differently from
// the first one's.
void draw_searches(Ui& ui, Lab& lab);

}  // namespace strata

// Purpose: draw_planners draws the section "Planners" of the left panel: the planners by group, each with a switch.
//          Below the chosen planner is the tab of its feature. Planners that are off are in a separate list, from which
//          they can be added.
#pragma once

namespace strata {

class Lab;
class Ui;
struct PanelTab;

void draw_planners(Ui& ui, Lab& lab);
// In the simple view, draws how many planners are on but not listed, with a button that lists them.
void draw_unlisted(Ui& ui, const Lab& lab);
// Returns whether the tab unfolds below a planner of the list. Other tabs of the place stand beside the list.
bool unfolds_in_list(const PanelTab& tab);
// Opens the section with the list of planners that can be added.
void offer_planners(Ui& ui);

}  // namespace strata

// Purpose: The place "Planners" lists the planners by group, each with a switch; the chosen one unfolds the tab of its
//          feature. Planners that are off stand in a list of their own, from which they are added.
#pragma once

namespace strata {

class Lab;
class Ui;

void draw_planners(Ui& ui, Lab& lab);
// Draws, in the simple view, how many planners are on that it does not list, and the button that lists them.
void draw_unlisted(Ui& ui, const Lab& lab);
// Shows the place with the list of planners that can be added.
void offer_planners(Ui& ui);

}  // namespace strata

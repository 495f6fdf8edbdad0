// Purpose: The card of the first minute and the hints beside the pointer, see app/lab/first_run.hpp.
#pragma once

#include "app/ui/panel_layout.hpp"

namespace strata {

class Lab;
class Ui;

// Draws the card while it is open: over the map, or, where that is too small, in the middle of the window.
void draw_first_run(Ui& ui, const Lab& lab, const Box& map, const Box& window);
// Draws the hint for what the pointer is over, if one is needed and finds a place.
void draw_hint(Ui& ui, const Lab& lab, const Box& pane);

}  // namespace strata

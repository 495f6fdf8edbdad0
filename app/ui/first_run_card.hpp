// Purpose: These functions draw the card of the first run and the hints beside the pointer, see app/lab/first_run.hpp.
#pragma once

#include "app/ui/panel_layout.hpp"

namespace strata {

class Lab;
class Ui;

// Draws the card while it is open: over the map; or, if the view of the map is too small, in the middle of the window.
void draw_first_run(Ui& ui, const Lab& lab, const Box& map, const Box& window);
// Draws the hint for what is under the pointer, if there is one and a free place for it.
void draw_hint(Ui& ui, const Lab& lab, const Box& pane);

}  // namespace strata

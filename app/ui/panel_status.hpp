// Purpose: The status bar shows the cell under the pointer, the last message, the work in the background, and the map.
#pragma once

#include "app/ui/panel_layout.hpp"

namespace strata {

class Lab;
class Ui;

// Draws the status bar. `milliseconds` is the time of a frame.
void draw_status(Ui& ui, const Lab& lab, const Box& box, double milliseconds);

}  // namespace strata

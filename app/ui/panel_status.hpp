// Purpose: The status bar shows the cell under the pointer, the last message, background work, and the map.
#pragma once

#include "app/ui/panel_layout.hpp"

namespace strata {

class Lab;
class Ui;

void draw_status(Ui& ui, const Lab& lab, const Box& box);

}  // namespace strata

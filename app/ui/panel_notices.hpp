// Purpose: This file draws the notices over the open map, with a button each (unknown letters, a scenario that lies
//          beside the map), and the dialog in which its letters get terrains.
#pragma once

#include "app/ui/panel_layout.hpp"

namespace strata {

class DialogFrame;
class Lab;
class Ui;

// Draws the notices at the top of the first view. Returns where the map below them begins.
float draw_notices(Ui& ui, const Lab& lab, const Box& pane);
void draw_letters(Ui& ui, const Lab& lab, DialogFrame& frame);

}  // namespace strata

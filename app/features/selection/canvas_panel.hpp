// Purpose: These functions draw the overview of a large map, and the form that resizes the map.
#pragma once

namespace strata {

class Lab;
class Ui;

void draw_overview(Ui& ui, Lab& lab);
void draw_canvas(Ui& ui, Lab& lab);

}  // namespace strata

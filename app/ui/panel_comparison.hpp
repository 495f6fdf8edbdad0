// Purpose: This panel is the table of the planners side by side.
#pragma once

namespace strata {

class Lab;
class Ui;

void draw_comparison(Ui& ui, const Lab& lab);

}  // namespace strata

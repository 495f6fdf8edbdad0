// Purpose: The right panel's lower half: everything about one cell.
#pragma once

namespace strata {

class EventLabels;
class Lab;
class Ui;

void draw_inspector(Ui& ui, const Lab& lab, EventLabels& labels);

}  // namespace strata

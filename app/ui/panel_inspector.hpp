// Purpose: The inspector, the lower half of the right panel, shows everything about one cell.
#pragma once

namespace strata {

class EventLabels;
class Lab;
class Ui;

void draw_inspector(Ui& ui, const Lab& lab, EventLabels& labels);

}  // namespace strata

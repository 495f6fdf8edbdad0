// Purpose: The pseudo-code of the search being stepped, with its breakpoints and live values.
#pragma once

namespace strata {

class EventLabels;
class Lab;
class Ui;

void draw_code(Ui& ui, const Lab& lab, EventLabels& labels);

}  // namespace strata

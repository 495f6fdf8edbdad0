// Purpose: This panel shows the pseudo-code of the search that is stepped, with its breakpoints and current values.
#pragma once

namespace strata {

class EventLabels;
class Lab;
class Ui;

void draw_code(Ui& ui, const Lab& lab, EventLabels& labels);
// The lines alone, in the font that is set: what does not fit into the width goes on in the next row, indented like the
// line that it belongs to. A click sets a breakpoint.
void draw_code_lines(Ui& ui, const Lab& lab);

}  // namespace strata

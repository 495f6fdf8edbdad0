// Purpose: The sections of the right panel, each in a panel_*.cpp of its own: the planners side by side; searches side by
//          side; what the step at the cursor does, in words; its pseudo-code; everything about one cell.
#pragma once

namespace strata {

class EventLabels;
class Lab;
class Ui;

void draw_comparison(Ui& ui, const Lab& lab);
// How the searches of the other views differ from the first one's, with the head and what it counts by.
void draw_searches(Ui& ui, Lab& lab);
// The line above a pane whose view has a planner of its own: the planner, to be chosen, and how far its search is.
void draw_search_title(Ui& ui, const Lab& lab, int view, float width);
// What the step at the cursor does, what is open and who comes next, and on what playing stops.
void draw_explain(Ui& ui, const Lab& lab);
// Why the inspected cell is what it is. Something must be inspected.
void draw_why(Ui& ui, const Lab& lab);
// With breakpoints and live values.
void draw_code(Ui& ui, const Lab& lab, EventLabels& labels);
// The lines alone, in the font that is set: what does not fit into the width goes on in the next row, indented like the
// line that it belongs to. A click sets a breakpoint.
void draw_code_lines(Ui& ui, const Lab& lab);
void draw_inspector(Ui& ui, const Lab& lab, EventLabels& labels);

}  // namespace strata

// Purpose: These functions draw the sections of the right panel, each in its own panel_*.cpp: the comparison of
//          planners; searches side by side; the step at the cursor in words; its pseudo-code; the inspected cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace strata {

class EventLabels;
class Lab;
class Ui;

void draw_comparison(Ui& ui, const Lab& lab);
// Draws how the searches of the other views differ from that of the first view, with the play head that moves all of
// them, and its unit.
void draw_searches(Ui& ui, Lab& lab);
// Draws the title of a view that has a planner of its own, in this width: a list to choose the planner from, and how
// far its search is.
void draw_search_title(Ui& ui, const Lab& lab, int view, float width);
// Draws the sentence about the event at the cursor, the open list in order, and the conditions for stopping.
void draw_explain(Ui& ui, const Lab& lab);
// Draws what draw_explain draws, without the sentence. `fit`: the open list has as many rows as there is room for.
void draw_explained_lists(Ui& ui, const Lab& lab, bool fit);
// Draws the sentence about the event at the cursor in a box over the rest of the line. The letters become smaller until
// it fits into this height; if that is not enough, the box scrolls. Returns the height that was used.
float draw_step_sentence(Ui& ui, const Lab& lab, float height);
// Draws the open list alone, with at most `most` rows, in the current font.
void draw_open_list_alone(Ui& ui, const Lab& lab, size_t most);
// Draws why the inspected cell is in its state. A cell must be inspected.
void draw_why(Ui& ui, const Lab& lab);
// Draws the pseudo-code with breakpoints and present values. `follow`: the window scrolls to the current line; lines
// stand closer if that lets all of them fit.
void draw_code(Ui& ui, const Lab& lab, EventLabels& labels, bool follow);
// Draws the lines of the pseudo-code alone, in the current font. A line that is too long continues in the next row,
// equally indented. A click sets a breakpoint. `gap` is the space between two lines in pixels. Lines outside of `range`
// are left out.
struct CodeRange {
  size_t begin = 0, end = SIZE_MAX;
};
void draw_code_lines(Ui& ui, const Lab& lab, bool follow = false, std::optional<float> gap = {}, CodeRange range = {});
// Draws the lines of the pseudo-code in the largest size in which all of them fit into this height, but not below
// `least`. If they do not fit, those around the current line are drawn, and dots for the others. Sizes are in pixels.
void draw_fitting_code(Ui& ui, const Lab& lab, float height, float least, float most);
// What was measured when the pseudo-code was drawn in the last frame, in UI pixels: the height of its panel, the height
// of the code with the default space between lines, and whether all lines were visible.
struct CodeHeights {
  float room = 0, needs = 0;
  bool whole = false;
};
void draw_inspector(Ui& ui, const Lab& lab, EventLabels& labels);

}  // namespace strata

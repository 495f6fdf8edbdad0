// Purpose: The sections of the right panel, each in a panel_*.cpp of its own: the planners compared; searches side
//          by side; what the step at the cursor does, in words; its pseudo-code; everything about one cell.
#pragma once

#include <cstddef>
#include <optional>

namespace strata {

class EventLabels;
class Lab;
class Ui;

void draw_comparison(Ui& ui, const Lab& lab);
// Draws how the searches of the other views differ from the first search, with the head and its unit.
void draw_searches(Ui& ui, Lab& lab);
// Draws the line above a pane whose view has a planner of its own: a choice of planners, and how far its search is, in
// this width of the line.
void draw_search_title(Ui& ui, const Lab& lab, int view, float width);
// Draws what the step at the cursor does, the open list in order, and the conditions on which playing stops. With
// `fit`, the open list has as many rows as there is room for.
void draw_explain(Ui& ui, const Lab& lab, bool fit);
// Draws the same without the sentence.
void draw_explained_lists(Ui& ui, const Lab& lab, bool fit);
// Draws what the step at the cursor does, in a box of its own over the rest of the line: in letters as small as it must
// have to fit into this height, and scrolling if that is not enough. Returns the height that it has used.
float draw_step_sentence(Ui& ui, const Lab& lab, float height);
// Draws only the open list, with at most so many rows, in the current font.
void draw_open_list_alone(Ui& ui, const Lab& lab, size_t most);
// Draws why the inspected cell is in its state. A cell must be inspected.
void draw_why(Ui& ui, const Lab& lab);
// Draws the pseudo-code with breakpoints and live values. With `follow` the window scrolls to the line at work, and the
// lines move together if all of them are in sight then.
void draw_code(Ui& ui, const Lab& lab, EventLabels& labels, bool follow);
// Draws only the lines, in the current font. Lines that do not fit into the width continue in the next row, indented
// like their beginning. A click sets a breakpoint. `gap` is the room between two lines, in pixels.
void draw_code_lines(Ui& ui, const Lab& lab, bool follow = false, std::optional<float> gap = {});
// Draws the same in the largest letters of the current font with which all lines are visible within this height, or in
// those of the `least` size; then the line at work stays in sight. Sizes are in pixels.
void draw_fitting_code(Ui& ui, const Lab& lab, float height, float least, float most);
// What the panel of the pseudo-code keeps from its last frame, in UI pixels: its height, what the code needs with the
// usual gaps between its lines, and whether all of it was in sight.
struct CodeHeights {
  float room = 0, needs = 0;
  bool whole = false;
};
void draw_inspector(Ui& ui, const Lab& lab, EventLabels& labels);

}  // namespace strata

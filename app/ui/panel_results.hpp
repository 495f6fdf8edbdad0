// Purpose: The right panel has the sections of features, searches side by side, the planners compared, the meter of
//          edits and one cell; where the bottom panel is too small for it, also what belongs to stepping.
#pragma once

namespace strata {

class EventLabels;
class Lab;
class Ui;

// Draws the right panel. `height` is that of the panel, window pixels; with `stepping_elsewhere`, another panel shows
// the sentence of the step and the pseudo-code.
void draw_results(Ui& ui, Lab& lab, EventLabels& labels, float height, bool stepping_elsewhere);

}  // namespace strata

// Purpose: The right panel shows the comparison of planners, searches side by side and the legend; below them the
//          sections of features, the inspected cell and the meter of edits; and, where the bottom panel is too small
//          for them, the steps.
#pragma once

namespace strata {

class EventLabels;
class Lab;
class Ui;

// Draws the right panel. With `steps` it also has the sentence about the event at the cursor, and the pseudo-code.
void draw_results(Ui& ui, Lab& lab, EventLabels& labels, bool steps);

}  // namespace strata

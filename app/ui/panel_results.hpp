// Purpose: The right panel has the sections of features, searches side by side, the planners compared, the meter of
//          edits, one cell, and the pseudo-code.
#pragma once

namespace strata {

class EventLabels;
class Lab;
class Ui;

// Draws the right panel. `height` is that of the panel, window pixels.
void draw_results(Ui& ui, Lab& lab, EventLabels& labels, float height);

}  // namespace strata

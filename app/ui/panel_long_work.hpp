// Purpose: These functions draw long work that blocks the window: its dialog, which is drawn alone, and
//          its progress bar.
#pragma once

namespace strata {

class Ui;
struct LongWorkStatus;

// Draws a progress bar, 0..1. At 0 the end is unknown, and the bar moves back and forth with the seconds.
void draw_work_bar(Ui& ui, double progress, double seconds);
// Draws the dialog in the middle of the window. Returns true if the user stops the work.
bool draw_long_work(Ui& ui, const LongWorkStatus& work, float width, float height);

}  // namespace strata

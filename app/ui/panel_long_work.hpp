// Purpose: These functions draw what is at work while the window waits for it: the dialog of a command that takes long,
//          which is drawn alone, and the bar that shows how far work has come.
#pragma once

namespace strata {

class Ui;
struct ShownWork;

// Draws how far work has come, 0..1. At 0 the end is unknown: the bar moves to and fro with the seconds.
void draw_work_bar(Ui& ui, double progress, double seconds);
// Draws the dialog in the middle of the window. Returns true if the work is to stop.
bool draw_long_work(Ui& ui, const ShownWork& work, float width, float height);

}  // namespace strata

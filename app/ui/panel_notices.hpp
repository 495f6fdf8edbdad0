// Purpose: These functions draw the notices about the open map in the status bar, each with a button, such as those
//          about unknown letters or about a scenario beside the map; and the dialog that assigns terrains to letters.
#pragma once

namespace strata {

class DialogFrame;
class Lab;
class Ui;

// Returns the width that the first notice needs in a line, at most `room`; 0: there is no notice, or no room for its
// buttons.
float notice_width(const Ui& ui, const Lab& lab, float room);
// Draws the first notice into the present line, in the width that notice_width has returned.
void draw_notice(Ui& ui, const Lab& lab, float width);
void draw_letters(Ui& ui, const Lab& lab, DialogFrame& frame);

}  // namespace strata

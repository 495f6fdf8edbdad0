// Purpose: draw_open_options draws the dialog that asks with which options a map file is read: what the file holds and
//          leaves open, its choices, and the map that they give.
#pragma once

namespace strata {

class DialogFrame;
class Lab;
class Ui;

void draw_open_options(Ui& ui, const Lab& lab, DialogFrame& frame);

}  // namespace strata

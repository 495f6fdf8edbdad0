// Purpose: The legend in the right panel says what is drawn on the map, and is the place where layers are switched.
#pragma once

namespace strata {

class Lab;
class Ui;
struct LabState;
struct Overlay;

void draw_legend(Ui& ui, const Lab& lab);
// Finds the mark under the pointer, whose row is lit up. The pointer has the coordinates (x, y) in the view, which
// shows `overlay`; null: the pointer is over no view.
void find_pointed_mark(Ui& ui, const Lab& lab, const Overlay* overlay, int view, float x, float y);
// Tells the lab which entry of the legend is under the pointer. Must be called once at the end of a frame.
void note_pointed_entry(Ui& ui, LabState& state);

}  // namespace strata

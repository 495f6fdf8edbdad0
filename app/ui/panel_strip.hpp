// Purpose: The bottom panel ends with the strip: the timeline and the sentence about the event at the cursor. While the
//          user has the steps open, a drawer above the strip has the event log, the open list and the pseudo-code side
//          by side; in a narrow panel they are tabs. The strip stays in place when the drawer opens.
#pragma once

#include "app/ui/panel_layout.hpp"

namespace strata {

class EventLabels;
class Lab;
class Timeline;
class Ui;

// Returns whether a bottom panel of this width has room for all parts; a narrower one has only the event log.
bool strip_fits(const Ui& ui, float width);
// Draws the bottom panel in this height, of which the strip has `strip` pixels. Dragging the edges between the columns
// of the drawer changes `layout`.
void draw_bottom(Ui& ui, const Lab& lab, EventLabels& labels, Timeline& timeline, PanelLayout& layout, float height,
                 float strip);
// Draws the inspector as a card beside the inspected cell, inside `map`. Windows without the right panel show it.
void draw_inspector_card(Ui& ui, const Lab& lab, EventLabels& labels, const Box& map);

}  // namespace strata

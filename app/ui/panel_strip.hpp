// Purpose: The strip is the lower part of the bottom panel, below the timeline. It has the event log, the sentence of
//          the step with the open list, and the pseudo-code side by side. The sentence comes first: in a low or narrow
//          panel it stands above the rest over the whole width, and the rest is in columns, in tabs, or left out.
#pragma once

#include "app/ui/panel_layout.hpp"

namespace strata {

class EventLabels;
class Lab;
class Timeline;
class Ui;

// Whether a bottom panel of that width has room for all of the strip; a narrower one has the event log alone.
bool strip_fits(const Ui& ui, float width);
// Draws the bottom panel, which has this height. The edges between its columns can be dragged, which changes `layout`.
void draw_bottom(Ui& ui, const Lab& lab, EventLabels& labels, Timeline& timeline, PanelLayout& layout, float height);
// Draws the inspector as a card beside the inspected cell, inside `map`, for windows that do not show the right panel.
void draw_inspector_card(Ui& ui, const Lab& lab, EventLabels& labels, const Box& map);

}  // namespace strata

// Purpose: These functions draw a presentation, in letters that are large enough for a lecture hall. Around the
//          maps are the sentence about the event at the cursor, the texts of a lesson, and other parts. Nothing
//          covers the maps.
#pragma once

#include "app/ui/presentation_layout.hpp"

namespace strata {

class EventLabels;
class Lab;
class Timeline;
class Ui;

// Reads which parts the presentation must show at present. draw_presentation draws what was read last.
PresentationLayoutInputs presentation_wish(Ui& ui, const Lab& lab);

// Draws titles and numbers around the maps, the sentence with a slim timeline below them, and legend, open list and
// pseudo-code beside them. ChartWindow draws the chart. `hint` is shown in the first seconds; empty: none.
void draw_presentation(Ui& ui, const Lab& lab, const PresentationBoxes& boxes, std::string_view hint,
                       Timeline& timeline, EventLabels& labels);
// Draws what lies above everything: the ring around the pointer, or the black screen.
void draw_presentation_top(Ui& ui, const Lab& lab, float width, float height);

}  // namespace strata

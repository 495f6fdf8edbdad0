// Purpose: The presentation shows the sentence of the step, and what belongs to it, around the maps, in letters that
//          can be read from the last row of a lecture hall. Nothing lies over the maps.
#pragma once

#include "app/ui/presentation_layout.hpp"

namespace strata {

class EventLabels;
class Lab;
class Timeline;
class Ui;

// Returns what the presentation of the lab shows.
PresentationWish presentation_wish(const Lab& lab);

// Draws titles and numbers around the maps, the caption with a slim transport below them, and legend, open list and
// pseudo-code beside them. `hint` is said for the first seconds; empty: none.
void draw_presentation(Ui& ui, const Lab& lab, const PresentationBoxes& boxes, std::string_view hint,
                       Timeline& timeline, EventLabels& labels);
// Draws the ring around the pointer, or the black screen, over everything.
void draw_presentation_top(Ui& ui, const Lab& lab, float width, float height);

}  // namespace strata

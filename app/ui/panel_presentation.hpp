// Purpose: The presentation shows the sentence of the step, and what belongs to it, over and below the maps, in letters
//          that can be read from the last row of a lecture hall.
#pragma once

#include "app/ui/panel_layout.hpp"

namespace strata {

class EventLabels;
class Lab;
class Timeline;
class Ui;

// Draws titles of compared searches and the legend over the panes, the caption with a slim transport below them, and
// the pseudo-code in its box, unless that is empty.
void draw_presentation(Ui& ui, const Lab& lab, const Panes& panes, const Box& caption, const Box& code,
                       Timeline& timeline, EventLabels& labels);

}  // namespace strata

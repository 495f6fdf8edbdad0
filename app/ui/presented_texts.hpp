// Purpose: draw_presented_texts draws the texts of a presentation (PresentedTexts) beside the maps, in the largest
// letters
//          in which all of them fit.
// Units: Window pixels.
#pragma once

namespace strata {

struct PresentedTexts;
class Ui;

// Draws the texts at the present position, at most `most` pixels high. `text` is the size of the sentence. What does
// not fit even in the smallest letters is left out, and dots stand in its place.
void draw_presented_texts(Ui& ui, const PresentedTexts& texts, float text, float most);

}  // namespace strata

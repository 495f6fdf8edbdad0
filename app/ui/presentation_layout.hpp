// Purpose: arrange_presentation computes the boxes of a presentation. Nothing covers the maps: titles are above them,
//          numbers of columns and rows along their edges, the sentence below them, and other parts beside them. Texts
//          scale with the window, independent of the scale of the interface.
// Units: Window pixels.
#pragma once

#include <cstdint>

#include "app/ui/panel_layout.hpp"

namespace strata {

// Returns the font size of the sentence: 3 % of the window's height.
float presentation_text(float height);

// Returns the scale of lines and markers on the maps of a presentation: that of the interface, or a larger one that
// goes with the size of the sentence.
float presentation_marks(float height, float scale);

struct PresentationLayoutInputs {
  int views = 1;
  // There are titles above the maps, with the names of searches or levels.
  bool titles = false;
  // The sentence is shown; otherwise there is room for a message.
  bool sentence = true;
  // A line above the sentence shows how far the search is.
  bool moment = true;
  // Columns and rows of the maps are numbered at their edges.
  bool coordinates = true;
  // Number of digits of the largest such number.
  int digits = 2;
  bool legend = true;
  bool open_list = false, code = false;
  // Texts stand beside the maps (PresentedTexts).
  bool texts = false;
  // A chart stands beside the maps, or alone in their place.
  enum class ChartPlace : uint8_t { kNone, kBeside, kAlone } chart = ChartPlace::kNone;
  // A feature shows something beside the maps, such as a lesson.
  bool feature = false;
};

struct PresentationBoxes {
  // The maps; their headers are the titles.
  Panes panes;
  float ruler_width = 0;   // width of the row numbers to the left of each map; 0: none
  float ruler_height = 0;  // height of the column numbers below each map
  Box centre;              // box around all maps, titles and numbers
  Box chart;               // box of the chart; empty: there is none
  // Box of the sentence and the timeline.
  Box caption;
  // Box of the texts, the legend, the open list and the pseudo-code; empty: none of them is shown.
  Box side;
};
PresentationBoxes arrange_presentation(float width, float height, float scale, const PresentationLayoutInputs& wish);

// Returns every how many cells a number is written (1, 2, 5, 10, 20 and so on), so that each number has `needs` pixels.
int ruler_step(double zoom, double needs);

}  // namespace strata

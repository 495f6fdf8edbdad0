// Purpose: PresentationBoxes says where the parts of a presentation are. Nothing lies over the maps: titles are above
//          them, numbers of columns and rows along their edges, the sentence below them, and the rest beside them.
//          Texts scale with the window, whatever the scale of the interface.
// Units: Window pixels.
#pragma once

#include "app/ui/panel_layout.hpp"

namespace strata {

// Returns the size of the sentence: 3 % of the window's height.
float presentation_text(float height);

struct PresentationWish {
  int views = 1;
  bool titles = false;      // searches or levels are named above the maps
  bool moment = true;       // a line above the sentence says where the search is
  bool coordinates = true;  // columns and rows are numbered
  int digits = 2;           // of the largest number
  bool legend = true;
  bool open_list = false, code = false;
  bool feature = false;  // a feature shows something beside the maps, such as a lesson
};

struct PresentationBoxes {
  Panes panes;             // the maps, with their titles as headers
  float ruler_width = 0;   // of the numbers of rows, at the left of each map; 0: none
  float ruler_height = 0;  // of the numbers of columns, below each map
  Box centre;              // around all maps, titles and numbers
  Box caption;             // sentence and transport
  Box side;                // legend, open list and pseudo-code; empty: none of them is shown
};
PresentationBoxes arrange_presentation(float width, float height, float scale, const PresentationWish& wish);

// Returns every how many cells a number is written, for numbers that need so many pixels: 1, 2, 5, 10, 20 and so on.
int ruler_step(double zoom, double needs);

}  // namespace strata

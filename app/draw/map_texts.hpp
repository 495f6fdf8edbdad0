// Purpose: MapTexts says where the texts of a view go, for the window and for figures: its labels, and the letters S
//          and G. No text of a cell covers the letter or number of a sign that stands there (an end, a landmark, a
//          node).
// How: The letter of a sign stands in the middle of its cell. If numbers of the cell are written as well, they share
//      the cell in rows: the letter first, the numbers below it, each on a plate, as the sign has other colours than
//      the ground for which the numbers were coloured. Texts of the usual size go below the cell of the sign.
// Units: Map coordinates (cells); zoom in pixels of a cell; `pixel` is the size of a pixel of the interface.
#pragma once

#include <span>
#include <vector>

#include "app/draw/draw_list.hpp"

namespace strata {

// Start and goal of the query that is shown.
struct MapEnds {
  bool any = false;
  Cell start, goal;
};

class MapTexts {
 public:
  // A letter S or G.
  struct Letter {
    float x = 0, y = 0;  // its centre
    float size = 0;      // pixels
    Rgba back = 0;       // a box behind it; 0: none
    const char* text = "";
  };

  void place(std::span<const DrawLabel> labels, const MapEnds& ends, double zoom, double pixel);
  const std::vector<DrawLabel>& labels() const { return labels_; }
  const std::vector<Letter>& letters() const { return letters_; }

 private:
  struct Sign {
    Cell cell;
    int rows = 0;           // numbers that share the cell with the sign's own letter
    int placed = 0;         // of them
    int below = 0;          // texts that were placed below the cell
    bool is_end = false;    // S or G
    bool lettered = false;  // the sign's own letter has been met
  };
  Sign* sign_at(const DrawLabel& label);
  Sign* end_below(const DrawLabel& label, double zoom, double pixel);

  std::vector<DrawLabel> labels_;
  std::vector<Letter> letters_;
  std::vector<Sign> signs_;  // sorted by cell
};

}  // namespace strata

// Purpose: MapTexts places the texts of a view, for the window and for figures: the texts of layers, and the letters S
//          and G. A sign is a marker with a letter or number in its cell: start, goal, landmark or node. A text never
//          covers the letter or number of a sign in the same cell.
// How: The letter of a sign is in the middle of its cell. If the cell has numbers as well, letter and numbers share the
//      cell in rows, with the letter on top. The numbers get a box as background, because the sign has other colours
//      than the ground. Texts of the default size go below the cell of the sign.
// Units: Map coordinates (cells); zoom in pixels of a cell; `pixel` is the size of a pixel of the interface.
#pragma once

#include <span>
#include <vector>

#include "app/draw/draw_list.hpp"

namespace strata {

// Start and goal of the displayed query.
struct QueryEndCells {
  bool any = false;
  Cell start, goal;
};

class MapTexts {
 public:
  // A letter S or G with its place.
  struct EndpointLetter {
    float x = 0, y = 0;  // centre of the letter
    // Height of the letter in pixels.
    float size = 0;
    Rgba back = 0;  // colour of the box behind it; 0: none
    const char* text = "";
  };

  void place(std::span<const DrawLabel> labels, const QueryEndCells& ends, double zoom, double pixel);
  const std::vector<DrawLabel>& labels() const { return labels_; }
  const std::vector<EndpointLetter>& letters() const { return letters_; }

 private:
  struct CellTextRows {
    Cell cell;
    // Number of texts that share the cell with the sign's own letter.
    int rows = 0;
    // Number of the texts counted by `rows` that have been placed so far.
    int placed = 0;
    // Number of texts that have been placed below the cell so far.
    int below = 0;
    // The sign is the start or the goal.
    bool is_end = false;
    bool lettered = false;  // the sign's own letter has been placed
  };
  CellTextRows* sign_at(const DrawLabel& label);
  CellTextRows* end_below(const DrawLabel& label, double zoom, double pixel);

  std::vector<DrawLabel> labels_;
  std::vector<EndpointLetter> letters_;
  std::vector<CellTextRows> signs_;  // sorted by cell
};

}  // namespace strata

// Purpose: A Cell is a place of a grid map, and a CellBox a rectangle of them.
// Units: Cells are counted from 0. (0, 0) is the upper left corner, x grows to the right, y grows downwards.
#pragma once

namespace strata {

struct Cell {
  int x = 0;
  int y = 0;
  friend bool operator==(const Cell&, const Cell&) = default;
};

// The cells between two corners, both included and in any order.
struct CellBox {
  Cell corner;
  Cell opposite;
};

}  // namespace strata

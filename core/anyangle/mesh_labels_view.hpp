// Purpose: These functions read hub labels of corners for pictures and tables: the hub of a query with both legs of its
//          path, the corners that a cell sees, and the taut edges of a corner.
// Source: core/anyangle/mesh_labels.hpp.
// Differs: All entries of all visible corners are read, also those that a query leaves out by its bounds. Taut edges
//          are not stored with the labels: those of one corner are found again.
// Units: Lengths in half cells.
// Threads: Calls may run together.
#pragma once

#include <cstdint>
#include <vector>

#include "core/anyangle/mesh_labels.hpp"

namespace strata {

// The hub of two cells, and the paths to it.
struct MeshLabelsHub {
  bool read = false;   // false: no labels are read, as an end is blocked or one sees the other
  bool found = false;  // the labels of both sides have a hub in common
  uint32_t corner = 0;
  // The lengths of the paths from start and goal to the hub.
  double there = 0, back = 0;
  // The corners that start and goal see, ascending.
  std::vector<uint32_t> seen[2];
  // The points from start and goal to the hub, both ends included.
  std::vector<HalfCellPoint> legs[2];
};
MeshLabelsHub mesh_labels_hub(const MeshLabels& labels, Cell start, Cell goal);

// Returns the corners that a free cell sees and round which a path from it may bend, ascending.
std::vector<uint32_t> seen_corners(const MeshLabels& labels, Cell cell);
// Returns the corners at the other ends of the taut edges of a corner, ascending.
std::vector<uint32_t> taut_neighbours(const MeshLabels& labels, uint32_t corner);

}  // namespace strata

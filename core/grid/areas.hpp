// Purpose: Areas computes the connected components of the legal moves of a map. A path joins two cells if both
//          are in one component.
// How: One pass over the cells, without a stack, joins consecutive cells of a row to runs. Runs with a legal move
//      between them are joined in a disjoint-set forest.
// Units: None. Every move is legal in both directions, so connection is symmetric.
// Shapes: One number a cell, row-major.
// Threads: Const calls may run together.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/job.hpp"
#include "core/grid/move_grid.hpp"

namespace strata {

class ConnectedAreas {
 public:
  // Computes the areas. `control` may be null. Returns false if it was cancelled; the areas are then not valid.
  bool find(const MoveGrid& moves, const JobControl* control = nullptr);
  // Returns whether both cells are passable and a path joins them.
  bool joined(CellId a, CellId b) const { return area_[a] != 0 && root(area_[a]) == root(area_[b]); }
  size_t memory_bytes() const { return (area_.capacity() + parent_.capacity()) * sizeof(uint32_t); }

 private:
  uint32_t root(uint32_t run) const {
    while (parent_[run] != run) run = parent_[run];
    return run;
  }

  std::vector<uint32_t> area_;    // by cell: its run; 0: blocked
  std::vector<uint32_t> parent_;  // by run: its parent in the forest
};

}  // namespace strata

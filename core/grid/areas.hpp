// Purpose: Areas finds the connected areas of a map's moves. An agent can go between two cells if they are in one area.
// How: Consecutive cells of a row form runs; runs that touch by a legal move are joined in a disjoint-set forest. One
//      pass over the cells, without a stack.
// Units: None. Moves are legal both ways, so being joined is mutual.
// Shapes: One number a cell, row-major.
// Threads: Const calls may run together.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/job.hpp"
#include "core/grid/move_grid.hpp"

namespace strata {

class Areas {
 public:
  // Finds the areas. `control` may be null. Returns false if it was cancelled: then nothing is known.
  bool find(const MoveGrid& moves, const JobControl* control = nullptr);
  // Whether both cells are passable and a path joins them.
  bool joined(CellId a, CellId b) const { return area_[a] != 0 && root(area_[a]) == root(area_[b]); }
  size_t memory_bytes() const { return (area_.capacity() + parent_.capacity()) * sizeof(uint32_t); }

 private:
  uint32_t root(uint32_t run) const {
    while (parent_[run] != run) run = parent_[run];
    return run;
  }
  uint32_t find_root(uint32_t run);
  void join(uint32_t a, uint32_t b);

  std::vector<uint32_t> area_;    // by cell: its run; 0: not passable
  std::vector<uint32_t> parent_;  // by run
};

}  // namespace strata

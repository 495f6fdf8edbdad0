// Purpose: ConnectedAreas computes the connected components of the legal moves of a map. A path without links joins two
//          cells if both are in one component.
// How: Straight steps between passable cells are legal under every profile, and a legal diagonal step goes past a
//      passable cell beside it. So components are those of straight steps. A row is a list of runs of passable cells,
//      which words of 64 cells yield; runs of adjacent rows that have a column in common are joined in a disjoint-set
//      forest.
// Units: None. Every move is legal in both directions, so connection is symmetric.
// Shapes: Runs in the order of cells, by row; 12 bytes a run.
// Threads: Const calls may run together.
#pragma once

#include <cstddef>
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
  bool joined(CellId a, CellId b) const;
  size_t memory_bytes() const;

 private:
  // The cells begin <= x < end of a row.
  struct Run {
    int begin, end;
  };
  static constexpr uint32_t kNone = UINT32_MAX;

  void add_runs(const uint8_t* weights);
  void join_rows(uint32_t above, uint32_t row);
  uint32_t root_of(CellId cell) const;  // root of the cell's run; kNone: blocked

  CellId width_ = 1;
  std::vector<Run> runs_;
  std::vector<uint32_t> first_;   // by row: its first run; then the number of runs
  std::vector<uint32_t> parent_;  // by run: its root
};

}  // namespace strata

// Purpose: SectorFlood computes the regions of one sector: its connected components, their centres, and the
//          region of every cell.
// Source: Sturtevant 2007, section 3; Rosenfeld, Pfaltz 1966 (components from runs).
//
// Regions do not depend on the movement profile: they are the 4-connected components of the passable cells of a sector.
// A straight step is legal under every profile. A legal diagonal step needs a passable cell beside it; that cell lies
// in the same sector, and two straight steps over it join the ends of the diagonal step.
//
// Shapes: Coordinates are relative to the upper left corner of the sector.
#pragma once

#include <cstdint>
#include <vector>

#include "core/grid/move_grid.hpp"

namespace strata {

struct SectorFlood {
  struct Region {
    int x = 0, y = 0;  // centre: the cell nearest to the centroid; of several the first
    uint32_t cells = 0;
  };
  std::vector<Region> regions;   // ordered by their first cell, row-major
  std::vector<uint64_t> labels;  // `bits` per cell, row-major without gaps; 0: blocked, else number of the region + 1
  uint32_t bits = 0;             // a power of two; 0: there is no region, or one region with all cells

  // Computes the regions of `rect`, which may be at most 1024 wide and high, in place of the earlier contents.
  void run(const MoveGrid& grid, const Rect& rect);

 private:
  // The passable cells a <= x < b of a row.
  struct RowRun {
    int y = 0, a = 0, b = 0;
    uint32_t parent = 0;  // an earlier or the same run, of the same region
    uint32_t region = 0;
  };
  struct CentroidSum {
    int64_t x = 0, y = 0, cells = 0;
  };

  void run_word(const MoveGrid& grid, const Rect& rect);
  uint32_t root(uint32_t run);
  void find_runs(const MoveGrid& grid, const Rect& rect);
  void join_rows(size_t above, size_t begin);
  void place_centres();
  void write_labels(const Rect& rect);

  std::vector<RowRun> runs_;
  std::vector<CentroidSum> sums_;
  std::vector<int64_t> best_;  // by region: squared distance of the best centre so far
};

}  // namespace strata

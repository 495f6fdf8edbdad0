// Purpose: SectorFlood finds the regions of one sector: its connected components, their centres, and the region of
//          every cell.
// Source: Sturtevant 2007, section 3; Rosenfeld, Pfaltz 1966 (components from runs).
//
// Regions do not depend on the movement profile. Two cells joined by a straight step are joined under every profile. A
// legal diagonal step needs at least one of the two cells beside it, which lie in the rectangle spanned by its ends and
// so in the same sector: over that cell the ends are joined by two straight steps, legal because both of its cells are
// passable. So the components of legal steps inside a sector are the 4-connected components of its passable cells.
//
// Shapes: Places are counted from the corner of the sector.
#pragma once

#include <cstdint>
#include <vector>

#include "core/grid/move_grid.hpp"

namespace strata {

struct SectorFlood {
  struct Region {
    int x = 0, y = 0;  // centre: the cell nearest the centroid; of several the first
    uint32_t cells = 0;
  };
  std::vector<Region> regions;   // by their first cell, row-major
  std::vector<uint64_t> labels;  // `bits` per cell, row-major without gaps: 0: blocked, else number of the region + 1
  uint32_t bits = 0;             // a power of two; 0: no region, or one that has all cells

  // Replaces the contents by the regions of `rect`, which may be at most 1024 wide and high.
  void run(const MoveGrid& grid, const Rect& rect);

 private:
  // Passable cells a <= x < b of a row.
  struct Run {
    int y = 0, a = 0, b = 0;
    uint32_t parent = 0;  // a run of the same region, not a later one
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

  std::vector<Run> runs_;
  std::vector<CentroidSum> sums_;
  std::vector<int64_t> best_;  // squared distance of the centre so far
};

}  // namespace strata

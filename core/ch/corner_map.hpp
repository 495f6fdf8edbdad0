// Purpose: A CornerMap holds the convex corners of obstacles (subgoals), the only cells where a canonical shortest path
//          may turn, and finds the corners that a cell sees. With canonical paths the corners are the only nodes of a
//          contraction hierarchy over cells.
// Source: Uras, Koenig, Hernández 2013, "Subgoal graphs for optimal pathfinding in eight-neighbor grids" (corners,
//         direct reachability, and the proof that no shortest path is lost); canonical paths: Harabor, Grastien 2011.
// Units: Costs as in core/grid/cost.hpp.
// Shapes: Corners are numbered by their cells, ascending. 8 bytes a cell.
// Errors: It works only for the octile profile with one terrain weight and without links (`possible`).
// Threads: Const calls may run together.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/grid/move_grid.hpp"
#include "core/search/csr_graph.hpp"

namespace strata {

class CornerMap {
 public:
  static bool possible(const MoveGrid& grid) {
    return grid.rules().profile == Profile::kOctile && grid.uniform() && grid.links() == nullptr;
  }

  void build(const MoveGrid& grid);
  bool empty() const { return views_.empty(); }
  const std::vector<CellId>& corners() const { return corners_; }
  // Returns the graph of all corners, in which each is joined to the corners that it sees.
  CsrGraph graph(const MoveGrid& grid) const;
  // Calls visit(cell, cost) for each corner that the cell sees: all cells on all paths between them that are shortest
  // on an empty map are passable, and none of them is another corner.
  template <class Visit>
  void visit_seen(const MoveGrid& grid, CellId from, Visit&& visit) const;
  size_t memory_bytes() const {
    return corners_.capacity() * sizeof(CellId) + views_.capacity() * sizeof(FirstCorners) +
           is_corner_.capacity() * sizeof(uint64_t);
  }
  friend bool operator==(const CornerMap&, const CornerMap&) = default;

 private:
  // A FirstCorners holds, by straight direction (N, E, S, W), the number of steps to the first corner, or else to the
  // last passable cell.
  static constexpr uint16_t kCorner = 0x8000;  // flag: the steps end at a corner
  static constexpr uint16_t kSteps = 0x7fff;
  using FirstCorners = std::array<uint16_t, 4>;

  std::vector<CellId> corners_;
  std::vector<FirstCorners> views_;  // by cell: what it sees
  std::vector<uint64_t> is_corner_;  // one bit per cell

  bool corner(CellId cell) const { return (is_corner_[cell >> 6] >> (cell & 63) & 1) != 0; }
};

template <class Visit>
void CornerMap::visit_seen(const MoveGrid& grid, CellId from, Visit&& visit) const {
  const Cost straight = grid.base(0) * static_cast<Cost>(grid.unit_weight());
  const Cost diagonal = grid.base(1) * static_cast<Cost>(grid.unit_weight());
  const auto target = [&](CellId cell, int direction, uint32_t steps) {
    return static_cast<CellId>(static_cast<int64_t>(cell) +
                               static_cast<int64_t>(grid.offsets()[static_cast<size_t>(direction)]) * steps);
  };
  const FirstCorners& own = views_[from];
  std::array<uint32_t, 4> free{};  // by straight direction: number of cells before the first corner
  for (size_t d = 0; d < 4; ++d) {
    const uint32_t steps = own[d] & kSteps;
    free[d] = steps;
    if ((own[d] & kCorner) == 0) continue;
    visit(target(from, static_cast<int>(d) * 2, steps), straight * steps);
    --free[d];
  }
  const uint8_t* moves = grid.moves().data();
  for (int direction = 1; direction < kDirections; direction += 2) {
    const std::array<size_t, 2> sides = {static_cast<size_t>(direction - 1) / 2,
                                         static_cast<size_t>(direction + 1) / 2 % 4};
    std::array<uint32_t, 2> reach = {free[sides[0]], free[sides[1]]};
    CellId cell = from;
    for (Cost so_far = diagonal; (moves[cell] >> direction & 1) != 0; so_far += diagonal) {
      cell = target(cell, direction, 1);
      if (corner(cell)) {
        visit(cell, so_far);
        break;
      }
      for (size_t side = 0; side < 2; ++side) {
        if (reach[side] == 0) continue;
        const uint16_t view = views_[cell][sides[side]];
        uint32_t steps = view & kSteps;
        if ((view & kCorner) != 0 && steps <= reach[side]) {
          visit(target(cell, static_cast<int>(sides[side]) * 2, steps), so_far + straight * steps);
          --steps;
        }
        reach[side] = std::min(reach[side], steps);
      }
    }
  }
}

}  // namespace strata

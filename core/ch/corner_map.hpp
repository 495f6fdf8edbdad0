// Purpose: A CornerMap holds the convex corners of obstacles (subgoals), the only cells where a canonical shortest path
//          may turn, and finds the corners that a cell sees. With canonical paths the corners are the only nodes of a
//          contraction hierarchy over cells.
// Source: Uras, Koenig, Hernández 2013, "Subgoal graphs for optimal pathfinding in eight-neighbor grids" (corners,
//         direct reachability, and the proof that no shortest path is lost); canonical paths: Harabor, Grastien 2011.
// Units: Costs as in core/grid/cost.hpp.
// Shapes: Corners are numbered by their cells, ascending. 16 bytes a cell.
// Errors: It works only for the octile profile with one terrain weight and without links (`possible`).
// Threads: Const calls may run together.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/ch/corner_views.hpp"
#include "core/grid/grid_map.hpp"
#include "core/grid/move_grid.hpp"
#include "core/search/csr_graph.hpp"

namespace strata {

class CornerMap {
 public:
  static bool possible(const MoveGrid& grid) {
    return grid.rules().profile == Profile::kOctile && grid.uniform() && grid.links() == nullptr;
  }

  void build(const MoveGrid& grid);
  bool empty() const { return straight_.empty(); }
  const std::vector<CellId>& corners() const { return corners_; }
  // Returns the graph of all corners, in which each is joined to the corners that it sees.
  CsrGraph graph(const MoveGrid& grid) const;
  // Returns whether no obstacle blocks the path with a diagonal and then a straight part between two cells.
  bool sees(const MoveGrid& grid, Cell from, Cell to) const {
    return views().sees(from, to, grid.id(from), grid.width());
  }
  // Returns how far each cell sees, for code that reads it without this class.
  CornerViews views() const {
    return straight_.empty() ? CornerViews{} : CornerViews{straight_.front().data(), diagonal_.front().data()};
  }
  // Calls visit(cell, cost) for each corner that the cell sees: all cells on all paths between them that are shortest
  // on an empty map are passable, and none of them is another corner.
  template <class Visit>
  void visit_seen(const MoveGrid& grid, CellId from, Visit&& visit) const;
  size_t memory_bytes() const {
    return corners_.capacity() * sizeof(CellId) + (straight_.capacity() + diagonal_.capacity()) * sizeof(FourViews) +
           is_corner_.capacity() * sizeof(uint64_t);
  }
  friend bool operator==(const CornerMap&, const CornerMap&) = default;

 private:
  using View = CornerViews::View;  // how far a cell sees in one direction
  static_assert(2 * GridMap::kMaxSide <= UINT16_MAX);
  static constexpr bool ends_at_corner(View view) { return CornerViews::ends_at_corner(view); }
  static constexpr uint32_t steps_of(View view) { return CornerViews::steps_of(view); }
  static constexpr uint32_t free_before(View view) { return CornerViews::free_before(view); }
  using FourViews = std::array<View, 4>;  // by direction / 2

  std::vector<CellId> corners_;
  std::vector<FourViews> straight_, diagonal_;  // by cell: what it sees in straight and in diagonal directions
  std::vector<uint64_t> is_corner_;             // one bit per cell

  bool corner(CellId cell) const { return (is_corner_[cell >> 6] >> (cell & 63) & 1) != 0; }
  View view(CellId cell, int direction) const {
    return (is_diagonal(direction) ? diagonal_ : straight_)[cell][static_cast<size_t>(direction) / 2];
  }
};

template <class Visit>
void CornerMap::visit_seen(const MoveGrid& grid, CellId from, Visit&& visit) const {
  const Cost straight = grid.base(0) * static_cast<Cost>(grid.unit_weight());
  const Cost diagonal = grid.base(1) * static_cast<Cost>(grid.unit_weight());
  const auto target = [&](CellId cell, size_t direction, uint32_t steps) {
    return cell + static_cast<CellId>(grid.offsets()[direction]) * steps;
  };
  const FourViews own = straight_[from];
  for (size_t side = 0; side < 4; ++side) {
    const uint32_t steps = steps_of(own[side]);
    if (ends_at_corner(own[side])) visit(target(from, 2 * side, steps), straight * steps);
  }
  for (size_t d = 0; d < 4; ++d) {
    const std::array<size_t, 2> sides = {d, (d + 1) % 4};
    // A corner beside a cell of the diagonal is seen unless the view of an earlier cell to that side is shorter. The
    // limits are twice the free cells of these views.
    uint32_t limits[2] = {2 * free_before(own[sides[0]]), 2 * free_before(own[sides[1]])};
    const View ahead = diagonal_[from][d];
    const CellId offset = target(0, 2 * d + 1, 1);
    CellId cell = from;
    for (uint32_t left = free_before(ahead), k = 1; left > 0 && (limits[0] | limits[1]) != 0; --left, ++k) {
      cell += offset;
      const FourViews& there = straight_[cell];
      for (size_t side = 0; side < 2; ++side) {
        const View view = there[sides[side]];
        if (view >= limits[side]) continue;
        limits[side] = 2 * free_before(view);
        if (!ends_at_corner(view)) continue;
        const uint32_t steps = steps_of(view);
        visit(target(cell, 2 * sides[side], steps), diagonal * k + straight * steps);
      }
    }
    const uint32_t steps = steps_of(ahead);
    if (ends_at_corner(ahead)) visit(target(from, 2 * d + 1, steps), diagonal * steps);
  }
}

}  // namespace strata

#include "core/ch/corner_map.hpp"

#include <algorithm>

#include "core/base/check.hpp"

namespace strata {
namespace {

// Returns whether a cell is a corner: one of its diagonal neighbours is blocked, and both cells between
// them are passable.
bool turns(uint8_t moves) {
  for (int direction = 1; direction < kDirections; direction += 2) {
    const bool both = (moves >> (direction - 1) & 1) != 0 && (moves >> ((direction + 1) % kDirections) & 1) != 0;
    if (both && (moves >> direction & 1) == 0) return true;
  }
  return false;
}

}  // namespace

void CornerMap::build(const MoveGrid& grid) {
  STRATA_CHECK(possible(grid));
  const uint32_t cells = grid.cell_count();
  corners_.clear();
  straight_.assign(cells, {});
  diagonal_.assign(cells, {});
  is_corner_.assign((cells + 63) / 64, 0);
  for (CellId cell = 0; cell < cells; ++cell) {
    if (!grid.passable(cell) || !turns(grid.moves(cell))) continue;
    corners_.push_back(cell);
    is_corner_[cell >> 6] |= uint64_t{1} << (cell & 63);
  }
  // Each cell extends the view of its neighbour, which must be computed first.
  const auto look = [&](CellId cell, int direction) {
    if ((grid.moves(cell) >> direction & 1) == 0) return;
    const CellId next = grid.neighbour(cell, direction);
    std::vector<FourViews>& views = is_diagonal(direction) ? diagonal_ : straight_;
    views[cell][static_cast<size_t>(direction) / 2] =
        corner(next) ? View{1} : static_cast<View>(view(next, direction) + 2);
  };
  for (CellId cell = 0; cell < cells; ++cell) {
    if (grid.moves(cell) == 0) continue;
    for (const int direction : {0, 1, 6, 7}) look(cell, direction);
  }
  for (CellId cell = cells; cell-- > 0;) {
    if (grid.moves(cell) == 0) continue;
    for (const int direction : {2, 3, 4, 5}) look(cell, direction);
  }
}

CsrGraph CornerMap::graph(const MoveGrid& grid) const {
  std::vector<uint32_t> numbers(grid.cell_count());
  for (uint32_t i = 0; i < corners_.size(); ++i) numbers[corners_[i]] = i;
  CsrGraph graph;
  graph.first.reserve(corners_.size() + 1);
  graph.first.push_back(0);
  std::vector<std::pair<uint32_t, Cost>> seen;
  for (const CellId corner : corners_) {
    seen.clear();
    visit_seen(grid, corner, [&](CellId cell, Cost cost) { seen.emplace_back(numbers[cell], cost); });
    std::sort(seen.begin(), seen.end());
    for (const auto& [to, cost] : seen) {
      graph.targets.push_back(to);
      graph.weights.push_back(cost);
    }
    graph.first.push_back(static_cast<uint32_t>(graph.targets.size()));
  }
  return graph;
}

}  // namespace strata

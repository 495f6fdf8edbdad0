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
  views_.assign(cells, {});
  is_corner_.assign((cells + 63) / 64, 0);
  for (CellId cell = 0; cell < cells; ++cell) {
    if (!grid.passable(cell) || !turns(grid.moves(cell))) continue;
    corners_.push_back(cell);
    is_corner_[cell >> 6] |= uint64_t{1} << (cell & 63);
  }
  // Each cell extends the view of its neighbour, which must be computed first.
  const auto look = [&](CellId cell, size_t d) {
    const int direction = static_cast<int>(d) * 2;
    if ((grid.moves(cell) >> direction & 1) == 0) return;
    const CellId next = grid.neighbour(cell, direction);
    const uint16_t beyond = views_[next][d];
    const auto steps = static_cast<uint16_t>((beyond & kSteps) + 1);
    views_[cell][d] =
        corner(next) ? static_cast<uint16_t>(1 | kCorner) : static_cast<uint16_t>(steps | (beyond & kCorner));
  };
  for (CellId cell = 0; cell < cells; ++cell) {
    look(cell, 0);
    look(cell, 3);
  }
  for (CellId cell = cells; cell-- > 0;) {
    look(cell, 1);
    look(cell, 2);
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

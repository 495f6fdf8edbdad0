#include "core/ch/corner_map.hpp"

#include <algorithm>

#include "core/base/check.hpp"
#include "core/base/parallel.hpp"
#include "core/search/turns.hpp"

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
  // Each piece of the corners has its own rows, which are joined at the end.
  constexpr uint32_t kPiece = 2048;
  struct Rows {
    std::vector<uint32_t> sizes, targets;
    std::vector<Cost> weights;
  };
  const auto count = static_cast<uint32_t>(corners_.size());
  std::vector<Rows> pieces((count + kPiece - 1) / kPiece);
  Threads threads;
  threads.for_pieces(0, pieces.size(), 1, [&](size_t begin, size_t end, size_t) {
    std::vector<std::pair<uint32_t, Cost>> seen;
    for (size_t piece = begin; piece < end; ++piece) {
      Rows& rows = pieces[piece];
      const auto first = static_cast<uint32_t>(piece) * kPiece;
      for (uint32_t corner = first; corner < std::min(count, first + kPiece); ++corner) {
        seen.clear();
        visit_seen(grid, corners_[corner], [&](CellId cell, Cost cost) { seen.emplace_back(numbers[cell], cost); });
        std::sort(seen.begin(), seen.end());
        for (const auto& [to, cost] : seen) {
          rows.targets.push_back(to);
          rows.weights.push_back(cost);
        }
        rows.sizes.push_back(static_cast<uint32_t>(seen.size()));
      }
    }
  });
  size_t edges = 0;
  for (const Rows& rows : pieces) edges += rows.targets.size();
  CsrGraph graph;
  graph.first.reserve(count + size_t{1});
  graph.first.push_back(0);
  graph.targets.reserve(edges);
  graph.weights.reserve(edges);
  for (const Rows& rows : pieces) {
    for (const uint32_t size : rows.sizes) graph.first.push_back(graph.first.back() + size);
    graph.targets.insert(graph.targets.end(), rows.targets.begin(), rows.targets.end());
    graph.weights.insert(graph.weights.end(), rows.weights.begin(), rows.weights.end());
  }
  return graph;
}

}  // namespace strata

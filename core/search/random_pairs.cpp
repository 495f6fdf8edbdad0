#include "core/search/random_pairs.hpp"

#include <algorithm>
#include <utility>

#include "core/base/rng.hpp"

namespace strata {
namespace {

// Returns the connected area of each passable cell. A diagonal move can be replaced by two straight moves in every
// profile.
std::vector<uint32_t> label_connected_areas(const MoveGrid& moves) {
  std::vector<uint32_t> area(moves.cell_count(), 0);
  std::vector<CellId> stack;
  uint32_t count = 0;
  for (CellId seed = 0; seed < moves.cell_count(); ++seed) {
    if (!moves.passable(seed) || area[seed] != 0) continue;
    area[seed] = ++count;
    stack.push_back(seed);
    while (!stack.empty()) {
      const CellId cell = stack.back();
      stack.pop_back();
      for (int d = 0; d < kDirections; ++d) {
        if ((moves.moves(cell) >> d & 1) == 0) continue;
        const CellId next = moves.neighbour(cell, d);
        if (area[next] != 0) continue;
        area[next] = count;
        stack.push_back(next);
      }
    }
  }
  return area;
}

}  // namespace

std::vector<PlanQuery> random_pairs(const MoveGrid& moves, size_t pairs, uint64_t seed) {
  const std::vector<uint32_t> area = label_connected_areas(moves);
  // Passable cells, grouped by area.
  std::vector<CellId> cells;
  for (CellId cell = 0; cell < moves.cell_count(); ++cell) {
    if (area[cell] != 0) cells.push_back(cell);
  }
  std::stable_sort(cells.begin(), cells.end(), [&](CellId a, CellId b) { return area[a] < area[b]; });
  std::vector<std::pair<uint32_t, uint32_t>> group(cells.size());  // by index: the range of its area
  bool any = false;
  for (size_t begin = 0; begin < cells.size();) {
    size_t end = begin;
    while (end < cells.size() && area[cells[end]] == area[cells[begin]]) ++end;
    any = any || end - begin > 1;
    for (size_t i = begin; i < end; ++i) group[i] = {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
    begin = end;
  }
  std::vector<PlanQuery> drawn;
  if (!any) return drawn;
  Rng rng(seed);
  while (drawn.size() < pairs) {
    const uint32_t start = rng.below(static_cast<uint32_t>(cells.size()));
    const auto [begin, end] = group[start];
    const uint32_t goal = begin + rng.below(end - begin);
    if (goal != start) drawn.push_back({moves.cell(cells[start]), moves.cell(cells[goal])});
  }
  return drawn;
}

}  // namespace strata

#include "core/search/path.hpp"

#include <string>

namespace strata {
namespace {

std::string name_of(const MoveGrid& grid, CellId id) {
  const Cell c = grid.cell(id);
  return "(" + std::to_string(c.x) + "," + std::to_string(c.y) + ")";
}

// Index of the first cell that cannot be entered from the one before it; path.size() if there is none.
size_t first_illegal(const MoveGrid& grid, std::span<const CellId> path, uint64_t& cost) {
  cost = 0;
  for (size_t i = 0; i < path.size(); ++i) {
    if (path[i] >= grid.cell_count() || !grid.passable(path[i])) return i;
    if (i == 0) continue;
    const int direction = grid.direction_between(path[i - 1], path[i]);
    if (direction < 0 || ((grid.moves(path[i - 1]) >> direction) & 1) == 0) return i;
    cost += grid.step_cost(path[i - 1], direction);
  }
  return path.size();
}

}  // namespace

std::optional<Cost> path_cost(const MoveGrid& grid, std::span<const CellId> path) {
  uint64_t cost = 0;
  if (path.empty() || first_illegal(grid, path, cost) != path.size() || cost >= kInfinite) return std::nullopt;
  return static_cast<Cost>(cost);
}

std::optional<std::string> path_fault(const MoveGrid& grid, std::span<const CellId> path, Cell start, Cell goal,
                                      Cost cost) {
  if (path.empty()) return "the path is empty";
  if (path.front() != grid.id(start)) return "the path begins at " + name_of(grid, path.front()) + ", not at the start";
  if (path.back() != grid.id(goal)) return "the path ends at " + name_of(grid, path.back()) + ", not at the goal";
  uint64_t sum = 0;
  const size_t bad = first_illegal(grid, path, sum);
  if (bad == 0) return "the start is blocked";
  if (bad < path.size()) {
    return "illegal step " + name_of(grid, path[bad - 1]) + " to " + name_of(grid, path[bad]);
  }
  if (sum != cost) return "the steps cost " + std::to_string(sum) + ", the answer says " + std::to_string(cost);
  return std::nullopt;
}

}  // namespace strata

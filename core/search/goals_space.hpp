// Purpose: GoalsSpace is the search space of the cells of a map with several goals: its heuristic is the distance to
//          the nearest of them.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <span>
#include <vector>

#include "core/search/linked_space.hpp"

namespace strata {

template <bool kUniform>
class GoalsSpace : public CellSpace<false, kUniform> {
 public:
  using Base = CellSpace<false, kUniform>;

  GoalsSpace(const MoveGrid& grid, Workspace& workspace, std::span<const CellId> goals)
      : Base(grid, grid.bounds(), workspace.cells, workspace.queue, {}, {}), bound_(grid.bound()) {
    for (const CellId goal : goals) around_.include(grid.cell(goal));
    if (goals.size() > kMaxSingle) return;
    for (const CellId goal : goals) goals_.push_back(grid.cell(goal));
  }

  uint32_t begin(Cell start) {
    this->begin_with(h(Base::id_of(start)));
    return Base::id_of(start);
  }
  // Returns the distance to the nearest goal, or to the rectangle around many goals. The minimum of consistent
  // heuristics is consistent, and the distance to the rectangle is the minimum over all of its cells.
  Cost h(uint32_t id) const {
    const int x = Base::x_of(id), y = Base::y_of(id);
    if (goals_.empty()) return bound_(beside(x, around_.x0, around_.x1), beside(y, around_.y0, around_.y1));
    Cost least = kInfinite;
    for (const Cell& goal : goals_) least = std::min(least, bound_(x - goal.x, y - goal.y));
    return least;
  }

 private:
  static constexpr size_t kMaxSingle = 8;  // up to this many goals the heuristic takes the minimum over the goals

  // Returns how far `at` lies outside begin <= at < end.
  static int beside(int at, int begin, int end) { return std::max({begin - at, at - end + 1, 0}); }

  DistanceBound bound_;
  Rect around_;
  std::vector<Cell> goals_;
};

// Calls use(space) with the space that suits the grid, as with_map_space does.
template <class Use>
auto with_goals_space(const MoveGrid& grid, Workspace& workspace, std::span<const CellId> goals, Use&& use) {
  const auto with = [&]<bool kUniform>(std::bool_constant<kUniform>) {
    if (grid.links() != nullptr) {
      LinkedSpace<GoalsSpace<kUniform>> space({grid, workspace, goals}, grid, grid.bound());
      return use(space);
    }
    GoalsSpace<kUniform> space(grid, workspace, goals);
    return use(space);
  };
  return grid.uniform() ? with(std::true_type{}) : with(std::false_type{});
}

}  // namespace strata

// Purpose: These functions are the last steps of every planner with abstract paths, with or without an observer: the
//          search of a path between two cells of one cluster, and the smoothing of the resulting path.
// Source: Botea, Müller, Schaeffer 2004, section 4.3.
#pragma once

#include <vector>

#include "core/search/cell_space.hpp"
#include "core/search/observer.hpp"
#include "core/search/path.hpp"
#include "core/search/plan.hpp"
#include "core/search/smoothing.hpp"

namespace strata {

// Searches with A* between two cells of `area`, inside it. Returns the cost and appends the path without its first
// cell; returns kInfinite if there is no path.
template <class Observer>
Cost search_inside_area(const MoveGrid& grid, const Rect& area, Cell from, Cell to, Workspace& workspace,
                        PhaseStats& stats, Observer observer, const EventContext& context, std::vector<CellId>* path) {
  Cost cost = kInfinite;
  with_cell_space<true>(grid, area, workspace.area, workspace.queue, grid.bound(), to, [&](auto& space) {
    const uint32_t goal_id = space.id_of(to);
    const auto is_goal = [goal_id](uint32_t id, uint32_t) { return id == goal_id; };
    const PlanStatus status =
        best_first_search(space, space.begin(from), CellRecords::kStart, kInfinite, is_goal, stats, observer, context);
    if (status != PlanStatus::kFound) return;
    cost = space.records.g(space.index(goal_id));
    if (path != nullptr) space.append_path(to, *path);
  });
  return cost;
}

// Reports the steps to path[begin] and to all later cells as steps of the path.
template <class Observer>
void report_steps(const MoveGrid& grid, const std::vector<CellId>& path, size_t begin, Observer observer,
                  uint8_t line) {
  if constexpr (Observer::kEnabled) {
    for (size_t i = begin; i < path.size(); ++i) {
      const Cost step = step_between(grid, path[i - 1], path[i]);
      observer.on({EventType::kPathEdge, Phase::kRefine, 0, line, path[i], path[i - 1], step, 0});
    }
  }
}

// Smooths a path of moves. Returns the cost saved.
template <class Observer>
Cost smooth_moves(const MoveGrid& grid, std::vector<CellId>& path, Workspace& workspace, Observer observer,
                  uint8_t line) {
  if constexpr (Observer::kEnabled) {
    std::vector<SmoothedSegment> segments;
    const Cost saved = smooth_path(grid, path, workspace.smoothing, &segments);
    for (const SmoothedSegment& s : segments) {
      observer.on({EventType::kStraight, Phase::kSmooth, 0, line, s.to, s.from, s.cost, 0});
    }
    return saved;
  } else {
    return smooth_path(grid, path, workspace.smoothing);
  }
}

// Smooths the path of a result and reduces its cost. Steps over links stay: the parts between them are smoothed each on
// its own. A straight segment may lead along a link between neighbours that is cheaper than the move.
template <class Observer>
void smooth_result(const MoveGrid& grid, Workspace& workspace, PlanResult& result, Observer observer, uint8_t line) {
  if (grid.links() == nullptr) {
    result.cost -= smooth_moves(grid, result.path, workspace, observer, line);
    return;
  }
  std::vector<CellId> smoothed, part;
  const auto end_part = [&] {
    smooth_moves(grid, part, workspace, observer, line);
    smoothed.insert(smoothed.end(), part.begin(), part.end());
    part.clear();
  };
  for (const CellId cell : result.path) {
    if (!part.empty() && link_cost(grid, part.back(), cell) == step_between(grid, part.back(), cell)) end_part();
    part.push_back(cell);
  }
  end_part();
  result.path = std::move(smoothed);
  result.cost = path_cost(grid, result.path).value();
}

}  // namespace strata

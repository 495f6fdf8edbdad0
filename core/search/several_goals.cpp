#include "core/search/several_goals.hpp"

#include <algorithm>

#include "core/base/sort_unique.hpp"
#include "core/search/goals_space.hpp"
#include "core/search/question_code.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

// The memory of queries, stored in the workspace.
struct GoalMemory {
  std::vector<CellId> cells;     // the cells of all goals that are not blocked, ascending, each once
  std::vector<uint32_t> places;  // by entry of `cells`: the first goal at that cell
};

// Fills the memory. Returns kFound, or the reason why there is nothing to search for.
PlanStatus take_goals(const MoveGrid& grid, Cell start, std::span<const Cell> goals, GoalMemory& memory) {
  memory.cells.clear();
  if (!grid.passable(start)) return PlanStatus::kStartBlocked;
  if (goals.empty()) return PlanStatus::kNoPath;
  for (const Cell& goal : goals) {
    if (grid.passable(goal)) memory.cells.push_back(grid.id(goal));
  }
  if (memory.cells.empty()) return PlanStatus::kGoalBlocked;
  sort_unique(memory.cells);
  memory.places.assign(memory.cells.size(), kNoGoal);
  for (uint32_t i = 0; i < goals.size(); ++i) {
    if (!grid.passable(goals[i])) continue;
    const auto at = std::ranges::lower_bound(memory.cells, grid.id(goals[i])) - memory.cells.begin();
    memory.places[static_cast<size_t>(at)] = std::min(memory.places[static_cast<size_t>(at)], i);
  }
  return PlanStatus::kFound;
}

// Returns the goal at a cell; kNoGoal if there is none.
uint32_t goal_at(const GoalMemory& memory, CellId cell) {
  const auto at = std::ranges::lower_bound(memory.cells, cell);
  if (at == memory.cells.end() || *at != cell) return kNoGoal;
  return memory.places[static_cast<size_t>(at - memory.cells.begin())];
}

template <class Space, class Observer>
uint32_t search_nearest(const MoveGrid& grid, Space& space, Cell start, const GoalMemory& goals, Workspace& workspace,
                        PlanResult& result, Observer observer) {
  const uint32_t first_goal = *std::ranges::min_element(goals.places);
  uint32_t best = kNoGoal;
  CellId best_cell = kNoCell;
  Cost best_cost = kInfinite;
  // When f exceeds the best cost, every goal of that cost has been expanded.
  const auto is_end = [&](uint32_t id, uint32_t cell) {
    const Cost g = workspace.cells.g(cell);
    if (best != kNoGoal && g + space.h(id) > best_cost) return true;
    if (const uint32_t goal = g <= best_cost ? goal_at(goals, cell) : kNoGoal; goal < best) {
      best = goal;
      best_cell = cell;
      best_cost = g;
    }
    return best == first_goal;
  };
  const EventContext context{Phase::kMain, 0, nearest_code::kPop, nearest_code::kGenerate, nearest_code::kUpdate};
  const uint32_t first = space.begin(start);
  const PlanStatus ended = best_first_search(space, first, CellRecords::kStart, cost_limit(grid), is_end,
                                             result.stats.of(Phase::kMain), observer, context);
  result.status = best != kNoGoal ? PlanStatus::kFound : ended;
  if (best == kNoGoal) return best;
  result.cost = result.raw_cost = best_cost;
  result.path.push_back(grid.id(start));
  space.append_path(grid.cell(best_cell), result.path);
  return best;
}

template <class Observer>
uint32_t search_goals(const MoveGrid& grid, Cell start, std::span<const Cell> goals, Workspace& workspace,
                      PlanResult& result, Observer observer) {
  auto& memory = workspace.own.of<GoalMemory>();
  result.clear(take_goals(grid, start, goals, memory));
  if (!result.found()) return kNoGoal;
  const CellId from = grid.id(start);
  observer.on({EventType::kSource, Phase::kMain, 0, nearest_code::kInit, from, kNoCell, 0, 0});
  for (const CellId cell : memory.cells) {
    observer.on({EventType::kDestination, Phase::kMain, 0, nearest_code::kInit, cell, kNoCell, 0, 0});
  }
  const uint32_t best = with_goals_space(grid, workspace, memory.cells, [&](auto& space) {
    return search_nearest(grid, space, start, memory, workspace, result, observer);
  });
  if (result.found()) {
    observer.on({EventType::kFound, Phase::kMain, 0, nearest_code::kDone, result.path.back(), kNoCell, result.cost, 0});
  } else {
    observer.on({EventType::kNoPath, Phase::kMain, 0, nearest_code::kFail, from, kNoCell, 0, 0});
  }
  return best;
}

}  // namespace

uint32_t plan_to_nearest(const MoveGrid& grid, Cell start, std::span<const Cell> goals, Workspace& workspace,
                         PlanResult& result) {
  return search_goals(grid, start, goals, workspace, result, NoObserver{});
}

uint32_t plan_to_nearest(const MoveGrid& grid, Cell start, std::span<const Cell> goals, Workspace& workspace,
                         PlanResult& result, Trace& trace) {
  return search_goals(grid, start, goals, workspace, result, TraceObserver{&trace});
}

void costs_to_goals(const MoveGrid& grid, Cell start, std::span<const Cell> goals, Workspace& workspace,
                    GoalCosts& result) {
  auto& memory = workspace.own.of<GoalMemory>();
  result.costs.assign(goals.size(), kInfinite);
  result.stats = {};
  result.status = take_goals(grid, start, goals, memory);
  if (result.status != PlanStatus::kFound) return;
  // The costs by entry of `cells` replace the places, which are not needed here.
  std::vector<Cost>& costs = memory.places;
  costs.assign(memory.cells.size(), kInfinite);
  size_t missing = memory.cells.size();
  const auto is_end = [&](uint32_t, uint32_t cell) {
    const auto at = std::ranges::lower_bound(memory.cells, cell);
    if (at == memory.cells.end() || *at != cell) return false;
    costs[static_cast<size_t>(at - memory.cells.begin())] = workspace.cells.g(cell);
    return --missing == 0;
  };
  with_map_space(grid, workspace.cells, workspace.queue, {}, start, [&](auto& space) {
    result.status = best_first_search(space, space.begin(start), CellRecords::kStart, cost_limit(grid), is_end,
                                      result.stats, NoObserver{}, {});
  });
  if (missing < memory.cells.size()) result.status = PlanStatus::kFound;
  for (size_t i = 0; i < goals.size(); ++i) {
    if (!grid.passable(goals[i])) continue;
    const auto at = std::ranges::lower_bound(memory.cells, grid.id(goals[i]));
    result.costs[i] = costs[static_cast<size_t>(at - memory.cells.begin())];
  }
}

}  // namespace strata

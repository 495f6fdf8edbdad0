// Purpose: These functions search for several goals at once: plan_to_nearest plans to the goal with the cheapest path,
//          and costs_to_goals computes the costs of the paths to all of them.
// Source: Hart, Nilsson, Raphael 1968 (A*, for the nearest goal); Dijkstra 1959 (for the costs to all goals). The
//         heuristic is the minimum of those to the single goals, which is consistent because each of them is.
// How: With more than 8 goals the heuristic is the distance to the smallest rectangle that contains all of them. It is
//      no larger than the minimum, and takes the same time for any number of goals.
// Ties: Of several nearest goals that which comes first in `goals`. The order of expansion is that of A*: smaller f,
//       then larger g, then smaller id.
// Units: Costs of the movement profile (core/grid/cost.hpp).
// Errors: PlanStatus: kStartBlocked; kGoalBlocked if there are goals and the agent cannot stand at any of them. Single
//         goals that are blocked or outside the map are ignored. kNoPath if there are no goals.
// Threads: Calls with different workspaces may run together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/grid/move_grid.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Trace;
struct Workspace;

inline constexpr uint32_t kNoGoal = 0xffffffffu;

// Plans to the nearest goal. Returns its index in `goals`; kNoGoal if no path leads to any of them.
uint32_t plan_to_nearest(const MoveGrid& grid, Cell start, std::span<const Cell> goals, Workspace& workspace,
                         PlanResult& result);
uint32_t plan_to_nearest(const MoveGrid& grid, Cell start, std::span<const Cell> goals, Workspace& workspace,
                         PlanResult& result, Trace& trace);

// The costs of the cheapest paths to several goals.
struct GoalCosts {
  PlanStatus status = PlanStatus::kNoPath;  // kFound: a path leads to at least one goal
  std::vector<Cost> costs;                  // by goal; kInfinite: the goal is blocked or cannot be reached
  PhaseStats stats;
};
// Computes the costs to all goals by one search, which ends when it has expanded every goal that is not blocked. If one
// of them cannot be reached, the search expands all cells that can be.
void costs_to_goals(const MoveGrid& grid, Cell start, std::span<const Cell> goals, Workspace& workspace,
                    GoalCosts& result);

}  // namespace strata

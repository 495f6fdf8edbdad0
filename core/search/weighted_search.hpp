// Purpose: This header declares A* with a choice of heuristic, weight and tie-breaking. The faster A* of
//          core/search/grid_search.hpp has no such choice.
// Source: Hart, Nilsson, Raphael 1968; Pohl 1970, "Heuristic search viewed as path finding in a graph" (weights).
// Differs: A cell is never reopened, even if a shorter path to it is found after its expansion. All admissible
//          heuristics here are consistent; with them a path still costs at most w times the optimum (Likhachev, Gordon,
//          Thrun 2003, "ARA*"). Reopening would shorten few paths and need several times as many expansions.
// Units: The h of events includes the weight, so that f = g + h orders the open list.
// Errors: PlanStatus. With large weights f may reach 2^32 on the largest maps: kCostOverflow then
//         occurs at smaller costs.
// Threads: Calls with different workspaces may run together.
#pragma once

#include <string>

#include "core/grid/move_grid.hpp"
#include "core/search/heuristic.hpp"
#include "core/search/plan.hpp"
#include "core/search/plan_options.hpp"

namespace strata {

class Trace;
struct Workspace;

inline HeuristicSettings heuristic_settings_of(const PlanOptions& options) {
  return {options.heuristic, options.weight, options.ties};
}
// Returns the options with the default heuristic, weight and tie-breaking, with which A* finds the optimum.
inline PlanOptions with_default_heuristic(PlanOptions options) {
  const auto [heuristic, weight, ties] = HeuristicSettings{};
  options.heuristic = heuristic;
  options.weight = weight;
  options.ties = ties;
  return options;
}

// Returns a weight as text: 150 is "1.5".
std::string weight_text(int weight);

void plan_weighted(const MoveGrid& grid, const HeuristicSettings& heuristic_settings, const PlanQuery& query,
                   Workspace& workspace, PlanResult& result);
void plan_weighted(const MoveGrid& grid, const HeuristicSettings& heuristic_settings, const PlanQuery& query,
                   Workspace& workspace, PlanResult& result, Trace& trace);

}  // namespace strata

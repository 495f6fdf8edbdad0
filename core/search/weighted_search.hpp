// Purpose: This search is A* with a choice of heuristic, weight and tie-breaking. core/search/grid_search.hpp has the
//          fast A*, which has no choice.
// Source: Hart, Nilsson, Raphael 1968; Pohl 1970, "Heuristic search viewed as path finding in a graph" (weights).
// Differs: A cell is expanded once, even where a shorter path to it is found afterwards. All heuristics on offer that
//          are admissible are consistent, and with those the path still costs at most w times the optimum (Likhachev,
//          Gordon, Thrun 2003, "ARA*"). Reopening cells would shorten few paths and take several times as many
//          expansions.
// Units: The h of events is weighted: f = g + h is what the open list is ordered by.
// Errors: PlanStatus. A weighted h may come near 2^32 on the largest maps: kCostOverflow then comes sooner.
// Threads: Calls with different workspaces may run together.
#pragma once

#include <string>

#include "core/grid/move_grid.hpp"
#include "core/search/heuristic.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Trace;
struct Workspace;

inline HeuristicSettings heuristic_settings_of(const PlanOptions& options) {
  return {options.heuristic, options.weight, options.ties};
}
// Returns the options with the default heuristic, weight and tie-breaking, under which A* finds the optimum.
inline PlanOptions with_default_heuristic(PlanOptions options) {
  const auto [heuristic, weight, ties] = HeuristicSettings{};
  options.heuristic = heuristic;
  options.weight = weight;
  options.ties = ties;
  return options;
}

// Returns a weight as text: 150 is "1.5".
std::string weight_text(int weight);

void plan_weighted(const MoveGrid& grid, const HeuristicSettings& heuristic_settings, const Query& query,
                   Workspace& workspace, PlanResult& result);
void plan_weighted(const MoveGrid& grid, const HeuristicSettings& heuristic_settings, const Query& query,
                   Workspace& workspace, PlanResult& result, Trace& trace);

}  // namespace strata

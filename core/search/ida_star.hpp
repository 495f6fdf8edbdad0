// Purpose: This header declares IDA*: depth-first searches with a growing limit of f, which need no open list.
// Source: Korf 1985, "Depth-first iterative-deepening: an optimal admissible tree search".
// Differs: A path never enters a cell twice, so that the search ends where there is no path. Moves of which another
//          path is known to be as good are left out, as in A* here (kForward in core/search/cell_space.hpp). Neither
//          changes the cost that is found. The search gives up when it has expanded the most cells it may.
// Units: Costs in the units of the movement profile. `expanded` and `generated` count a cell as often as a path reaches
//        it, in all iterations together.
// Shapes: 24 bytes a cell of the path, and 1 bit a cell of the map. The number of paths grows exponentially with their
//         length where many of them cost the same, which is so on nearly all grid maps.
// Events: kGenerate is a visit of a cell; it is followed by kExpand, by kStall if f is above the limit, or by kFound.
//         A search that gives up ends with a kStall of the line kGiveUp.
// Errors: PlanStatus, and kTooManyExpansions if the search has expanded the most cells it may: ida_star_refusal says
//         so.
// Threads: Calls with different workspaces may run together.
#pragma once

#include <cstdint>
#include <string>

#include "core/grid/move_grid.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Trace;
struct Workspace;

inline constexpr uint64_t kIdaStarExpansions = 10'000'000;

struct IdaStarRun {
  uint64_t iterations = 0;
  Cost limit = 0;            // limit of f in the last iteration
  uint64_t most = 0;         // the most expansions it might have
  bool out_of_most = false;  // it has ended because it has had them
  friend bool operator==(const IdaStarRun&, const IdaStarRun&) = default;
};

// Finds an optimal path with at most `most` expansions.
IdaStarRun plan_ida_star(const MoveGrid& grid, const PlanQuery& query, uint64_t most, Workspace& workspace,
                         PlanResult& result);
IdaStarRun plan_ida_star(const MoveGrid& grid, const PlanQuery& query, uint64_t most, Workspace& workspace,
                         PlanResult& result, Trace& trace);

// Returns why the search has ended without an answer; empty: it has not.
std::string ida_star_refusal(const MoveGrid& grid, const IdaStarRun& run);

}  // namespace strata

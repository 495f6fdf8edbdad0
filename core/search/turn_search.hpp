// Purpose: plan_few_turns plans paths with few turns: the number of turns counts beside the cost of the steps. Its
// paths
//          are optimal under the chosen order.
// Source: Hart, Nilsson, Raphael 1968 (A*), over states of a cell and the direction in which it was reached; Winter
// 2002,
//         "Modeling costs of turns in route planning" (such states are the edges of the graph).
// How: A turn is any change of direction between two steps; the first step is none. A step between cells that are
// joined
//      by a link has no direction: neither it nor the step after it is a turn. The heuristic is that of A* for the
//      cost of the steps, and 0 for turns.
// Ties: Smaller f, then larger g, then smaller cell, then smaller direction.
// Units: Costs of the movement profile (core/grid/cost.hpp). The cost of a turn is given in hundredths of a straight
// step
//        over terrain of weight 1.
// Shapes: 24 bytes for each slot of a hash table, which has two to four times as many slots as states were reached; a
//         cell has up to eight states.
// Errors: PlanStatus. All profiles, weights and sizes of agents are supported.
// Threads: Calls with different workspaces may run together.
#pragma once

#include <span>

#include "core/grid/move_grid.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Trace;
struct Workspace;

enum class TurnOrder : uint8_t {
  kSum,        // the smallest cost of steps and turns together
  kFewest,     // the fewest turns; of these paths the cheapest
  kTieBreaker  // the cheapest paths; of these one with the fewest turns
};
inline constexpr std::array<std::string_view, 3> kTurnOrderNames = {"sum", "fewest", "tie-breaker"};

struct TurnOptions {
  static constexpr uint32_t kLimit = 100'000;

  TurnOrder order = TurnOrder::kSum;
  uint32_t weight = 100;  // kSum: cost of a turn in hundredths of a straight step, at most kLimit
  friend bool operator==(const TurnOptions&, const TurnOptions&) = default;
};

// Plans a path. `cost` of the result is that of its steps; the cost of turns is apart. Returns the number of turns.
uint32_t plan_few_turns(const MoveGrid& grid, const TurnOptions& options, const PlanQuery& query, Workspace& workspace,
                        PlanResult& result);
// In the events of the trace g is the cost of steps and turns with kSum, else the cost of the steps.
uint32_t plan_few_turns(const MoveGrid& grid, const TurnOptions& options, const PlanQuery& query, Workspace& workspace,
                        PlanResult& result, Trace& trace);

// Returns the cost of a turn with kSum, rounded to the nearest unit.
Cost cost_of_turn(const MoveGrid& grid, const TurnOptions& options);
// Returns the number of turns of a path of legal steps.
uint32_t count_turns(const MoveGrid& grid, std::span<const CellId> path);

}  // namespace strata

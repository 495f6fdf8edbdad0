// Purpose: plan_off_walls plans paths that keep away from walls: steps near walls cost more. Its paths are optimal
// under
//          these costs.
// Source: Hart, Nilsson, Raphael 1968. The clearances are those of Harabor, Botea 2008 (core/grid/clearance.hpp).
// How: The distance of an agent from walls is the number of rings of cells around it that it could enter, read from the
//      clearance of the upper left cell of the outermost ring. With distance r below the margin, a cell counts as if
//      its terrain weight were larger by
//        weight * (margin - r)
//      and a step costs the mean of its two cells, as it does for terrain weights. Costs only grow, so that the
//      heuristic of A* stays admissible and consistent.
// Differs: The border of the map is a wall. Links between cells cost what they cost, beside walls as well.
// Ties: Those of A*: smaller f, then larger g, then smaller id.
// Units: Costs of the movement profile. The margin is in cells, the weight in hundredths of a terrain weight for each
//        cell of the margin that is missing. Costs of single steps are rounded down.
// Errors: PlanStatus: kStale if the clearance belongs to another revision of the map, kNoSuchAgent if it belongs to
//         another capability. All profiles, weights and sizes of agents are supported.
// Threads: Calls with different workspaces may run together.
#pragma once

#include <span>

#include "core/grid/clearance.hpp"
#include "core/grid/move_grid.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Trace;
struct Workspace;

struct WallOptions {
  // The outermost ring of the largest agent must not exceed Clearance::kMaxClearance.
  static constexpr int kMaxMargin = (Clearance::kMaxClearance - kMaxAgentSize) / 2;
  static constexpr uint32_t kMaxWeight = 1000;

  int margin = 3;         // 1..kMaxMargin
  uint32_t weight = 100;  // 0..kMaxWeight
  friend bool operator==(const WallOptions&, const WallOptions&) = default;
  bool valid() const { return margin >= 1 && margin <= kMaxMargin && weight <= kMaxWeight; }
};

// Plans a path. `cost` of the result is that of its steps without the walls. Returns the cost with the walls;
// kInfinite without a path.
Cost plan_off_walls(const MoveGrid& grid, const Clearance& clearance, const WallOptions& options,
                    const PlanQuery& query, Workspace& workspace, PlanResult& result);
// In the events of the trace g is the cost with the walls.
Cost plan_off_walls(const MoveGrid& grid, const Clearance& clearance, const WallOptions& options,
                    const PlanQuery& query, Workspace& workspace, PlanResult& result, Trace& trace);

// Returns the number of rings of cells, at most `most`, around an agent of this size that it can enter.
int free_rings(const Clearance& clearance, int agent_size, Cell at, int most);
// Returns the cost of a path of legal steps with the walls; kInfinite if it exceeds 32 bits.
Cost off_walls_cost(const MoveGrid& grid, const Clearance& clearance, const WallOptions& options,
                    std::span<const CellId> path);

}  // namespace strata

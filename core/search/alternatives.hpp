// Purpose: plan_alternatives plans several paths that a person would regard as different choices: the optimal one, and
//          others that are not much longer, share little with those before them, and have no local detours.
// Source: Abraham, Delling, Goldberg, Werneck 2010, "Alternative routes in road networks" (limited sharing, local
//         optimality, bounded stretch; single via paths); Cambridge Vehicle Information Technology Ltd. 2005, "Choice
//         routing" (plateaus).
// How: A* from both ends computes the costs of all cells through which a path of allowed cost leads. A plateau is a
// path
//      along which the distance from the start grows and the distance to the goal falls by the cost of every step. The
//      path from the start over a plateau to the goal is a via path: optimal up to the last cell of the plateau, and
//      from the first one on. So every part of it that is no longer than the plateau is optimal. An alternative is
//      admissible if
//        its cost is at most (100 + longer) % of the optimum                             (bounded stretch)
//        it shares at most `sharing` % of the optimum with all paths before it           (limited sharing)
//        every part of it up to `local` % of the optimum is an optimal path              (local optimality)
//      Plateaus are tried in the order of 2 * cost of the path - length of the plateau, as in the paper.
// Differs: On a grid many paths of equal cost lie side by side. So a plateau may branch, of which one branch is
// followed;
//          and steps count as shared if both their cells are within `apart` cells of an earlier path (0: as published).
//          The order of plateaus leaves out the paper's third term, the sharing. The stretch is that of the whole path,
//          not of its parts.
// Ties: Then the smaller cell in the middle of the plateau. The optimal path is that of A*.
// Units: Costs of the movement profile. Options are in percent of the cost of the optimal path, `apart` in cells.
// Shapes: 32 bytes a cell of the map.
// Errors: PlanStatus. All profiles, weights and sizes of agents are supported.
// Threads: Calls with different workspaces may run together.
#pragma once

#include <vector>

#include "core/grid/move_grid.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Trace;
struct Workspace;

struct AlternativeOptions {
  int paths = 3;     // number of paths, the optimal one included: 1..100
  int longer = 25;   // 0..400
  int sharing = 80;  // 0..100
  int local = 25;    // 1..100
  int apart = 2;     // 0..32
  friend bool operator==(const AlternativeOptions&, const AlternativeOptions&) = default;
  bool valid() const;
};

struct AlternativePath {
  Cost cost = 0;
  Cost shared = 0;   // cost of its steps that are shared with the paths before it
  Cost plateau = 0;  // every part of the path that costs no more than this is an optimal path
  std::vector<CellId> path;
  friend bool operator==(const AlternativePath&, const AlternativePath&) = default;
};

struct AlternativePaths {
  static constexpr size_t kMaxTried = 4096;  // number of plateaus that are tried

  PlanStatus status = PlanStatus::kNoPath;
  std::vector<AlternativePath> paths;  // the optimal path first; empty if no path was found
  size_t tried = 0;                    // number of plateaus whose paths were compared with those before
  bool truncated = false;              // kMaxTried plateaus were tried, and there are more
  PlanStats stats;
};

void plan_alternatives(const MoveGrid& grid, const AlternativeOptions& options, const PlanQuery& query,
                       Workspace& workspace, AlternativePaths& result);
void plan_alternatives(const MoveGrid& grid, const AlternativeOptions& options, const PlanQuery& query,
                       Workspace& workspace, AlternativePaths& result, Trace& trace);

}  // namespace strata

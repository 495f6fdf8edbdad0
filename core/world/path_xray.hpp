// Purpose: An X-ray of a path splits its excess over the optimal cost into losses, one for each step along its abstract
//          nodes. The losses add up to the excess exactly.
// How: Let d be the cost of the cheapest path over the whole map, s = n0, n1, ..., nk = g the stops of the path before
//      smoothing, and c(i) its cost from n(i-1) to n(i). Going to n(i) first increases the cost of the rest of the
//      path by two terms:
//        detour(i)   = d(n(i-1), n(i)) + d(n(i), g) - d(n(i-1), g)
//        confined(i) = c(i) - d(n(i-1), n(i))
// The first is the price of passing through n(i), the second that of the path to n(i), which may be confined to one
// cluster. Neither is negative: the first by the triangle inequality, the second because d is the least cost. In the
// sum over all i the terms in d(., g) cancel except the first:
//        sum of detour(i) + confined(i) = cost before smoothing - d(s, g)
//        cost - d(s, g)                 = that sum - what smoothing saves
// The loss at a stop takes the earlier stops as given: a loss belongs to the first stop that makes it unavoidable.
// Units: Costs as in core/grid/cost.hpp.
// Threads: The functions are const and read only the moves, so that a job can call them on a copy of the moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/job.hpp"
#include "core/grid/clusters.hpp"
#include "core/world/planners.hpp"
#include "core/world/world.hpp"

namespace strata {

struct Workspace;

enum class WaypointKind : uint8_t {
  kStart,
  kNode,    // a node of the abstract path
  kBorder,  // a cell next to a border of the abstraction that the path crosses
  kGoal,
};

// A path with the stops at which its planner had to pass.
struct XrayPath {
  struct PathStop {
    size_t at = 0;  // index in `cells`
    WaypointKind kind = WaypointKind::kNode;
    bool crosses = false;  // the step onto the stop's cell crosses a border
    friend bool operator==(const PathStop&, const PathStop&) = default;
  };
  std::vector<CellId> cells;    // cells of the path before smoothing
  std::vector<PathStop> stops;  // ascending; first the start, last the goal
  Cost cost = 0;                // cost after smoothing
  WaypointNames names;
};

// Returns whether an X-ray of the planner's paths is possible: they lead from cell to cell over abstract nodes, and
// need not be optimal, and the map has no links between cells.
bool can_xray(const World& world, const Planner& planner);
// Returns the path of an answer that the planner found on this world with keep_raw_path; nothing if there
// is no complete path.
std::optional<XrayPath> xray_path_of(const World& world, const Planner& planner, const PlanResult& result);
// Returns stops at these nodes, if the path visits them in this order, and on both sides of every border of `areas`
// that the path crosses.
std::vector<XrayPath::PathStop> waypoints_of(const MoveGrid& grid, const std::vector<CellId>& cells,
                                             const std::vector<NodeId>& nodes, const ClusterGrid* areas);

// The part of a path between two consecutive stops.
struct XrayPart {
  CellId from = kNoCell, to = kNoCell;
  size_t begin = 0, end = 0;                // indices in the cells of the path, both included
  WaypointKind kind = WaypointKind::kNode;  // kind of the stop at `to`
  bool crossing = false;                    // the part is a single step across a border
  Cost cost = 0;                            // cost of the part
  Cost direct = 0;                          // cost of the cheapest path from `from` to `to`
  Cost detour = 0;
  Cost confined = 0;
  Cost loss() const { return detour + confined; }
};

struct PathXray {
  Cost optimum = 0;
  Cost raw_cost = 0;
  Cost cost = 0;
  std::vector<XrayPart> parts;
  std::vector<CellId> best;  // an optimal path
  WaypointNames names;

  Cost lost() const { return raw_cost - optimum; }  // excess before smoothing: the sum of all losses
  Cost smoothed() const { return raw_cost - cost; }
  // Returns the part with the largest loss (the first of several); nothing if no part has a loss.
  std::optional<size_t> worst() const;
};

// Computes the X-ray. Returns nothing if it was cancelled, or if the path is not valid on these moves.
// `control` may be null.
std::optional<PathXray> xray(const MoveGrid& grid, const XrayPath& path, Workspace& workspace,
                             JobControl* control = nullptr);

// The step of a part across a border.
struct XrayCrossing {
  Cell from, to;
  friend bool operator==(const XrayCrossing&, const XrayCrossing&) = default;
};
std::optional<XrayCrossing> crossing_at(const MoveGrid& grid, const PathXray& of, size_t part);
// Returns the entrance that a crossing uses; nothing if no two clusters are adjacent there.
std::optional<Entrance> entrance_at(const MoveGrid& grid, const ClusterGrid& clusters, const XrayCrossing& crossing);

// Returns a sentence on the part with the largest loss, and on the share of all losses that is left after smoothing.
// `unit` is the cost of a straight step.
std::string blame_text(const MoveGrid& grid, const PathXray& of, Cost unit);
// Returns the title of a part: "to the transition (12,9)", "across, to (13,9)", "to the goal".
std::string part_title(const MoveGrid& grid, const PathXray& of, size_t part);

}  // namespace strata

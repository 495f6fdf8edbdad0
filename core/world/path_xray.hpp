// Purpose: An X-ray of a path says why it costs more than the optimum. Each step along its abstract nodes adds a part,
//          and the parts add up to the difference exactly.
// How: Let d be the cost of the cheapest path over the whole map, s = n0, n1, ..., nk = g the stops of the path before
//      it was smoothed, and c(i) its cost from n(i-1) to n(i). Going to n(i) first makes the rest of the path dearer by
//      two parts:
//        detour(i)   = d(n(i-1), n(i)) + d(n(i), g) - d(n(i-1), g)
//        confined(i) = c(i) - d(n(i-1), n(i))
//      The first is the price of passing through n(i), the second that of the path that leads there, which may have to
//      stay inside one cluster. Neither is negative: the first by the triangle inequality, the second because nothing
//      is cheaper than d. In the sum over all i the terms in d(., g) cancel but for the first:
//        sum of detour(i) + confined(i) = cost before smoothing - d(s, g)
//        cost - d(s, g)                 = that sum - what smoothing saves
//      The loss at a stop counts the stops before it as given: the first stop that makes a loss necessary has it.
// Units: Costs as in core/grid/cost.hpp.
// Threads: The functions are const and read the moves alone, so that a job can call them on a copy of the moves.
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

// A path with the places that its planner had to pass.
struct XrayPath {
  struct Stop {
    size_t at = 0;  // index in `cells`
    WaypointKind kind = WaypointKind::kNode;
    bool crosses = false;  // the step onto its cell crosses a border
    friend bool operator==(const Stop&, const Stop&) = default;
  };
  std::vector<CellId> cells;  // before smoothing
  std::vector<Stop> stops;    // ascending: the start first, the goal last
  Cost cost = 0;              // after smoothing
  WaypointNames names;
};

// Whether the planner's paths can be X-rayed: they go from cell to cell by way of abstract nodes, and need not be
// optimal.
bool can_xray(const World& world, const Planner& planner);
// Returns the path of a planner's answer, planned on this world with keep_raw_path. Nothing: there is no complete path.
std::optional<XrayPath> xray_path_of(const World& world, const Planner& planner, const PlanResult& result);
// Returns stops at these nodes, if the path visits them in this order, and on both sides of every border of `areas`.
std::vector<XrayPath::Stop> waypoints_of(const MoveGrid& grid, const std::vector<CellId>& cells,
                                         const std::vector<NodeId>& nodes, const ClusterGrid* areas);

// The part of a path from one stop to the next.
struct XrayPart {
  CellId from = kNoCell, to = kNoCell;
  size_t begin = 0, end = 0;                // indices in the cells of the path, both included
  WaypointKind kind = WaypointKind::kNode;  // kind of the stop at `to`
  bool crossing = false;                    // the part is one step across a border
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
  std::vector<CellId> best;  // a path that costs the optimum
  WaypointNames names;

  Cost lost() const { return raw_cost - optimum; }  // before smoothing: the sum of the losses of all parts
  Cost smoothed() const { return raw_cost - cost; }
  // Returns the first of the parts that lose the most; nothing if no part loses anything.
  std::optional<size_t> worst() const;
};

// Nothing: the X-ray was cancelled, or the path is not valid on these moves. `control` may be null.
std::optional<PathXray> xray(const MoveGrid& grid, const XrayPath& path, Workspace& workspace,
                             JobControl* control = nullptr);

// The step of a part across a border, from its own side.
struct XrayCrossing {
  Cell from, to;
  friend bool operator==(const XrayCrossing&, const XrayCrossing&) = default;
};
std::optional<XrayCrossing> crossing_at(const MoveGrid& grid, const PathXray& of, size_t part);
// Returns the entrance of the crossing; nothing if clusters do not meet there.
std::optional<Entrance> entrance_at(const MoveGrid& grid, const ClusterGrid& clusters, const XrayCrossing& crossing);

// Returns a text that says which part loses the most, and how much of all losses is left after smoothing. `unit`: cost
// of a straight step.
std::string blame_text(const MoveGrid& grid, const PathXray& of, Cost unit);
// Returns the title of one part: "to the transition (12,9)", "across, to (13,9)", "to the goal".
std::string part_title(const MoveGrid& grid, const PathXray& of, size_t part);

}  // namespace strata

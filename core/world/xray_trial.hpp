// Purpose: What a remedy would gain: the same query answered where structures are built otherwise, or on HPA* with
//          other transitions at one entrance alone.
// How: The first is a world of its own over a copy of the map, so that what is shown is what a fresh build gives. For
//      the second HPA* has no option that would keep it: level 1 is searched with transitions at both ends of that
//      entrance, in place of those that it has; nodes and edges of clusters are looked up as the search comes by them.
// Threads: They read what they are given and own the rest: a job can do it.
#pragma once

#include <optional>

#include "core/base/job.hpp"
#include "core/world/path_xray.hpp"

namespace strata {

struct XrayTrial {
  PlanStatus status = PlanStatus::kNoPath;
  Cost raw_cost = kInfinite;  // before smoothing
  Cost cost = kInfinite;
  double build_micros = 0;  // of the structures that the planner stands on; 0: nothing was built

  bool found() const { return status == PlanStatus::kFound; }
};

// What the planner stands on as it is in this world, and nothing else.
WorldSetup setup_under(const World& world, const Planner& planner);

// With these structures. Nothing: it was cancelled. `control` may be null.
std::optional<XrayTrial> try_setup(GridMap map, const WorldSetup& setup, const Planner& planner, const Query& query,
                                   const PlanOptions& options, JobControl* control = nullptr);

// What is other than the options say, in one place.
struct LocalChange {
  std::optional<Entrance> two_at;   // gets a transition at both its ends and none in between
  std::optional<uint32_t> quarter;  // this cluster is cut into four, as clusters half as wide would be
};
bool can_quarter(const HpaOptions& options);  // clusters of half the size lie inside those of now

// On level 1 of HPA* with these options and one change, or none. Nothing: it was cancelled.
std::optional<XrayTrial> try_locally(const MoveGrid& grid, const HpaOptions& options, const LocalChange& change,
                                     const Query& query, bool smooth, JobControl* control = nullptr);

}  // namespace strata

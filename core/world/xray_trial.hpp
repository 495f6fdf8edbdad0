// Purpose: A trial says what a remedy of the X-ray would gain. It answers the same query over structures with other
//          options, or over HPA* with a change in one place: transitions at both ends of one entrance, or one cluster
//          cut into four.
// How: For other options the trial builds its own world over a copy of the map, so that the result is that of a fresh
//      build. HPA* has no option for a change in one place: for that the trial searches level 1 with the change, and
//      computes nodes and edges of clusters when the search reaches them.
// Threads: The functions read their arguments and own everything else, so that a job can call them.
#pragma once

#include <optional>

#include "core/base/job.hpp"
#include "core/world/path_xray.hpp"

namespace strata {

struct XrayTrial {
  PlanStatus status = PlanStatus::kNoPath;
  Cost raw_cost = kInfinite;  // before smoothing
  Cost cost = kInfinite;
  double build_micros = 0;  // time to build the structures that the planner depends on; 0: nothing was built

  bool found() const { return status == PlanStatus::kFound; }
};

// Returns the setup of the structures that the planner depends on, and no others.
WorldSetup setup_under(const World& world, const Planner& planner);

// Plans on a fresh world with this setup. Nothing: it was cancelled. `control` may be null.
std::optional<XrayTrial> try_setup(GridMap map, const WorldSetup& setup, const Planner& planner, const Query& query,
                                   const PlanOptions& options, JobControl* control = nullptr);

// A change of the abstract graph in one place.
struct LocalChange {
  std::optional<Entrance> two_at;   // this entrance gets a transition at both its ends and none in between
  std::optional<uint32_t> quarter;  // this cluster is cut into four clusters half as wide
};
bool can_quarter(const HpaOptions& options);  // clusters of half the size lie inside the current clusters

// Plans on level 1 of HPA* with these options and one change, or none. Nothing: it was cancelled.
std::optional<XrayTrial> try_locally(const MoveGrid& grid, const HpaOptions& options, const LocalChange& change,
                                     const Query& query, bool smooth, JobControl* control = nullptr);

}  // namespace strata

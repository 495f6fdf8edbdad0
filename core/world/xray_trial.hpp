// Purpose: A trial measures the gain of a remedy that an X-ray suggests. It answers the same query over structures with
//          other options, or over HPA* with a local change: transitions at both ends of one entrance, or one cluster
//          divided into four.
// How: For other options the trial builds its own world from a copy of the map, so that the result is that of a fresh
//      build. HPA* has no option for a local change: the trial searches level 1 with the change, and computes nodes and
//      edges of clusters when the search reaches them.
// Threads: The functions read only their arguments and own everything else, so that a job can call them.
#pragma once

#include <optional>

#include "core/base/job.hpp"
#include "core/world/path_xray.hpp"

namespace strata {

struct XrayTrial {
  PlanStatus status = PlanStatus::kNoPath;
  Cost raw_cost = kInfinite;  // cost before smoothing
  Cost cost = kInfinite;
  double build_micros = 0;  // time of building the structures that the planner depends on; 0: nothing was built

  bool found() const { return status == PlanStatus::kFound; }
};

// Returns a setup with only the structures that the planner depends on.
WorldSetup setup_under(const World& world, const Planner& planner);

// Plans on a new world with this setup. Returns nothing if it was cancelled. `control` may be null.
std::optional<XrayTrial> try_setup(GridMap map, const WorldSetup& setup, const Planner& planner, const PlanQuery& query,
                                   const PlanOptions& options, JobControl* control = nullptr);

// A local change of the abstract graph.
struct LocalGraphChange {
  std::optional<Entrance> two_at;   // this entrance gets transitions at both ends, and none between
  std::optional<uint32_t> quarter;  // this cluster is divided into four clusters of half its side
};
bool can_quarter(const HpaOptions& options);  // whether clusters of half the size fit into the present clusters

// Plans on level 1 of HPA* with these options, with one local change or none. Returns nothing if it was cancelled.
std::optional<XrayTrial> try_locally(const MoveGrid& grid, const HpaOptions& options, const LocalGraphChange& change,
                                     const PlanQuery& query, bool smooth, JobControl* control = nullptr);

}  // namespace strata

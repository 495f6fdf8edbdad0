// Purpose: What the planners of a run stand on, over one map: how it is switched on, what it takes up, and what the
//          rows of the planners say of it.
#pragma once

#include <map>
#include <span>
#include <string>

#include "bench/commands.hpp"
#include "bench/query_tally.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/planners.hpp"
#include "core/world/world.hpp"

namespace strata::bench {

using ChosenPlanners = std::span<const Planner* const>;

// Levels of HPA* that the planner searches; 0: it does not.
int hpa_levels(const Planner& planner);
// Searches regions of sectors.
bool by_regions(const Planner& planner, const QueryOptions& options);

// It goes at any angle over the navigation mesh, not over the cells.
bool over_mesh(const Planner& planner);

// Switches on what the planners need, and builds it. False: it would take more memory than it may.
bool switch_on(World& world, ChosenPlanners planners, const QueryOptions& options);
// Why the planner cannot answer on this world; empty: it can.
std::string why_refused(const World& world, const Planner& planner);

// The abstractions of one map, each as large as the planner needs it.
class BuiltGraphs {
 public:
  BuiltGraphs(const World& of, ChosenPlanners planners);

  const World& world;
  const Hpa& hpa(int levels) const {
    return hpa_by_levels_.contains(levels) ? hpa_by_levels_.at(levels) : world.get<MapHpa>().hpa();
  }
  double hpa_micros(int levels) const {
    return hpa_micros_.contains(levels) ? hpa_micros_.at(levels) : world.state(StructureId::kHpa).built_micros;
  }
  // A navigation graph of so many levels.
  struct NavigationGraph {
    double group_micros = 0, row_micros = 0;
    size_t memory_bytes = 0;
  };
  const NavigationGraph& hna(int levels) const { return hna_by_levels_.at(levels); }

 private:
  std::map<int, Hpa> hpa_by_levels_;  // HPA* graphs of fewer levels than the world's
  std::map<int, double> hpa_micros_;
  std::map<int, NavigationGraph> hna_by_levels_;
};

// Time and memory of what the planner stands on, and what there is of it.
void measure_structures(const BuiltGraphs& graphs, const Planner& planner, const QueryOptions& options, Tally& tally);
// The columns that rows have because of what their planner stands on.
void append_structures(const Planner& planner, const Tally& tally, const QueryOptions& options, Row& row);

}  // namespace strata::bench

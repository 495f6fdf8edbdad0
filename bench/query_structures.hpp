// Purpose: These functions handle the structures that the planners of a run need on one map: they switch the structures
//          on, measure them, and add their columns to the rows of the planners.
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

// Returns the number of levels of HPA* that the planner searches; 0 if it does not search HPA*.
int hpa_levels(const Planner& planner);
// Returns whether the planner searches regions of sectors.
bool by_regions(const Planner& planner, const QueryOptions& options);

// Returns whether the planner is an any-angle planner over the navigation mesh, not over cells.
bool over_mesh(const Planner& planner);

// Switches on and builds the structures that the planners need. Returns those that would take too much
// memory, which stay off.
std::vector<StructureId> switch_on(World& world, ChosenPlanners planners, const QueryOptions& options);

// The abstract graphs of one map, with as many levels as each planner needs.
class BuiltGraphs {
 public:
  BuiltGraphs(const World& of, ChosenPlanners planners);

  const World& world;
  const Hpa& hpa(int levels) const {
    return hpa_by_levels_.contains(levels) ? hpa_by_levels_.at(levels) : world.get<MapHpa>().hpa();
  }
  // Returns the time of a full build of a structure's levels up to `up_to_level`; if a graph with only these levels was
  // built, the time of that build.
  double built_micros(StructureId structure, int up_to_level) const;
  // The build times of an HNA* graph with a certain number of levels.
  struct NavigationGraph {
    double group_micros = 0, row_micros = 0;
  };
  const NavigationGraph& hna(int levels) const { return hna_by_levels_.at(levels); }

 private:
  std::map<int, Hpa> hpa_by_levels_;  // HPA* graphs with fewer levels than that of the world
  std::map<int, double> hpa_micros_;
  std::map<int, NavigationGraph> hna_by_levels_;
};

// Measures time, memory and counts of the structures that the planner needs.
void measure_structures(const BuiltGraphs& graphs, const Planner& planner, const QueryOptions& options,
                        QueryTally& tally);
// Adds the columns of the structures that the planner needs.
void append_structures(const Planner& planner, const QueryTally& tally, const QueryOptions& options, ReportRow& row);

}  // namespace strata::bench

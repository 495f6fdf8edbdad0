// Purpose: This header has the structures that the planners of a run depend on, over one map: it switches them on,
//          measures them, and adds their columns to the rows of the planners.
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

// Returns the levels of HPA* that the planner searches. 0: it does not search HPA*.
int hpa_levels(const Planner& planner);
// Whether the planner searches regions of sectors.
bool by_regions(const Planner& planner, const QueryOptions& options);

// Whether the planner is any-angle over the navigation mesh, not over cells.
bool over_mesh(const Planner& planner);

// Switches on the structures that the planners need, and builds them. Returns those that would take too much memory,
// which stay switched off.
std::vector<StructureId> switch_on(World& world, ChosenPlanners planners, const QueryOptions& options);

// The abstractions of one map, each with the levels that the planner needs.
class BuiltGraphs {
 public:
  BuiltGraphs(const World& of, ChosenPlanners planners);

  const World& world;
  const Hpa& hpa(int levels) const {
    return hpa_by_levels_.contains(levels) ? hpa_by_levels_.at(levels) : world.get<MapHpa>().hpa();
  }
  // Returns the time of a full build of a structure's levels up to this one: of a build of these levels alone, if there
  // was one.
  double built_micros(StructureId structure, int up_to_level) const;
  // Times of an HNA* graph with some number of levels.
  struct NavigationGraph {
    double group_micros = 0, row_micros = 0;
  };
  const NavigationGraph& hna(int levels) const { return hna_by_levels_.at(levels); }

 private:
  std::map<int, Hpa> hpa_by_levels_;  // HPA* graphs with fewer levels than the world's
  std::map<int, double> hpa_micros_;
  std::map<int, NavigationGraph> hna_by_levels_;
};

// Measures time, memory and counts of the structures that the planner depends on.
void measure_structures(const BuiltGraphs& graphs, const Planner& planner, const QueryOptions& options, Tally& tally);
// Adds the columns of the structures that the planner depends on.
void append_structures(const Planner& planner, const Tally& tally, const QueryOptions& options, Row& row);

}  // namespace strata::bench

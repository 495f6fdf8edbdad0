// Purpose: A QuerySet holds the queries of one map, from a scenario or random. Unusable rows are counted by reason.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bench/commands.hpp"
#include "core/io/movingai.hpp"
#include "core/world/world.hpp"

namespace strata::bench {

struct QuerySource {
  std::string map;   // file name of the map or level
  std::string scen;  // file name; empty: random pairs
  bool is_level = false;
};
// Returns the maps or levels named in the options, maps in alphabetical order.
Result<std::vector<QuerySource>> find_sources(const QueryOptions& options);

struct ReferenceQuery {
  PlanQuery query;
  double listed = -1;  // length in the scenario, in straight steps; below 0: none
  Cost cost = 0;       // cost of the path of A*
  size_t line = 0;     // line of the scenario file
};

struct QuerySet {
  size_t considered = 0;  // number of rows or pairs, including invalid ones
  std::vector<ReferenceQuery> valid;
  std::map<std::string, size_t> invalid;  // number of invalid ones by reason
  size_t trivial = 0;                     // valid queries with start = goal
  size_t against_listed = 0;              // valid queries whose cost by A* equals the length in the scenario
  std::vector<PlanQuery> unreachable;     // queries with a free start but no path to the goal
  std::vector<std::string> failures;      // queries on which A* and Dijkstra disagree

  size_t invalid_count() const;
};

// Solves every row with A* and selects the usable rows.
QuerySet select_from_scenario(const World& world, const Scenario& scenario, const QueryOptions& options,
                              const std::string& name, Workspace& workspace);
// Draws pairs of different connected cells, uniform over start cells.
QuerySet select_random_pairs(const MoveGrid& moves, int pairs, uint64_t seed, Workspace& workspace);
// Draws pairs of cells that are connected on the navigation mesh of the world. A pair is invalid if the cells are not
// connected on the map, as happens below bridges: then there is no cost to compare with.
QuerySet select_pairs_on_mesh(const World& world, int pairs, uint64_t seed, Workspace& workspace);

}  // namespace strata::bench

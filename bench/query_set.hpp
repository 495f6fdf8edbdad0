// Purpose: The queries of one map, from a scenario or at random, with the rows that cannot be used sorted out by
//          reason.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bench/commands.hpp"
#include "core/io/movingai.hpp"
#include "core/world/world.hpp"

namespace strata::bench {

struct QuerySource {
  std::string map;   // file
  std::string scen;  // file; empty: random pairs
  bool is_level = false;
};
// What the options ask for, maps in alphabetical order.
Result<std::vector<QuerySource>> find_sources(const QueryOptions& options);

struct ReferenceQuery {
  Query query;
  double listed = -1;  // length in straight steps; < 0: none
  Cost cost = 0;       // A*'s
  size_t line = 0;     // in the scenario
};

struct QuerySet {
  size_t considered = 0;  // rows or pairs, with the invalid ones
  std::vector<ReferenceQuery> valid;
  std::map<std::string, size_t> invalid;  // by reason
  size_t trivial = 0;                     // valid ones with start = goal
  size_t against_listed = 0;              // valid ones whose A* cost is the listed length
  std::vector<std::string> failures;      // A* and Dijkstra disagree

  size_t invalid_count() const;
};

// Solves every row with A* to tell the usable ones from the others.
QuerySet select_from_scenario(const World& world, const Scenario& scenario, const QueryOptions& options,
                              const std::string& name, Workspace& workspace);
// Pairs of different cells of one connected area, uniform over start cells.
QuerySet select_random_pairs(const MoveGrid& moves, int pairs, uint64_t seed, Workspace& workspace);
// Pairs of cells that the navigation mesh of the world joins. Where the cells are not joined, because floors pass over
// one another, the pair is invalid: there is nothing to compare with.
QuerySet select_pairs_on_mesh(const World& world, int pairs, uint64_t seed, Workspace& workspace);

}  // namespace strata::bench

// Purpose: A QueryTally holds the measurements of a planner over the queries of one map, or of all maps.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/asked_planners.hpp"
#include "core/grid/cost.hpp"
#include "core/search/plan.hpp"

namespace strata::bench {

// The answer of a planner to one query.
struct PlannerAnswer {
  Cost cost = kInfinite;  // kInfinite: no path
  Cost raw_cost = kInfinite;
  bool found() const { return cost != kInfinite; }
};

// The measurements of partial paths, for queries without a path.
struct PartialTally {
  size_t queries = 0, paths = 0, illegal = 0;
  std::vector<double> micros;  // median over the rounds, by path
  double distance_sum = 0;     // sum of the distances between ends of paths and goals, in cells
  uint64_t expanded = 0;       // summed over the searches for the paths
  uint64_t visited = 0;        // summed over the searches for the nearest places
  void add(const PartialTally& other);
};

// What a planner has done for one query, for the table of all queries.
struct QueryOutcome {
  PlanStatus status = PlanStatus::kNoPath;
  Cost cost = 0, raw_cost = 0;  // 0 without a path
  uint64_t expanded = 0;
};

struct QueryTally {
  size_t queries = 0, invalid = 0, valid = 0, solved = 0, optimal = 0, illegal = 0, lost = 0, maps = 0;
  std::map<std::string, size_t> reasons;
  std::vector<double> micros;   // median over the rounds, by query
  std::vector<double> spreads;  // half the interquartile range of the rounds, by query
  std::vector<double> ratios, raw_ratios;
  std::vector<double> amortised_micros, whole_micros, goal_micros;  // times of planners that link goals once
  size_t cut_short = 0;                                             // paths with only their first moves
  uint64_t expanded = 0;
  double cost_sum = 0, raw_cost_sum = 0, optimum_sum = 0;
  double build_ms = 0, max_build_ms = 0;
  size_t memory_bytes = 0, cache_bytes = 0;
  size_t pruned = 0, passable = 0;  // numbers of cells, for room pruning
  bool finds_optimum = true;        // all paths cost as much as those of A*
  // Figures of the planner's structures by column name, in the order of the row: sums over the maps, from which the
  // row gets the means.
  std::vector<std::pair<std::string_view, double>> sums;
  int tile = 0;        // side of a tile of the navigation mesh of cells on the last map; 0: a single tile
  int levels = 0;      // number of levels of the HNA* graph that the planner searches
  size_t partial = 0;  // queries for which Detour found only a path to a place near the goal
  PartialTally partial_paths;
  AskedPlanners asked;  // of "fastest", in the measured rounds
  size_t refused_maps = 0;
  std::string refused;  // why the planner refuses its map (the last of several); empty if it does not

  // The answers of any-angle planners, by query of one map. They are deleted when maps are summed.
  std::vector<PlannerAnswer> answers;
  // The same for all planners, where a table of all queries is written.
  std::vector<QueryOutcome> outcomes;
  // Sums over the queries that Polyanya also solved.
  double shared_cost_sum = 0, shared_raw_cost_sum = 0, polyanya_sum = 0;

  void add_to(std::string_view key, double value);
  void add(const QueryTally& other);
};

}  // namespace strata::bench

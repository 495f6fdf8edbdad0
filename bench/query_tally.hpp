// Purpose: A Tally holds the measurements of a planner over the queries of one map, or of all maps.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/grid/cost.hpp"

namespace strata::bench {

// A planner's answer to one query.
struct Answer {
  Cost cost = kInfinite;  // kInfinite: it found no path
  Cost raw_cost = kInfinite;
  bool found() const { return cost != kInfinite; }
};

// Partial paths, of queries that have no path.
struct PartialTally {
  size_t queries = 0, paths = 0, illegal = 0;
  std::vector<double> micros;  // median of the rounds, by path
  double distance_sum = 0;     // from the ends of the paths to the goals, in cells
  uint64_t expanded = 0;       // by the searches for the paths
  uint64_t visited = 0;        // to find the nearest places
  void add(const PartialTally& other);
};

struct Tally {
  size_t queries = 0, invalid = 0, valid = 0, solved = 0, optimal = 0, illegal = 0, lost = 0, maps = 0;
  std::map<std::string, size_t> reasons;
  std::vector<double> micros;   // median of the rounds, by query
  std::vector<double> spreads;  // half the distance between the quartiles of the rounds, by query
  std::vector<double> ratios, raw_ratios;
  std::vector<double> amortised_micros, whole_micros, goal_micros;  // planners that link goals once
  size_t cut_short = 0;                                             // paths of which only the first moves are known
  uint64_t expanded = 0;
  double cost_sum = 0, raw_cost_sum = 0, optimum_sum = 0;
  double build_ms = 0, max_build_ms = 0;
  size_t memory_bytes = 0, cache_bytes = 0;
  size_t pruned = 0, passable = 0;  // cells, room pruning
  bool finds_optimum = true;        // every path costs as much as A*'s
  // Figures of the planner's structures by key, in the order of the row: sums over the maps, of which the row has the
  // means.
  std::vector<std::pair<std::string_view, double>> sums;
  int tile = 0;        // side of a tile of a mesh of cells, on the last map; 0: the mesh is one tile
  int levels = 0;      // levels of an HNA* graph that the planner searches
  size_t partial = 0;  // queries for which Detour finds only a path to some place nearby
  PartialTally partial_paths;
  size_t refused_maps = 0;
  std::string refused;  // why the planner refuses its map, or the last of several; empty: it refuses none

  // Answers of any-angle planners, by query of the map. Dropped when maps are added up.
  std::vector<Answer> answers;
  // Sums over the queries that Polyanya has solved too.
  double shared_cost_sum = 0, shared_raw_cost_sum = 0, polyanya_sum = 0;

  void add_to(std::string_view key, double value);
  void add(const Tally& other);
};

}  // namespace strata::bench

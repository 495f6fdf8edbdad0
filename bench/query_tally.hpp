// Purpose: What was measured of a planner over the queries of one map, or of all maps.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/grid/cost.hpp"

namespace strata::bench {

// What a planner said to one query.
struct Answer {
  Cost cost = kInfinite;  // kInfinite: it found no path
  Cost raw_cost = kInfinite;
  bool found() const { return cost != kInfinite; }
};

struct Tally {
  size_t queries = 0, invalid = 0, valid = 0, solved = 0, optimal = 0, illegal = 0, lost = 0, maps = 0;
  std::map<std::string, size_t> reasons;
  std::vector<double> micros;  // median of the rounds, by query
  std::vector<double> ratios, raw_ratios;
  std::vector<double> amortised_micros, whole_micros, goal_micros;  // planners that link goals once
  size_t cut_short = 0;                                             // paths of which only the first moves are known
  uint64_t expanded = 0;
  double cost_sum = 0, raw_cost_sum = 0, optimum_sum = 0;
  double build_ms = 0, max_build_ms = 0;
  size_t memory_bytes = 0, cache_bytes = 0;
  size_t pruned = 0, passable = 0;  // cells, room pruning
  bool finds_optimum = true;        // every path costs what A*'s costs
  // Of what the planner stands on, by key: sums over the maps, of which the row has the means, in this order.
  std::vector<std::pair<std::string_view, double>> sums;
  int tile = 0;        // side of a tile of a navigation mesh of cells, of the last map; 0: one for all
  int levels = 0;      // of a navigation graph, that the planner searches
  size_t partial = 0;  // queries to which only a way to somewhere near was offered
  size_t refused_maps = 0;
  std::string refused;  // why the planner refuses its map, or the last of these maps; empty: it refuses none

  // Planners at any angle. By query of the map; no longer there where maps are added up.
  std::vector<Answer> answers;
  // Over the queries that Polyanya has solved as well.
  double shared_cost_sum = 0, shared_raw_cost_sum = 0, polyanya_sum = 0;

  void add_to(std::string_view key, double value);
  void add(const Tally& other);
};

}  // namespace strata::bench

#include "bench/query_tally.hpp"

#include <algorithm>

namespace strata::bench {

void QueryTally::add_to(std::string_view key, double value) {
  const auto place = std::find_if(sums.begin(), sums.end(), [&](const auto& sum) { return sum.first == key; });
  if (place == sums.end()) {
    sums.emplace_back(key, value);
  } else {
    place->second += value;
  }
}

void PartialTally::add(const PartialTally& other) {
  queries += other.queries;
  paths += other.paths;
  illegal += other.illegal;
  micros.insert(micros.end(), other.micros.begin(), other.micros.end());
  distance_sum += other.distance_sum;
  expanded += other.expanded;
  visited += other.visited;
}

void QueryTally::add(const QueryTally& other) {
  queries += other.queries;
  invalid += other.invalid;
  valid += other.valid;
  solved += other.solved;
  optimal += other.optimal;
  illegal += other.illegal;
  lost += other.lost;
  maps += other.maps;
  add_asked(asked, other.asked);
  for (const auto& [reason, count] : other.reasons) reasons[reason] += count;
  const auto append = [](std::vector<double>& to, const std::vector<double>& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  append(micros, other.micros);
  append(spreads, other.spreads);
  append(ratios, other.ratios);
  append(raw_ratios, other.raw_ratios);
  append(amortised_micros, other.amortised_micros);
  append(whole_micros, other.whole_micros);
  append(goal_micros, other.goal_micros);
  cut_short += other.cut_short;
  expanded += other.expanded;
  cost_sum += other.cost_sum;
  raw_cost_sum += other.raw_cost_sum;
  optimum_sum += other.optimum_sum;
  build_ms += other.build_ms;
  max_build_ms = std::max(max_build_ms, other.max_build_ms);
  memory_bytes += other.memory_bytes;
  cache_bytes += other.cache_bytes;
  pruned += other.pruned;
  passable += other.passable;
  if (other.maps > 0) finds_optimum = other.finds_optimum;
  for (const auto& [key, value] : other.sums) add_to(key, value);
  levels = std::max(levels, other.levels);
  if (other.maps > 0) tile = other.tile;
  partial += other.partial;
  partial_paths.add(other.partial_paths);
  refused_maps += other.refused_maps;
  if (!other.refused.empty()) refused = other.refused;
  shared_cost_sum += other.shared_cost_sum;
  shared_raw_cost_sum += other.shared_raw_cost_sum;
  polyanya_sum += other.polyanya_sum;
}

}  // namespace strata::bench

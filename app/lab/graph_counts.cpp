#include "app/lab/graph_counts.hpp"

#include "app/lab/feature.hpp"

namespace strata {

GraphCounts count_graphs(const World& world) {
  GraphCounts counts;
  const Hpa& hpa = world.get<MapHpa>().hpa();
  for (int level = 1; hpa.ready() && level <= hpa.levels(); ++level) counts.hpa.push_back(hpa.counts(level));
  counts.hpa_cache = hpa.cache_bytes();
  if (world.ready(Structure::kHaa)) {
    const Haa& haa = world.get<MapHaa>().haa();
    for (const HaaQuality quality : {HaaQuality::kInitial, HaaQuality::kHigh, HaaQuality::kLow}) {
      if (quality == HaaQuality::kInitial && !haa.options().keep_dominated) continue;
      counts.haa[static_cast<size_t>(quality)] = haa.counts(quality);
    }
  }
  counts.hierarchies = {hierarchy_counts(world, Structure::kCh), hierarchy_counts(world, Structure::kCch)};
  for (int i = 0; i < kStructures; ++i) {
    const auto structure = static_cast<Structure>(i);
    counts.memory[static_cast<size_t>(i)] = world.has(structure) ? memory_bytes(world, structure) : 0;
  }
  for (const Feature* feature : features()) {
    if (feature->count != nullptr) counts.features.push_back(feature->count(world));
  }
  return counts;
}

}  // namespace strata

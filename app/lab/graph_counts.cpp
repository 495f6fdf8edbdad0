#include "app/lab/graph_counts.hpp"

#include "app/lab/feature.hpp"
#include "core/world/planner_costs.hpp"

namespace strata {

GraphCounts count_graphs(const World& world) {
  GraphCounts counts;
  for (int i = 0; i < kStructures; ++i) {
    const auto structure = static_cast<StructureId>(i);
    counts.memory[static_cast<size_t>(i)] = world.has(structure) ? memory_bytes(world, structure) : 0;
  }
  for (const Planner& planner : planners()) counts.planner_memory.push_back(memory_bytes(world, planner));
  for (const Feature* feature : features()) {
    if (feature->facts.count == nullptr) continue;
    counts.facts[static_cast<size_t>(feature->structure)] = feature->facts.count(world);
  }
  return counts;
}

}  // namespace strata

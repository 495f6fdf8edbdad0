#include "core/world/planner_costs.hpp"

#include <algorithm>
#include <optional>

#include "core/world/map_cch.hpp"
#include "core/world/map_labels.hpp"

namespace strata {
namespace {

std::optional<ChGraph> graph_under(const World& world, StructureId structure) {
  const auto of = [](const auto& kept) { return kept.options() ? std::optional(kept.options()->graph) : std::nullopt; };
  if (structure == StructureId::kCh) return of(world.get<MapHierarchy>());
  if (structure == StructureId::kCch) return of(world.get<MapCch>());
  if (structure == StructureId::kLabels) return of(world.get<MapLabels>());
  return std::nullopt;
}

// An edit makes the background build it from scratch.
bool built_anew(StructureId structure) {
  return structure == StructureId::kLandmarks || structure == StructureId::kCh || structure == StructureId::kLabels;
}

}  // namespace

std::vector<StructureId> stands_on(const World& world, const Planner& planner) {
  const StructureId needs = planner.needs;
  std::vector<StructureId> all;
  if (needs == StructureId::kTables) all.push_back(StructureId::kHpa);
  if (needs == StructureId::kHna) all.push_back(StructureId::kNavmesh);
  if (const auto graph = graph_under(world, needs)) {
    if (*graph == ChGraph::kHpa) all.push_back(StructureId::kHpa);
    if (*graph == ChGraph::kSectors) all.push_back(StructureId::kSectors);
  }
  if (needs != StructureId::kMoves) all.push_back(needs);
  return all;
}

double prepare_micros(const World& world, const Planner& planner) {
  double micros = 0;
  for (const StructureId structure : stands_on(world, planner)) {
    const StructureState state = world.state(structure);
    if (!state.wanted || state.built_micros <= 0) return -1;
    micros += state.built_micros;
  }
  return micros;
}

void EditCosts::add(const EditReport& report) {
  for (const StructureReport& done : report.structures) micros[static_cast<size_t>(done.structure)] += done.micros;
}

double edit_micros(const World& world, const Planner& planner, std::span<const EditCosts> strokes) {
  if (strokes.empty()) return -1;
  const std::vector<StructureId> under = stands_on(world, planner);
  std::vector<double> sums;
  for (const EditCosts& stroke : strokes) {
    double sum = 0;
    for (const StructureId structure : under) {
      sum += stroke.micros[static_cast<size_t>(structure)];
      if (built_anew(structure)) sum += world.state(structure).built_micros;
    }
    sums.push_back(sum);
  }
  const auto middle = sums.begin() + static_cast<std::ptrdiff_t>(sums.size() / 2);
  std::nth_element(sums.begin(), middle, sums.end());
  return *middle;
}

}  // namespace strata

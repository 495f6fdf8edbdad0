#include "core/world/planner_costs.hpp"

#include <algorithm>

namespace strata {

double prepare_micros(const World& world, const Planner& planner) {
  double micros = 0;
  const StructureSet under = depends_on(world, planner);
  for (const StructureId structure : kAllStructures) {
    if (!under.contains(structure)) continue;
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
  const StructureSet under = depends_on(world, planner);
  std::vector<double> sums;
  for (const EditCosts& stroke : strokes) {
    double sum = 0;
    for (const StructureId structure : kAllStructures) {
      if (!under.contains(structure)) continue;
      sum += stroke.micros[static_cast<size_t>(structure)];
      if (world.structure(structure).rebuilt_after_edits()) sum += world.state(structure).built_micros;
    }
    sums.push_back(sum);
  }
  const auto middle = sums.begin() + static_cast<std::ptrdiff_t>(sums.size() / 2);
  std::nth_element(sums.begin(), middle, sums.end());
  return *middle;
}

}  // namespace strata

#include "core/world/planner_costs.hpp"

#include <algorithm>

#include "core/world/added_planner.hpp"
#include "core/world/build_inputs.hpp"

namespace strata {

double prepare_micros(const World& world, const Planner& planner) {
  if (const AddedPlanner* own = added_planner(planner)) return own->prepare_micros();
  if (planner.asks != nullptr) return prepare_micros(world, planner.asks(world));
  double micros = 0;
  bool built = true;
  for_charged(world, planner, [&](StructureId structure, int level) {
    const StructureState state = world.state(structure);
    built = built && state.wanted && state.built_micros > 0;
    micros += world.structure(structure).built_micros_up_to(world.inputs(), level);
  });
  return built ? micros : -1;
}

size_t memory_bytes(const World& world, const Planner& planner) {
  if (planner.asks != nullptr) return memory_bytes(world, planner.asks(world));
  size_t bytes = 0;
  if (is_added(planner)) return bytes;  // the memory of its program is not measured
  if (!world.has(planner.needs)) return bytes;
  for_charged(world, planner,
              [&](StructureId structure, int level) { bytes += world.structure(structure).memory_up_to(level); });
  return bytes;
}

void EditCosts::add(const EditReport& report) {
  for (const StructureReport& done : report.structures) {
    const auto structure = static_cast<size_t>(done.structure);
    micros[structure] += done.micros;
    std::vector<double>& levels = level_micros[structure];
    if (levels.size() < done.level_micros.size()) levels.resize(done.level_micros.size());
    for (size_t i = 0; i < done.level_micros.size(); ++i) levels[i] += done.level_micros[i];
  }
}

double edit_micros(const World& world, const Planner& planner, std::span<const EditCosts> strokes) {
  if (strokes.empty()) return -1;
  if (planner.asks != nullptr) return edit_micros(world, planner.asks(world), strokes);
  std::vector<double> sums;
  for (const EditCosts& stroke : strokes) {
    double sum = 0;
    for_charged(world, planner, [&](StructureId id, int level) {
      if (id == StructureId::kMoves) return;
      const Structure& structure = world.structure(id);
      const auto index = static_cast<size_t>(id);
      sum += stroke.micros[index] * share_of_levels(stroke.level_micros[index], level);
      if (structure.rebuilt_after_edits()) sum += structure.built_micros_up_to(world.inputs(), level);
    });
    sums.push_back(sum);
  }
  const auto middle = sums.begin() + static_cast<std::ptrdiff_t>(sums.size() / 2);
  std::nth_element(sums.begin(), middle, sums.end());
  return *middle;
}

}  // namespace strata

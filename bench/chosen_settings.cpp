#include "bench/chosen_settings.hpp"

#include <algorithm>

#include "core/alt/automatic_landmarks.hpp"
#include "core/hna/automatic_hna.hpp"
#include "core/hpa/automatic_options.hpp"
#include "core/sectors/automatic_sectors.hpp"

namespace strata::bench {
namespace {

// The columns of options that `fit_to_map` replaces: in the row of all maps they have no value.
constexpr std::string_view kFittedColumns[] = {"cluster",     "spacing",          "cache",     "factor", "sector_size",
                                               "second_size", "sector_landmarks", "landmarks", "mu"};

// Leaves out levels of HPA* of the chosen options, or adds some, so that the planners find theirs.
void keep_levels(HpaOptions& hpa, int levels) {
  hpa.levels = levels;
  while (!hpa.valid() && hpa.level_factor > 2) --hpa.level_factor;
}

}  // namespace

void fit_to_map(World& world, ChosenPlanners planners, QueryOptions& options, std::vector<std::string>& reasons) {
  if (options.settings != ChosenSettings::kAuto) return;
  const MoveGrid& moves = world.moves();
  const auto needed = [&](auto&& is) { return std::ranges::any_of(planners, is); };
  const auto needs = [&](StructureId id) { return needed([id](const Planner* one) { return one->needs == id; }); };
  if (needs(StructureId::kHpa)) {
    AutomaticHpaOptions chosen = automatic_options(moves);
    int levels = 1;
    for (const Planner* planner : planners) levels = std::max(levels, hpa_levels(*planner));
    keep_levels(chosen.options, levels);
    options.hpa = chosen.options;
    world.set<MapHpa>(options.hpa);
    reasons.push_back("HPA*: " + chosen.reason);
  }
  if (needed([&](const Planner* one) { return by_regions(*one, options); })) {
    const auto chosen = automatic_sector_options(moves);
    options.sectors = chosen.options;
    reasons.push_back("sectors: " + chosen.reason);
  }
  if (needs(StructureId::kLandmarks)) {
    const auto chosen = automatic_landmark_options(moves);
    options.landmarks = chosen.options.count;
    reasons.push_back("landmarks: " + chosen.reason);
  }
  if (needs(StructureId::kHna) && world.set<MapNavmesh>(options.navmesh)) {
    world.finish_updates();
    const auto chosen = automatic_hna_options(world.get<MapNavmesh>().mesh());
    options.hna = {.levels = chosen.options.levels, .group_size = chosen.options.group_size};
    reasons.push_back("HNA*: " + chosen.reason);
  }
}

void tell_settings(const QueryOptions& options, bool of_all_maps, ReportRow& row) {
  if (options.settings != ChosenSettings::kAuto) return;
  row["settings"] = kChosenSettingsNames[static_cast<size_t>(options.settings)];
  for (const std::string_view column : kFittedColumns) {
    if (of_all_maps && row.contains(column)) row[std::string(column)] = nullptr;
  }
}

}  // namespace strata::bench

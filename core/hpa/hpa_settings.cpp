#include "core/hpa/hpa_settings.hpp"

#include <array>

#include "core/hpa/hpa.hpp"

namespace strata {

std::span<const SettingOf<HpaOptions>> hpa_settings() {
  using namespace setting_rows;
  // clang-format off
  static constexpr std::array kRows = {
      number<&HpaOptions::cluster_size>(
          {.name = "hpa.cluster_size", .title = "Cluster size", .of = "HPA*", .word = "CELLS", .unit = "cells",
              .range = {Hpa::kMinClusterSize, Hpa::kMaxClusterSize}, .logarithmic = true, .sweep = {4, 20, 2},
              .option = "cluster",
              .help = "Side of a cluster of level 1, on every map; usual lets a map have its own"}),
      number<&HpaOptions::levels>({.name = "hpa.levels", .title = "Built levels", .of = "HPA*", .word = "LEVELS",
          .range = {1, 4},
          .help = "Abstract levels of the hierarchy; the number beside HPA* in lists says how many a search uses"}),
      number<&HpaOptions::level_factor>({.name = "hpa.factor", .title = "Clusters per side", .of = "HPA*",
          .word = "N", .unit = "clusters", .range = {HpaOptions::kMinFactor, HpaOptions::kMaxFactor},
          .slider = {2, 4}, .sweep = {2, 4, 1}, .option = "factor",
          .help = "A cluster of a level has so many clusters of the level below on each side"}),
      number<&HpaOptions::entrance_threshold>({.name = "hpa.threshold", .title = "Entrance threshold",
          .of = "HPA*", .word = "WIDTH", .unit = "cells", .range = {1, 1000}, .slider = {1, 16},
          .sweep = {2, 14, 2}, .option = "threshold",
          .help = "Entrances at least this wide get a transition at both ends, narrower ones one in the middle"}),
      number<&HpaOptions::transition_spacing>({.name = "hpa.spacing", .title = "Transition spacing", .of = "HPA*",
          .word = "CELLS", .unit = "cells", .range = {0, 1000}, .slider = {0, 64}, .zero = "none",
          .option = "spacing",
          .help = "The most cells between transitions of a wide entrance; none: two transitions at most, as in the "
                  "paper"}),
      toggle<&HpaOptions::cache_paths>({.name = "hpa.cache", .title = "Cache intra-cluster paths",
          .option = "cache",
          .help = "Stores the paths of all intra-edges: faster queries for more memory, and the same costs"}),
  };
  // clang-format on
  return kRows;
}

}  // namespace strata

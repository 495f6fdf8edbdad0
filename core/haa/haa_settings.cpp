#include "core/haa/haa_settings.hpp"

#include <array>

namespace strata {

std::span<const SettingOf<HaaOptions>> haa_settings() {
  using namespace setting_rows;
  // clang-format off
  static constexpr std::array kRows = {
      number<&HaaOptions::cluster_size>({.name = "haa.cluster_size", .title = "Cluster size", .of = "HAA*",
          .word = "CELLS", .unit = "cells", .range = {Haa::kMinClusterSize, Haa::kMaxClusterSize},
          .logarithmic = true, .sweep = {4, 20, 2}, .option = "haa-cluster", .help = "Side of a cluster"}),
      number<&HaaOptions::max_size>({.name = "haa.sizes", .title = "Agent sizes", .label = "Sizes", .of = "HAA*",
          .word = "N", .unit = "cells", .range = {1, kMaxAgentSize},
          .help = "The graph serves agents of 1 to N cells a side; the size of the current agent is always included"}),
      toggle<&HaaOptions::as_published>({.name = "haa.published", .title = "HAA*: as in the original paper",
          .label = "Original paper",
          .help = "One transition per entrance, whatever the size, as in the paper: loses paths of agents larger "
                  "than a cell"}),
      toggle<&HaaOptions::keep_dominated>({.name = "haa.dominated", .title = "Keep dominated edges",
          .help = "Keeps the edges that the high quality graph leaves out, to show and count them; no search uses "
                  "them"}),
  };
  // clang-format on
  return kRows;
}

}  // namespace strata

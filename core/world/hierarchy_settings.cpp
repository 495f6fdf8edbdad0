#include "core/world/hierarchy_settings.hpp"

#include <array>

namespace strata {

std::span<const SettingOf<ChOptions>> ch_settings() {
  using namespace setting_rows;
  // clang-format off
  static constexpr std::array kRows = {
      choice<&ChOptions::graph>({.name = "ch.graph", .title = "Graph that is contracted", .option = "ch-graph",
          .help = "Corners of obstacles, all cells, transitions of HPA*, regions of sectors, or the drawn graph",
          .words = kChGraphNames}),
      choice<&ChOptions::order>({.name = "ch.order", .title = "Order of contraction", .option = "ch-order",
          .help = "By nested dissection, by either of the paper's priorities, or that of the drawn graph",
          .words = kChOrderNames}),
  };
  // clang-format on
  return kRows;
}

std::span<const SettingOf<CchOptions>> cch_settings() {
  using namespace setting_rows;
  // clang-format off
  static constexpr std::array kRows = {
      choice<&CchOptions::graph>({.name = "cch.graph", .title = "Graph of the customisable hierarchy",
          .option = "cch-graph",
          .help = "Over sectors it is updated in place, over others it is built in the background",
          .words = kChGraphNames})};
  // clang-format on
  return kRows;
}

std::span<const SettingOf<LabelsOptions>> labels_settings() {
  using namespace setting_rows;
  // clang-format off
  static constexpr std::array kRows = {choice<&LabelsOptions::graph>({.name = "labels.graph",
      .title = "Graph that has labels", .option = "labels-graph", .help = "The graph whose nodes have labels",
      .words = kChGraphNames})};
  // clang-format on
  return kRows;
}

}  // namespace strata

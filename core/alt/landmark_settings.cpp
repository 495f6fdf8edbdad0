#include "core/alt/landmark_settings.hpp"

#include <array>

namespace strata {

std::span<const SettingOf<LandmarkOptions>> landmark_settings() {
  // Setting the number switches to automatic placement.
  // clang-format off
  static constexpr std::array kRows = {SettingOf<LandmarkOptions>{
      {.name = "landmarks.count", .title = "Number of landmarks", .label = "Count", .word = "N",
          .range = {1, kMaxLandmarks}, .sweep = {2, 16, 2}, .option = "landmarks",
          .help = "They are placed automatically: the first at an end of the largest connected area, each further "
                  "one as far as possible from those before; every four take 16 bytes per cell"},
      [](const LandmarkOptions& options) { return static_cast<double>(options.lanes()); },
      [](LandmarkOptions& options, double value) { options = {.count = static_cast<int>(value), .placed = {}}; }}};
  // clang-format on
  return kRows;
}

}  // namespace strata

#include "core/sectors/sector_settings.hpp"

#include <array>

namespace strata {

std::span<const SettingOf<SectorOptions>> sector_settings() {
  using namespace setting_rows;
  // clang-format off
  static constexpr std::array kRows = {
      number<&SectorOptions::sector_size>({.name = "sectors.size", .title = "Sector size", .word = "CELLS",
          .unit = "cells", .range = {SectorOptions::kMinSize, SectorOptions::kMaxSize}, .sweep = {4, 32, 4},
          .option = "sector", .help = "Side of a sector of level 1; 8 in the paper"}),
      number<&SectorOptions::second_size>({.name = "sectors.second", .title = "Second level of sectors",
          .word = "CELLS", .unit = "cells", .range = {0, SectorOptions::kMaxSecondSize},
          .least = SectorOptions::kMinSize + 1, .zero = "one level", .option = "second",
          .help = "Side of a sector of the second level, larger than that of the first"}),
      toggle<&SectorOptions::improve_centres>({.name = "sectors.improve", .title = "Improve centres",
          .label = "Improve the centres", .option = "improve",
          .help = "Moves the centre of each region of level 1 to where the weights of its edges are least wrong: "
                  "better paths, a longer build"}),
      number<&SectorOptions::landmarks>({.name = "sectors.landmarks", .title = "Landmarks of sectors",
          .label = "Landmarks", .word = "N", .range = {0, kMaxLandmarks}, .slider = {0, 16}, .zero = "none",
          .option = "sector-landmarks",
          .help = "Landmarks on the highest level, which guide the search over regions; the paper uses 10"}),
  };
  // clang-format on
  return kRows;
}

}  // namespace strata

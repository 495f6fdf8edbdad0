#include "core/sectors/automatic_sectors.hpp"

#include <fmt/format.h>

#include "core/grid/map_statistics.hpp"

namespace strata {
namespace {

// On smaller maps, as squares of this side, sectors of 8 made paths up to 4.1 % longer.
constexpr int64_t kSmall = 90;
// Entrances at least this wide: paths cross wide areas, in which sectors of 8 give many regions to expand.
constexpr double kWide = 12;
// Entrances wider than this: most paths are nearly straight, and neither smaller sectors nor landmarks pay.
constexpr double kOpen = 24;

constexpr int kNarrowSectors = 8, kWideSectors = 12, kLandmarks = 8;

}  // namespace

AutomaticOptions<SectorOptions> automatic_sector_options(const MoveGrid& moves) {
  AutomaticOptions<SectorOptions> chosen;
  SectorOptions& options = chosen.options;
  const MapStatistics map = map_statistics(moves);
  if (map.cells() < kSmall * kSmall) {
    chosen.reason =
        fmt::format("Sectors of {} without landmarks: the map has {}, so that smaller sectors would make paths longer.",
                    options.sector_size, map.sides());
    return chosen;
  }
  if (map.entrance_width > kOpen) {
    chosen.reason = fmt::format(
        "Sectors of {} without landmarks: entrances between clusters of {} are {:.0f} cells wide, so that most paths "
        "are nearly straight.",
        options.sector_size, MapStatistics::kClusterSize, map.entrance_width);
    return chosen;
  }
  options.landmarks = kLandmarks;
  options.sector_size = map.entrance_width >= kWide ? kWideSectors : kNarrowSectors;
  chosen.reason = fmt::format(
      "Sectors of {} with {} landmarks: the map has {}, and entrances between clusters of {} are {:.0f} cells wide.",
      options.sector_size, options.landmarks, map.sides(), MapStatistics::kClusterSize, map.entrance_width);
  return chosen;
}

}  // namespace strata

#include "core/hpa/automatic_options.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "core/grid/map_statistics.hpp"

namespace strata {
namespace {

// Where a cluster is a large part of the map, many queries are searches over cells. From a side of kTwoLevels on
// a second level was faster, from kLarge on larger clusters, and from kHuge on a larger second level. Sides are those
// of a square with as many cells.
constexpr int64_t kTwoLevels = 80, kLarge = 170, kHuge = 600;
constexpr int kSmallCluster = 16, kLargeCluster = MapStatistics::kClusterSize;

// On small maps a detour to the ends of a wide entrance is a large part of a path: with this spacing, in cells, paths
// were not longer than the published ones, and queries hardly slower.
constexpr int kSmallMapSpacing = 8;

// From this side on the reason says that the build takes long: up to 4.3 times as long as the published one, seconds.
constexpr int64_t kVast = 1500;

// Each transition of a cluster stores a move for each passable cell. Where clusters of kLargeCluster have more
// transitions than this, times the passable share, building two levels of them took five to six times as long as the
// published build, and two levels of small ones less than three times.
constexpr double kManyTransitions = 16;

}  // namespace

AutomaticHpaOptions automatic_options(const MoveGrid& moves) {
  AutomaticHpaOptions chosen;
  HpaOptions& options = chosen.options;
  options.cache_paths = true;
  options.cluster_size = kSmallCluster;
  const MapStatistics map = map_statistics(moves);
  const int64_t cells = map.cells();
  if (cells < kTwoLevels * kTwoLevels) {
    options.transition_spacing = kSmallMapSpacing;
    chosen.reason = fmt::format(
        "Clusters of {} with stored paths on one level, and transitions at most {} cells apart: the map has {}, so "
        "that "
        "larger clusters would be a large part of it.",
        options.cluster_size, options.transition_spacing, map.sides());
    return chosen;
  }

  options.levels = 2;
  if (map.transitions * map.passable > kManyTransitions) {
    options.level_factor = 2;
    chosen.reason = fmt::format(
        "Clusters of {} with stored paths, and a second level of {}: the map has many entrances, {:.0f} transitions to "
        "a cluster of {}, so that larger clusters would take long to build.",
        options.cluster_size, options.side(2), map.transitions, kLargeCluster);
    return chosen;
  }
  if (cells >= kLarge * kLarge) options.cluster_size = kLargeCluster;
  options.level_factor = cells >= kHuge * kHuge ? 6 : 4;
  chosen.reason = fmt::format(
      "Clusters of {} with stored paths, and a second level of {}: the map has {}, and {:.0f} transitions to a cluster "
      "of {}.{}",
      options.cluster_size, options.side(2), map.sides(), map.transitions, kLargeCluster,
      cells >= kVast * kVast ? " The build may take several times as long as that of the published options." : "");
  return chosen;
}

}  // namespace strata

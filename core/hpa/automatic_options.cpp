#include "core/hpa/automatic_options.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <vector>

#include "core/base/work_count.hpp"
#include "core/grid/clusters.hpp"
#include "core/grid/move_grid.hpp"

namespace strata {
namespace {

// Where a cluster is a large part of the map, many queries are searches over cells. From a side of kTwoLevels on
// a second level was faster, from kLarge on larger clusters, and from kHuge on a larger second level. Sides are those
// of a square with as many cells.
constexpr int64_t kTwoLevels = 80, kLarge = 170, kHuge = 600;
constexpr int kSmallCluster = 16, kLargeCluster = 32;

// On small maps a detour to the ends of a wide entrance is a large part of a path: with this spacing, in cells, paths
// were not longer than the published ones, and queries hardly slower.
constexpr int kSmallMapSpacing = 8;

// From this side on the reason says that the build takes long: up to 4.3 times as long as the published one, seconds.
constexpr int64_t kVast = 1500;

// Each transition of a cluster stores a move for each passable cell. Where clusters of kLargeCluster have more
// transitions than this, times the passable share, building two levels of them took five to six times as long as the
// published build, and two levels of small ones less than three times.
constexpr double kManyTransitions = 16;

constexpr uint32_t kMostClusters = 1024;  // largest number of clusters whose borders are read

// Returns the mean number of transitions of a cluster of kLargeCluster, from evenly spread clusters.
double transitions_per_cluster(const MoveGrid& moves, const HpaOptions& options) {
  const ClusterGrid clusters(moves.width(), moves.height(), kLargeCluster);
  const uint32_t step = clusters.count() / kMostClusters + 1;
  std::vector<Entrance> entrances;
  uint32_t read = 0;
  for (uint32_t cluster = 0; cluster < clusters.count(); cluster += step, ++read) {
    append_entrances(moves, clusters, cluster, Side::kEast, entrances);
    append_entrances(moves, clusters, cluster, Side::kSouth, entrances);
  }
  count_work(uint64_t{2} * kLargeCluster * read);
  std::vector<Cell> transitions;
  for (const Entrance& entrance : entrances) {
    append_transitions(entrance, options.entrance_threshold, options.transition_spacing, transitions);
  }
  return read == 0 ? 0 : 2.0 * static_cast<double>(transitions.size()) / read;  // a transition is of both clusters
}

}  // namespace

AutomaticHpaOptions automatic_options(const MoveGrid& moves) {
  AutomaticHpaOptions chosen;
  HpaOptions& options = chosen.options;
  options.cache_paths = true;
  options.cluster_size = kSmallCluster;
  const int64_t cells = moves.cell_count();
  const std::string size = fmt::format("{}×{} cells", moves.width(), moves.height());
  if (cells < kTwoLevels * kTwoLevels) {
    options.transition_spacing = kSmallMapSpacing;
    chosen.reason = fmt::format(
        "Clusters of {} with stored paths on one level, and transitions at most {} cells apart: the map has {}, so "
        "that "
        "larger clusters would be a large part of it.",
        options.cluster_size, options.transition_spacing, size);
    return chosen;
  }

  options.levels = 2;
  const double transitions = transitions_per_cluster(moves, options);
  const double passable = static_cast<double>(moves.passable_count()) / static_cast<double>(cells);
  if (transitions * passable > kManyTransitions) {
    options.level_factor = 2;
    chosen.reason = fmt::format(
        "Clusters of {} with stored paths, and a second level of {}: the map has many entrances, {:.0f} transitions to "
        "a cluster of {}, so that larger clusters would take long to build.",
        options.cluster_size, options.side(2), transitions, kLargeCluster);
    return chosen;
  }
  if (cells >= kLarge * kLarge) options.cluster_size = kLargeCluster;
  options.level_factor = cells >= kHuge * kHuge ? 6 : 4;
  chosen.reason = fmt::format(
      "Clusters of {} with stored paths, and a second level of {}: the map has {}, and {:.0f} transitions to a cluster "
      "of {}.{}",
      options.cluster_size, options.side(2), size, transitions, kLargeCluster,
      cells >= kVast * kVast ? " The build may take several times as long as that of the published options." : "");
  return chosen;
}

}  // namespace strata

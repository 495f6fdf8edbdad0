#include "core/grid/map_statistics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/base/work_count.hpp"
#include "core/grid/clusters.hpp"
#include "core/grid/move_grid.hpp"

namespace strata {
namespace {

constexpr uint32_t kMostClusters = 1024;       // largest number of clusters whose borders are read
constexpr int kThreshold = 6, kNoSpacing = 0;  // transitions as published: Botea, Müller, Schaeffer 2004

}  // namespace

std::string MapStatistics::sides() const { return fmt::format("{}×{} cells", width, height); }

MapStatistics map_statistics(const MoveGrid& moves) {
  MapStatistics out;
  out.width = moves.width();
  out.height = moves.height();
  out.passable = static_cast<double>(moves.passable_count()) / static_cast<double>(std::max<int64_t>(out.cells(), 1));
  const ClusterGrid clusters(moves.width(), moves.height(), MapStatistics::kClusterSize);
  const uint32_t step = clusters.count() / kMostClusters + 1;
  std::vector<Entrance> entrances;
  uint32_t read = 0;
  for (uint32_t cluster = 0; cluster < clusters.count(); cluster += step, ++read) {
    append_entrances(moves, clusters, cluster, Side::kEast, entrances);
    append_entrances(moves, clusters, cluster, Side::kSouth, entrances);
  }
  count_work(uint64_t{2} * MapStatistics::kClusterSize * read);
  std::vector<Cell> transitions;
  uint64_t widths = 0;
  for (const Entrance& entrance : entrances) {
    append_transitions(entrance, kThreshold, kNoSpacing, transitions);
    widths += static_cast<uint64_t>(entrance.width());
  }
  // A transition is of both clusters.
  if (read > 0) out.transitions = 2.0 * static_cast<double>(transitions.size()) / read;
  if (!entrances.empty()) out.entrance_width = static_cast<double>(widths) / static_cast<double>(entrances.size());
  return out;
}

}  // namespace strata

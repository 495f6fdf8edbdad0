#include "app/lab/cluster_text.hpp"

#include <fmt/format.h>

namespace strata {

std::string corners_text(const Rect& cells) {
  return fmt::format("from ({},{}) to ({},{})", cells.x0, cells.y0, cells.x1 - 1, cells.y1 - 1);
}

std::string cluster_text(const ClusterGrid& clusters, uint32_t cluster) {
  return "the cluster " + corners_text(clusters.rect(cluster));
}

}  // namespace strata

// Purpose: A ClusterStamps stores for each cluster of a grid a number, its stamp, that changes whenever the cluster
//          changes. So overlays redraw only clusters that have changed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/grid/clusters.hpp"

namespace strata {

class ClusterStamps {
 public:
  // Gives all clusters the stamp.
  void reset(const ClusterGrid& clusters, uint64_t stamp) {
    clusters_ = clusters;
    stamps_.assign(clusters.count(), stamp);
  }
  // Gives the stamp to all clusters that contain one of the cells.
  void touch(const Rect& cells, uint64_t stamp) {
    const Rect inside = cells.clipped({0, 0, clusters_.width(), clusters_.height()});
    if (inside.empty() || stamps_.empty()) return;
    const Rect touched = clusters_.touched(inside);
    for (int y = touched.y0; y < touched.y1; ++y) {
      const auto row = stamps_.begin() + static_cast<std::ptrdiff_t>(y) * clusters_.columns();
      std::fill(row + touched.x0, row + touched.x1, stamp);
    }
  }
  const ClusterGrid& clusters() const { return clusters_; }
  const std::vector<uint64_t>& all() const { return stamps_; }  // row-major

 private:
  ClusterGrid clusters_;
  std::vector<uint64_t> stamps_;
};

}  // namespace strata

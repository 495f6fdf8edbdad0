// Purpose: A StampGrid keeps, for clusters of equal size, a stamp of the last change of what overlays show there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/grid/clusters.hpp"

namespace strata {

class StampGrid {
 public:
  // Stamps all clusters.
  void reset(const ClusterGrid& clusters, uint64_t stamp) {
    clusters_ = clusters;
    stamps_.assign(clusters.count(), stamp);
  }
  // Stamps the clusters in which the cells lie.
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

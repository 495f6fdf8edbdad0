// Purpose: HpaOptions holds the options of HPA*.
// Source: Botea, Mueller, Schaeffer 2004: cluster size, levels, and the threshold for wide entrances.
// Units: Sides in cells.
#pragma once

namespace strata {

struct HpaOptions {
  int cluster_size = 10;       // side of a cluster of level 1, 2..64 cells
  int entrance_threshold = 6;  // an entrance at least this wide gets a transition at both ends
  int transition_spacing = 0;  // 0: as published; else the largest distance of transitions in a wide entrance
  bool cache_paths = false;    // store the paths of intra-edges: faster queries, more memory (Hpa::cache_bytes())
  int levels = 1;  // number of abstract levels, 1..kMaxLevels; clusters of the top level are at most kMaxTopSide wide
  int level_factor = 2;  // clusters of a level per side of a cluster above, kMinFactor..kMaxFactor
  friend bool operator==(const HpaOptions&, const HpaOptions&) = default;

  static constexpr int kMaxLevels = 10;
  static constexpr int kMinFactor = 2, kMaxFactor = 8;  // limits of level_factor
  static constexpr int kMaxTopSide = 1024;
  // Returns the side of the clusters of a level, in cells; exact up to kMaxTopSide.
  int side(int level) const {
    int cells = cluster_size;
    for (int l = 1; l < level && cells <= kMaxTopSide; ++l) cells *= level_factor;
    return cells;
  }
  bool valid() const;
};

}  // namespace strata

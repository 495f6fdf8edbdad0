// Purpose: HpaOptions are the options of HPA*.
// Source: Botea, Mueller, Schaeffer 2004: cluster size, levels, and the threshold for wide entrances.
// Units: Sides in cells.
#pragma once

namespace strata {

struct HpaOptions {
  int cluster_size = 10;       // 2..64 cells, of level 1
  int entrance_threshold = 6;  // entrances at least this wide get a transition at both ends
  int transition_spacing = 0;  // 0: as published; else the most cells between transitions of a wide entrance
  bool cache_paths = false;    // store the paths under intra-edges: faster queries, see Hpa::cache_bytes()
  int levels = 1;              // abstract levels, 1..kMaxLevels; clusters of the top are at most kMaxTopSide wide
  int level_factor = 2;        // kMinFactor..kMaxFactor
  friend bool operator==(const HpaOptions&, const HpaOptions&) = default;

  static constexpr int kMaxLevels = 10;
  static constexpr int kMinFactor = 2, kMaxFactor = 8;  // of level_factor
  static constexpr int kMaxTopSide = 1024;
  // Side of the clusters of a level, in cells; exact up to kMaxTopSide.
  int side(int level) const {
    int cells = cluster_size;
    for (int l = 1; l < level && cells <= kMaxTopSide; ++l) cells *= level_factor;
    return cells;
  }
  bool valid() const;
};

}  // namespace strata

// Purpose: MapStatistics holds the numbers of a map by which automatic options are chosen: its size, how much of it is
//          passable, and the entrances between evenly spread clusters.
// Units: Sides and widths in cells.
#pragma once

#include <cstdint>
#include <string>

namespace strata {

class MoveGrid;

struct MapStatistics {
  static constexpr int kClusterSize = 32;  // side of the clusters whose borders are read
  int width = 0, height = 0;
  double passable = 0;        // share of the cells that are passable, 0..1
  double transitions = 0;     // mean number of transitions of a cluster, with the published options of HPA*
  double entrance_width = 0;  // mean width of an entrance between two clusters; 0: there is none

  int64_t cells() const { return int64_t{width} * height; }
  std::string sides() const;  // "120×80 cells"
};

// Reads the sides and the borders of at most some thousand clusters; equal moves give equal statistics.
MapStatistics map_statistics(const MoveGrid& moves);

}  // namespace strata

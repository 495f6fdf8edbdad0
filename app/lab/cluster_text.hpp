// Purpose: These functions name a cluster by what can be seen of it: its corners. Numbers of clusters stand nowhere on
//          the map.
#pragma once

#include <string>

#include "core/grid/clusters.hpp"

namespace strata {

// Returns the corner cells of a rectangle: "from (0,0) to (9,9)".
std::string corners_text(const Rect& cells);
// Returns the name of a cluster: "the cluster from (0,0) to (9,9)".
std::string cluster_text(const ClusterGrid& clusters, uint32_t cluster);

}  // namespace strata

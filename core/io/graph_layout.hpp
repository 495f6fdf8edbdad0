// Purpose: layout_of places the nodes of a small graph that has no coordinates, and cells_of moves coordinates onto the
//          cells of a map.
// Source: Fruchterman, Reingold 1991, Graph Drawing by Force-directed Placement.
// Differs: The nodes begin on a circle in their order, and the number of steps is fixed, so that a graph gets the same
//          places each time.
// Errors: cells_of returns an error without a place if the map has fewer cells than the graph has nodes.
#pragma once

#include <vector>

#include "core/base/result.hpp"
#include "core/grid/cell.hpp"
#include "core/io/file_graph.hpp"

namespace strata {

// Takes time proportional to the square of the number of nodes.
std::vector<FileGraphPlace> layout_of(const FileGraph& graph);

// Returns a cell of a map of width x height for each place, all different. Places that are cells already, (x, -y) with
// y up or (x, y) with y down, are kept. Others are scaled by one factor to the size of the map, with y up, and rounded;
// a node whose cell is taken gets the nearest free one.
Result<std::vector<Cell>> cells_of(const std::vector<FileGraphPlace>& places, bool y_is_up, int width, int height);

}  // namespace strata

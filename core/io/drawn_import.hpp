// Purpose: drawn_of makes a drawn graph on a map from a graph of another program, and file_graph_of the other way
// round. Units: A weight of 1 is a straight step, unless the file says otherwise (FileGraph::unit). If the largest
// weight is more
//        than a drawn graph can have, all are divided by the smallest power of ten that makes it fit.
// Shapes: Drawn graphs are undirected, without loops and parallel edges: a note says what was left out or joined. An
//         edge without a weight gets the distance of its cells. Coordinates become cells as in graph_layout.hpp; if
//         some node has none, all nodes are laid out anew.
// Errors: A reason without a place.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/ch/drawn_graph.hpp"
#include "core/io/file_graph.hpp"

namespace strata {

struct DrawnImport {
  DrawnGraph graph;
  std::vector<std::string> notes;  // what differs from the file, one sentence each
};

// The limits with which files that become drawn graphs are loaded: larger ones are refused with their place.
FileGraphLimits drawn_graph_limits();

Result<DrawnImport> drawn_of(const FileGraph& file, int width, int height);
// Returns the graph with its cells as coordinates (x, -y), so that y points up. `whole_weights`: weights are whole
// numbers of the unit, for DIMACS.
FileGraph file_graph_of(const DrawnGraph& graph, bool whole_weights);

}  // namespace strata

// Purpose: These functions read and write graphs in GraphML, as networkx, igraph, Gephi, yEd and others write it.
// Source: Brandes et al., GraphML Progress Report, 2002, and the primer of graphdrawing.org.
// Shapes: Nodes have coordinates where they have the attributes `x` and `y`. The weight of an edge is its attribute
//         `weight`, or else `length`. If some edges are directed and others not, the graph is directed, and an edge
//         without a direction becomes two. Other attributes, and ports, are skipped.
// Errors: "FILE:LINE: reason", see file_graph.hpp. Graphs within nodes, hyperedges and a second graph are refused.
#pragma once

#include <string>
#include <string_view>

#include "core/io/file_graph.hpp"

namespace strata {

Result<FileGraph> parse_graphml(std::string_view text, const std::string& name, const FileGraphLimits& limits = {});
// Nodes without usable names are called n1, n2, ...
std::string format_graphml(const FileGraph& graph);

}  // namespace strata

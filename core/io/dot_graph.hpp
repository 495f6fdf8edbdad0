// Purpose: These functions read and write graphs in the language of Graphviz (DOT).
// Source: Graphviz documentation, The DOT Language.
// Shapes: A graph or digraph, with chains of edges, subgraphs as ends of edges, defaults of nodes and edges, ports, and
//         comments. The weight of an edge is its attribute `weight`, or else `len`. Nodes have coordinates where they
//         have the attribute `pos`, or `x` and `y`. Other attributes are skipped.
// Differs: Written without Boost.Graph, whose reader needs the compiled library libboost-graph for a language of a
// page,
//          checks no sizes, and names no line for wrong weights. `strict` does not join parallel edges. A subgraph
//          without braces, which repeats one named before, is refused.
// Errors: "FILE:LINE: reason", see file_graph.hpp. At most 4,194,304 edges, since a line of subgraphs can stand for the
//         square of its length; subgraphs are nested at most 64 deep.
#pragma once

#include <string>
#include <string_view>

#include "core/io/file_graph.hpp"

namespace strata {

Result<FileGraph> parse_dot(std::string_view text, const std::string& name, const FileGraphLimits& limits = {});
// Coordinates are written as `pos`, an inch for a unit and pinned, so that neato keeps them.
std::string format_dot(const FileGraph& graph);

}  // namespace strata

// Purpose: These functions read and write graphs of the DIMACS challenge on shortest paths: a file of arcs (.gr) and
// one
//          of coordinates (.co).
// Source: 9th DIMACS Implementation Challenge: Shortest Paths, file formats, 2006.
// Format: Comments "c TEXT"; one line "p sp NODES ARCS", then ARCS lines "a FROM TO WEIGHT". In the file of coordinates
//         "p aux sp co NODES", then "v NODE X Y". Nodes count from 1, all numbers are whole.
// Differs: A comment "c unit N" in what Strata writes says that a weight of N is a straight step. It is read, too.
// Shapes: Arcs are directed. Decimal weights and coordinates are read, too, but not written.
// Errors: "FILE:LINE: reason", see file_graph.hpp.
#pragma once

#include <string>
#include <string_view>

#include "core/io/file_graph.hpp"

namespace strata {

Result<FileGraph> parse_dimacs(std::string_view text, const std::string& name, const FileGraphLimits& limits = {});
// Reads the coordinates of the nodes of a graph.
Status parse_dimacs_coordinates(std::string_view text, const std::string& name, FileGraph& graph);

// An undirected edge becomes two arcs. Names are not written. The errors have no place.
Result<std::string> format_dimacs(const FileGraph& graph);
Result<std::string> format_dimacs_coordinates(const FileGraph& graph);

}  // namespace strata

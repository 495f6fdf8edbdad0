// Purpose: A FileGraph is a graph as files of other programs have it: DIMACS (.gr with .co), GraphML (.graphml) and DOT
//          (.dot, .gv). These functions read and write such files, and csr_of makes the graph that searches take.
// Units: Weights and coordinates are those of the file. No format says what a unit is.
// Shapes: Nodes have the indices 0, 1, ... in the order of the file. Of an undirected graph each edge stands once.
// Errors: "FILE:LINE: reason". Numbers of nodes and edges are compared with the limits, and those that a header
//         announces with the size of the file, before memory is taken for them.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/io/files.hpp"
#include "core/search/csr_graph.hpp"

namespace strata {

struct FileGraphEdge {
  uint32_t from = 0;
  uint32_t to = 0;
  double weight = 0;  // not below 0; NaN: the file has none
  friend bool operator==(const FileGraphEdge& a, const FileGraphEdge& b) {
    return a.from == b.from && a.to == b.to && (a.weight == b.weight || (std::isnan(a.weight) && std::isnan(b.weight)));
  }
};
struct FileGraphPlace {
  double x = std::numeric_limits<double>::quiet_NaN();  // NaN: the file has no coordinates of the node
  double y = std::numeric_limits<double>::quiet_NaN();
  bool known() const { return !std::isnan(x); }
  friend bool operator==(const FileGraphPlace& a, const FileGraphPlace& b) {
    return (a.x == b.x && a.y == b.y) || (!a.known() && !b.known());
  }
};

struct FileGraph {
  bool directed = false;
  std::vector<std::string> names;      // by node; empty: nodes are known by their numbers, from 1
  std::vector<FileGraphPlace> places;  // by node; empty: the file has no coordinates
  std::vector<FileGraphEdge> edges;
  uint32_t nodes = 0;
  double unit = 1;       // the weight of a straight step, where the file says so
  bool y_is_up = false;  // the format says that y points up
  friend bool operator==(const FileGraph&, const FileGraph&) = default;
};

struct FileGraphLimits {
  size_t nodes = size_t{1} << 25;
  size_t edges = size_t{1} << 27;
  size_t bytes = kMaxFileBytes;
};

enum class GraphFormat : uint8_t { kDimacs, kGraphMl, kDot };

struct GraphFileEnding {
  std::string_view ending;  // ".gr"
  std::string_view title;   // "graph of DIMACS"
  GraphFormat format;
};
std::span<const GraphFileEnding> graph_file_endings();
// Returns the format of a file by its ending; nothing: it is a graph of no other program.
std::optional<GraphFormat> graph_format_of(std::string_view path);

// Loads a graph in the format of the file's ending. The coordinates of NAME.gr are those of NAME.co, if that exists.
Result<FileGraph> load_graph_file(const std::string& path, const FileGraphLimits& limits = {});
// Writes a graph in the format of the file's ending. NAME.gr gets a NAME.co beside it if the nodes have coordinates.
// DIMACS has whole numbers only: a graph with others is refused.
Status save_graph_file(const FileGraph& graph, const std::string& path);

// Returns the directed graph, with both directions of undirected edges, the cheapest of parallel edges, and no loops. A
// weight of 1 becomes `unit` cost units; edges without a weight have the weight 1. Weights are rounded to cost units,
// at least one. A weight of more than kInfinite / 2 units is an error.
Result<CsrGraph> csr_of(const FileGraph& graph, Cost unit = 1);

}  // namespace strata

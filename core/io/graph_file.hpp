// Purpose: These functions read and write drawn graphs as text files (.graph), which people can also edit.
// Format: One statement a line, words split at blanks; empty lines are skipped, and comments from a # on but for names:
//           type graph                      first of all
//           map FILE                        optional: the map it was drawn on, beside the file; a name may hold blanks,
//                                           and folders before it do not count
//           start X,Y        goal X,Y       optional: nodes to search between
//           node X,Y                        in the order of their indices
//           edge X,Y X,Y WEIGHT             between two nodes; undirected
//           order X,Y X,Y ...               all nodes, the least important first; may go on over several lines
// Units: Weights in straight steps, as a decimal number; at most four digits after the point are written.
// Errors: "FILE:LINE: reason", or "FILE: reason" with the text of the operating system.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/ch/drawn_graph.hpp"

namespace strata {

struct GraphFile {
  DrawnGraph graph;
  std::string map;  // empty: the file names no map
  std::optional<Cell> start;
  std::optional<Cell> goal;
  // Weights are stored in whole units. This is the number of weights that differ from the file by more
  // than a thousandth.
  size_t rounded_weights = 0;
  std::string first_rounded = {};  // the first of them: "in line 9: 0.0001 as 0.0004"
  // Compares everything except the notes on rounded weights.
  friend bool operator==(const GraphFile& a, const GraphFile& b) {
    return a.graph == b.graph && a.map == b.map && a.start == b.start && a.goal == b.goal;
  }
};

// In these functions `name` is the file name in error messages.
Result<GraphFile> parse_graph(std::string_view text, const std::string& name);
std::string format_graph(const GraphFile& file);
Result<GraphFile> load_graph(const std::string& path);
Status save_graph(const GraphFile& file, const std::string& path);

// Parses a weight in straight steps, such as "3.5", and rounds it to cost units, at least one. Returns nothing if it is
// not a number above 0, or exceeds the largest weight.
std::optional<Cost> parse_weight(std::string_view text);
// Returns whether the weight that `parse_weight` returned differs from the text by more than a thousandth, and by more
// than the digits that `format_weight` writes.
bool is_kept_otherwise(std::string_view text, Cost weight);
std::string format_weight(Cost weight);

}  // namespace strata

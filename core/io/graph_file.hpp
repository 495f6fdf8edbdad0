// Purpose: A GraphFile is a drawn graph as a text file (.graph), which people can read and write as well.
// Format: One statement a line, words split at blanks; empty lines are skipped, and comments from a # on but for names:
//           type graph                      first of all
//           map FILE                        optional: the map it was drawn on, beside the file; a name may hold blanks,
//                                           and folders before it do not count
//           start X,Y        goal X,Y       optional: nodes to search between
//           node X,Y                        in the order of their indices
//           edge X,Y X,Y WEIGHT             between two nodes; undirected
//           order X,Y X,Y ...               all nodes, the least important first; may go on over several lines
// Units: Weights in straight steps, as a decimal number; at most four digits after the point are written.
// Errors: "FILE:LINE: reason", or "FILE: reason" in the words of the operating system.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/ch/drawn_graph.hpp"

namespace strata {

struct GraphFile {
  DrawnGraph graph;
  std::string map;  // empty: none is named
  std::optional<Cell> start;
  std::optional<Cell> goal;
  // Weights are stored in whole units: how many differ from the file by more than a thousandth, and the first of them.
  size_t rounded_weights = 0;
  std::string first_rounded = {};  // "in line 9: 0.0001 as 0.0004"
  // Compares all but the notes on rounded weights.
  friend bool operator==(const GraphFile& a, const GraphFile& b) {
    return a.graph == b.graph && a.map == b.map && a.start == b.start && a.goal == b.goal;
  }
};

// `name` is the name of the file in messages.
Result<GraphFile> parse_graph(std::string_view text, const std::string& name);
std::string format_graph(const GraphFile& file);
Result<GraphFile> load_graph(const std::string& path);
Status save_graph(const GraphFile& file, const std::string& path);

// Returns a weight in straight steps, such as "3.5", as the nearest whole cost units, at least one; nothing if it is
// not a number above 0, or more than an edge may weigh.
std::optional<Cost> parse_weight(std::string_view text);
// Whether the weight that `parse_weight` read differs from the text by more than a thousandth, and by more than the
// digits that `format_weight` writes.
bool is_kept_otherwise(std::string_view text, Cost weight);
std::string format_weight(Cost weight);

}  // namespace strata

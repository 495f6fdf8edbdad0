// Purpose: node_names returns the names under which writers of graphs put the nodes into files of text.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/io/file_graph.hpp"

namespace strata {

// Returns the names of the graph if each format can hold all of them: none is empty, or has a control character or a
// backslash. Otherwise returns `prefix` and the number of each node, from 1.
inline std::vector<std::string> node_names(const FileGraph& graph, const std::string& prefix) {
  const auto usable = [](const std::string& name) {
    return !name.empty() &&
           std::ranges::none_of(name, [](char c) { return (c >= 0 && c < ' ') || c == '\\' || c == 0x7f; });
  };
  if (!graph.names.empty() && std::ranges::all_of(graph.names, usable)) return graph.names;
  std::vector<std::string> names;
  for (uint32_t node = 0; node < graph.nodes; ++node) names.push_back(prefix + std::to_string(node + 1));
  return names;
}

}  // namespace strata

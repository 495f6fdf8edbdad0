#include "app/lab/dump_hierarchies.hpp"

#include <filesystem>

#include "core/io/graph_file.hpp"

namespace strata::dump {

using nlohmann::json;

namespace {
json cell_json(Cell cell) { return json::array({cell.x, cell.y}); }
}  // namespace

json drawn_json(const LabState& state) {
  const DrawnGraph& graph = state.drawn;
  json out = {{"file", std::filesystem::path(state.graph_path).filename().string()},
              {"unsaved", state.graph_unsaved},
              {"node_count", graph.node_count()},
              {"edge_count", graph.edges().size()},
              {"nodes", json::array()},
              {"edges", json::array()},
              {"order", json::array()}};
  for (const Cell cell : graph.nodes()) out["nodes"].push_back(cell_json(cell));
  for (const DrawnEdge& edge : graph.edges()) {
    out["edges"].push_back({{"a", edge.a}, {"b", edge.b}, {"weight", format_weight(edge.weight)}});
  }
  for (const uint32_t node : graph.order()) out["order"].push_back(node);
  return out;
}

}  // namespace strata::dump

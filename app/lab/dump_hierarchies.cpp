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

json hierarchy_json(const LabState& state, const World& world, Structure structure) {
  const bool ch = structure == Structure::kCh;
  const HierarchyStatus& status = state.hierarchies[ch ? 0 : 1];
  json out = {{"on", world.has(structure)},
              {"ready", world.ready(structure)},
              {"building", status.building},
              {"cancelled", status.cancelled},
              {"failed", status.failed},
              {"refusal", status.refusal},
              {"graph", ch_graph_name(ch ? state.ch_options.graph : state.cch_options.graph)},
              {"memory_bytes", state.memory[static_cast<size_t>(structure)]}};
  if (world.ready(structure)) {  // else they are those of an older one
    out["nodes"] = status.counts.nodes;
    out["edges"] = status.counts.edges;
    out["arcs"] = status.counts.arcs;
    out["shortcuts"] = status.counts.shortcuts;
  }
  if (ch) {
    out["order"] = ch_order_name(state.ch_options.order);
    out["contracting"] = state.contracting;
    out["importance"] = state.hierarchy_view.by_size ? "size" : "colour";
    out["top"] = state.hierarchy_view.percent;
  } else {
    out["live"] = world.get<MapCch>().is_live();
  }
  return out;
}

json hierarchy_inspection_json(const Inspection& inspection, const GridMap& map) {
  json out = json::object();
  for (const bool ch : {true, false}) {
    const HierarchyInspection& at = inspection.hierarchies[ch ? 0 : 1];
    if (!at.known || at.place == kNoPlace) continue;
    json& node = out[ch ? "ch" : "cch"];
    node = {{"rank", at.rank}, {"place", at.place}, {"nodes", at.nodes}, {"down", at.down}, {"up", json::array()}};
    for (const HierarchyArc& arc : at.up) {
      json one = {{"to", cell_json(map.cell(arc.upper))}, {"cost", arc.weight}};
      if (arc.middle != kNoCell) one["over"] = cell_json(map.cell(arc.middle));
      node["up"].push_back(one);
    }
  }
  if (const ArcInspection& seen = inspection.arc; seen.known) {
    json& arc = out["arc"];
    arc = {{"lower", cell_json(map.cell(seen.arc.lower))},
           {"upper", cell_json(map.cell(seen.arc.upper))},
           {"cost", seen.arc.weight},
           {"edges", seen.cells.empty() ? 0 : seen.cells.size() - 1}};
    if (seen.arc.middle != kNoCell) arc["over"] = cell_json(map.cell(seen.arc.middle));
  }
  return out;
}

}  // namespace strata::dump

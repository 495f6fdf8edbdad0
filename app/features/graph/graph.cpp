#include "app/features/graph/graph.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/base/icons.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"
#include "core/io/graph_file.hpp"

namespace strata {
namespace {

using nlohmann::json;

constexpr std::array<const FeatureLayer*, 1> kLayers = {&kDrawnLayer};
void add_file_menu(const Lab& lab, const MenuContext& context, MenuList& menu, MenuSection section) {
  if (section == MenuSection::kSave) {
    const GraphController& controller = graph_controller(lab);
    menu.command("Save graph...", "menu.file.save_graph", "graph.save");
    menu.unless(!controller.graph().empty() || !controller.path().empty(), "no graph is drawn");
  }
  if (section != MenuSection::kStock) return;
  menu.begin("Stock graphs", "menu.file.graphs");
  menu.unless(!context.stock_graphs.empty(), "the folder of stock graphs is not there");
  for (const std::string& path : context.stock_graphs) {
    const std::string stem = std::filesystem::path(path).stem().string();
    // The menu item also selects this graph for contraction, in the order of its nodes that the file contains.
    menu.command(stem, "menu.file.graph." + stem,
                 std::vector<std::string>{format_command({"graph.open", {path}}), "ch.graph drawn", "ch.order own",
                                          "ch on", "planner.trace ch"});
  }
  menu.end();
}

constexpr KeyBinding kKeys[] = {{"G", "tool.select graph", "Draw a graph"}};

}  // namespace

const FeatureLayer kDrawnLayer = {{.name = "drawn",
                                   .title = "Drawn graph",
                                   .legend = "Your own graph: nodes, and edges with their weights in cells",
                                   .order = 210,
                                   .usual = true,
                                   .general = true}};

namespace {
constexpr const char* kToolHint =
    "Click for a node, drag from node to node for an edge, drag a node to move it, right click removes";
}  // namespace

const FeatureTool kGraphTool = {.name = "graph",
                                .title = "Draw a graph",
                                .icon = icon::kGraph,
                                .bar_name = "toolbar.graph",
                                .line = "tool.select graph",
                                .hint = kToolHint,
                                .status_hint = kToolHint,
                                .short_hint = "Click: node; drag: edge, move",
                                .tab = "tab.graph",
                                .edits = true,
                                .layer = &kDrawnLayer};

const Feature kGraphFeature = {
    .name = "graph",
    .title = "Graph",
    .layers = kLayers,
    .layer_group = "map",
    .commands = kGraphCommands,
    .paint = kGraphPaint,
    .labels = kGraphLabels,
    .menu = add_file_menu,
    .tool = &kGraphTool,
    .keys = kKeys,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<GraphController>(lab);
    },
};

GraphController& graph_controller(const Lab& lab) {
  return static_cast<GraphController&>(lab.controller(kGraphFeature));
}

void GraphController::dump(json& out) const {
  json& drawn = out["drawn"];
  drawn = {{"file", std::filesystem::path(path_).filename().string()},
           {"unsaved", unsaved_},
           {"node_count", graph_.node_count()},
           {"edge_count", graph_.edges().size()},
           {"nodes", json::array()},
           {"edges", json::array()},
           {"order", json::array()}};
  for (const Cell cell : graph_.nodes()) drawn["nodes"].push_back({cell.x, cell.y});
  for (const DrawnGraphEdge& edge : graph_.edges()) {
    drawn["edges"].push_back({{"a", edge.a}, {"b", edge.b}, {"weight", format_weight(edge.weight)}});
  }
  for (const uint32_t node : graph_.order()) drawn["order"].push_back(node);
}

}  // namespace strata

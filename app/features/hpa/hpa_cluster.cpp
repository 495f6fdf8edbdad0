#include "app/features/hpa/hpa_cluster.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/base/command_arguments.hpp"
#include "app/features/hpa/hpa_layers.hpp"
#include "app/features/hpa/hpa_levels_chart.hpp"
#include "app/lab/hidden_structures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/saved_content.hpp"
#include "core/world/map_hpa.hpp"

namespace strata {
namespace {

using nlohmann::json;

Status show_only(Lab& lab, const Command& command) {
  const std::vector<std::string>& args = command.args;
  HpaClusterController& controller = hpa_cluster_controller(lab);
  if (args[0] == "off") {
    if (args.size() > 1) return error_at("", "off stands alone");
    controller.pick(std::nullopt);
    return success();
  }
  if (args.size() < 2) return error_at("", "a cell of the cluster, X Y, or off");
  if (args.size() > 2 && args[2] != "alone") return error_at("", "'" + args[2] + "' is not 'alone'");
  STRATA_TRY(cell, cell_inside(lab.world().map(), args));
  controller.pick(PickedCluster{cell, args.size() > 2});
  lab.mutable_state().switch_layer(kIntraEdgeLayer, true);
  return success();
}

// clang-format off
constexpr std::array<FeatureCommand, 1> kOnlyCommands = {{
    {{"hpa.only", "off | X Y [alone]", "One cluster alone", CommandGroup::kSearch, 1, 3, "Only the intra-edges of the cluster with this cell are shown, on every level; alone: the rest of the map is veiled", keeps::kLogged | keeps::kLast}, show_only},
}};
// clang-format on

constexpr std::array<const FeatureLayer*, 2> kTextLayers = {&kIntraCostLayer, &kEntranceWidthLayer};

void add_only_cell_menu(const Lab& lab, const MenuContext& context, MenuList& menu, MenuSection section) {
  if (section != MenuSection::kCell) return;
  const Cell cell = context.cell;
  if (!lab.world().map().contains(cell)) return;
  menu.command("Intra-edges of this cluster only", "cell.hpa_only", fmt::format("hpa.only {} {}", cell.x, cell.y),
               true);
  if (hpa_cluster_controller(lab).picked()) {
    menu.command("Intra-edges of all clusters", "cell.hpa_all", "hpa.only off", true);
  }
}

}  // namespace

const FeatureLayer kIntraCostLayer = {
    {.name = "intra-costs",
     .title = "Costs of intra-edges",
     .legend = "Text on the lines, where there is room: the cheapest path inside the cluster",
     .texts = true,
     .order = 132,
     .general = true}};
const FeatureLayer kEntranceWidthLayer = {
    {.name = "entrance-widths",
     .title = "Widths of entrances",
     .legend = "Text on the orange bars, where there is room: cells of the entrance",
     .texts = true,
     .order = 102,
     .general = true}};

const Feature kHpaClusterFeature = {
    .name = "hpa-cluster",
    .title = "Texts of HPA* clusters",
    .tab = "hpa",
    .layers = kTextLayers,
    .commands = kOnlyCommands,
    .paint = kHpaClusterPaint,
    .labels = kHpaClusterLabels,
    .menu = add_only_cell_menu,
    .charts = kHpaLevelCharts,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<HpaClusterController>(lab);
    },
};

HpaClusterController& hpa_cluster_controller(const Lab& lab) {
  return static_cast<HpaClusterController&>(lab.controller(kHpaClusterFeature));
}

void append_shown_intra_edges(const Lab& lab, const Rect& visible, int level, std::vector<HpaEdge>& edges) {
  const Hpa& hpa = lab.world().get<MapHpa>().hpa();
  if (!hpa.ready() || level < 1 || level > hpa.levels()) return;
  const ClusterGrid& clusters = hpa.clusters(level);
  if (const std::optional<PickedCluster>& picked = hpa_cluster_controller(lab).picked()) {
    hpa.append_intra_edges(clusters.cluster_of(picked->cell), edges, level);
    return;
  }
  if (visible.empty()) return;
  const Rect touched = clusters.touched(visible);
  for (int y = touched.y0; y < touched.y1; ++y) {
    for (int x = touched.x0; x < touched.x1; ++x) {
      hpa.append_intra_edges(static_cast<uint32_t>(y * clusters.columns() + x), edges, level);
    }
  }
}

void append_shown_entrances(const Lab& lab, const Rect& visible, int level, std::vector<Entrance>& entrances) {
  const Hpa& hpa = lab.world().get<MapHpa>().hpa();
  if (!hpa.ready() || level < 1 || level > hpa.levels() || visible.empty()) return;
  const MoveGrid& moves = lab.world().moves();
  const ClusterGrid& base = hpa.clusters();
  const int side = hpa.clusters(level).cluster_size();
  const Rect touched = base.touched(visible.grown(1).clipped(lab.world().map().bounds()));
  for (int y = touched.y0; y < touched.y1; ++y) {
    for (int x = touched.x0; x < touched.x1; ++x) {
      const auto cluster = static_cast<uint32_t>(y * base.columns() + x);
      const Rect cells = base.rect(cluster);
      if (cells.x1 % side == 0) append_entrances(moves, base, cluster, Side::kEast, entrances);
      if (cells.y1 % side == 0) append_entrances(moves, base, cluster, Side::kSouth, entrances);
    }
  }
}

void HpaClusterController::content_lines(SavedContent& content) const {
  if (!picked_) return;
  content.lines.push_back(
      fmt::format("hpa.only {} {}{}", picked_->cell.x, picked_->cell.y, picked_->alone ? " alone" : ""));
}

void HpaClusterController::dump(json& out) const {
  json& own = out["hpa"]["only"];
  own = {{"on", picked_.has_value()}};
  if (!picked_) return;
  own["cell"] = {picked_->cell.x, picked_->cell.y};
  own["alone"] = picked_->alone;
  if (hides_structure(lab_, StructureId::kHpa)) return;
  const Hpa& hpa = world_->get<MapHpa>().hpa();
  std::vector<HpaEdge> edges;
  for (int level = 1; hpa.ready() && level <= hpa.levels(); ++level) {
    edges.clear();
    append_shown_intra_edges(lab_, {}, level, edges);
    json& at = own["level"][std::to_string(level)];
    at = {{"cluster", hpa.clusters(level).cluster_of(picked_->cell)}, {"intra_edges", edges.size()}};
  }
}

}  // namespace strata

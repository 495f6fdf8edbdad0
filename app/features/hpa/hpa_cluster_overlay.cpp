// One cluster of HPA* on the map: its intra-edges, the dimming of the rest, costs of edges and widths of entrances.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/draw/link_arc.hpp"
#include "app/draw/overlay.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/features/hpa/hpa.hpp"
#include "app/features/hpa/hpa_cluster.hpp"
#include "app/lab/session.hpp"
#include "app/lab/strokes.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

constexpr Rgba kClusterVeil = rgba(0xffffff, 150);
// Minimum side of a cluster on the screen, in pixels, at which the costs of its edges are written.
constexpr double kMinCostPixels = 90;
// Minimum side of a cluster on the screen, in pixels, at which the widths of its entrances are written.
constexpr double kMinWidthPixels = 40;

template <size_t... kLevel>
std::array<DrawListTag, sizeof...(kLevel)> intra_edge_tags(std::index_sequence<kLevel...>) {
  return {{(static_cast<void>(kLevel), DrawListTag(kIntraEdgeLayer))...}};
}
const auto kClusterEdgeParts = intra_edge_tags(std::make_index_sequence<HpaOptions::kMaxLevels>());  // index: level - 1
constexpr MarkWithoutLayer kVeilMark{"outside the picked cluster", LegendSymbolShape::kBox, kClusterVeil};
const DrawListTag kVeilPart{kVeilMark};

struct ClusterScratch {
  std::vector<HpaEdge> edges;
  std::vector<Cell> nodes;  // the ends of the edges
  std::vector<Entrance> entrances;
};

// Returns a stamp that changes with the cell, which says which cluster is drawn, and with the graph of HPA*.
DrawInputHash cluster_stamp(const Lab& lab, int level, std::optional<Cell> cell) {
  DrawInputHash stamp;
  const Hpa& hpa = lab.world().get<MapHpa>().hpa();
  stamp << static_cast<uint64_t>(cell.has_value()) << cell.value_or(Cell{}) << static_cast<uint64_t>(level)
        << static_cast<uint64_t>(hpa_cluster_controller(lab).picked().has_value()) << lab.state().world_version
        << hpa.identity()
        << std::ranges::max(lab.strokes().stamps(StructureId::kHpa)[static_cast<size_t>(level) - 1].all());
  return stamp;
}

void collect_nodes(const GridMap& map, std::span<const HpaEdge> edges, std::vector<Cell>& nodes) {
  nodes.clear();
  for (const HpaEdge& edge : edges) {
    for (const CellId id : {edge.from, edge.to}) {
      const Cell cell = map.cell(id);
      if (std::ranges::find(nodes, cell) == nodes.end()) nodes.push_back(cell);
    }
  }
}

bool lies_between(Cell node, Cell from, Cell to) {
  if (node == from || node == to) return false;
  const int dx = to.x - from.x, dy = to.y - from.y, x = node.x - from.x, y = node.y - from.y;
  const int along = x * dx + y * dy;
  return x * dy == y * dx && along > 0 && along < dx * dx + dy * dy;
}

// Returns the line of the edge. One that passes over another node would look like the edges from there to its ends: it
// is a curve, bent to the middle of the cluster.
LinkArc line_of(const GridMap& map, const HpaEdge& edge, std::span<const Cell> nodes, const Rect& cluster) {
  const Cell from = map.cell(edge.from), to = map.cell(edge.to);
  LinkArc line = one_way_arc(from, to);
  const float mid_x = (line.x0 + line.x1) / 2, mid_y = (line.y0 + line.y1) / 2;
  if (std::ranges::none_of(nodes, [&](Cell node) { return lies_between(node, from, to); })) {
    line.cx = mid_x;
    line.cy = mid_y;
    return line;
  }
  const float centre_x = static_cast<float>(cluster.x0 + cluster.x1) / 2 - mid_x;
  const float centre_y = static_cast<float>(cluster.y0 + cluster.y1) / 2 - mid_y;
  if ((line.cx - mid_x) * centre_x + (line.cy - mid_y) * centre_y < 0) {
    line.cx = 2 * mid_x - line.cx;
    line.cy = 2 * mid_y - line.cy;
  }
  return line;
}

bool is_bent(const LinkArc& line) { return line.cx != (line.x0 + line.x1) / 2 || line.cy != (line.y0 + line.y1) / 2; }

std::optional<Cell> picked_cell(const Lab& lab) {
  const std::optional<PickedCluster>& picked = hpa_cluster_controller(lab).picked();
  return picked ? std::optional(picked->cell) : std::nullopt;
}

// Dims the whole map except the picked cluster of the highest level that the view shows.
void show_veil(Painter& painter, const Lab& lab) {
  const std::optional<PickedCluster>& picked = hpa_cluster_controller(lab).picked();
  const int level = level_of_texts(painter, lab);
  if (!picked || !picked->alone || level == 0) return;
  const Hpa& hpa = lab.world().get<MapHpa>().hpa();
  const ClusterGrid& clusters = hpa.clusters(level);
  const Rect own = clusters.rect(clusters.cluster_of(picked->cell));
  const Rect bounds = lab.world().map().bounds();
  if (painter.renew(kVeilPart, (DrawInputHash() << own << bounds).value())) {
    const auto veil = [&](int x0, int y0, int x1, int y1) {
      if (x0 >= x1 || y0 >= y1) return;
      painter.list(kVeilPart).rects.push_back({static_cast<float>(x0), static_cast<float>(y0), static_cast<float>(x1),
                                               static_cast<float>(y1), kClusterVeil});
    };
    veil(bounds.x0, bounds.y0, bounds.x1, own.y0);
    veil(bounds.x0, own.y1, bounds.x1, bounds.y1);
    veil(bounds.x0, own.y0, own.x0, own.y1);
    veil(own.x1, own.y0, bounds.x1, own.y1);
  }
  painter.show(kVeilPart, 1);
}

bool wants_costs(const Painter& painter, const Lab& lab, int level) {
  return level > 0 && painter.layer(kIntraCostLayer).on &&
         lab.state().camera.zoom * lab.world().get<MapHpa>().hpa().options().side(level) >= kMinCostPixels;
}

bool wants_widths(const Painter& painter, const Lab& lab, int level) {
  return level > 0 && painter.layer(kEntranceWidthLayer).on &&
         lab.state().camera.zoom * lab.world().get<MapHpa>().hpa().options().cluster_size >= kMinWidthPixels;
}

uint64_t cluster_label_stamp(const Painter& painter, const Lab& lab) {
  const int level = level_of_texts(painter, lab);
  const bool costs = wants_costs(painter, lab, level), widths = wants_widths(painter, lab, level);
  if (!costs && !widths) return 0;
  return (cluster_stamp(lab, level, picked_cell(lab))
          << painter.visible() << static_cast<uint64_t>(costs) << static_cast<uint64_t>(widths)
          << static_cast<uint64_t>(lab.state().camera.zoom * 64))
      .value();
}

// Writes the text on the line, at the first of several positions that is visible and not taken by another text.
void write_on(Painter& painter, const Lab& lab, const LinkArc& line, Rgba color, Rgba back, std::string_view text) {
  const Camera& camera = lab.state().camera;
  bool in_sight = false;
  for (const float t : {0.5f, 0.38f, 0.62f, 0.27f, 0.73f}) {
    const float x = line.x(t), y = line.y(t);
    const double px = camera.screen_x(x), py = camera.screen_y(y);
    if (px < 0 || py < 0 || px > camera.view_width || py > camera.view_height) continue;
    in_sight = true;
    if (!painter.take_place(camera, x, y, text.size())) continue;
    painter.add_label(x, y, 0, color, back, text);
    return;
  }
  if (in_sight) painter.note_crowded();
}

void add_cluster_labels(Painter& painter, const Lab& lab) {
  const int level = level_of_texts(painter, lab);
  auto& [edges, nodes, entrances] = painter.memory<ClusterScratch>();
  painter.free_places(lab.state().camera);
  if (wants_widths(painter, lab, level)) {
    entrances.clear();
    append_shown_entrances(lab, painter.visible(), level, entrances);
    for (const Entrance& entrance : entrances) {
      const bool east = entrance.side == Side::kEast;
      const auto x0 = static_cast<float>(entrance.first.x + (east ? 1 : 0));
      const auto y0 = static_cast<float>(entrance.first.y + (east ? 0 : 1));
      const auto x1 = static_cast<float>(entrance.last.x + 1), y1 = static_cast<float>(entrance.last.y + 1);
      const LinkArc line{x0, y0, x1, y1, (x0 + x1) / 2, (y0 + y1) / 2};
      write_on(painter, lab, line, palette::kBlack, with_alpha(palette::kOrange, 235),
               fmt::format("{}", entrance.width()));
    }
  }
  if (!wants_costs(painter, lab, level)) return;
  const GridMap& map = lab.world().map();
  const double unit = cost_unit(lab.world());
  edges.clear();
  append_shown_intra_edges(lab, painter.visible(), level, edges);
  // The costs of shorter edges are written first, as there are fewer positions for them.
  std::ranges::stable_sort(edges, {}, &HpaEdge::cost);
  // Only the edges of a picked cluster are bent.
  const ClusterGrid& clusters = lab.world().get<MapHpa>().hpa().clusters(level);
  const std::optional<Cell> picked = picked_cell(lab);
  nodes.clear();
  if (picked) collect_nodes(map, edges, nodes);
  const Rect cluster = picked ? clusters.rect(clusters.cluster_of(*picked)) : Rect{};
  for (const HpaEdge& edge : edges) {
    write_on(painter, lab, line_of(map, edge, nodes, cluster), level_style(level).color,
             with_alpha(palette::kWhite, 230), fmt::format("{:.2f}", edge.cost / unit));
  }
}

void note_cluster_labels(Painter& painter, const Lab& lab, bool cut, bool crowded) {
  const int level = level_of_texts(painter, lab);
  LayerState& costs = painter.layer(kIntraCostLayer);
  LayerState& widths = painter.layer(kEntranceWidthLayer);
  if (costs.on && level > 0 && !wants_costs(painter, lab, level)) costs.note = "zoom in to read the costs";
  if (widths.on && level > 0 && !wants_widths(painter, lab, level)) widths.note = "zoom in to read the widths";
  // The note says that texts are missing. If no cluster is picked, a lack of free places is expected, as the legend
  // says, and only a text list that was cut off is noted; if one is picked, the user expects all its texts.
  if (!cut && !(crowded && hpa_cluster_controller(lab).picked())) return;
  for (LayerState* layer : {&costs, &widths}) {
    if (layer->on && layer->note.empty()) layer->note = "not every text has room: zoom in";
  }
}

}  // namespace

int level_of_texts(const Painter& painter, const Lab& lab) {
  const Hpa& hpa = lab.world().get<MapHpa>().hpa();
  if (!hpa.ready() || painter.level() == 0 || painter.level() > hpa.levels()) return 0;
  if (painter.level() != kAllLevels) return painter.level();
  const Planner& planner = painter.planner(lab);
  return planner.needs == StructureId::kHpa ? std::clamp(abstract_level(lab.world(), planner), 1, hpa.levels()) : 1;
}

void show_cluster_edges(Painter& painter, const Lab& lab, int level, Cell cell) {
  const DrawListTag& part = kClusterEdgeParts[static_cast<size_t>(level) - 1];
  const Hpa& hpa = lab.world().get<MapHpa>().hpa();
  // While an edit is being processed the graph is not ready: the edges then stay as they were drawn last.
  if (hpa.ready() && painter.renew(part, cluster_stamp(lab, level, cell).value())) {
    auto& [edges, nodes, entrances] = painter.memory<ClusterScratch>();
    const GridMap& map = lab.world().map();
    const uint32_t cluster = hpa.clusters(level).cluster_of(cell);
    edges.clear();
    nodes.clear();
    hpa.append_intra_edges(cluster, edges, level);
    if (picked_cell(lab)) collect_nodes(map, edges, nodes);
    const LevelStyle style = level_style(level);
    const float width = style.intra + 0.6f;
    for (const HpaEdge& edge : edges) {
      const LinkArc line = line_of(map, edge, nodes, hpa.clusters(level).rect(cluster));
      if (is_bent(line)) {
        add_link_arc(painter.list(part), line, width, style.dash, style.color);
      } else {
        add_line(painter.list(part), map.cell(edge.from), map.cell(edge.to), width, style.dash, style.color);
      }
    }
  }
  painter.show(part, painter.layer(kIntraEdgeLayer).opacity, true);
}

const std::array<PaintStep, 1> kHpaClusterPaint = {{{depth::kNearEdges - 10, show_veil}}};
const std::array<LabelStep, 1> kHpaClusterLabels = {{{cluster_label_stamp, add_cluster_labels, note_cluster_labels}}};

}  // namespace strata

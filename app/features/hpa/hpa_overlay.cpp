// HPA* on the map: borders of clusters, entrances, and the abstract graphs of all levels.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "app/draw/construction_marks.hpp"
#include "app/draw/overlay.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/features/hpa/hpa.hpp"
#include "app/features/hpa/hpa_cluster.hpp"
#include "app/features/hpa/hpa_process.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/layer_auto_hide.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"
#include "app/playback/playback.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

const DrawListTag kClusterPart{kClusterLayer};

enum HpaTileListIndex : int { kEntranceList, kTransitionList, kInterList, kIntraList };

constexpr float kBar = 0.12f;  // thickness of an entrance bar on each side of the border, in cells

void add_entrance(const Entrance& entrance, DrawList& list) {
  const auto x0 = static_cast<float>(entrance.first.x);
  const auto y0 = static_cast<float>(entrance.first.y);
  const auto x1 = static_cast<float>(entrance.last.x + 1);
  const auto y1 = static_cast<float>(entrance.last.y + 1);
  if (entrance.side == Side::kEast) {
    list.rects.push_back({x1 - kBar, y0, x1 + kBar, y1, palette::kEntrance});
  } else {
    list.rects.push_back({x0, y1 - kBar, x1, y1 + kBar, palette::kEntrance});
  }
}

// Returns the highest level, up to `highest`, on which the two cells lie in different clusters.
int border_level(const Hpa& hpa, Cell a, Cell b, int highest) {
  int level = 1;
  while (level < std::min(highest, hpa.levels()) &&
         hpa.clusters(level + 1).cluster_of(a) != hpa.clusters(level + 1).cluster_of(b)) {
    ++level;
  }
  return level;
}

// Returns the highest level, up to `highest`, that has this node of level 1.
int node_level(const Hpa& hpa, CellId node, int highest) {
  int level = 1;
  while (level < std::min(highest, hpa.levels()) && hpa.node_at(node, level + 1) >= 0) ++level;
  return level;
}

// Draws a tile of one level in the style of the level. In a view of all levels, draws all levels up to it together;
// each cell border, node and edge then has the style of its highest level.
void build_hpa_tile(Painter& painter, const Lab& lab, const TiledLayer& tiled, const Rect& clusters, DrawList& out) {
  const Hpa& hpa = lab.world().get<MapHpa>().hpa();
  const MoveGrid& moves = lab.world().moves();
  const bool all = tiled.source == &kTogetherTiles;
  const int level = all ? 1 : tiled.level;
  std::vector<Entrance>& entrances = painter.memory<std::vector<Entrance>>();
  std::vector<HpaEdge>& edges = painter.memory<std::vector<HpaEdge>>();
  const ClusterGrid& grid = hpa.clusters(level);
  if (tiled.list == kEntranceList) {
    // Entrances are computed on level 1. A border of a higher level shows the entrances on it.
    const ClusterGrid& base = hpa.clusters();
    const Rect cells{clusters.x0 * grid.cluster_size(), clusters.y0 * grid.cluster_size(),
                     std::min(clusters.x1 * grid.cluster_size(), base.width()),
                     std::min(clusters.y1 * grid.cluster_size(), base.height())};
    const Rect small = base.touched(cells);
    entrances.clear();
    for (int y = small.y0; y < small.y1; ++y) {
      for (int x = small.x0; x < small.x1; ++x) {
        const auto cluster = static_cast<uint32_t>(y * base.columns() + x);
        const Rect r = base.rect(cluster);
        if (r.x1 % grid.cluster_size() == 0) append_entrances(moves, base, cluster, Side::kEast, entrances);
        if (r.y1 % grid.cluster_size() == 0) append_entrances(moves, base, cluster, Side::kSouth, entrances);
      }
    }
    for (const Entrance& entrance : entrances) add_entrance(entrance, out);
    return;
  }
  const auto columns = static_cast<uint32_t>(grid.columns());
  const LevelStyle own = level_style(level);
  for (int row = clusters.y0; row < clusters.y1; ++row) {
    const uint32_t first = static_cast<uint32_t>(row) * columns + static_cast<uint32_t>(clusters.x0);
    // The number after the last cluster of the row.
    const uint32_t last = first + static_cast<uint32_t>(clusters.width());
    if (tiled.list == kTransitionList) {
      const auto nodes = hpa.nodes(level);
      auto node = std::partition_point(nodes.begin(), nodes.end(), [&](const HpaNode& n) { return n.cluster < first; });
      for (; node != nodes.end() && node->cluster < last; ++node) {
        const LevelStyle style = all ? level_style(node_level(hpa, node->cell, tiled.level)) : own;
        out.markers.push_back({middle(node->x), middle(node->y), style.radius, style.share, style.marker, style.color});
      }
      continue;
    }
    edges.clear();
    for (uint32_t cluster = first; cluster < last; ++cluster) {
      if (tiled.list == kInterList) {
        hpa.append_inter_edges(cluster, edges, level);
      } else {
        hpa.append_intra_edges(cluster, edges, level);
      }
    }
    for (const HpaEdge& edge : edges) {
      const Cell from = moves.cell(edge.from), to = moves.cell(edge.to);
      if (tiled.list == kIntraList) {
        add_line(out, from, to, own.intra, own.dash, with_alpha(own.color, level == 1 ? 130 : 175));
      } else if (edge.from < edge.to) {
        // Both clusters of an inter-edge list it; the condition selects one of them, so that it is drawn only once.
        const LevelStyle style = all ? level_style(border_level(hpa, from, to, tiled.level)) : own;
        add_line(out, from, to, style.inter, 0, style.color);
      }
    }
  }
}

// Returns a division of the clusters into tiles. Tiles have about the same size in cells on every level.
Tiling level_tiling(const Lab& lab, int level) {
  return structure_tiling(lab, StructureId::kHpa, level, std::max(2, OverlayBuilder::kTileClusters >> (level - 1)));
}

Tiling together_tiling(const Lab& lab, int) {
  return structure_tiling(lab, StructureId::kHpa, 1, OverlayBuilder::kTileClusters);
}

uint64_t hpa_geometry(const Lab& lab) {
  const HpaOptions& hpa = lab.world().get<MapHpa>().hpa().options();
  return (DrawInputHash() << static_cast<uint64_t>(hpa.cluster_size) << static_cast<uint64_t>(hpa.levels)
                          << static_cast<uint64_t>(hpa.level_factor))
      .value();
}

void build_borders(Painter& painter, const Lab& lab, int levels) {
  DrawList& lines = painter.list(kClusterPart);
  const Rect& visible = painter.visible();
  const Hpa& hpa = lab.world().get<MapHpa>().hpa();
  const Rect bounds = lab.world().map().bounds();
  const auto x0 = static_cast<float>(visible.x0), x1 = static_cast<float>(visible.x1);
  const auto y0 = static_cast<float>(visible.y0), y1 = static_cast<float>(visible.y1);
  for (int level = 1; level <= (painter.level() == kAllLevels ? levels : hpa.levels()); ++level) {
    const int size = hpa.options().side(level);
    if (!painter.shows(level) || lab.state().camera.zoom * size < OverlayBuilder::kMinClusterPixelsBorder) continue;
    const LevelStyle style = level_style(level);
    const double pixels = lab.state().camera.zoom * size;
    const float width = OverlayBuilder::border_width(pixels, style.border);
    const Rgba color = OverlayBuilder::border_color(pixels, style.color);
    for (int x = visible.x0 / size * size; x < visible.x1 + size; x += size) {
      const auto at = static_cast<float>(std::min(x, bounds.x1));
      lines.lines.push_back({at, y0, at, y1, width, 0, color});
    }
    for (int y = visible.y0 / size * size; y < visible.y1 + size; y += size) {
      const auto at = static_cast<float>(std::min(y, bounds.y1));
      lines.lines.push_back({x0, at, x1, at, width, 0, color});
    }
  }
}

// Draws the borders of clusters. Levels whose clusters are too small on the screen are left out.
void show_clusters(Painter& painter, const Lab& lab) {
  LayerState& layer = painter.layer(kClusterLayer);
  if (!layer.on || painter.level() == 0) return;
  const HpaOptions& options = lab.world().get<MapHpa>().hpa().options();
  const int levels = shown_hpa_levels(lab, painter.planner(lab));
  const double zoom = lab.state().camera.zoom;
  const int side = options.side(painter.level() == kAllLevels ? levels : std::min(painter.level(), options.levels));
  if (zoom * side < OverlayBuilder::kMinClusterPixelsBorder) {
    layer.note = "zoom in to see the clusters";
    return;
  }
  DrawInputHash stamp;
  stamp << painter.visible() << static_cast<uint64_t>(options.cluster_size) << static_cast<uint64_t>(levels)
        << static_cast<uint64_t>(options.level_factor) << lab.state().world_version << static_cast<uint64_t>(zoom * 64);
  if (painter.renew(kClusterPart, stamp.value())) build_borders(painter, lab, levels);
  painter.show(kClusterPart, layer.opacity);
  if (zoom * options.cluster_size < OverlayBuilder::kMinClusterPixelsBorder && painter.shows(1)) {
    layer.note = "zoom in to see the clusters of level 1";
  }
}

// Returns the level whose graph the layer shows in a view of all levels: the one that the planner searches. 0: all
// levels are shown, as the planner does not search HPA*, or the user has switched the layer on.
int searched_level(const Painter& painter, const Lab& lab, Layer layer) {
  const Planner& planner = painter.planner(lab);
  if (planner.needs != StructureId::kHpa || layer_auto_hide(lab).pinned(layer)) return 0;
  return std::clamp(abstract_level(lab.world(), planner), 1, lab.world().get<MapHpa>().hpa().levels());
}

// Returns the node whose edges of this level the search follows at the step: the expanded node, or that from which the
// node of the step was reached. Nothing: the step is about another level.
std::optional<Cell> stepped_cell(const Painter& painter, const Lab& lab, int level) {
  const Playback& playback = painter.search(lab);
  if (painter.planner(lab).needs != StructureId::kHpa || lab.state().process != nullptr) return std::nullopt;
  if (playback.empty() || playback.at_end() || !painter.up_to_date(lab)) return std::nullopt;
  const SearchEvent* event = playback.current();
  if (event == nullptr || event->level != level || event->node == kNoNodeId) return std::nullopt;
  const bool expands = event->type == EventType::kExpand || event->parent == kNoNodeId;
  const NodePlace at = playback.place(level, expands ? event->node : event->parent);
  return at.cell == kNoCell ? std::nullopt : std::optional(lab.world().map().cell(at.cell));
}

// Draws one layer after the other; within a layer, a higher level lies on top.
void show_graph(Painter& painter, const Lab& lab) {
  const int levels = lab.world().get<MapHpa>().hpa().levels();
  if (painter.level() == 0 || painter.level() > levels) return;
  if (only_what_is_built(painter, lab, kHpaConstruction,
                         {kEntranceLayer, kTransitionLayer, kInterEdgeLayer, kIntraEdgeLayer})) {
    return;
  }
  const LabState& state = lab.state();
  const bool all = painter.level() == kAllLevels;
  const int highest = all ? shown_hpa_levels(lab, painter.planner(lab)) : levels;
  const TileSource* kind = all ? &kTogetherTiles : &kLevelTiles;
  const int level = all ? 1 : painter.level();
  const auto on = [&](Layer layer) { return painter.layer(layer).on; };
  if (on(kEntranceLayer)) {
    painter.show_tiled(lab,
                       {kEntranceLayer, kEntranceList, kind, level, OverlayBuilder::kMinClusterPixels, kEntranceInk});
  }
  if (on(kIntraEdgeLayer)) {
    const int searched = all ? searched_level(painter, lab, kIntraEdgeLayer) : 0;
    for (int l = 1; l <= highest; ++l) {
      if (!painter.shows(l) || (searched > 0 && l != searched)) continue;
      if (all && l > 1 &&
          state.camera.zoom * lab.world().get<MapHpa>().hpa().options().side(l) <
              OverlayBuilder::kMinClusterPixelsTogether) {
        LayerState& layer = painter.layer(kIntraEdgeLayer);
        if (layer.note.empty()) {
          fmt::format_to(std::back_inserter(layer.note), "those of level {} are left out: zoom in or choose the level",
                         l);
        }
        continue;
      }
      if (const std::optional<PickedCluster>& picked = hpa_cluster_controller(lab).picked()) {
        show_cluster_edges(painter, lab, l, picked->cell);
        continue;
      }
      painter.show_tiled(
          lab, {kIntraEdgeLayer, kIntraList, &kLevelTiles, l, OverlayBuilder::kMinClusterPixelsIntra, kEdgeInk});
      if (const std::optional<Cell> cell = stepped_cell(painter, lab, l)) show_cluster_edges(painter, lab, l, *cell);
    }
  }
  const auto show_level = [&](Layer layer, HpaTileListIndex tiles) {
    const int searched = all ? searched_level(painter, lab, layer) : 0;
    painter.show_tiled(lab, {layer, tiles, searched > 0 ? &kLevelTiles : kind,
                             searched > 0 ? searched
                             : all        ? highest
                                          : level,
                             OverlayBuilder::kMinClusterPixels, kNodeInk});
  };
  if (on(kInterEdgeLayer)) show_level(kInterEdgeLayer, kInterList);
  if (on(kTransitionLayer)) show_level(kTransitionLayer, kTransitionList);
}

}  // namespace

const TileSource kLevelTiles{level_tiling, build_hpa_tile, hpa_geometry};
const TileSource kTogetherTiles{together_tiling, build_hpa_tile, hpa_geometry};

// Borders are drawn above the grid of cells.
const std::array<PaintStep, 2> kHpaPaint = {{{depth::kBorders - 50, show_clusters}, {depth::kGraphs, show_graph}}};

}  // namespace strata

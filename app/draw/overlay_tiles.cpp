// The overlays that depend on map and abstractions alone, cut into tiles of clusters.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "app/draw/overlay.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/draw/tile_sources.hpp"
#include "app/lab/lab_parts.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

constexpr float kBar = 0.22f;   // thickness of an entrance bar on each side of the border, in cells
constexpr float kApart = 0.2f;  // between annotated edges that join the same two cells, in cells

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

// The highest level on which the two cells lie in different clusters.
int border_level(const Hpa& hpa, Cell a, Cell b) {
  int level = 1;
  while (level < hpa.levels() && hpa.clusters(level + 1).cluster_of(a) != hpa.clusters(level + 1).cluster_of(b)) {
    ++level;
  }
  return level;
}

CapabilityStyle style_of(const Haa& haa, Capability capability) {
  const auto& all = haa.options().capabilities;
  return capability_style(static_cast<size_t>(std::find(all.begin(), all.end(), capability) - all.begin()));
}

// Of one level in its style, or of all levels at once, each part in the style of the highest level that it belongs to.
void build_hpa_tile(Painter& painter, const Lab& lab, const TiledLayer& tiled, const Rect& clusters, DrawList& out) {
  const Hpa& hpa = lab.world().get<MapHpa>().hpa();
  const MoveGrid& moves = lab.world().moves();
  const bool all = tiled.source == &kTogetherTiles;
  const int level = tiled.level;
  std::vector<Entrance>& entrances = painter.memory<std::vector<Entrance>>();
  std::vector<HpaEdge>& edges = painter.memory<std::vector<HpaEdge>>();
  const ClusterGrid& grid = hpa.clusters(level);
  if (tiled.list == kEntranceList) {
    // Entrances belong to borders of level 1; of a higher level's borders they are those that lie on them.
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
    const uint32_t last = first + static_cast<uint32_t>(clusters.width());  // one beyond
    if (tiled.list == kTransitionList) {
      const auto nodes = hpa.nodes(level);
      auto node = std::partition_point(nodes.begin(), nodes.end(), [&](const HpaNode& n) { return n.cluster < first; });
      for (; node != nodes.end() && node->cluster < last; ++node) {
        const LevelStyle style = all ? level_style(hpa.level_of(node->cell)) : own;
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
      } else if (edge.from < edge.to) {  // each is listed on both sides of the border
        const LevelStyle style = all ? level_style(border_level(hpa, from, to)) : own;
        add_line(out, from, to, style.inter, 0, style.color);
      }
    }
  }
}

void build_haa_tile(Painter& painter, const Lab& lab, const TiledLayer& tiled, const Rect& clusters, DrawList& out) {
  const Haa& haa = lab.world().get<MapHaa>().haa();
  const GridMap& map = lab.world().map();
  const auto columns = static_cast<uint32_t>(haa.clusters().columns());
  const int wanted = tiled.list;
  std::vector<HaaEdge>& edges = painter.memory<std::vector<HaaEdge>>();
  const bool struck = wanted == kDominatedList;
  const auto add = [&](bool inter) {
    for (size_t i = 0; i < edges.size(); ++i) {
      const HaaEdge& edge = edges[i];
      if (inter && edge.from > edge.to) continue;  // listed on both sides of the border
      const bool dominated = edge.strongly_dominated || edge.weakly_dominated;
      if (struck ? !dominated : edge.strongly_dominated) continue;
      const EdgePlace at = edge_place(map.cell(edge.from), map.cell(edge.to), edge_order(edges, i));
      const CapabilityStyle style = style_of(haa, edge.capability);
      const auto clearance = static_cast<float>(std::min<int>(edge.clearance, kMaxAgentSize));
      const float width = (inter ? 1.6f : 0.8f) + 0.5f * clearance;
      if (!struck || edge.strongly_dominated) {
        const Rgba color = struck ? faded(style.color, 0.45) : inter ? style.color : with_alpha(style.color, 140);
        out.lines.push_back({at.x0, at.y0, at.x1, at.y1, width, style.dash, color});
      }
      if (struck) {
        out.markers.push_back({at.mid_x(), at.mid_y(), 2.2f, 0.16f, MarkerShape::kCross,
                               edge.strongly_dominated ? palette::kVermilion : palette::kBlack});
      }
    }
  };
  for (int row = clusters.y0; row < clusters.y1; ++row) {
    const uint32_t first = static_cast<uint32_t>(row) * columns + static_cast<uint32_t>(clusters.x0);
    const uint32_t last = first + static_cast<uint32_t>(clusters.width());
    for (uint32_t cluster = first; cluster < last; ++cluster) {
      if (wanted != kIntraList) {
        edges.clear();
        haa.append_inter_edges(cluster, edges);
        add(true);
      }
      if (wanted != kInterList) {
        edges.clear();
        haa.append_intra_edges(cluster, edges);
        add(false);
      }
    }
    if (wanted != kInterList) continue;
    const auto nodes = haa.nodes();
    auto node = std::partition_point(nodes.begin(), nodes.end(), [&](const HaaNode& n) { return n.cluster < first; });
    for (; node != nodes.end() && node->cluster < last; ++node) {
      out.markers.push_back({middle(node->x), middle(node->y), 1.5f, 0.2f,
                             node->in_low ? MarkerShape::kDisc : MarkerShape::kRing, palette::kBlack});
    }
  }
}

void build_clearance_tile(Painter&, const Lab& lab, const TiledLayer&, const Rect& blocks, DrawList& out) {
  const Clearance& clearance = *lab.world().get<MapMoves>().clearance();
  constexpr int kSide = kDrawnBlock;
  const Rect cells = Rect{blocks.x0 * kSide, blocks.y0 * kSide, blocks.x1 * kSide, blocks.y1 * kSide}.clipped(
      {0, 0, clearance.width(), clearance.height()});
  std::array<Rgba, kClearanceShades + 1> colors{};
  for (int i = 1; i <= kClearanceShades; ++i) colors[static_cast<size_t>(i)] = clearance_color(i);
  add_shades(
      cells,
      [&](int x, int y) {
        return colors[static_cast<size_t>(std::min(clearance.at(Cell{x, y}), kClearanceShades))];
      },
      out.rects);
}

// Tiles of all levels are about as wide.
Tiling level_tiling(const Lab& lab, int level) {
  return structure_tiling(lab, Structure::kHpa, level, std::max(2, OverlayBuilder::kTileClusters >> (level - 1)));
}

Tiling together_tiling(const Lab& lab, int) {
  return structure_tiling(lab, Structure::kHpa, 1, OverlayBuilder::kTileClusters);
}

Tiling haa_tiling(const Lab& lab, int) {
  return structure_tiling(lab, Structure::kHaa, 1, OverlayBuilder::kTileClusters / 2);
}

Tiling clearance_tiling(const Lab& lab, int) {
  Tiling tiling = structure_tiling(lab, Structure::kMoves, 1, 2);
  tiling.ready = lab.world().get<MapMoves>().clearance() != nullptr;
  return tiling;
}

uint64_t hpa_geometry(const Lab& lab) {
  const HpaOptions& hpa = lab.world().get<MapHpa>().hpa().options();
  return (Stamp() << static_cast<uint64_t>(hpa.cluster_size) << static_cast<uint64_t>(hpa.levels)
                  << static_cast<uint64_t>(hpa.level_factor))
      .value();
}

uint64_t haa_geometry(const Lab& lab) {
  return (Stamp() << static_cast<uint64_t>(lab.world().has(Structure::kHaa))
                  << static_cast<uint64_t>(lab.state().haa_options.cluster_size))
      .value();
}

}  // namespace

namespace overlay_tools {

EdgePlace edge_place(Cell from, Cell to, int order) {
  EdgePlace place{middle(from.x), middle(from.y), middle(to.x), middle(to.y)};
  if (order == 0) return place;
  const float dx = place.x1 - place.x0;
  const float dy = place.y1 - place.y0;
  const float length = std::max(std::hypot(dx, dy), 0.001f);
  // 1, -1, 2, -2, ...
  const float side = static_cast<float>((order + 1) / 2) * (order % 2 == 1 ? kApart : -kApart);
  const float ox = -dy / length * side;
  const float oy = dx / length * side;
  return {place.x0 + ox, place.y0 + oy, place.x1 + ox, place.y1 + oy};
}

int edge_order(std::span<const HaaEdge> edges, size_t i) {
  int order = 0;
  while (i > 0 && edges[i - 1].from == edges[i].from && edges[i - 1].to == edges[i].to) {
    ++order;
    --i;
  }
  return order;
}

}  // namespace overlay_tools

const TileSource kLevelTiles{level_tiling, build_hpa_tile, hpa_geometry};
const TileSource kTogetherTiles{together_tiling, build_hpa_tile, hpa_geometry};
const TileSource kHaaTiles{haa_tiling, build_haa_tile, haa_geometry};
const TileSource kClearanceTiles{clearance_tiling, build_clearance_tile, nullptr};

std::span<const TileSource* const> shared_tile_sources() {
  static constexpr const TileSource* kSources[] = {&kLevelTiles, &kTogetherTiles, &kHaaTiles, &kClearanceTiles};
  return kSources;
}

// A layer lies over the whole screen before the next one begins, a level before the one above it.
void OverlayBuilder::show_tiles(Lab& lab) {
  const int levels = lab.world().get<MapHpa>().hpa().levels();
  if (level_ == 0 || level_ > levels) return;
  const LabState& state = lab.state();
  const bool all = level_ == kAllLevels;
  const TileSource* kind = all ? &kTogetherTiles : &kLevelTiles;
  const int level = all ? 1 : level_;
  const auto on = [&](Layer layer) { return state.layer(layer).on; };
  if (on(Layer::kEntrances)) {
    show_tiled(lab, {Layer::kEntrances, kEntranceList, kind, level, kMinClusterPixels});
  }
  if (on(Layer::kIntraEdges)) {
    for (int l = 1; l <= levels; ++l) {
      if (!shows(l)) continue;
      if (all && l > 1 &&
          state.camera.zoom * lab.world().get<MapHpa>().hpa().options().side(l) < kMinClusterPixelsTogether) {
        LayerState& layer = lab.mutable_state().layer(Layer::kIntraEdges);
        if (layer.note.empty()) {
          fmt::format_to(std::back_inserter(layer.note), "those of level {} are left out: zoom in or choose the level",
                         l);
        }
        continue;
      }
      show_tiled(lab, {Layer::kIntraEdges, kIntraList, &kLevelTiles, l, kMinClusterPixelsIntra, l > 1});
    }
  }
  if (on(Layer::kInterEdges)) {
    show_tiled(lab, {Layer::kInterEdges, kInterList, kind, level, kMinClusterPixels});
  }
  if (on(Layer::kTransitions)) {
    show_tiled(lab, {Layer::kTransitions, kTransitionList, kind, level, kMinClusterPixels});
  }
}

// The one abstract level of HAA*.
void OverlayBuilder::show_haa(Lab& lab) {
  if (!shows(1)) return;
  LabState& state = lab.mutable_state();
  static constexpr std::pair<Layer, TileList> kHaaLayers[] = {
      {Layer::kHaaIntra, kIntraList}, {Layer::kHaaInter, kInterList}, {Layer::kHaaDominated, kDominatedList}};
  for (const auto& [id, tile_list] : kHaaLayers) {
    LayerState& layer = state.layer(id);
    if (!layer.on || !lab.world().has(Structure::kHaa)) continue;
    show_tiled(lab, {id, tile_list, &kHaaTiles, 1, kMinClusterPixelsIntra});
    if (id == Layer::kHaaDominated && !lab.world().get<MapHaa>().haa().options().keep_dominated && layer.note.empty()) {
      layer.note = "HAA* does not keep dominated edges";
    }
    if (id != Layer::kHaaDominated && state.camera.zoom < kMinCellPixelsAnnotation && layer.note.empty()) {
      layer.note = "zoom in to see terrains and clearances";
    }
  }
}

void OverlayBuilder::show_clearance(Lab& lab) {
  LayerState& layer = lab.mutable_state().layer(Layer::kClearance);
  if (lab.state().camera.zoom < kMinCellPixelsShade) {
    layer.note = "zoom in to see the clearances";
    return;
  }
  show_tiled(lab, {Layer::kClearance, kShadeList, &kClearanceTiles, 1, 0});
  if (lab.state().camera.zoom < kMinCellPixelsClearance && layer.note.empty())
    layer.note = "zoom in to see the numbers";
}

}  // namespace strata

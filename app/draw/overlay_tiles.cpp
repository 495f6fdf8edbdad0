// The overlays that depend on map and abstractions alone, cut into tiles of clusters.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "app/draw/overlay.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/lab/lab_parts.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

constexpr double kRoomyClusterPixels = 160;
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

OverlayBuilder::Tiling OverlayBuilder::tiling(const Lab& lab, TileKind kind, int level) const {
  const World& world = lab.world();
  const auto of = [&](Structure structure, int clusters, bool ready) -> Tiling {
    const Strokes::Stamps& stamps = lab.strokes().stamps(structure)[static_cast<size_t>(level) - 1];
    return {stamps.grid, clusters, &stamps.values, ready};
  };
  switch (kind) {
    case TileKind::kLevel:
      // Tiles of all levels are about as wide.
      return of(Structure::kHpa, std::max(2, kTileClusters >> (level - 1)), world.ready(Structure::kHpa));
    case TileKind::kTogether:
      return of(Structure::kHpa, kTileClusters, world.ready(Structure::kHpa));
    case TileKind::kHaa:
      return of(Structure::kHaa, kTileClusters / 2, world.ready(Structure::kHaa));
    case TileKind::kSectors: {
      // Tiles of about 128 cells a side.
      const int side = world.get<MapSectors>().sectors().sectors(level).cluster_size();
      return of(Structure::kSectors, std::max(1, 128 / side), world.ready(Structure::kSectors));
    }
    case TileKind::kRooms:
      return of(Structure::kRooms, 2, world.ready(Structure::kRooms));
    case TileKind::kClearance:
      break;
  }
  return of(Structure::kMoves, 2, world.get<MapMoves>().clearance() != nullptr);
}

// Of one level in its style, or of all levels at once, each part in the style of the highest level that it belongs to.
void OverlayBuilder::build_hpa_tile(const Lab& lab, const TiledLayer& tiled, const Rect& clusters, DrawList& out) {
  const Hpa& hpa = lab.world().get<MapHpa>().hpa();
  const MoveGrid& moves = lab.world().moves();
  const bool all = tiled.kind == TileKind::kTogether;
  const int level = tiled.level;
  const ClusterGrid& grid = hpa.clusters(level);
  if (tiled.list == kEntranceList) {
    // Entrances belong to borders of level 1; of a higher level's borders they are those that lie on them.
    const ClusterGrid& base = hpa.clusters();
    const Rect cells{clusters.x0 * grid.cluster_size(), clusters.y0 * grid.cluster_size(),
                     std::min(clusters.x1 * grid.cluster_size(), base.width()),
                     std::min(clusters.y1 * grid.cluster_size(), base.height())};
    const Rect small = base.touched(cells);
    entrances_.clear();
    for (int y = small.y0; y < small.y1; ++y) {
      for (int x = small.x0; x < small.x1; ++x) {
        const auto cluster = static_cast<uint32_t>(y * base.columns() + x);
        const Rect r = base.rect(cluster);
        if (r.x1 % grid.cluster_size() == 0) append_entrances(moves, base, cluster, Side::kEast, entrances_);
        if (r.y1 % grid.cluster_size() == 0) append_entrances(moves, base, cluster, Side::kSouth, entrances_);
      }
    }
    for (const Entrance& entrance : entrances_) add_entrance(entrance, out);
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
    edges_.clear();
    for (uint32_t cluster = first; cluster < last; ++cluster) {
      if (tiled.list == kInterList) {
        hpa.append_inter_edges(cluster, edges_, level);
      } else {
        hpa.append_intra_edges(cluster, edges_, level);
      }
    }
    for (const HpaEdge& edge : edges_) {
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

void OverlayBuilder::build_haa_tile(const Lab& lab, TileList wanted, const Rect& clusters, DrawList& out) {
  const Haa& haa = lab.world().get<MapHaa>().haa();
  const GridMap& map = lab.world().map();
  const auto columns = static_cast<uint32_t>(haa.clusters().columns());
  const bool struck = wanted == kDominatedList;
  const auto add = [&](bool inter) {
    for (size_t i = 0; i < haa_edges_.size(); ++i) {
      const HaaEdge& edge = haa_edges_[i];
      if (inter && edge.from > edge.to) continue;  // listed on both sides of the border
      const bool dominated = edge.strongly_dominated || edge.weakly_dominated;
      if (struck ? !dominated : edge.strongly_dominated) continue;
      const EdgePlace at = edge_place(map.cell(edge.from), map.cell(edge.to), edge_order(haa_edges_, i));
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
        haa_edges_.clear();
        haa.append_inter_edges(cluster, haa_edges_);
        add(true);
      }
      if (wanted != kInterList) {
        haa_edges_.clear();
        haa.append_intra_edges(cluster, haa_edges_);
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

void OverlayBuilder::build_clearance_tile(const Lab& lab, const Rect& blocks, DrawList& out) {
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

// Another map, or clusters of another shape: nothing of the old tiles is of use.
void OverlayBuilder::forget_tiles(const Lab& lab) {
  const HpaOptions& hpa = lab.world().get<MapHpa>().hpa().options();
  Stamp stamp;
  stamp << static_cast<uint64_t>(hpa.cluster_size) << static_cast<uint64_t>(hpa.levels)
        << static_cast<uint64_t>(hpa.level_factor) << static_cast<uint64_t>(lab.world().has(Structure::kHaa))
        << static_cast<uint64_t>(lab.state().haa_options.cluster_size)
        << static_cast<uint64_t>(lab.world().has(Structure::kRooms));
  if (lab.world().has(Structure::kSectors)) {
    const SectorOptions& sectors = lab.world().get<MapSectors>().sectors().options();
    stamp << static_cast<uint64_t>(sectors.sector_size) << static_cast<uint64_t>(sectors.second_size);
  }
  if (world_version_ != lab.session().world_version() || geometry_ != stamp.value()) {
    tiles_.clear();
    world_version_ = lab.session().world_version();
    geometry_ = stamp.value();
  }
  // Tiles far away are forgotten when there are many.
  if (tiles_.size() > 4096 && frame_ % 64 == 0) {
    std::erase_if(tiles_, [&](const auto& entry) { return entry.second.used + 256 < frame_; });
  }
}

// Brings the visible tiles of a layer up to date and adds them.
void OverlayBuilder::show_tiled(Lab& lab, const TiledLayer& tiled, const Rect& visible) {
  LayerState& layer = lab.mutable_state().layer(tiled.layer);
  if (visible.empty()) return;
  const Tiling t = tiling(lab, tiled.kind, tiled.level);
  const double zoom = lab.state().camera.zoom;
  if (zoom * t.clusters.cluster_size() < tiled.min_pixels) {
    if (layer.note.empty()) layer.note = "zoom in to see them: they are too small on the screen";
    return;
  }
  const Rect touched = t.clusters.touched(visible);
  const int n = t.per_tile;
  const int tile_columns = (t.clusters.columns() + n - 1) / n;
  const Rect tiles{touched.x0 / n, touched.y0 / n, (touched.x1 - 1) / n + 1, (touched.y1 - 1) / n + 1};
  bool missing = false, cut = false;
  // Small clusters of higher levels hold more edges than there is room: they fade, so that the rest stays legible.
  const bool crowded = tiled.list == kIntraList && tiled.kind == TileKind::kLevel && tiled.level > 1;
  const double fade = crowded ? std::clamp(zoom * t.clusters.cluster_size() / kRoomyClusterPixels, 0.2, 1.0) : 1;
  const float opacity = layer.opacity * static_cast<float>(fade);
  for (int y = tiles.y0; y < tiles.y1; ++y) {
    for (int x = tiles.x0; x < tiles.x1; ++x) {
      const Rect inside =
          Rect{x * n, y * n, (x + 1) * n, (y + 1) * n}.clipped({0, 0, t.clusters.columns(), t.clusters.rows()});
      const auto place = static_cast<uint64_t>(y) * static_cast<uint64_t>(tile_columns) + static_cast<uint64_t>(x);
      const uint64_t key = 1ull << 63 | static_cast<uint64_t>(tiled.kind) << 56 |
                           static_cast<uint64_t>(tiled.level) << 48 | static_cast<uint64_t>(tiled.list) << 44 | place;
      Tile& tile = tiles_[key];
      if (tile.used != frame_) {  // the first view that shows it
        tile.used = frame_;
        uint64_t newest = 0;
        for (int row = inside.y0; row < inside.y1; ++row) {
          const auto stamp = t.stamps->begin() + static_cast<std::ptrdiff_t>(row) * t.clusters.columns() + inside.x0;
          newest = std::max(newest, *std::max_element(stamp, stamp + inside.width()));
        }
        tile.current = tile.stamp == newest;
        if (!tile.current && t.ready) {
          tile.list.clear();
          switch (tiled.kind) {
            case TileKind::kLevel:
            case TileKind::kTogether:
              build_hpa_tile(lab, tiled, inside, tile.list);
              break;
            case TileKind::kHaa:
              build_haa_tile(lab, tiled.list, inside, tile.list);
              break;
            case TileKind::kClearance:
              build_clearance_tile(lab, inside, tile.list);
              break;
            case TileKind::kRooms:
              build_room_tile(lab, tiled.list, inside, tile.list);
              break;
            case TileKind::kSectors:
              build_sector_tile(lab, tiled, inside, tile.list);
              break;
          }
          tile.version = next_version_++;
          ++rebuilt_;
          tile.stamp = newest;
          tile.current = true;
        }
      }
      missing |= !tile.current;  // what was there before stays on the screen
      const DrawList& drawn = tile.list;
      if (drawn.size() == 0) continue;
      if (view_->primitives + drawn.size() > kMaxPrimitives) {
        cut = true;
        continue;
      }
      view_->primitives += drawn.size();
      view_->overlay.batches.push_back({key, tile.version, opacity, &drawn});
    }
  }
  if (missing && layer.note.empty()) layer.note = "the abstraction is being built";
  if (cut) {
    view_->overlay.truncated = true;
    layer.note = "too much for one screen: parts are left out, zoom in";
  }
}

// A layer lies over the whole screen before the next one begins, a level before the one above it.
void OverlayBuilder::show_tiles(Lab& lab, const Rect& visible) {
  const int levels = lab.world().get<MapHpa>().hpa().levels();
  if (level_ == 0 || level_ > levels) return;
  const LabState& state = lab.state();
  const bool all = level_ == kAllLevels;
  const TileKind kind = all ? TileKind::kTogether : TileKind::kLevel;
  const int level = all ? 1 : level_;
  const auto on = [&](Layer layer) { return state.layer(layer).on; };
  if (on(Layer::kEntrances)) {
    show_tiled(lab, {Layer::kEntrances, kEntranceList, kind, level, kMinClusterPixels}, visible);
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
      show_tiled(lab, {Layer::kIntraEdges, kIntraList, TileKind::kLevel, l, kMinClusterPixelsIntra}, visible);
    }
  }
  if (on(Layer::kInterEdges)) {
    show_tiled(lab, {Layer::kInterEdges, kInterList, kind, level, kMinClusterPixels}, visible);
  }
  if (on(Layer::kTransitions)) {
    show_tiled(lab, {Layer::kTransitions, kTransitionList, kind, level, kMinClusterPixels}, visible);
  }
}

// The one abstract level of HAA*.
void OverlayBuilder::show_haa(Lab& lab, const Rect& visible) {
  if (!shows(1)) return;
  LabState& state = lab.mutable_state();
  static constexpr std::pair<Layer, TileList> kHaaLayers[] = {
      {Layer::kHaaIntra, kIntraList}, {Layer::kHaaInter, kInterList}, {Layer::kHaaDominated, kDominatedList}};
  for (const auto& [id, tile_list] : kHaaLayers) {
    LayerState& layer = state.layer(id);
    if (!layer.on || !lab.world().has(Structure::kHaa)) continue;
    show_tiled(lab, {id, tile_list, TileKind::kHaa, 1, kMinClusterPixelsIntra}, visible);
    if (id == Layer::kHaaDominated && !lab.world().get<MapHaa>().haa().options().keep_dominated && layer.note.empty()) {
      layer.note = "HAA* does not keep dominated edges";
    }
    if (id != Layer::kHaaDominated && state.camera.zoom < kMinCellPixelsAnnotation && layer.note.empty()) {
      layer.note = "zoom in to see terrains and clearances";
    }
  }
}

void OverlayBuilder::show_clearance(Lab& lab, const Rect& visible) {
  LayerState& layer = lab.mutable_state().layer(Layer::kClearance);
  if (lab.state().camera.zoom < kMinCellPixelsShade) {
    layer.note = "zoom in to see the clearances";
    return;
  }
  show_tiled(lab, {Layer::kClearance, kShadeList, TileKind::kClearance, 1, 0}, visible);
  if (lab.state().camera.zoom < kMinCellPixelsClearance && layer.note.empty())
    layer.note = "zoom in to see the numbers";
}

}  // namespace strata

// The overlays that depend on the abstraction alone, cut into tiles of clusters.
#include <fmt/format.h>
#include <algorithm>

#include "app/overlay.hpp"

namespace strata {

namespace {

constexpr float kBar = 0.22f;  // thickness of an entrance bar on each side of the border, in cells

float middle(int coordinate) { return static_cast<float>(coordinate) + 0.5f; }

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

}  // namespace

void OverlayBuilder::build_tile(const Lab& lab, const Rect& clusters, Tile& tile) {
  const World& world = lab.world();
  const Hpa& hpa = world.hpa();
  const MoveGrid& moves = world.moves();
  const auto columns = static_cast<uint32_t>(hpa.clusters().columns());
  for (DrawList& list : tile.lists) list.clear();
  entrances_.clear();
  const auto line = [&](const HpaEdge& edge, float width, Rgba color, DrawList& list) {
    const Cell a = moves.cell(edge.from);
    const Cell b = moves.cell(edge.to);
    list.lines.push_back({middle(a.x), middle(a.y), middle(b.x), middle(b.y), width, 0, color});
  };
  for (int row = clusters.y0; row < clusters.y1; ++row) {
    const uint32_t first = static_cast<uint32_t>(row) * columns + static_cast<uint32_t>(clusters.x0);
    const uint32_t last = first + static_cast<uint32_t>(clusters.width());  // one beyond
    for (uint32_t cluster = first; cluster < last; ++cluster) {
      append_entrances(moves, hpa.clusters(), cluster, Side::kEast, entrances_);
      append_entrances(moves, hpa.clusters(), cluster, Side::kSouth, entrances_);
      edges_.clear();
      hpa.append_inter_edges(cluster, edges_);
      for (const HpaEdge& edge : edges_) {  // each is listed on both sides of the border
        if (edge.from < edge.to) line(edge, 2.5f, palette::kInterEdge, tile.lists[kInterList]);
      }
      edges_.clear();
      hpa.append_intra_edges(cluster, edges_);
      for (const HpaEdge& edge : edges_) line(edge, 1.2f, palette::kIntraEdge, tile.lists[kIntraList]);
    }
    const auto nodes = hpa.nodes();
    auto node = std::partition_point(nodes.begin(), nodes.end(), [&](const HpaNode& n) { return n.cluster < first; });
    for (; node != nodes.end() && node->cluster < last; ++node) {
      const Cell cell = moves.cell(node->cell);
      tile.lists[kTransitionList].markers.push_back(
          {middle(cell.x), middle(cell.y), 1.5f, 0.26f, MarkerShape::kSquare, palette::kTransition});
    }
  }
  for (const Entrance& entrance : entrances_) add_entrance(entrance, tile.lists[kEntranceList]);
  tile.version = next_version_++;
  ++rebuilt_;
}

void OverlayBuilder::show_tiles(Lab& lab, const Rect& visible) {
  struct TiledLayer {
    Layer layer;
    TileList list;
    double min_pixels;
  };
  static constexpr TiledLayer kLayersOfTiles[] = {
      {Layer::kEntrances, kEntranceList, kMinClusterPixels},
      {Layer::kIntraEdges, kIntraList, kMinClusterPixelsIntra},
      {Layer::kInterEdges, kInterList, kMinClusterPixels},
      {Layer::kTransitions, kTransitionList, kMinClusterPixels},
  };
  LabState& state = lab.mutable_state();
  const World& world = lab.world();
  const ClusterGrid& clusters = world.hpa().clusters();
  const double pixels = state.camera.zoom * clusters.cluster_size();
  if (world_version_ != lab.world_version() || cluster_size_ != clusters.cluster_size()) {
    tiles_.clear();
    world_version_ = lab.world_version();
    cluster_size_ = clusters.cluster_size();
  }
  bool any = false;
  std::array<bool, kTileLists> shown{};
  for (const TiledLayer& tiled : kLayersOfTiles) {
    LayerState& layer = state.layer(tiled.layer);
    if (!layer.on) continue;
    if (pixels < tiled.min_pixels) {
      if (layer.note.empty()) layer.note = "zoom in to see them: the clusters are too small on the screen";
      continue;
    }
    shown[tiled.list] = true;
    any = true;
  }
  if (!any || visible.empty()) return;
  const bool ready = world.ready();
  const Rect touched = clusters.touched(visible);
  const int tile_columns = (clusters.columns() + kTileClusters - 1) / kTileClusters;
  const Rect tiles{touched.x0 / kTileClusters, touched.y0 / kTileClusters, (touched.x1 - 1) / kTileClusters + 1,
                   (touched.y1 - 1) / kTileClusters + 1};
  const auto key_of = [&](int x, int y) {
    return static_cast<uint64_t>(y) * static_cast<uint64_t>(tile_columns) + static_cast<uint64_t>(x);
  };
  bool missing = false;
  const std::vector<uint64_t>& stamps = lab.cluster_stamps();
  for (int y = tiles.y0; y < tiles.y1; ++y) {
    for (int x = tiles.x0; x < tiles.x1; ++x) {
      const Rect inside =
          Rect{x * kTileClusters, y * kTileClusters, (x + 1) * kTileClusters, (y + 1) * kTileClusters}.clipped(
              {0, 0, clusters.columns(), clusters.rows()});
      uint64_t newest = 0;
      for (int row = inside.y0; row < inside.y1; ++row) {
        const uint64_t* stamp = &stamps[static_cast<size_t>(row) * static_cast<size_t>(clusters.columns()) +
                                        static_cast<size_t>(inside.x0)];
        newest = std::max(newest, *std::max_element(stamp, stamp + inside.width()));
      }
      Tile& tile = tiles_[key_of(x, y)];
      tile.used = frame_;
      if (tile.stamp == newest) continue;
      if (!ready) {
        missing = true;  // what was there before stays on the screen
        continue;
      }
      build_tile(lab, inside, tile);
      tile.stamp = newest;
    }
  }
  if (missing) {
    for (const TiledLayer& tiled : kLayersOfTiles) {
      LayerState& layer = state.layer(tiled.layer);
      if (shown[tiled.list] && layer.note.empty()) layer.note = "the abstraction is being built";
    }
  }
  // A layer lies over the whole screen before the next one begins.
  for (const TiledLayer& tiled : kLayersOfTiles) {
    if (!shown[tiled.list]) continue;
    bool cut = false;
    for (int y = tiles.y0; y < tiles.y1; ++y) {
      for (int x = tiles.x0; x < tiles.x1; ++x) {
        const uint64_t key = key_of(x, y);
        const Tile& tile = tiles_[key];
        const DrawList& list = tile.lists[static_cast<size_t>(tiled.list)];
        if (list.size() == 0) continue;
        if (primitives_ + list.size() > kMaxPrimitives) {
          cut = true;
          continue;
        }
        primitives_ += list.size();
        overlay_.batches.push_back({kParts + key * kTileLists + static_cast<uint64_t>(tiled.list), tile.version,
                                    state.layer(tiled.layer).opacity, &list});
      }
    }
    if (cut) {
      overlay_.truncated = true;
      state.layer(tiled.layer).note = "too much for one screen: parts are left out, zoom in";
    }
  }
  // Tiles far away are forgotten when there are many.
  if (tiles_.size() > 512 && frame_ % 64 == 0) {
    std::erase_if(tiles_, [&](const auto& entry) { return entry.second.used + 256 < frame_; });
  }
}

}  // namespace strata

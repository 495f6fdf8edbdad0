// HAA* on the map: its edges by capability and clearance, with labels.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/base/agent_text.hpp"
#include "app/draw/construction_marks.hpp"
#include "app/draw/overlay.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/features/haa/haa.hpp"
#include "app/features/haa/haa_graph.hpp"
#include "app/features/haa/haa_process.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/strokes.hpp"
#include "core/world/map_haa.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

const DrawListTag kHaaBorderPart{kHaaClusterLayer};

// Numbers of the lists that a tile of the drawing consists of. Edges have one list per quality, in the
// order of HaaQuality.
enum HaaTileListIndex : int { kDominatedList, kInterList, kIntraList = kInterList + kHaaQualities };

CapabilityStyle style_of(const Haa& haa, Capability capability) {
  const auto& all = haa.options().capabilities;
  return capability_style(static_cast<size_t>(std::find(all.begin(), all.end(), capability) - all.begin()));
}

// Returns where a dominated edge is crossed out. The place is near the middle of the edge and away from nodes, so that
// the cross does not seem to belong to a node.
std::pair<float, float> cross_place(const HaaEdgeLine& at, std::span<const HaaNode> nodes) {
  constexpr float kClear = 0.45f;  // minimum distance of the cross from a node, in cells
  // Number of places that are tried along the middle half of the edge, beginning in the middle.
  constexpr int kPlaces = 21;
  std::pair<float, float> best{at.mid_x(), at.mid_y()};
  float most = 0;
  for (int i = 0; i < kPlaces && most < kClear; ++i) {
    const float t = 0.5f + static_cast<float>(i % 2 == 0 ? i / 2 : -(i + 1) / 2) * 0.025f;
    const float x = at.x0 + t * (at.x1 - at.x0), y = at.y0 + t * (at.y1 - at.y0);
    float nearest = kClear;
    for (const HaaNode& node : nodes) nearest = std::min(nearest, std::hypot(middle(node.x) - x, middle(node.y) - y));
    if (nearest <= most) continue;
    most = nearest;
    best = {x, y};
  }
  return best;
}

// Returns the nodes of a cluster. haa.nodes() is sorted by cluster.
std::span<const HaaNode> nodes_of(const Haa& haa, uint32_t cluster) {
  const std::span<const HaaNode> all = haa.nodes();
  const auto begin =
      std::partition_point(all.begin(), all.end(), [&](const HaaNode& n) { return n.cluster < cluster; });
  const auto end = std::partition_point(begin, all.end(), [&](const HaaNode& n) { return n.cluster == cluster; });
  return {begin, end};
}

struct HaaNodeScratch {
  std::vector<HaaNode> nodes;
};

// Collects the nodes of a cluster and of its neighbours, as parallel edges of many sizes extend beyond its border.
void collect_nodes_near(const Haa& haa, uint32_t cluster, std::vector<HaaNode>& nodes) {
  nodes.clear();
  const ClusterGrid& grid = haa.clusters();
  const auto columns = static_cast<uint32_t>(grid.columns());
  const auto add = [&](uint32_t which) {
    const std::span<const HaaNode> own = nodes_of(haa, which);
    nodes.insert(nodes.end(), own.begin(), own.end());
  };
  add(cluster);
  if (grid.has_right(cluster)) add(grid.right(cluster));
  if (grid.has_below(cluster)) add(grid.below(cluster));
  if (cluster % columns > 0) add(cluster - 1);
  if (cluster >= columns) add(cluster - columns);
}

void build_haa_tile(Painter& painter, const Lab& lab, const TiledLayer& tiled, const Rect& clusters, DrawList& out) {
  const Haa& haa = lab.world().get<MapHaa>().haa();
  const GridMap& map = lab.world().map();
  const auto columns = static_cast<uint32_t>(haa.clusters().columns());
  const bool struck = tiled.list == kDominatedList;
  const int wanted = struck ? kDominatedList : tiled.list < kIntraList ? kInterList : kIntraList;
  const auto quality = static_cast<HaaQuality>(struck ? 0 : tiled.list - wanted);
  std::vector<HaaEdge>& edges = painter.memory<std::vector<HaaEdge>>();
  std::vector<HaaNode>& nodes = painter.memory<HaaNodeScratch>().nodes;
  const auto add = [&](bool inter) {
    sort_for_places(edges);
    for (size_t i = 0; i < edges.size(); ++i) {
      const HaaEdge& edge = edges[i];
      // Both clusters of an inter-edge list it; it is drawn only once.
      if (inter && edge.from > edge.to) continue;
      const bool dominated = edge.strongly_dominated || edge.weakly_dominated;
      if (struck ? !dominated : !part_of_graph(edge, quality)) continue;
      const HaaEdgeLine at = place_of_edge(edges, i, map.width());
      const CapabilityStyle style = style_of(haa, edge.capability);
      const auto clearance = static_cast<float>(std::min<int>(edge.clearance, kMaxAgentSize));
      const float width = (inter ? 1.6f : 0.8f) + 0.5f * clearance;
      if (!struck || edge.strongly_dominated) {
        const Rgba color = struck ? faded(style.color, 0.45) : inter ? style.color : with_alpha(style.color, 140);
        add_edge_line(out, at, width, style.dash, color);
      }
      if (struck) {
        const auto [x, y] = cross_place(at, nodes);
        out.markers.push_back(
            {x, y, 2.2f, 0.11f, MarkerShape::kCross, edge.strongly_dominated ? palette::kVermilion : palette::kBlack});
      }
    }
  };
  for (int row = clusters.y0; row < clusters.y1; ++row) {
    const uint32_t first = static_cast<uint32_t>(row) * columns + static_cast<uint32_t>(clusters.x0);
    const uint32_t last = first + static_cast<uint32_t>(clusters.width());
    for (uint32_t cluster = first; cluster < last; ++cluster) {
      if (struck) collect_nodes_near(haa, cluster, nodes);
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
    const auto all = haa.nodes();
    auto node = std::partition_point(all.begin(), all.end(), [&](const HaaNode& n) { return n.cluster < first; });
    for (; node != all.end() && node->cluster < last; ++node) {
      if (quality == HaaQuality::kLow && !node->in_low) continue;
      out.markers.push_back({middle(node->x), middle(node->y), 1.5f, 0.2f,
                             node->in_low ? MarkerShape::kDisc : MarkerShape::kRing, palette::kBlack});
    }
  }
}

Tiling haa_tiling(const Lab& lab, int) {
  return structure_tiling(lab, StructureId::kHaa, 1, OverlayBuilder::kTileClusters / 2);
}

uint64_t haa_geometry(const Lab& lab) {
  return (DrawInputHash() << static_cast<uint64_t>(lab.world().has(StructureId::kHaa))
                          << static_cast<uint64_t>(haa_controller(lab).options().cluster_size))
      .value();
}

void show_borders(Painter& painter, const Lab& lab) {
  LayerState& layer = painter.layer(kHaaClusterLayer);
  if (!layer.on || !painter.shows(1) || !lab.world().has(StructureId::kHaa)) return;
  const int size = haa_controller(lab).options().cluster_size;
  const double pixels = lab.state().camera.zoom * size;
  if (pixels < OverlayBuilder::kMinClusterPixelsBorder) {
    layer.note = "zoom in to see the clusters";
    return;
  }
  const Rect& visible = painter.visible();
  const Rect bounds = lab.world().map().bounds();
  DrawInputHash stamp;
  stamp << visible << static_cast<uint64_t>(size) << bounds << static_cast<uint64_t>(lab.state().camera.zoom * 64);
  if (painter.renew(kHaaBorderPart, stamp.value())) {
    DrawList& out = painter.list(kHaaBorderPart);
    const float width = OverlayBuilder::border_width(pixels, 1.5f);
    const Rgba color = OverlayBuilder::border_color(pixels, palette::kCluster);
    for (int x = visible.x0 / size * size; x < visible.x1 + size; x += size) {
      const auto at = static_cast<float>(std::min(x, bounds.x1));
      out.lines.push_back({at, static_cast<float>(visible.y0), at, static_cast<float>(visible.y1), width, 0, color});
    }
    for (int y = visible.y0 / size * size; y < visible.y1 + size; y += size) {
      const auto at = static_cast<float>(std::min(y, bounds.y1));
      out.lines.push_back({static_cast<float>(visible.x0), at, static_cast<float>(visible.x1), at, width, 0, color});
    }
  }
  painter.show(kHaaBorderPart, layer.opacity);
}

// Draws the abstract level of HAA*.
void show_graph(Painter& painter, const Lab& lab) {
  if (!painter.shows(1)) return;
  if (only_what_is_built(painter, lab, kHaaConstruction, {kHaaIntraLayer, kHaaInterLayer, kHaaDominatedLayer})) return;
  const LabState& state = lab.state();
  static constexpr std::pair<const FeatureLayer*, HaaTileListIndex> kShown[] = {
      {&kHaaIntraLayer, kIntraList}, {&kHaaInterLayer, kInterList}, {&kHaaDominatedLayer, kDominatedList}};
  for (const auto& [id, tile_list] : kShown) {
    LayerState& layer = painter.layer(*id);
    if (!layer.on || !lab.world().has(StructureId::kHaa)) continue;
    const int list =
        tile_list == kDominatedList ? tile_list : tile_list + static_cast<int>(drawn_quality(painter, lab));
    painter.show_tiled(lab, {*id, list, &kHaaTiles, 1, OverlayBuilder::kMinClusterPixelsIntra,
                             tile_list == kInterList ? kNodeInk : kEdgeInk});
    if (id == &kHaaDominatedLayer && !lab.world().get<MapHaa>().haa().options().keep_dominated && layer.note.empty()) {
      layer.note = "HAA* does not keep dominated edges";
    }
    if (id != &kHaaDominatedLayer && state.camera.zoom < OverlayBuilder::kMinCellPixelsAnnotation &&
        layer.note.empty()) {
      layer.note = "zoom in to see terrains and clearances";
    }
  }
}

// Returns a number that changes with the texts at edges; 0: there is no edge, or no room for texts.
uint64_t label_stamp(const Painter& painter, const Lab& lab) {
  const LabState& state = lab.state();
  const World& world = lab.world();
  const bool inter = painter.layer(kHaaInterLayer).on, intra = painter.layer(kHaaIntraLayer).on;
  if ((!inter && !intra) || !painter.shows(1) || state.camera.zoom < OverlayBuilder::kMinCellPixelsAnnotation ||
      !world.has(StructureId::kHaa) || !world.get<MapHaa>().haa().ready()) {
    return 0;
  }
  DrawInputHash stamp;
  stamp << painter.visible() << static_cast<uint64_t>(inter) << static_cast<uint64_t>(intra)
        << lab.state().rules_version << static_cast<uint64_t>(painter.layer(kHaaDominatedLayer).on)
        << (state.inspected && haa_controller(lab).inspected().node ? state.inspected->cell : Cell{-1, -1})
        << static_cast<uint64_t>(state.camera.zoom * 64) << static_cast<uint64_t>(drawn_quality(painter, lab))
        << std::ranges::max(lab.strokes().stamps(StructureId::kHaa)[0].all());
  return stamp.value();
}

// Returns where a text of so many letters may stand: on the line, from its middle on. Where it would hide the whole
// line, it stands beside the line instead.
std::vector<std::pair<float, float>> label_places(const HaaEdgeLine& line, const Camera& camera, size_t letters) {
  constexpr double kLetterWidth = 7, kHeight = 16, kGap = 5;  // pixels
  const double dx = line.x1 - line.x0, dy = line.y1 - line.y0, length = std::hypot(dx, dy);
  const double width = kLetterWidth * static_cast<double>(letters);
  // How much of the line a text over its middle hides.
  const double hidden = std::abs(dx) * kHeight > std::abs(dy) * width ? width * length / std::max(std::abs(dx), 1e-9)
                                                                      : kHeight * length / std::max(std::abs(dy), 1e-9);
  std::vector<std::pair<float, float>> places;
  if (length * camera.zoom >= hidden + 4 * kGap || length == 0) {
    for (const double t : {0.5, 0.38, 0.62, 0.27, 0.73}) {
      places.emplace_back(static_cast<float>(line.x0 + t * dx), static_cast<float>(line.y0 + t * dy));
    }
    return places;
  }
  const double across_x = -dy / length, across_y = dx / length;
  const double away = (std::abs(across_x) * width / 2 + std::abs(across_y) * kHeight / 2 + kGap) / camera.zoom;
  for (const double side : {-1.0, 1.0, -2.0, 2.0}) {
    places.emplace_back(static_cast<float>(line.x0 + dx / 2 + side * away * across_x),
                        static_cast<float>(line.y0 + dy / 2 + side * away * across_y));
  }
  return places;
}

// Adds a label with capability and clearance, such as "GS 2", near the middle of each edge. Labels of intra-edges avoid
// nodes. Edges of the inspected node also get their names, with the edge that dominates them.
void add_labels(Painter& painter, const Lab& lab) {
  const Rect& visible = painter.visible();
  std::vector<HaaEdge>& edges = painter.memory<std::vector<HaaEdge>>();
  const LabState& state = lab.state();
  const Haa& haa = lab.world().get<MapHaa>().haa();
  const GridMap& map = lab.world().map();
  const ClusterGrid& clusters = haa.clusters();
  if (visible.empty()) return;
  const Rect touched = clusters.touched(visible);
  const bool dominated = painter.layer(kHaaDominatedLayer).on;
  const Camera& camera = state.camera;
  painter.free_places(camera);
  // If a node is inspected, only its edges have labels.
  const CellId chosen =
      state.inspected && haa_controller(lab).inspected().node ? map.id(state.inspected->cell) : kNoCell;
  const HaaQuality quality = drawn_quality(painter, lab);
  const auto label = [&](bool inter) {
    sort_for_places(edges);
    for (size_t i = 0; i < edges.size(); ++i) {
      const HaaEdge& edge = edges[i];
      const std::string name = chosen == kNoCell ? std::string() : haa_edge_name(lab, edge);
      if (chosen != kNoCell && name.empty()) continue;
      // Both clusters of an inter-edge list it; its text is written only once.
      if (inter && edge.from > edge.to) continue;
      if (!part_of_graph(edge, quality) && !dominated) continue;
      const HaaEdgeLine place = place_of_edge(edges, i, map.width());
      const std::string kind = fmt::format("{} {}", capability_initials(edge.capability), edge.clearance);
      const std::string text = name.empty() ? kind : fmt::format("{}: {}", name, kind);
      bool in_sight = false, written = false;
      for (const auto& [x, y] : label_places(place, camera, text.size())) {
        if (written || !visible.contains({static_cast<int>(x), static_cast<int>(y)})) continue;
        in_sight = true;
        if (!painter.take_place(camera, x, y, text.size())) continue;
        painter.add_label(x, y, 0, palette::kBlack, with_alpha(palette::kWhite, 225), text);
        written = true;
      }
      if (in_sight && !written) painter.note_crowded();
    }
  };
  const auto each_cluster = [&](const auto& visit) {
    for (int y = touched.y0; y < touched.y1; ++y) {
      for (int x = touched.x0; x < touched.x1; ++x) {
        edges.clear();
        visit(static_cast<uint32_t>(y * clusters.columns() + x));
      }
    }
  };
  if (painter.layer(kHaaInterLayer).on) {
    each_cluster([&](uint32_t cluster) {
      haa.append_inter_edges(cluster, edges);
      label(true);
    });
  }
  if (!painter.layer(kHaaIntraLayer).on) return;
  const auto nodes = haa.nodes();
  each_cluster([&](uint32_t cluster) {
    auto node = std::partition_point(nodes.begin(), nodes.end(), [&](const HaaNode& n) { return n.cluster < cluster; });
    for (; node != nodes.end() && node->cluster == cluster; ++node) {
      (void)painter.take_place(camera, middle(node->x), middle(node->y), 1);
    }
  });
  each_cluster([&](uint32_t cluster) {
    haa.append_intra_edges(cluster, edges);
    label(false);
  });
}

void note_labels(Painter& painter, const Lab&, bool cut, bool crowded) {
  if (!cut && !crowded) return;
  for (const FeatureLayer* id : {&kHaaInterLayer, &kHaaIntraLayer}) {
    LayerState& layer = painter.layer(*id);
    if (!layer.on || !layer.note.empty()) continue;
    layer.note = crowded ? "not every edge has room for its text: zoom in, or inspect a node to see those of its edges"
                         : "too much text for one screen: some is left out, zoom in";
  }
}

}  // namespace

const TileSource kHaaTiles{haa_tiling, build_haa_tile, haa_geometry};
const std::array<PaintStep, 2> kHaaPaint = {{{depth::kBorders - 45, show_borders}, {depth::kGraphs, show_graph}}};
const std::array<LabelStep, 1> kHaaLabels = {{{label_stamp, add_labels, note_labels}}};

}  // namespace strata

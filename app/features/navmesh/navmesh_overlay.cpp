// The navigation mesh on the map: polygons, portals, and the corridor of the stepped search.
#include <algorithm>
#include <functional>

#include "app/draw/overlay_tools.hpp"
#include "app/features/hna/hna.hpp"
#include "app/features/navmesh/navmesh.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

constexpr uint32_t kPolygonAlpha = 62;
constexpr Rgba kPolygonSide = rgba(0x303030, 120);
// All polygons of a level (.obj) have the same tint and thin sides, as the heights of its floors are shown by shading.
constexpr Rgba kLevelPolygon = with_alpha(palette::kSky, 44);
constexpr Rgba kLevelSide = rgba(0x303030, 90);
constexpr float kLevelSideWidth = 0.6f;
constexpr Rgba kCorridor = rgba(0xcc79a7, 120);
constexpr Rgba kCorridorSide = rgba(0x97406f, 220);
// Portals are drawn if a cell has at least this size on the screen, in UI pixels.
constexpr double kMinPortalPixels = 3;
// A portal is drawn as a bar of this length, relative to the length of the portal.
constexpr float kPortalShare = 0.7f;

enum MeshTileListIndex : int { kPolygonList, kSideList, kPortalList };  // indices of tile lists

constexpr MarkWithoutLayer kGapMark{"gap too narrow for the agent", LegendSymbolShape::kRing, palette::kVermilion};
const DrawListTag kCorridorPart{kCorridorLayer}, kGapPart{kGapMark};

// For each block of cells, the polygons that touch it. It is used for a mesh that is not built in tiles. It belongs to
// the mesh with these numbers: `generation` changes when the whole mesh is replaced, `version` with any change of it.
struct PolygonsByBlock {
  uint64_t generation = 0, version = 0;
  std::vector<uint32_t> first;
  std::vector<PolygonId> polygons;
};
struct MeshScratch {
  PolygonsByBlock index;
  std::vector<HalfCellPoint> corners;
  std::vector<uint64_t> beside;
  std::vector<PathEdge> edges;
  std::vector<PolygonId> polygons;
};

const NavMesh& mesh_of(const Lab& lab) { return lab.world().get<MapNavmesh>().mesh(); }

ClusterGrid blocks_of(const Lab& lab) { return {lab.world().map().width(), lab.world().map().height(), kDrawnBlock}; }

Rect blocks_touched(const ClusterGrid& blocks, const NavMesh& mesh, PolygonId polygon) {
  const HalfCellPoint low = mesh.low(polygon), high = mesh.high(polygon);
  const int cell = 2 * mesh.units();
  return blocks.touched({low.x / cell, low.y / cell, (high.x + cell - 1) / cell, (high.y + cell - 1) / cell});
}

void refresh(PolygonsByBlock& index, const Lab& lab) {
  const NavMesh& mesh = mesh_of(lab);
  const uint64_t generation = lab.world().get<MapNavmesh>().changes().generation ^ lab.state().world_version << 32;
  if (index.generation == generation && index.version == mesh.version() && !index.first.empty()) return;
  index.generation = generation;
  index.version = mesh.version();
  const ClusterGrid blocks = blocks_of(lab);
  index.first.assign(blocks.count() + 1, 0);
  const auto for_all = [&](auto&& visit) {
    for (PolygonId polygon = 0; polygon < mesh.polygon_slots(); ++polygon) {
      if (!mesh.has_polygon(polygon)) continue;
      const Rect touched = blocks_touched(blocks, mesh, polygon);
      for (int y = touched.y0; y < touched.y1; ++y) {
        for (int x = touched.x0; x < touched.x1; ++x) visit(static_cast<size_t>(y * blocks.columns() + x), polygon);
      }
    }
  };
  for_all([&](size_t block, PolygonId) { ++index.first[block + 1]; });
  for (size_t i = 1; i < index.first.size(); ++i) index.first[i] += index.first[i - 1];
  index.polygons.resize(index.first.back());
  std::vector<uint32_t> fill(index.first.begin(), index.first.end() - 1);
  for_all([&](size_t block, PolygonId polygon) { index.polygons[fill[block]++] = polygon; });
}

uint64_t key_of(HalfCellPoint centre) {
  return static_cast<uint64_t>(static_cast<uint32_t>(centre.x)) << 32 | static_cast<uint32_t>(centre.y);
}

// Returns the colour of a polygon. It depends only on where the polygon and its neighbours lie, so that an edit
// elsewhere does not change it.
Rgba polygon_color(MeshScratch& scratch, const NavMesh& mesh, PolygonId polygon) {
  scratch.beside.clear();
  for (const MeshSide& side : mesh.sides(polygon)) {
    if (side.portal == kNoPortal) continue;
    scratch.beside.push_back(key_of(mesh.centre16(mesh.portal(side.portal).across(polygon))));
  }
  const int tint = tint_beside(key_of(mesh.centre16(polygon)), scratch.beside, kRoomTints);
  return with_alpha(room_color(tint), kPolygonAlpha);
}

void build_mesh_tile(Painter& painter, const Lab& lab, const TiledLayer& tiled, const Rect& blocks, DrawList& out) {
  auto& scratch = painter.memory<MeshScratch>();
  const NavMesh& mesh = mesh_of(lab);
  const Rect cells = cells_of_blocks(lab, blocks);
  const LevelMesh* level = lab.world().get<MapNavmesh>().level_mesh();
  std::vector<PolygonId>& polygons = scratch.polygons;
  polygons.clear();
  for_polygons_near(painter, lab, cells, [&](PolygonId polygon) { polygons.push_back(polygon); });
  // The polygons are sorted by height, as upper floors are drawn on top of lower ones.
  if (level != nullptr) {
    std::sort(polygons.begin(), polygons.end(), [&](PolygonId a, PolygonId b) {
      return std::pair(level->mean_height(a), a) < std::pair(level->mean_height(b), b);
    });
  }
  for (const PolygonId polygon : polygons) {
    if (tiled.list == kPolygonList) {
      const Rgba color = level != nullptr ? kLevelPolygon : polygon_color(scratch, mesh, polygon);
      if (owns(mesh, cells, mesh.low(polygon))) fill_polygon(mesh, polygon, color, out);
      continue;
    }
    for (const MeshSide& side : mesh.sides(polygon)) {
      if (side.portal == kNoPortal) continue;
      const Portal& portal = mesh.portal(side.portal);
      if (portal.polygons[0] != polygon || !owns(mesh, cells, mesh.portal_middle(side.portal))) continue;
      if (tiled.list == kSideList) {
        add_lattice_line(mesh, portal.a, portal.b, level != nullptr ? kLevelSideWidth : 1, 0,
                         level != nullptr ? kLevelSide : kPolygonSide, out);
        continue;
      }
      const HalfCellPoint middle = mesh.portal_middle(side.portal);
      const auto cell = static_cast<float>(2 * mesh.units());
      const float x = static_cast<float>(middle.x) / cell, y = static_cast<float>(middle.y) / cell;
      const float dx = static_cast<float>(portal.b.x - portal.a.x) / (2 * cell) * kPortalShare;
      const float dy = static_cast<float>(portal.b.y - portal.a.y) / (2 * cell) * kPortalShare;
      out.lines.push_back({x - dx, y - dy, x + dx, y + dy, 1.8f, 0, with_alpha(palette::kPortal, 140)});
      out.markers.push_back({x, y, 1.7f, 0.1f, MarkerShape::kDisc, palette::kPortal});
    }
  }
}

Tiling mesh_tiling(const Lab& lab, int) {
  return navmesh_controller(lab).stamps().tiling(lab.world().ready(StructureId::kNavmesh));
}

uint64_t mesh_geometry(const Lab& lab) {
  const std::optional<NavmeshOptions>& options = lab.world().get<MapNavmesh>().options();
  if (!options) return 0;
  return (DrawInputHash() << static_cast<uint64_t>(options->mesh.tile_size)
                          << static_cast<uint64_t>(options->mesh.source) << static_cast<uint64_t>(options->of_level))
      .value();
}

void show_polygons(Painter& painter, const Lab& lab) {
  LayerState& layer = painter.layer(kPolygonLayer);
  if (!layer.on || !painter.shows(0) || !lab.world().has(StructureId::kNavmesh)) return;
  if (lab.state().camera.zoom < Painter::kMinCellPixelsShade) {
    layer.note = "zoom in to see the polygons";
    return;
  }
  // Groups of polygons have colours of their own; while they are shown, polygons are not coloured.
  const bool grouped = painter.layer(kGroupLayer).on && painter.level() != 0;
  if (!grouped) painter.show_tiled(lab, {kPolygonLayer, kPolygonList, &kNavmeshTiles, 1, 0});
  painter.show_tiled(lab, {kPolygonLayer, kSideList, &kNavmeshTiles, 1, 0, kPolygonInk});
}

void show_portals(Painter& painter, const Lab& lab) {
  LayerState& layer = painter.layer(kPortalLayer);
  if (!layer.on || !painter.shows(0) || !lab.world().has(StructureId::kNavmesh)) return;
  if (lab.state().camera.zoom < kMinPortalPixels * lab.state().ui_scale) {
    layer.note = "zoom in to see the portals";
    return;
  }
  painter.show_tiled(lab, {kPortalLayer, kPortalList, &kNavmeshTiles, 1, 0, kPolygonInk});
}

// Draws the polygons of the corridor up to the cursor: those between its portals.
void build_corridor(Painter& painter, const Lab& lab, DrawList& out) {
  const Playback& playback = painter.search(lab);
  // The recording of a search on another mesh knows nothing of the polygons of this mesh.
  if (playback.empty() || !painter.up_to_date(lab)) return;
  const NavMesh& mesh = mesh_of(lab);
  std::vector<PathEdge>& edges = painter.memory<MeshScratch>().edges;
  playback.path_edges(0, edges);
  const uint32_t start = mesh_start_node(mesh), goal = mesh_goal_node(mesh);
  const MapNavmesh& kept = lab.world().get<MapNavmesh>();
  const PlanQuery query = searched_query(lab.state(), painter.planner(lab));
  const uint32_t first_link = mesh_link_node(mesh, 0, 0);
  const auto is_turn = [&](NodeId node) { return node > goal && node < first_link; };
  for (const PathEdge& edge : edges) {
    // The edges that follow are turns of the path that was pulled taut.
    if (is_turn(edge.from) || is_turn(edge.to)) break;
    // A link as a node of the corridor is entered in one polygon and left in another.
    const auto polygons = [&](NodeId node) -> std::array<PolygonId, 2> {
      if (node >= first_link) {
        const MeshLink& link = mesh.links()[(node - first_link) / 2];
        return {(node == edge.to ? link.from : link.to).polygon, kNoPolygon};
      }
      if (node < start) return mesh.portal(node).polygons;
      if (node != start && query.mesh_goal) return {query.mesh_goal->polygon, kNoPolygon};
      return {kept.end_at(node == start ? query.start : query.goal).polygon, kNoPolygon};
    };
    const auto from = polygons(edge.from), to = polygons(edge.to);
    for (const PolygonId polygon : from) {
      if (polygon == kNoPolygon || (polygon != to[0] && polygon != to[1])) continue;
      fill_polygon(mesh, polygon, kCorridor, out);
    }
    if (edge.to < start) {
      const Portal& portal = mesh.portal(edge.to);
      add_lattice_line(mesh, portal.a, portal.b, 2.2f, 0, kCorridorSide, out);
    }
  }
}

void show_corridor(Painter& painter, const Lab& lab) {
  LayerState& layer = painter.layer(kCorridorLayer);
  if (!layer.on || !painter.shows(0) || !lab.world().ready(StructureId::kNavmesh)) return;
  if (!searches_portals(painter.planner(lab)) || lab.state().process != nullptr) {
    layer.note = "step a search over portals to see its corridor: click its name in the comparison";
    return;
  }
  DrawInputHash stamp;
  stamp << painter.search(lab).version() << lab.state().world_version << lab.query().plan_version()
        << lab.world().get<MapNavmesh>().version();
  if (painter.renew(kCorridorPart, stamp.value())) build_corridor(painter, lab, painter.list(kCorridorPart));
  painter.show(kCorridorPart, layer.opacity);
}

// Draws a line across the gap that is too narrow for the agent, and a ring where the agent does not fit.
void show_gap(Painter& painter, const Lab& lab) {
  const NarrowestGapCache& gap = navmesh_controller(lab).gap();
  const NarrowestGap* found = gap.found();
  if (found == nullptr || found->reason < NarrowestGap::Reason::kAtStart) return;
  DrawInputHash stamp;
  stamp << gap.version() << lab.state().world_version;
  if (painter.renew(kGapPart, stamp.value())) {
    DrawList& out = painter.list(kGapPart);
    const NodePlace middle = place_of_point(found->middle);
    for (const bool ground : {true, false}) {
      const Rgba color = ground ? palette::kBlack : palette::kVermilion;
      const float width = ground ? 5.0f : 3.0f;
      add_line(out, place_of_point(found->line[0]), place_of_point(found->line[1]), width, 0, color);
      out.markers.push_back({middle.x, middle.y, ground ? 12.0f : 10.0f, static_cast<float>(found->width) / 2,
                             MarkerShape::kRing, color});
    }
  }
  painter.show(kGapPart, 1);
}

}  // namespace

const TileSource kNavmeshTiles{mesh_tiling, build_mesh_tile, mesh_geometry};
const std::array<PaintStep, 5> kNavmeshPaint = {{{depth::kAreas + 10, show_polygons},
                                                 {depth::kGraphs - 20, show_portals},
                                                 {depth::kSearch - 20, show_corridor},
                                                 {depth::kSearch - 10, paint_cones},
                                                 {depth::kFlashes, show_gap}}};

// --- Helpers for structures on the mesh ------------------------------------------------------------------------------

void MeshBlockStamps::renew(const World& world) {
  grid_.reset({world.map().width(), world.map().height(), kDrawnBlock}, ++stamp_);
}

void MeshBlockStamps::edited(const World& world, const EditReport& report, StructureId above) {
  ++stamp_;
  for (const StructureId structure : {StructureId::kNavmesh, above}) {
    const RebuiltParts* touched = report.touched(structure);
    if (touched == nullptr) continue;
    for (const RebuiltPart& part : touched->parts) grid_.touch(part.seen, stamp_);
  }
  // The mesh is built in tiles. An edit may have changed every tile around the cells whose moves it has changed; all
  // blocks of these tiles are marked as changed.
  const std::optional<NavmeshOptions>& options = world.get<MapNavmesh>().options();
  if (!options || world.get<MapNavmesh>().level_mesh() != nullptr) return;
  const MeshRadius radius = options->mesh.radius;
  const int reach = radius.is_point() ? 0 : static_cast<int>(std::ceil(radius.cells())) + 1;
  Rect cells = report.dirty.grown(world.rules().agent_size + reach);
  if (const int side = options->mesh.tile_size; side > 0) {
    const auto down = [side](int v) { return (v >= 0 ? v : v - side + 1) / side * side; };
    cells = {down(cells.x0), down(cells.y0), down(cells.x1 + side - 1), down(cells.y1 + side - 1)};
    // The area that an agent covers at the border of a tile reaches into the next tile.
    if (!radius.is_point()) cells = cells.grown(1);
  } else {
    cells = world.map().bounds();
  }
  grid_.touch(cells.grown(1), stamp_);
}

Rect cells_of_blocks(const Lab& lab, const Rect& blocks) {
  return Rect{blocks.x0 * kDrawnBlock, blocks.y0 * kDrawnBlock, blocks.x1 * kDrawnBlock, blocks.y1 * kDrawnBlock}
      .clipped(lab.world().map().bounds());
}

void for_polygons_near(Painter& painter, const Lab& lab, const Rect& cells,
                       const std::function<void(PolygonId)>& visit) {
  const GridMesh* tiles = lab.world().get<MapNavmesh>().tiles();
  const int side = tiles != nullptr ? tiles->options().tile_size : 0;
  const GridMap& map = lab.world().map();
  const Rect near = cells.grown(1).clipped(map.bounds());
  if (side > 0) {
    const ClusterGrid grid(map.width(), map.height(), side);
    const Rect touched = grid.touched(near);
    for (int y = touched.y0; y < touched.y1; ++y) {
      for (int x = touched.x0; x < touched.x1; ++x) {
        for (const PolygonId polygon : tiles->polygons_of(static_cast<uint32_t>(y * grid.columns() + x)))
          visit(polygon);
      }
    }
    return;
  }
  PolygonsByBlock& index = painter.memory<MeshScratch>().index;
  refresh(index, lab);
  const ClusterGrid blocks = blocks_of(lab);
  const Rect touched = blocks.touched(near);
  for (int y = touched.y0; y < touched.y1; ++y) {
    for (int x = touched.x0; x < touched.x1; ++x) {
      const auto block = static_cast<size_t>(y * blocks.columns() + x);
      for (uint32_t i = index.first[block]; i < index.first[block + 1]; ++i) {
        const PolygonId polygon = index.polygons[i];
        // A polygon that touches several blocks is visited only in the first one.
        const Rect own = blocks_touched(blocks, mesh_of(lab), polygon);
        if (std::max(own.x0, touched.x0) == x && std::max(own.y0, touched.y0) == y) visit(polygon);
      }
    }
  }
}

void fill_polygon(const NavMesh& mesh, PolygonId polygon, Rgba color, DrawList& out) {
  const std::span<const MeshSide> ring = mesh.sides(polygon);
  const auto cell = static_cast<float>(2 * mesh.units());
  // Divides the polygon into facets with four corners that meet in its first corner. Corners on one line do no harm.
  for (size_t i = 1; i + 1 < ring.size(); i += 2) {
    DrawFacet facet;
    facet.color = color;
    const size_t last = std::min(i + 2, ring.size() - 1);
    const size_t corners[4] = {0, i, i + 1, last};
    for (size_t k = 0; k < 4; ++k) {
      facet.x[k] = static_cast<float>(ring[corners[k]].from.x) / cell;
      facet.y[k] = static_cast<float>(ring[corners[k]].from.y) / cell;
    }
    out.facets.push_back(facet);
  }
}

void add_lattice_line(const NavMesh& mesh, HalfCellPoint a, HalfCellPoint b, float width, float dash, Rgba color,
                      DrawList& out) {
  const auto cell = static_cast<float>(2 * mesh.units());
  out.lines.push_back({static_cast<float>(a.x) / cell, static_cast<float>(a.y) / cell, static_cast<float>(b.x) / cell,
                       static_cast<float>(b.y) / cell, width, dash, color});
}

void add_lattice_marker(const NavMesh& mesh, HalfCellPoint at, float radius, float share, MarkerShape shape, Rgba color,
                        DrawList& out) {
  const auto cell = static_cast<float>(2 * mesh.units());
  out.markers.push_back(
      {static_cast<float>(at.x) / cell, static_cast<float>(at.y) / cell, radius, share, shape, color});
}

int tint_beside(uint64_t key, std::span<const uint64_t> beside, int tints) {
  const auto mixed = [](uint64_t value) {
    value = (value ^ value >> 31) * 0x9e3779b97f4a7c15ull;
    value = (value ^ value >> 29) * 0xbf58476d1ce4e5b9ull;
    return value ^ value >> 32;
  };
  const auto first_choice = [&](uint64_t value) {
    return static_cast<int>(mixed(value) % static_cast<uint64_t>(tints));
  };
  const int own = first_choice(key);
  uint32_t taken = 0;
  bool gives_way = false;
  for (const uint64_t other : beside) {
    const int tint = first_choice(other);
    taken |= 1u << tint;
    gives_way |= tint == own && mixed(other) > mixed(key);
  }
  if (!gives_way) return own;
  for (int i = 1; i < tints; ++i) {
    const int tint = (own + i) % tints;
    if ((taken >> tint & 1) == 0) return tint;
  }
  return own;
}

}  // namespace strata

// HNA* on the map: groups with borders, inter-edges, intra-edges, and the stored paths of the inspected polygon.
#include <fmt/format.h>

#include <algorithm>

#include "app/draw/construction_marks.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/features/hna/hna.hpp"
#include "app/features/hna/hna_process.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/session.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

constexpr uint32_t kGroupAlpha = 110;
// Inter-edges of a level are drawn if a cell has at least this size on the screen, in pixels, times the level.
constexpr double kMinExitPixels = 1.2;
constexpr double kMinInsidePixels = 2.5;
constexpr uint8_t kNoTint = 255;
constexpr Rgba kCrossed = rgba(0xcc79a7, 110);
constexpr Rgba kCrossedSide = rgba(0x97406f, 220);

// Numbers of the lists that a tile of the drawing consists of. Lists with "together" in their name show all levels,
// with each portal in the style of its highest level.
enum HnaTileListIndex : int { kGroupList, kBorderList, kBordersTogether, kExitList, kExitsTogether, kInsideList };

const DrawListTag kReachPart{kReachLayer};
const DrawListTag kCrossedPart{kCorridorLayer};

struct GroupTints {
  uint64_t version = 0;
  // Tint of each group; index: level - 1, then group. kNoTint: no tint is chosen yet.
  std::array<std::vector<uint8_t>, kMaxHnaLevels> tints;
  std::vector<uint64_t> beside;
};

const NavMesh& mesh_of(const Lab& lab) { return lab.world().get<MapNavmesh>().mesh(); }
const Hna& hna_of(const Lab& lab) { return lab.world().get<MapHna>().hna(); }

Rgba group_color(GroupTints& memory, const Hna& hna, const NavMesh& mesh, int level, uint32_t number) {
  std::vector<uint8_t>& tints = memory.tints[static_cast<size_t>(level) - 1];
  if (tints.size() <= number) tints.resize(number + 1, kNoTint);
  if (tints[number] == kNoTint) {
    const HnaLevel& own = hna.level(level);
    const auto key = [&](uint32_t group) { return static_cast<uint64_t>(level) << 32 | group; };
    memory.beside.clear();
    const HnaGroup& group = own.group(number);
    for (uint32_t inter_edge = 0; inter_edge < group.inter_edges; ++inter_edge) {
      for (const PolygonId polygon : mesh.portal(group.portals[inter_edge]).polygons) {
        if (own.group_of(polygon) != number) memory.beside.push_back(key(own.group_of(polygon)));
      }
    }
    tints[number] = static_cast<uint8_t>(tint_beside(key(number), memory.beside, kRoomTints));
  }
  return with_alpha(room_color(tints[number]), kGroupAlpha);
}

// Returns the highest level on which the portal separates two groups; 0: it does on no level.
int inter_edge_level(const Hna& hna, const Portal& portal) {
  int level = hna.levels();
  while (level > 0 && !hna.level(level).is_inter_edge(portal)) --level;
  return level;
}

void add_inter_edge(const NavMesh& mesh, PortalId portal, const LevelStyle& style, DrawList& out) {
  const HalfCellPoint at = mesh.portal_middle(portal);
  add_lattice_marker(mesh, at, style.radius + 2, style.share, style.marker, with_alpha(palette::kWhite, 220), out);
  add_lattice_marker(mesh, at, style.radius + 1, style.share * 0.8f, style.marker, style.color, out);
}

void add_intra_edges(const NavMesh& mesh, const HnaGroup& group, const LevelStyle& style, DrawList& out) {
  for (uint32_t from = 0; from < group.inter_edges; ++from) {
    for (uint32_t to = from + 1; to < group.inter_edges; ++to) {
      if (group.cost(from, to) == kInfinite) continue;
      add_lattice_line(mesh, mesh.portal_middle(group.portals[from]), mesh.portal_middle(group.portals[to]),
                       style.intra, style.dash, with_alpha(style.color, 150), out);
    }
  }
}

void build_hna_tile(Painter& painter, const Lab& lab, const TiledLayer& tiled, const Rect& blocks, DrawList& out) {
  const Hna& hna = hna_of(lab);
  const NavMesh& mesh = mesh_of(lab);
  const int level = std::min(tiled.level, hna.levels());
  const HnaLevel& own = hna.level(level);
  auto& memory = painter.memory<GroupTints>();
  if (const uint64_t version = lab.world().state(StructureId::kHna).version; memory.version != version) {
    memory.version = version;
    for (std::vector<uint8_t>& tints : memory.tints) tints.clear();
  }
  const Rect cells = cells_of_blocks(lab, blocks);
  for_polygons_near(painter, lab, cells, [&](PolygonId polygon) {
    if (tiled.list == kGroupList || tiled.list == kInsideList) {
      if (!owns(mesh, cells, mesh.low(polygon))) return;
      const uint32_t number = own.group_of(polygon);
      if (tiled.list == kGroupList) {
        fill_polygon(mesh, polygon, group_color(memory, hna, mesh, level, number), out);
      } else if (own.group(number).polygons.front() == polygon) {
        add_intra_edges(mesh, own.group(number), level_style(level), out);
      }
      return;
    }
    const bool together = tiled.list == kBordersTogether || tiled.list == kExitsTogether;
    for (const MeshSide& side : mesh.sides(polygon)) {
      if (side.portal == kNoPortal) continue;
      const Portal& portal = mesh.portal(side.portal);
      if (portal.polygons[0] != polygon || !owns(mesh, cells, mesh.portal_middle(side.portal))) continue;
      const int high = together ? inter_edge_level(hna, portal) : own.is_inter_edge(portal) ? level : 0;
      if (high == 0) continue;
      const LevelStyle style = level_style(high);
      if (tiled.list == kExitList || tiled.list == kExitsTogether) {
        add_inter_edge(mesh, side.portal, style, out);
      } else {
        add_lattice_line(mesh, portal.a, portal.b, style.border + 0.5f, 0, with_alpha(style.color, 200), out);
      }
    }
  });
}

Tiling hna_tiling(const Lab& lab, int) {
  return hna_controller(lab).stamps().tiling(lab.world().ready(StructureId::kHna));
}

uint64_t hna_geometry(const Lab& lab) {
  const std::optional<MapHnaOptions>& options = lab.world().get<MapHna>().options();
  if (!options) return 0;
  return (DrawInputHash() << static_cast<uint64_t>(options->levels) << static_cast<uint64_t>(options->group_size))
      .value();
}

// Returns the level whose groups the view draws; it is level 1 in views of all levels. 0: HNA* does not have the level.
int shown_level(const Painter& painter, const Lab& lab) {
  const std::optional<MapHnaOptions>& options = lab.world().get<MapHna>().options();
  const int level = painter.level() == kAllLevels ? 1 : painter.level();
  return options && level <= options->levels ? level : 0;
}

void show_groups(Painter& painter, const Lab& lab) {
  LayerState& layer = painter.layer(kGroupLayer);
  const int level = shown_level(painter, lab);
  if (!layer.on || level == 0) return;
  if (lab.state().camera.zoom < Painter::kMinCellPixelsShade) {
    layer.note = "zoom in to see the groups";
    return;
  }
  painter.show_tiled(lab, {kGroupLayer, kGroupList, &kHnaTiles, level, 0});
}

void show_hna_graph(Painter& painter, const Lab& lab) {
  const int level = shown_level(painter, lab);
  if (level == 0 || only_what_is_built(painter, lab, kHnaConstruction, {kExitLayer, kInsideLayer})) return;
  const LabState& state = lab.state();
  const bool together = painter.level() == kAllLevels;
  const double zoom = state.camera.zoom;
  if (painter.layer(kGroupLayer).on && zoom >= Painter::kMinCellPixelsShade) {
    painter.show_tiled(lab,
                       {kGroupLayer, together ? kBordersTogether : kBorderList, &kHnaTiles, level, 0, kPolygonInk});
  }
  if (LayerState& layer = painter.layer(kInsideLayer); layer.on) {
    if (zoom * level < kMinInsidePixels) {
      layer.note = "zoom in to see the intra-edges";
    } else {
      painter.show_tiled(lab, {kInsideLayer, kInsideList, &kHnaTiles, level, 0, kEdgeInk});
    }
  }
  if (LayerState& layer = painter.layer(kExitLayer); layer.on) {
    if (zoom * level < kMinExitPixels) {
      layer.note = "zoom in to see the inter-edges";
    } else {
      painter.show_tiled(lab, {kExitLayer, together ? kExitsTogether : kExitList, &kHnaTiles, level, 0, kNodeInk});
    }
  }
}

// --- Stored paths of the inspected polygon -------------------------------------------------------------------------

// The inspected polygon, and the level of the table whose paths are drawn. In views of all levels it is the highest
// level on which the group of the polygon has inter-edges. Level 0: there is no table to draw.
struct InspectedPathTable {
  PolygonId polygon = kNoPolygon;
  int level = 0;
};
InspectedPathTable reach_of(const Painter& painter, const Lab& lab) {
  const World& world = lab.world();
  const LabState& state = lab.state();
  if (!painter.layer(kReachLayer).on || !state.inspected || !world.ready(StructureId::kHna)) return {};
  const int levels = hna_of(lab).levels();
  int level = painter.level() == kAllLevels ? levels : painter.level();
  if (level < 1 || level > levels) return {};
  const PolygonId polygon = world.get<MapNavmesh>().end_at(state.inspected->cell).polygon;
  if (polygon == kNoPolygon) return {};
  const auto inter_edges = [&](int of) {
    const HnaLevel& own = hna_of(lab).level(of);
    return own.group(own.group_of(polygon)).inter_edges;
  };
  while (painter.level() == kAllLevels && level > 1 && inter_edges(level) == 0) --level;
  return {polygon, level};
}

uint64_t reach_stamp(const Lab& lab, const InspectedPathTable& reach) {
  return (DrawInputHash() << reach.polygon << static_cast<uint64_t>(reach.level) << lab.state().world_version
                          << lab.world().get<MapNavmesh>().version() << lab.world().state(StructureId::kHna).version)
      .value();
}

// Calls visit(inter_edge, cost, side) for each inter-edge that the table has a path to from the polygon.
template <class Visit>
void for_reachable_inter_edges(const Lab& lab, const InspectedPathTable& reach, Visit&& visit) {
  const HnaLevel& level = hna_of(lab).level(reach.level);
  const HnaGroup& group = level.group(level.group_of(reach.polygon));
  const size_t row = size_t{level.place_of(reach.polygon)} * group.inter_edges;
  for (uint32_t inter_edge = 0; inter_edge < group.inter_edges; ++inter_edge) {
    if (group.centre_costs[row + inter_edge] != kInfinite) {
      visit(inter_edge, group.centre_costs[row + inter_edge], group.centre_sides[row + inter_edge]);
    }
  }
}

void build_reach(const Lab& lab, const InspectedPathTable& reach, DrawList& out) {
  const NavMesh& mesh = mesh_of(lab);
  const HnaLevel& level = hna_of(lab).level(reach.level);
  const uint32_t number = level.group_of(reach.polygon);
  const HnaGroup& group = level.group(number);
  const LevelStyle style = level_style(reach.level);
  const HalfCellPoint centre = mesh.centre16(reach.polygon);
  const auto cell = static_cast<float>(2 * mesh.units());
  const float x = static_cast<float>(centre.x) / (8 * cell), y = static_cast<float>(centre.y) / (8 * cell);
  const auto place_in = [&](PortalId id) {
    return level.place_of(id, level.group_of(mesh.portal(id).polygons[0]) == number ? 0 : 1);
  };
  fill_polygon(mesh, reach.polygon, with_alpha(style.color, 70), out);
  for_reachable_inter_edges(lab, reach, [&](uint32_t inter_edge, Cost, uint8_t side) {
    // Follows the stored steps of the path up to the inter-edge.
    PortalId from = mesh.sides(reach.polygon)[side].portal;
    const HalfCellPoint first = mesh.portal_middle(from);
    out.lines.push_back(
        {x, y, static_cast<float>(first.x) / cell, static_cast<float>(first.y) / cell, 2.2f, 0, style.color});
    for (size_t left = group.portals.size(); from != group.portals[inter_edge] && left > 0; --left) {
      const HnaFirstStep hop = group.hop(place_in(from), inter_edge);
      const PortalId next = mesh.sides(mesh.portal(from).polygons[hop.which()])[hop.side()].portal;
      add_lattice_line(mesh, mesh.portal_middle(from), mesh.portal_middle(next), 2.2f, 0, style.color, out);
      from = next;
    }
    add_inter_edge(mesh, group.portals[inter_edge], style, out);
  });
  out.markers.push_back({x, y, 4, 0.2f, MarkerShape::kDisc, palette::kWhite});
  out.markers.push_back({x, y, 3, 0.15f, MarkerShape::kDisc, style.color});
}

void show_reach(Painter& painter, const Lab& lab) {
  const InspectedPathTable reach = reach_of(painter, lab);
  if (reach.level == 0) return;
  if (painter.renew(kReachPart, reach_stamp(lab, reach))) build_reach(lab, reach, painter.list(kReachPart));
  painter.show(kReachPart, painter.layer(kReachLayer).opacity);
}

// --- Groups on the path of the stepped search, in a view of one level ----------------------------------------------

struct CrossedGroupScratch {
  std::vector<PathEdge> edges;
  std::vector<uint32_t> groups;
};

// Returns the polygons on both sides of a portal. If the node is the start or goal, returns the polygon
// that contains it; of a link, the polygon where an edge of the path enters it (`entered`), or leaves it.
std::array<PolygonId, 2> polygons_beside(const Lab& lab, const PlanQuery& query, NodeId node, bool entered) {
  const NavMesh& mesh = mesh_of(lab);
  if (node >= mesh_link_node(mesh, 0, 0)) {
    const MeshLink& link = mesh.links()[(node - mesh_link_node(mesh, 0, 0)) / 2];
    return {(entered ? link.from : link.to).polygon, kNoPolygon};
  }
  if (node < mesh_start_node(mesh)) return mesh.portal(node).polygons;
  const bool is_goal = node != mesh_start_node(mesh);
  if (is_goal && query.mesh_goal) return {query.mesh_goal->polygon, kNoPolygon};
  return {lab.world().get<MapNavmesh>().end_at(is_goal ? query.goal : query.start).polygon, kNoPolygon};
}

// Returns a polygon of the group that a path edge of the level crosses. If both ends of the edge lie between the same
// two groups, the edge crosses the group in which the path between them is cheaper.
PolygonId polygon_between(const Lab& lab, const PlanQuery& query, const HnaLevel& level, const PathEdge& edge) {
  const auto cost_in = [&](uint32_t number) {
    const HnaGroup& group = level.group(number);
    uint32_t places[2];
    size_t found = 0;
    for (const NodeId node : {edge.from, edge.to}) {
      const auto inter_edges = std::span(group.portals).first(group.inter_edges);
      const auto at = std::find(inter_edges.begin(), inter_edges.end(), node);
      if (at != inter_edges.end()) places[found++] = static_cast<uint32_t>(at - inter_edges.begin());
    }
    // An edge that connects the start or goal lies in one group only, so that no costs need to be compared.
    return found == 2 ? group.cost(places[0], places[1]) : 0;
  };
  PolygonId best = kNoPolygon;
  Cost least = kInfinite;
  for (const PolygonId polygon : polygons_beside(lab, query, edge.from, false)) {
    if (polygon == kNoPolygon) continue;
    for (const PolygonId other : polygons_beside(lab, query, edge.to, true)) {
      if (other == kNoPolygon || level.group_of(polygon) != level.group_of(other)) continue;
      const Cost cost = cost_in(level.group_of(polygon));
      if (best != kNoPolygon && cost >= least) continue;
      least = cost;
      best = polygon;
    }
  }
  return best;
}

// Draws the groups that the known path at the cursor crosses, and the inter-edges of level `shown` on it. If the path
// is known on the searched level, and `shown` is not below that level, the groups follow from its abstract edges;
// otherwise from the corridor of polygons.
void build_crossed_groups(Painter& painter, const Lab& lab, int shown, DrawList& out) {
  const Playback& playback = painter.search(lab);
  // The recording of a search on another mesh knows nothing of the groups of this mesh.
  if (playback.empty() || !painter.up_to_date(lab)) return;
  const NavMesh& mesh = mesh_of(lab);
  const Hna& hna = hna_of(lab);
  const HnaLevel& level = hna.level(shown);
  CrossedGroupScratch& scratch = painter.memory<CrossedGroupScratch>();
  std::vector<PathEdge>& edges = scratch.edges;
  std::vector<uint32_t>& groups = scratch.groups;
  groups.clear();
  const int searched = std::min(playback.outline().top_level, hna.levels());
  edges.clear();
  if (searched >= 1 && shown >= searched) playback.path_edges(searched, edges);
  // The level that the path edges belong to; 0: they come from the corridor.
  const int told_by = edges.empty() ? 0 : searched;
  const PlanQuery query = searched_query(lab.state(), painter.planner(lab));
  if (told_by > 0) {
    for (const PathEdge& edge : edges) {
      const PolygonId polygon = polygon_between(lab, query, hna.level(searched), edge);
      if (polygon != kNoPolygon) groups.push_back(level.group_of(polygon));
    }
  } else {
    playback.path_edges(0, edges);
    for (const PathEdge& edge : edges) {
      const auto to = polygons_beside(lab, query, edge.to, true);
      for (const PolygonId polygon : polygons_beside(lab, query, edge.from, false)) {
        if (polygon == kNoPolygon || (polygon != to[0] && polygon != to[1])) continue;
        groups.push_back(level.group_of(polygon));
      }
    }
  }
  if (edges.empty()) return;
  // The path on the searched level is not drawn here: other code draws it for all planners.
  if (shown != told_by) {
    const LevelStyle style = level_style(shown);
    NodePlace last = playback.place(told_by, edges.front().from);
    const auto go_to = [&](const NodePlace& next) {
      add_line(out, last, next, style.inter + 3, 0, with_alpha(palette::kWhite, 190));
      add_line(out, last, next, style.inter + 1, style.dash, style.color);
      last = next;
    };
    for (const PathEdge& edge : edges) {
      const NodePlace next = playback.place(told_by, edge.to);
      if (edge.to >= mesh_start_node(mesh)) {
        go_to(next);
      } else if (level.is_inter_edge(mesh.portal(edge.to))) {
        go_to(next);
        add_inter_edge(mesh, edge.to, style, out);
      }
    }
  }
  std::sort(groups.begin(), groups.end());
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  const auto is_crossed = [&](PolygonId polygon) {
    return std::binary_search(groups.begin(), groups.end(), level.group_of(polygon));
  };
  for (const uint32_t number : groups) {
    for (const PolygonId polygon : level.group(number).polygons) {
      fill_polygon(mesh, polygon, kCrossed, out);
      const std::span<const MeshSide> sides = mesh.sides(polygon);
      for (size_t i = 0; i < sides.size(); ++i) {
        const PortalId portal = sides[i].portal;
        if (portal != kNoPortal && is_crossed(mesh.portal(portal).across(polygon))) continue;
        add_lattice_line(mesh, sides[i].from, mesh.side_end(polygon, static_cast<int>(i)), 2, 0, kCrossedSide, out);
      }
    }
  }
}

void show_crossed_groups(Painter& painter, const Lab& lab) {
  const LayerState& layer = painter.layer(kCorridorLayer);
  const int level = painter.level();
  if (!layer.on || painter.shows(0) || !lab.world().ready(StructureId::kHna) || level > hna_of(lab).levels()) return;
  if (painter.planner(lab).needs != StructureId::kHna || lab.state().process != nullptr) return;
  DrawInputHash stamp;
  stamp << painter.search(lab).version() << lab.state().world_version << lab.query().plan_version()
        << lab.world().get<MapNavmesh>().version() << lab.world().state(StructureId::kHna).version;
  if (painter.renew(kCrossedPart, stamp.value())) {
    build_crossed_groups(painter, lab, level, painter.list(kCrossedPart));
  }
  painter.show(kCrossedPart, layer.opacity);
}

uint64_t label_stamp(const Painter& painter, const Lab& lab) {
  const InspectedPathTable reach = reach_of(painter, lab);
  if (reach.level == 0) return 0;
  return (DrawInputHash() << reach_stamp(lab, reach) << painter.visible()).value();
}

void add_labels(Painter& painter, const Lab& lab) {
  const InspectedPathTable reach = reach_of(painter, lab);
  const NavMesh& mesh = mesh_of(lab);
  const HnaLevel& level = hna_of(lab).level(reach.level);
  const HnaGroup& group = level.group(level.group_of(reach.polygon));
  const Camera& camera = lab.state().camera;
  painter.free_places(camera);
  for_reachable_inter_edges(lab, reach, [&](uint32_t inter_edge, Cost cost, uint8_t) {
    const HalfCellPoint at = mesh.portal_middle(group.portals[inter_edge]);
    const auto cell = static_cast<float>(2 * mesh.units());
    const float x = static_cast<float>(at.x) / cell,
                y = static_cast<float>(at.y) / cell - static_cast<float>(14 / camera.zoom);
    if (!painter.visible().contains(mesh.cell_of(at))) return;
    const std::string text = fmt::format("{:.1f}", cost / (2.0 * kCostOfHalfCell * mesh.units()));
    if (!painter.take_place(camera, x, y, text.size() + 1)) return painter.note_crowded();
    painter.add_label(x, y, 0, palette::kBlack, with_alpha(palette::kWhite, 225), text);
  });
}

void note_labels(Painter& painter, const Lab&, bool, bool crowded) {
  LayerState& layer = painter.layer(kReachLayer);
  if (crowded && layer.on && layer.note.empty()) layer.note = "zoom in to see all costs";
}

}  // namespace

const TileSource kHnaTiles{hna_tiling, build_hna_tile, hna_geometry};
const std::array<PaintStep, 4> kHnaPaint = {{{depth::kAreas + 12, show_groups},
                                             {depth::kGraphs - 10, show_hna_graph},
                                             {depth::kNearEdges + 10, show_reach},
                                             {depth::kSearch - 20, show_crossed_groups}}};
const std::array<LabelStep, 1> kHnaLabels = {{{label_stamp, add_labels, note_labels}}};

void paint_hna_links(const Lab& lab, const PlannerRow& row, int level, DrawList& out) {
  if (row.planner->needs != StructureId::kHna) return;
  const World& world = lab.world();
  const PlanQuery query = searched_query(lab.state(), *row.planner);
  const auto place = [&](NodeId node) { return row.planner->place(world, query, level, node); };
  const NavMesh& mesh = world.get<MapNavmesh>().mesh();
  const auto link = [&](HalfCellPoint end, NodeId node) {
    add_line(out, place_of_point(end, mesh.units()), place(node), 1.5f, 3,
             planner_style(lab.state(), row.planner->name).color);
  };
  link(mesh.from_half_cells(middle_of(query.start)), row.result.abstract_path.front());
  link(query.mesh_goal ? query.mesh_goal->at : mesh.from_half_cells(middle_of(query.goal)),
       row.result.abstract_path.back());
}

}  // namespace strata

// Why the recording names no node in a cell.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "app/base/agent_text.hpp"
#include "app/lab/explain.hpp"
#include "app/playback/event_words.hpp"
#include "core/ch/drawn_graph.hpp"
#include "core/world/hierarchy_view.hpp"
#include "core/world/map_haa.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_navmesh.hpp"
#include "core/world/map_rooms.hpp"
#include "core/world/map_sectors.hpp"

namespace strata {

namespace {

constexpr uint32_t kAreaCells = 1u << 18;  // of the largest map whose areas are looked up at once

std::string cell_text(Cell cell) { return fmt::format("({},{})", cell.x, cell.y); }

std::string rect_text(const Rect& rect) {
  return fmt::format("({},{})-({},{})", rect.x0, rect.y0, rect.x1 - 1, rect.y1 - 1);
}

// The straight and diagonal way of a jump: diagonally first, then straight.
bool jump_passes(Cell from, Cell to, Cell cell) {
  const int dx = to.x - from.x, dy = to.y - from.y;
  const int step_x = (dx > 0) - (dx < 0), step_y = (dy > 0) - (dy < 0);
  const int slanted = std::min(std::abs(dx), std::abs(dy)), steps = std::max(std::abs(dx), std::abs(dy));
  for (int i = 1; i < steps; ++i) {
    const int across = std::abs(dx) > std::abs(dy) ? i : std::min(i, slanted);
    const int down = std::abs(dy) > std::abs(dx) ? i : std::min(i, slanted);
    if (cell.x == from.x + across * step_x && cell.y == from.y + down * step_y) return true;
  }
  return false;
}

}  // namespace

bool CellWhys::know_areas(const World& world) {
  const MoveGrid& grid = world.moves();
  if (grid.cell_count() > kAreaCells) return false;
  if (areas_of_ == grid.built_for() && areas_rules_ == grid.rules() && area_.size() == grid.cell_count()) return true;
  areas_of_ = grid.built_for();
  areas_rules_ = grid.rules();
  area_.assign(grid.cell_count(), 0);
  area_size_.assign(1, 0);
  std::vector<CellId> reached;
  for (CellId seed = 0; seed < grid.cell_count(); ++seed) {
    if (!grid.passable(seed) || area_[seed] != 0) continue;
    const auto number = static_cast<uint32_t>(area_size_.size());
    reached.assign(1, seed);
    area_[seed] = number;
    for (size_t i = 0; i < reached.size(); ++i) {
      for (uint32_t moves = grid.moves(reached[i]); moves != 0; moves &= moves - 1) {
        const CellId next = grid.neighbour(reached[i], std::countr_zero(moves));
        if (area_[next] != 0) continue;
        area_[next] = number;
        reached.push_back(next);
      }
    }
    area_size_.push_back(static_cast<uint32_t>(reached.size()));
  }
  return true;
}

std::string CellWhys::unnamed(const StudiedSearch& search, Cell cell) {
  const World& world = search.world;
  const MoveGrid& grid = world.moves();
  const CellId id = world.map().id(cell);
  if (search.process) return "It is no node of the graph that is contracted.";
  if (search.playback.outline().truncated) {
    return fmt::format("The first {} events do not name it; the recording was cut off there.", search.playback.size());
  }
  if (!search.up_to_date) return "The recording, which is of another moment, does not name it.";
  if (plans_own_graph(world, search.planner)) {
    if (!world.drawn_graph().node_at(cell))
      return "It is no node of the graph that was drawn, over which the search goes.";
    return in_hierarchy(search, cell);
  }
  if (!grid.passable(id)) {
    const std::string fit = fit_text(world.map(), world.rules().capability, world.rules().agent_size, cell);
    return fit.empty() ? "The agent cannot stand here, so no search comes here."
                       : fmt::format("The agent cannot stand here: {}.", fit);
  }
  if (grid.contains(search.query.start) && know_areas(world) && area_[id] != area_[grid.id(search.query.start)]) {
    return fmt::format("No way leads here from the start: it lies in an area of its own, of {} cell{}.",
                       area_size_[area_[id]], area_size_[area_[id]] == 1 ? "" : "s");
  }
  switch (search_kind(search.code)) {
    case SearchKind::kJumps:
      return as_jump(search, cell);
    case SearchKind::kRooms:
      return in_rooms(search, cell);
    case SearchKind::kHpa: {
      const Hpa& hpa = world.get<MapHpa>().hpa();
      if (!hpa.ready()) break;
      return among_clusters(search, cell, hpa.level_of(id), abstract_level(world, search.planner));
    }
    case SearchKind::kTables: {
      const Hpa& hpa = world.get<MapHpa>().hpa();
      if (!hpa.ready()) break;
      if (hpa.level_of(id) == 0) return "It is no transition: labels are looked up for those alone.";
      return "It is a transition, but of another cluster than those of the start and the goal: only theirs are "
             "looked at.";
    }
    case SearchKind::kHaa: {
      const Haa& haa = world.get<MapHaa>().haa();
      if (!haa.ready()) break;
      return among_clusters(search, cell, haa.node_at(id) >= 0 ? 1 : 0, 1);
    }
    case SearchKind::kSectors:
      return among_regions(search, cell);
    case SearchKind::kCh:
    case SearchKind::kCch:
    case SearchKind::kLabels:
      return in_hierarchy(search, cell);
    case SearchKind::kMesh:
    case SearchKind::kPolyanya:
    case SearchKind::kHna:
    case SearchKind::kDetour:
      return on_mesh(search, cell);
    default:
      return as_cell(search, cell);
  }
  return "The structure that was searched is being built anew, so nothing more is known of it.";
}

// Where every cell is a node.
std::string CellWhys::as_cell(const StudiedSearch& search, Cell cell) {
  const MoveGrid& grid = search.world.moves();
  const CellId id = grid.id(cell);
  const EventWords words(search.playback, search.unit);
  // Which of the cells beside it were opened?
  for (uint32_t moves = grid.moves(id); moves != 0; moves &= moves - 1) {
    const CellId beside = grid.neighbour(id, std::countr_zero(moves));
    for (const bool backward : {false, true}) {
      const NodeKey key{0, backward, beside};
      if (!nodes_.nodes().has(key)) continue;
      std::vector<size_t> events;
      nodes_.nodes().events_of(search.playback, key, events);
      const SearchEvent& last = *search.playback.event(events.back());
      if (last.type != EventType::kExpand || beside == search.playback.outline().goal) continue;
      return fmt::format("Not reached: {} beside it was opened by event {}, but a way over that could not be better.",
                         cell_text(grid.cell(beside)), events.back() + 1);
    }
  }
  const SearchKind kind = search_kind(search.code);
  const bool by_bound = kind == SearchKind::kAStar || kind == SearchKind::kDijkstra || kind == SearchKind::kLandmarks;
  if (by_bound && !ended_.empty()) {
    const Query& query = search.query;
    const Cost there = grid.bound()(cell.x - query.start.x, cell.y - query.start.y);
    const Cost rest = kind == SearchKind::kDijkstra ? 0 : grid.bound()(query.goal.x - cell.x, query.goal.y - cell.y);
    const TraceNodes& nodes = nodes_.nodes();
    std::vector<size_t> events;
    nodes.events_of(search.playback, {0, false, search.playback.outline().goal}, events);
    if (!events.empty()) {
      const SearchEvent& goal = *search.playback.event(events.back());
      if (uint64_t{there} + rest > uint64_t{goal.g} + goal.h) {
        return fmt::format("Not reached: even the straight way over it would cost {}, and {}.", words.sum(there, rest),
                           ended());
      }
    }
  }
  return fmt::format("Not reached: none of the cells from which it is entered had been opened when {}.", ended());
}

std::string CellWhys::as_jump(const StudiedSearch& search, Cell cell) {
  const GridMap& map = search.world.map();
  for (size_t i = 0; i < search.playback.size(); ++i) {
    const SearchEvent& event = *search.playback.event(i);
    if (event.parent == kNoNodeId || (event.type != EventType::kGenerate && event.type != EventType::kUpdate)) continue;
    if (!jump_passes(map.cell(event.parent), map.cell(event.node), cell)) continue;
    return fmt::format("Pruned: the jump from {} to {} of event {} passed over it, as no shortest way need turn here.",
                       cell_text(map.cell(event.parent)), cell_text(map.cell(event.node)), i + 1);
  }
  return fmt::format(
      "Pruned or not reached: no jump ended here before {}; jumps end only where a shortest way may have "
      "to turn, and at the goal.",
      ended());
}

std::string CellWhys::in_rooms(const StudiedSearch& search, Cell cell) const {
  const MoveGrid& grid = search.world.moves();
  const Rooms& rooms = search.world.get<MapRooms>().rooms();
  const CellId id = grid.id(cell);
  if (!rooms.ready()) return "The rooms are being cut anew, so nothing more is known of the cell.";
  const int64_t number = rooms.room_of(id);
  if (number < 0) {
    return fmt::format(
        "It lies in no room. No way that the search followed came here before {}, or it was passed: cells "
        "with one way on are no nodes.",
        ended());
  }
  const std::string room = rect_text(rooms.room(static_cast<uint32_t>(number)).cells);
  if (rooms.pruned(id)) {
    return fmt::format("Pruned: it lies inside the room {}, and searches cross rooms from side to side.", room);
  }
  for (uint32_t moves = grid.moves(id); moves != 0; moves &= moves - 1) {
    if (rooms.room_of(grid.neighbour(id, std::countr_zero(moves))) == number) continue;
    return fmt::format(
        "It is a way out of the room {}, but the search did not come to it before {}, or knew a way as "
        "short without it.",
        room, ended());
  }
  return fmt::format("Pruned: it is on the side of the room {}, but no step leads out of the room here.", room);
}

std::string CellWhys::among_clusters(const StudiedSearch& search, Cell cell, int node_level, int searched) const {
  const World& world = search.world;
  const bool haa = search_kind(search.code) == SearchKind::kHaa;
  const ClusterGrid& clusters = haa ? world.get<MapHaa>().haa().clusters() : world.get<MapHpa>().hpa().clusters();
  const uint32_t cluster = clusters.cluster_of(cell);
  const bool at_start = cluster == clusters.cluster_of(search.query.start);
  const bool at_goal = cluster == clusters.cluster_of(search.query.goal);
  if (node_level >= searched) {
    if (haa) {
      return fmt::format(
          "It is a node of the abstract graph, but no node that was opened has an edge to it that this "
          "agent can use and no other edge dominates; {}.",
          ended());
    }
    return fmt::format("It is a node of level {}, but no node that was opened has an edge to it; {}.", searched,
                       ended());
  }
  if (node_level > 0) {
    return fmt::format("It is a node of level {} only: the search goes over nodes of level {}.", node_level, searched);
  }
  if (at_start || at_goal) {
    return fmt::format(
        "No transition: it lies in the cluster of the {}, which is looked at only until all its nodes are "
        "linked.",
        at_start ? "start" : "goal");
  }
  return fmt::format(
      "No transition: it lies inside cluster {}, where the search steps from node to node; cells are looked "
      "at along the path alone.",
      cluster);
}

std::string CellWhys::among_regions(const StudiedSearch& search, Cell cell) {
  const Sectors& sectors = search.world.get<MapSectors>().sectors();
  if (!search.world.ready(StructureId::kSectors))
    return "The sectors are being built anew, so nothing more is known of them.";
  std::string inside;
  for (int level = 1; level <= sectors.levels(); ++level) {
    const int64_t number = sectors.region_of(search.world.map().id(cell), level);
    if (number < 0) return "The cell lies in no region.";
    const CellId centre = sectors.region(static_cast<uint32_t>(number), level).centre;
    inside = fmt::format("{} whose centre is {}", level == 1 ? "the region" : "the large region",
                         cell_text(search.world.map().cell(centre)));
    const std::string why = nodes_.why({static_cast<uint8_t>(level), false, centre}, false);
    if (!why.empty()) return fmt::format("No node itself: it lies in {}, which is {}", inside, why);
  }
  return fmt::format("No node itself: it lies in {}, which no region that was opened touches; {}.", inside, ended());
}

std::string CellWhys::in_hierarchy(const StudiedSearch& search, Cell cell) {
  const StructureId structure = search.planner.needs;
  if (hierarchy_version_ != version_) {
    hierarchy_version_ = version_;
    hierarchy_.clear();
    std::vector<HierarchyNode> nodes;
    append_hierarchy_nodes(search.world, structure, nodes);
    for (const HierarchyNode& node : nodes) hierarchy_.push_back(node.cell);
    std::sort(hierarchy_.begin(), hierarchy_.end());
  }
  if (hierarchy_.empty()) return "The hierarchy is being built anew, so nothing more is known of it.";
  if (!std::binary_search(hierarchy_.begin(), hierarchy_.end(), search.world.map().id(cell))) {
    return search_kind(search.code) == SearchKind::kLabels
               ? "It is no node of the graph whose nodes have labels."
               : "It is no node of the graph that was contracted, so neither search can come here.";
  }
  if (search_kind(search.code) == SearchKind::kLabels)
    return "It is an ancestor of no node that start or goal is linked to, so that no label that was read names it.";
  return fmt::format(
      "Both searches only climb to more important nodes, and no arc of a node that they opened leads up to "
      "it; {}.",
      ended());
}

std::string CellWhys::on_mesh(const StudiedSearch& search, Cell cell) {
  const MapNavmesh& kept = search.world.get<MapNavmesh>();
  if (!search.world.ready(StructureId::kNavmesh)) return "The mesh is being made anew, so nothing more is known of it.";
  const PolygonId polygon = kept.end_at(cell).polygon;
  if (polygon == kNoPolygon) return "It lies in no polygon of the mesh.";
  const SearchKind kind = search_kind(search.code);
  if (kind == SearchKind::kDetour) {
    const std::string why = nodes_.why({0, false, polygon}, false);
    if (!why.empty()) return fmt::format("It lies in polygon {}, which is {}", polygon, why);
    return fmt::format("It lies in polygon {}, beside none that was opened; {}.", polygon, ended());
  }
  if (kind == SearchKind::kPolyanya) {
    return fmt::format(
        "It lies in polygon {}: nodes are intervals of its sides, and the middle of none of them is here.", polygon);
  }
  size_t portals = 0;
  for (const MeshSide& side : kept.mesh().sides(polygon)) {
    if (side.portal == kNoPortal) continue;
    ++portals;
    for (int level = search.playback.outline().top_level; level >= 0; --level) {
      const std::string why = nodes_.why({static_cast<uint8_t>(level), false, side.portal}, false);
      if (why.empty()) continue;
      const LatticePoint at = kept.mesh().portal_middle(side.portal);
      return fmt::format("It lies in polygon {}, whose portal at ({:.1f},{:.1f}) is {}", polygon, at.x / 2.0,
                         at.y / 2.0, why);
    }
  }
  if (portals == 0) return fmt::format("It lies in polygon {}, which no portal leads out of.", polygon);
  return fmt::format("It lies in polygon {}, none of whose {} portals was reached; {}.", polygon, portals, ended());
}

}  // namespace strata

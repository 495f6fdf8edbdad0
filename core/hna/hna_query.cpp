// This file answers a query of HNA*: links, search of the inter-edges, extraction of the corridor, funnel.
#include "core/hna/hna_query.hpp"

#include <algorithm>

#include "core/hna/hna_code.hpp"
#include "core/hna/hna_costs.hpp"
#include "core/hna/hna_links.hpp"
#include "core/hna/hna_space.hpp"
#include "core/navmesh/funnel.hpp"
#include "core/navmesh/mesh_turns.hpp"

namespace strata {
namespace {

template <class Costs, class Observer>
struct HnaSearch {
  const NavMesh& mesh;
  const Hna& hna;
  const HnaQuery& query;
  const Costs& costs;
  Workspace& workspace;
  HnaPath& result;
  Observer observer;

  const HnaLevel& level = hna.level(query.level);
  MeshPath& path = result.path;
  const MeshEndpoint &start = query.ends.start, &goal = query.ends.goal;
  const uint32_t start_group = level.group_of(start.polygon), goal_group = level.group_of(goal.polygon);
  const uint32_t start_node = mesh_start_node(mesh), goal_node = mesh_goal_node(mesh);

  bool answer_directly() {
    if (start.polygon != goal.polygon) return false;
    path.cost = costs.direct(start, goal);
    path.polygons.push_back(start.polygon);
    return true;
  }

  // --- Links ------------------------------------------------------------------------------------------------------

  void link(const MeshEndpoint& end, uint32_t end_node, Phase phase, uint8_t line, std::vector<Cost>& links) {
    HnaLinker<Costs, Observer> linker{mesh, level, costs, workspace, path.stats.of(phase), observer, phase, line};
    linker.run(query.links, end, links);
    if constexpr (Observer::kEnabled) {
      const HnaGroup& group = level.group(level.group_of(end.polygon));
      if (query.links == HnaLinkMethod::kRows) line = hna_code::kRead;
      for (uint32_t inter_edge = 0; inter_edge < group.inter_edges; ++inter_edge) {
        if (links[inter_edge] == kInfinite) continue;
        observer.on({EventType::kLink, phase, static_cast<uint8_t>(query.level), line, group.portals[inter_edge],
                     end_node, links[inter_edge], 0});
      }
    }
  }

  // Searches the cheapest path inside the common group of start and goal; its corridor stays in the records.
  template <class Watcher>
  Cost search_own_group(PhaseStats& stats, Watcher watcher) {
    if (start_group != goal_group) return kInfinite;
    GroupSpace<Costs> space(mesh, level, costs, start, start_node, workspace);
    space.set_target(goal);
    const EventContext context{Phase::kInsertStart, 0, hna_code::kDirect, hna_code::kDirect, hna_code::kDirect};
    const auto is_goal = [&](uint32_t id, uint32_t) { return id == space.goal(); };
    const PlanStatus status =
        best_first_search(space, space.start(), space.start_token(), kMeshCostLimit, is_goal, stats, watcher, context);
    return status == PlanStatus::kFound ? space.records.g(space.goal()) : kInfinite;
  }

  // --- Search -----------------------------------------------------------------------------------------------------

  bool search(Cost direct) {
    InterEdgeSpace<Costs> space(mesh, level, costs, query.ends, workspace.start_link_cost, workspace.goal_link_cost,
                                direct, workspace);
    const EventContext context{Phase::kMain, static_cast<uint8_t>(query.level), hna_code::kPop, hna_code::kGenerate,
                               hna_code::kUpdate};
    const auto is_goal = [this](uint32_t id, uint32_t) { return id == goal_node; };
    path.status = best_first_search(space, start_node, space.start_token(), kMeshCostLimit, is_goal,
                                    path.stats.of(Phase::kMain), observer, context);
    if (!path.found()) return false;
    path.cost = space.records.g(goal_node);
    workspace.abstract_path.clear();  // groups crossed
    for (uint32_t node = goal_node; node != start_node; node = space.before(node)) {
      if (node != goal_node) result.inter_edges.push_back(node);
      workspace.abstract_path.push_back(space.crossed(node));
    }
    std::reverse(result.inter_edges.begin(), result.inter_edges.end());
    std::reverse(workspace.abstract_path.begin(), workspace.abstract_path.end());
    return true;
  }

  // --- Extraction -------------------------------------------------------------------------------------------------

  // Adds a polygon to the corridor. If it is already the last one, the corridor has not left it, and the last
  // portal is removed.
  void cross(PolygonId polygon) {
    if (!path.polygons.empty() && path.polygons.back() == polygon) {
      path.portals.pop_back();
    } else {
      path.polygons.push_back(polygon);
    }
  }

  // Calls step(portal, polygon, next portal) along the path from a portal of a group to one of its inter-edges.
  template <class Step>
  void follow(uint32_t number, PortalId from, PortalId to, Step&& step) const {
    const HnaGroup& group = level.group(number);
    const uint32_t inter_edge = place_in(number, to);
    while (from != to) {
      const HnaFirstStep hop = group.hop(place_in(number, from), inter_edge);
      const PolygonId polygon = mesh.portal(from).polygons[hop.which()];
      const PortalId next = mesh.sides(polygon)[hop.side()].portal;
      step(from, polygon, next);
      from = next;
    }
  }
  uint32_t place_in(uint32_t number, PortalId id) const {
    const Portal& portal = mesh.portal(id);
    return level.place_of(id, level.group_of(portal.polygons[0]) == number ? 0 : 1);
  }
  // Returns the portal of the end's polygon on the cheapest path to an inter-edge of its group.
  PortalId first_portal(const MeshEndpoint& end, uint32_t number, PortalId to) const {
    const HnaGroup& group = level.group(number);
    const uint32_t inter_edge = place_in(number, to);
    PortalId best = kNoPortal;
    Cost least = kInfinite;
    for (const MeshSide& side : mesh.sides(end.polygon)) {
      if (side.portal == kNoPortal) continue;
      const Cost rest = group.cost(place_in(number, side.portal), inter_edge);
      if (rest == kInfinite) continue;
      const Cost cost = costs.link(end, side.portal) + rest;
      if (cost >= least) continue;
      least = cost;
      best = side.portal;
    }
    return best;
  }

  void report_edge(uint32_t from, uint32_t to) const {
    if constexpr (Observer::kEnabled) {
      const Cost cost = workspace.nodes.g(to) - workspace.nodes.g(from);
      observer.on(
          {EventType::kPathEdge, Phase::kMain, static_cast<uint8_t>(query.level), hna_code::kEdges, to, from, cost, 0});
    }
  }

  void extract() {
    const std::vector<PortalId>& nodes = result.inter_edges;
    cross(start.polygon);
    const PortalId first = first_portal(start, start_group, nodes.front());
    report_edge(start_node, nodes.front());
    path.portals.push_back(first);
    const auto go_on = [&](PortalId, PolygonId polygon, PortalId next) {
      cross(polygon);
      path.portals.push_back(next);
    };
    follow(start_group, first, nodes.front(), go_on);
    for (size_t i = 1; i < nodes.size(); ++i) {
      report_edge(nodes[i - 1], nodes[i]);
      follow(workspace.abstract_path[i], nodes[i - 1], nodes[i], go_on);
    }
    // The part in the goal's group is followed from the goal and then reversed.
    report_edge(nodes.back(), goal_node);
    std::vector<NodeLink>& back = workspace.goal_links;
    back.clear();
    follow(goal_group, first_portal(goal, goal_group, nodes.back()), nodes.back(),
           [&](PortalId portal, PolygonId polygon, PortalId) {
             back.push_back({portal, polygon});
           });
    for (auto step = back.rbegin(); step != back.rend(); ++step) {
      cross(step->cost);
      path.portals.push_back(step->node);
    }
    cross(goal.polygon);
  }

  // Extracts the path inside the common group. The search is repeated, because the search of the inter-edges has
  // overwritten its records.
  void extract_own() {
    PhaseStats counted_before;
    search_own_group(counted_before, NoObserver{});
    const GroupSpace<Costs> space(mesh, level, costs, start, start_node, workspace);
    for (uint32_t node = goal_node; node != start_node; node = space.before(node)) {
      if (node != goal_node) path.portals.push_back(node);
      path.polygons.push_back(space.crossed(node));
    }
    std::reverse(path.portals.begin(), path.portals.end());
    std::reverse(path.polygons.begin(), path.polygons.end());
  }

  void report_corridor() const {
    if constexpr (Observer::kEnabled) {
      uint32_t last = start_node;
      for (size_t i = 0; i < path.portals.size(); ++i) {
        observer.on({EventType::kPathEdge, Phase::kRefine, 0, hna_code::kExtract, path.portals[i], last,
                     i == 0 ? costs.link(start, path.portals[0]) : costs.step(path.portals[i - 1], path.portals[i]),
                     0});
        last = path.portals[i];
      }
      if (!path.portals.empty()) {
        observer.on({EventType::kPathEdge, Phase::kRefine, 0, hna_code::kExtract, goal_node, last,
                     costs.link(goal, path.portals.back()), 0});
      }
    }
  }

  void run() {
    const auto height = static_cast<uint8_t>(query.level);
    const bool same_polygon = answer_directly();
    const auto report_end = [&](EventType type, Phase phase, uint8_t line, uint32_t node) {
      if (same_polygon) {
        phase = Phase::kMain;
        line = hna_code::kDirect;
      }
      observer.on({type, phase, 0, line, node, kNoNodeId, 0, 0});
    };
    report_end(EventType::kSource, Phase::kInsertStart, hna_code::kLink, start_node);
    report_end(EventType::kDestination, Phase::kInsertGoal, hna_code::kInsertGoal, goal_node);
    if (!same_polygon) {
      link(start, start_node, Phase::kInsertStart, hna_code::kInsertStart, workspace.start_link_cost);
      link(goal, goal_node, Phase::kInsertGoal, hna_code::kInsertGoal, workspace.goal_link_cost);
      const Cost direct = search_own_group(path.stats.of(Phase::kInsertStart), observer);
      if (!search(direct)) {
        observer.on({EventType::kNoPath, Phase::kMain, height, hna_code::kFail, goal_node, kNoNodeId, 0, 0});
        return;
      }
    }
    observer.on({EventType::kFound, Phase::kMain, height, same_polygon ? hna_code::kDirect : hna_code::kDone, goal_node,
                 kNoNodeId, path.cost, 0});
    if (!same_polygon) {
      result.inter_edges.empty() ? extract_own() : extract();
    }
    report_corridor();
    pull_path(mesh, start.at, goal.at, path.polygons, path.portals, path.points);
    path.length = length_in_cells(path.points, mesh.units());
    report_turns(mesh, path, observer, hna_code::kTurn);
  }
};

// Calls use(costs) with the cost function of a query.
template <class Use>
void with_query_costs(const NavMesh& mesh, const Hna& hna, HnaEndpoints counted_from, Use&& use) {
  if (hna.options().costs == MeshCosts::kCentroids) {
    use(CentroidCosts(mesh));  // ends count as centroids in any case
  } else if (counted_from == HnaEndpoints::kCentroids) {
    use(CentroidMidpointCosts(mesh));
  } else {
    use(MidpointCosts(mesh));
  }
}

template <class Observer>
void plan_with(const NavMesh& mesh, const Hna& hna, const HnaQuery& query, Workspace& workspace, HnaPath& result,
               Observer observer) {
  result.inter_edges.clear();
  result.path.clear(check_ends(mesh, query.ends));
  if (!result.path.found()) return;
  if (!hna.ready() || hna.built_for() != mesh.version()) {
    result.path.status = PlanStatus::kStale;
  } else if (query.level < 1 || query.level > hna.levels()) {
    result.path.status = PlanStatus::kUnsupported;
  } else {
    with_query_costs(mesh, hna, query.counted_from, [&]<class Costs>(const Costs& costs) {
      HnaSearch<Costs, Observer>{mesh, hna, query, costs, workspace, result, observer}.run();
    });
  }
}

}  // namespace

void plan_hna(const NavMesh& mesh, const Hna& hna, const HnaQuery& query, Workspace& workspace, HnaPath& result,
              Trace* trace) {
  with_observer(trace, [&](auto observer) { plan_with(mesh, hna, query, workspace, result, observer); });
}

void link_end(const NavMesh& mesh, const Hna& hna, int level, HnaLinkMethod links, const MeshEndpoint& end,
              Workspace& workspace, std::vector<Cost>& costs) {
  with_query_costs(mesh, hna, HnaEndpoints::kTrue, [&]<class Costs>(const Costs& kind) {
    PhaseStats stats;
    HnaLinker<Costs, NoObserver> linker{mesh, hna.level(level), kind, workspace, stats, {}, Phase::kInsertStart, 0};
    linker.run(links, end, costs);
  });
}

}  // namespace strata

// This file answers a query of HNA*: links, search of the inter-edges, extraction of the corridor, funnel.
#include "core/hna/hna_query.hpp"

#include <algorithm>

#include "core/hna/hna_code.hpp"
#include "core/hna/hna_costs.hpp"
#include "core/hna/hna_links.hpp"
#include "core/hna/hna_space.hpp"
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

  const HnaPoints<Costs> points{mesh, level, costs};

  // The straight line inside a polygon is the cheapest path, unless links may lead out of it and back.
  bool answer_directly() {
    if (start.polygon != goal.polygon || !mesh.links().empty()) return false;
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
    if (start.polygon == goal.polygon) return costs.direct(start, goal);
    GroupSpace<Costs> space(mesh, level, costs, start, start_node, workspace);
    space.set_target(goal);
    const EventContext context{Phase::kInsertStart, 0, hna_code::kDirect, hna_code::kDirect, hna_code::kDirect};
    const auto is_goal = [&](uint32_t id, uint32_t) { return id == space.goal(); };
    const PlanStatus status =
        best_first_search(space, space.start(), space.start_token(), kMeshCostLimit, is_goal, stats, watcher, context);
    return status == PlanStatus::kFound ? space.records.g(space.goal()) : kInfinite;
  }

  // Searches the group of the goal for the costs from the far ends of links, if any of them lies there.
  void search_from_links(std::vector<Cost>& from_links) {
    const auto is_in_group = [&](const MeshLink& link) { return level.group_of(link.to.polygon) == goal_group; };
    from_links.clear();
    if (std::ranges::none_of(mesh.links(), is_in_group)) return;
    GroupSpace<Costs> space(mesh, level, costs, goal, goal_node, workspace);
    space.clear_target();
    const EventContext context{Phase::kInsertGoal, 0, hna_code::kInsertGoal, hna_code::kInsertGoal,
                               hna_code::kInsertGoal};
    (void)best_first_search(
        space, space.start(), space.start_token(), kMeshCostLimit, [](uint32_t, uint32_t) { return false; },
        path.stats.of(Phase::kInsertGoal), observer, context);
    from_links.assign(mesh.links().size(), kInfinite);
    for (size_t i = 0; i < from_links.size(); ++i) {
      const MeshLink& link = mesh.links()[i];
      if (!is_in_group(link)) continue;
      if (link.to.polygon == goal.polygon) from_links[i] = costs.direct(link.to, goal);
      for (const MeshSide& side : mesh.sides(link.to.polygon)) {
        if (side.portal == kNoPortal || !space.records.seen(side.portal)) continue;
        from_links[i] = std::min(from_links[i], space.records.g(side.portal) + costs.link(link.to, side.portal));
      }
    }
  }

  // --- Search -----------------------------------------------------------------------------------------------------

  // Returns the node of the search for a node in events, which differs for links.
  uint32_t searched(uint32_t named) const { return named <= goal_node ? named : goal_node + 1 + link_named(named); }
  uint32_t link_named(uint32_t named) const { return (named - mesh_link_node(mesh, 0, 0)) / 2; }

  bool search(Cost direct, std::span<const Cost> from_links) {
    InterEdgeSpace<Costs> space(mesh, level, costs, query.ends, workspace.start_link_cost, workspace.goal_link_cost,
                                direct, from_links, workspace);
    const EventContext context{Phase::kMain, static_cast<uint8_t>(query.level), hna_code::kPop, hna_code::kGenerate,
                               hna_code::kUpdate};
    const auto is_goal = [this](uint32_t id, uint32_t) { return id == goal_node; };
    path.status = best_first_search(space, start_node, space.start_token(), space.limit(), is_goal,
                                    path.stats.of(Phase::kMain), observer, context);
    if (!path.found()) return false;
    path.cost = space.records.g(goal_node);
    workspace.abstract_path.clear();  // groups crossed
    for (uint32_t node = goal_node; node != start_node; node = space.before(node)) {
      if (node != goal_node) result.inter_edges.push_back(space.cell(node));
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
    const uint32_t inter_edge = points.place_in(number, to);
    while (from != to) {
      const HnaFirstStep hop = group.hop(points.place_in(number, from), inter_edge);
      const PolygonId polygon = mesh.portal(from).polygons[hop.which()];
      const PortalId next = mesh.sides(polygon)[hop.side()].portal;
      step(from, polygon, next);
      from = next;
    }
  }
  void report_edge(uint32_t from, uint32_t to) const {
    if constexpr (Observer::kEnabled) {
      const Cost cost = workspace.nodes.g(searched(to)) - workspace.nodes.g(searched(from));
      observer.on(
          {EventType::kPathEdge, Phase::kMain, static_cast<uint8_t>(query.level), hna_code::kEdges, to, from, cost, 0});
    }
  }

  // Appends the first steps from a portal that the corridor ends with to an inter-edge of the group.
  void go_to_inter_edge(uint32_t number, PortalId from, PortalId to) {
    follow(number, from, to, [&](PortalId, PolygonId polygon, PortalId next) {
      cross(polygon);
      path.portals.push_back(next);
    });
  }

  // Appends the first steps from a portal that the corridor ends with to the polygon where the link begins, and the
  // link. Without a portal the corridor is in this polygon already.
  void go_over_link(uint32_t number, PortalId from, uint32_t link) {
    const HnaGroup& group = level.group(number);
    const uint32_t start_of_link = points.start_of(mesh.links()[link]);
    while (from != kNoPortal) {
      const HnaFirstStep hop = group.start_hop(points.place_in(number, from), start_of_link);
      const PolygonId polygon = mesh.portal(from).polygons[hop.which()];
      cross(polygon);
      from = hop.side() == HnaFirstStep::kEnd ? kNoPortal : mesh.sides(polygon)[hop.side()].portal;
      if (from != kNoPortal) path.portals.push_back(from);
    }
    path.jumps.push_back({link, static_cast<uint32_t>(path.portals.size()), 0});
    path.polygons.push_back(mesh.links()[link].to.polygon);
  }

  // Appends the part from an inter-edge to the goal, which is followed from the goal and then reversed.
  void go_to_goal(PortalId from) {
    std::vector<NodeLink>& back = workspace.goal_links;
    back.clear();
    const uint32_t inter_edge = points.place_in(goal_group, from);
    follow(goal_group, points.to_inter_edge(goal, goal_group, inter_edge).by, from,
           [&](PortalId portal, PolygonId polygon, PortalId) {
             back.push_back({portal, polygon});
           });
    for (auto step = back.rbegin(); step != back.rend(); ++step) {
      cross(step->cost);
      path.portals.push_back(step->node);
    }
    cross(goal.polygon);
  }

  void extract() {
    const std::vector<PortalId>& nodes = result.inter_edges;
    path.polygons.push_back(start.polygon);
    const MeshEndpoint* point = &start;  // where the corridor ends, if not at a portal
    for (size_t i = 0; i < nodes.size(); ++i) {
      const uint32_t number = workspace.abstract_path[i];
      report_edge(i == 0 ? start_node : nodes[i - 1], nodes[i]);
      const bool is_link = nodes[i] > goal_node;
      PortalId from = i == 0 ? kNoPortal : nodes[i - 1];
      if (point != nullptr) {
        from = is_link ? points.to_link(*point, number, points.start_of(mesh.links()[link_named(nodes[i])])).by
                       : points.to_inter_edge(*point, number, points.place_in(number, nodes[i])).by;
        if (from != kNoPortal) path.portals.push_back(from);
      }
      if (is_link) {
        go_over_link(number, from, link_named(nodes[i]));
        point = &mesh.links()[link_named(nodes[i])].to;
      } else {
        go_to_inter_edge(number, from, nodes[i]);
        point = nullptr;
      }
    }
    report_edge(nodes.back(), goal_node);
    if (point == nullptr) {
      go_to_goal(nodes.back());
    } else {
      append_inside(*point);
    }
  }

  // Extracts the path inside the common group. The search is repeated, because the search of the inter-edges has
  // overwritten its records.
  void extract_own() {
    path.polygons.push_back(start.polygon);
    append_inside(start);
  }

  // Appends the cheapest path inside the goal's group from a point, in whose polygon the corridor ends, to the goal.
  void append_inside(const MeshEndpoint& point) {
    if (point.polygon == goal.polygon) return;
    GroupSpace<Costs> space(mesh, level, costs, point, start_node, workspace);
    space.set_target(goal);
    PhaseStats counted_before;
    const auto is_goal = [&](uint32_t id, uint32_t) { return id == goal_node; };
    (void)best_first_search(space, start_node, space.start_token(), kMeshCostLimit, is_goal, counted_before,
                            NoObserver{}, EventContext{});
    const auto portals = static_cast<std::ptrdiff_t>(path.portals.size());
    const auto polygons = static_cast<std::ptrdiff_t>(path.polygons.size());
    for (uint32_t node = goal_node; node != start_node; node = space.before(node)) {
      if (node != goal_node) path.portals.push_back(node);
      if (space.before(node) != start_node) path.polygons.push_back(space.crossed(node));
    }
    std::reverse(path.portals.begin() + portals, path.portals.end());
    std::reverse(path.polygons.begin() + polygons, path.polygons.end());
  }

  void report_corridor() const {
    if constexpr (Observer::kEnabled) {
      if (path.portals.empty() && path.jumps.empty()) return;
      uint32_t last = start_node;
      const MeshEndpoint* point = &start;  // where the last node lies, if it is no portal
      const auto report = [&](uint32_t node, Cost cost) {
        observer.on({EventType::kPathEdge, Phase::kRefine, 0, hna_code::kExtract, node, last, cost, 0});
        last = node;
      };
      const auto cost_to = [&](const MeshEndpoint& end) {
        return point != nullptr ? costs.direct(*point, end) : costs.link(end, last);
      };
      size_t next_jump = 0;
      for (size_t i = 0; i <= path.portals.size(); ++i) {
        for (; next_jump < path.jumps.size() && path.jumps[next_jump].portals == i; ++next_jump) {
          const MeshLink& link = mesh.links()[path.jumps[next_jump].link];
          report(mesh_link_node(mesh, path.jumps[next_jump].link, 1), cost_to(link.from) + link.cost);
          point = &link.to;
        }
        if (i == path.portals.size()) break;
        const PortalId portal = path.portals[i];
        report(portal, point != nullptr ? costs.link(*point, portal) : costs.step(last, portal));
        point = nullptr;
      }
      report(goal_node, cost_to(goal));
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
      std::vector<Cost> from_links;
      search_from_links(from_links);
      const Cost direct = search_own_group(path.stats.of(Phase::kInsertStart), observer);
      if (!search(direct, from_links)) {
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
    pull_taut(mesh, query.ends, path);
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
  } else if (query.level < 1 || query.level > hna.levels() ||
             (!mesh.links().empty() && query.counted_from == HnaEndpoints::kCentroids)) {
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

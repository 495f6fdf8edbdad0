#include "core/navmesh/mesh_search.hpp"

#include <algorithm>

#include "core/navmesh/funnel.hpp"
#include "core/navmesh/mesh_code.hpp"
#include "core/navmesh/mesh_turns.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

template <class Costs, class Observer>
struct MeshSearch {
  const NavMesh& mesh;
  const MeshQuery& query;
  Workspace& workspace;
  MeshPath& path;
  Observer observer;

  const uint32_t start = mesh_start_node(mesh);
  const uint32_t goal = mesh_goal_node(mesh);

  // The straight line inside a polygon is the cheapest path, unless links may lead out of it and back.
  bool answer_directly() {
    if (query.start.polygon != query.goal.polygon || !mesh.links().empty()) return false;
    path.cost = Costs::direct(query.start, query.goal);
    path.polygons.push_back(query.start.polygon);
    return true;
  }

  bool search() {
    MeshSpace<Costs> space(mesh, query, workspace);
    const EventContext context{Phase::kMain, 0, mesh_code::kPop, mesh_code::kGenerate, mesh_code::kUpdate};
    const auto is_goal = [this](uint32_t id, uint32_t) { return id == goal; };
    path.status = best_first_search(space, start, space.start_token(), space.limit(), is_goal,
                                    path.stats.of(Phase::kMain), observer, context);
    if (!path.found()) return false;
    path.cost = space.records.g(goal);
    for (uint32_t node = goal; node != start; node = space.before(node)) {
      if (node < start) path.portals.push_back(node);
      // Until the path is reversed, `portals` counts those behind the link.
      if (node > goal) path.jumps.push_back({space.link_of(node), static_cast<uint32_t>(path.portals.size()), 0});
      path.polygons.push_back(space.crossed(node));
    }
    std::reverse(path.portals.begin(), path.portals.end());
    std::reverse(path.polygons.begin(), path.polygons.end());
    std::reverse(path.jumps.begin(), path.jumps.end());
    for (MeshJump& jump : path.jumps) jump.portals = static_cast<uint32_t>(path.portals.size()) - jump.portals;
    return true;
  }

  void report_corridor() const {
    if constexpr (Observer::kEnabled) {
      uint32_t last = start, last_name = start;
      const auto report = [&](uint32_t node, uint32_t name) {
        const Cost step = workspace.nodes.g(node) - workspace.nodes.g(last);
        observer.on({EventType::kPathEdge, Phase::kRefine, 0, mesh_code::kCorridor, name, last_name, step, 0});
        last = node;
        last_name = name;
      };
      size_t next_jump = 0;
      for (size_t i = 0; i <= path.portals.size(); ++i) {
        for (; next_jump < path.jumps.size() && path.jumps[next_jump].portals == i; ++next_jump) {
          const uint32_t link = path.jumps[next_jump].link;
          report(goal + 1 + link, mesh_link_node(mesh, link, 1));
        }
        i == path.portals.size() ? report(goal, goal) : report(path.portals[i], path.portals[i]);
      }
    }
  }

  void run() {
    observer.on({EventType::kSource, Phase::kMain, 0, mesh_code::kInit, start, kNoNodeId, 0, 0});
    observer.on({EventType::kDestination, Phase::kMain, 0, mesh_code::kInit, goal, kNoNodeId, 0, 0});
    const bool direct = answer_directly();
    if (!direct && !search()) {
      observer.on({EventType::kNoPath, Phase::kMain, 0, mesh_code::kFail, goal, kNoNodeId, 0, 0});
      return;
    }
    observer.on({EventType::kFound, Phase::kMain, 0, direct ? mesh_code::kDirect : mesh_code::kDone, goal, kNoNodeId,
                 path.cost, 0});
    if (!direct) report_corridor();
    pull_taut(mesh, query, path);
    report_turns(mesh, path, observer, mesh_code::kTurn);
  }
};

template <class Observer>
void plan_with(const NavMesh& mesh, MeshCosts costs, const MeshQuery& query, Workspace& workspace, MeshPath& path,
               Observer observer) {
  path.clear(check_ends(mesh, query));
  if (!path.found()) return;
  if (costs == MeshCosts::kMidpoints) {
    MeshSearch<MidpointCosts, Observer>{mesh, query, workspace, path, observer}.run();
  } else {
    MeshSearch<CentroidCosts, Observer>{mesh, query, workspace, path, observer}.run();
  }
}

}  // namespace

void MeshPath::clear(PlanStatus with) {
  status = with;
  cost = kInfinite;
  portals.clear();
  polygons.clear();
  jumps.clear();
  points.clear();
  length = 0;
  stats = {};
}

PlanStatus check_ends(const NavMesh& mesh, const MeshQuery& query) {
  if (!mesh.has_polygon(query.start.polygon)) return PlanStatus::kStartBlocked;
  if (!mesh.has_polygon(query.goal.polygon)) return PlanStatus::kGoalBlocked;
  return PlanStatus::kFound;
}

void plan_mesh(const NavMesh& mesh, MeshCosts costs, const MeshQuery& query, Workspace& workspace, MeshPath& path,
               Trace* trace) {
  with_observer(trace, [&](auto observer) { plan_with(mesh, costs, query, workspace, path, observer); });
}

void pull_taut(const NavMesh& mesh, const MeshQuery& query, MeshPath& path) {
  if (path.jumps.empty()) {
    pull_path(mesh, query.start.at, query.goal.at, path.polygons, path.portals, path.points);
    path.length = length_in_cells(path.points, mesh.units());
    return;
  }
  const std::span<const PolygonId> polygons = path.polygons;
  const std::span<const PortalId> portals = path.portals;
  std::vector<HalfCellPoint> part;
  HalfCellPoint from = query.start.at;
  size_t portal = 0;
  for (size_t i = 0; i <= path.jumps.size(); ++i) {
    const bool last = i == path.jumps.size();
    const size_t end = last ? portals.size() : path.jumps[i].portals;
    const HalfCellPoint to = last ? query.goal.at : mesh.links()[path.jumps[i].link].from.at;
    pull_path(mesh, from, to, polygons.subspan(portal + i), portals.subspan(portal, end - portal), part);
    path.points.insert(path.points.end(), part.begin(), part.end());
    path.length += length_in_cells(part, mesh.units());
    if (last) break;
    path.jumps[i].point = static_cast<uint32_t>(path.points.size() - 1);
    from = mesh.links()[path.jumps[i].link].to.at;
    portal = end;
  }
}

HalfCellPoint mesh_node_point(const NavMesh& mesh, const MeshQuery& query, uint32_t node) {
  if (node < mesh_start_node(mesh)) return mesh.portal_middle(node);
  if (node == mesh_start_node(mesh)) return query.start.at;
  if (node == mesh_goal_node(mesh)) return query.goal.at;
  if (node >= mesh_link_node(mesh, 0, 0)) {
    const uint32_t end = node - mesh_link_node(mesh, 0, 0);
    const MeshLink& link = mesh.links()[end / 2];
    return end % 2 == 0 ? link.from.at : link.to.at;
  }
  const uint32_t corner = node - mesh_goal_node(mesh) - 1;
  const Portal& portal = mesh.portal(corner / 2);
  return corner % 2 == 0 ? portal.a : portal.b;
}

NodePlace place_of_point(HalfCellPoint point, int units) {
  const auto side = static_cast<float>(2 * units);
  return {static_cast<float>(point.x) / side, static_cast<float>(point.y) / side, kNoCell};
}

}  // namespace strata

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

  bool answer_directly() {
    if (query.start.polygon != query.goal.polygon) return false;
    path.cost = Costs::direct(query.start, query.goal);
    path.polygons.push_back(query.start.polygon);
    return true;
  }

  bool search() {
    MeshSpace<Costs> space(mesh, query, workspace);
    const EventContext context{Phase::kMain, 0, mesh_code::kPop, mesh_code::kGenerate, mesh_code::kUpdate};
    const auto is_goal = [this](uint32_t id, uint32_t) { return id == goal; };
    path.status = best_first_search(space, start, space.start_token(), kMeshCostLimit, is_goal,
                                    path.stats.of(Phase::kMain), observer, context);
    if (!path.found()) return false;
    path.cost = space.records.g(goal);
    for (uint32_t node = goal; node != start; node = space.before(node)) {
      if (node != goal) path.portals.push_back(node);
      path.polygons.push_back(space.crossed(node));
    }
    std::reverse(path.portals.begin(), path.portals.end());
    std::reverse(path.polygons.begin(), path.polygons.end());
    return true;
  }

  void report_corridor() const {
    if constexpr (Observer::kEnabled) {
      if (path.portals.empty()) return;
      uint32_t last = start;
      for (size_t i = 0; i <= path.portals.size(); ++i) {
        const uint32_t node = i == path.portals.size() ? goal : path.portals[i];
        const Cost step = workspace.nodes.g(node) - workspace.nodes.g(last);
        observer.on({EventType::kPathEdge, Phase::kRefine, 0, mesh_code::kCorridor, node, last, step, 0});
        last = node;
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
    report_corridor();
    pull_path(mesh, query.start.at, query.goal.at, path.polygons, path.portals, path.points);
    path.length = length_in_cells(path.points, mesh.units());
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

HalfCellPoint mesh_node_point(const NavMesh& mesh, const MeshQuery& query, uint32_t node) {
  if (node < mesh_start_node(mesh)) return mesh.portal_middle(node);
  if (node == mesh_start_node(mesh)) return query.start.at;
  if (node == mesh_goal_node(mesh)) return query.goal.at;
  const uint32_t corner = node - mesh_goal_node(mesh) - 1;
  const Portal& portal = mesh.portal(corner / 2);
  return corner % 2 == 0 ? portal.a : portal.b;
}

NodePlace place_of_point(HalfCellPoint point, int units) {
  const auto side = static_cast<float>(2 * units);
  return {static_cast<float>(point.x) / side, static_cast<float>(point.y) / side, kNoCell};
}

}  // namespace strata

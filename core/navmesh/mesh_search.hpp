// Purpose: This search is A* over the portals of a navigation mesh, with the funnel that pulls its path taut.
// Source: Rahmani, Pelechano 2020, section 3 (the mesh searched, costs between centres); Mononen 2010 (funnel).
// Differs: Nodes are portals, not polygons, and steps are measured between their midpoints unless the published costs
//          are asked for. Start and goal keep their positions, instead of the centroids of their polygons.
// Units: Costs as in core/grid/half_cells.hpp, times NavMesh::units; lengths in cells.
// Errors: PlanStatus: an end that is in no polygon of the mesh is blocked.
// Threads: Calls with different workspaces may run together.
#pragma once

#include <vector>

#include "core/navmesh/mesh_space.hpp"
#include "core/navmesh/navmesh.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Trace;
struct Workspace;

// The result of a query. Reuse one for many queries: its vectors keep their memory.
struct MeshPath {
  PlanStatus status = PlanStatus::kNoPath;
  Cost cost = kInfinite;              // of the search, before the path was pulled taut
  std::vector<PortalId> portals;      // in order
  std::vector<PolygonId> polygons;    // in order: one more than portals
  std::vector<HalfCellPoint> points;  // of the taut path: start, turns, goal; one point where these are the same
  double length = 0;                  // of the taut path, in cells
  PlanStats stats;

  bool found() const { return status == PlanStatus::kFound; }
  void clear(PlanStatus with);
};

void plan_mesh(const NavMesh& mesh, MeshCosts costs, const MeshQuery& query, Workspace& workspace, MeshPath& path);
// Records the search as well. Events name portals, the start and the goal by the ids of core/navmesh/mesh_space.hpp;
// events of the funnel name ends of portals.
void plan_mesh(const NavMesh& mesh, MeshCosts costs, const MeshQuery& query, Workspace& workspace, MeshPath& path,
               Trace& trace);

// Returns kFound if both ends are in polygons of the mesh, otherwise which end is blocked.
PlanStatus check_ends(const NavMesh& mesh, const MeshQuery& query);

// Returns the node of an end of a portal in events of the funnel; `end` 0: portal.a, 1: portal.b.
inline uint32_t mesh_corner_node(const NavMesh& mesh, PortalId portal, uint32_t end) {
  return mesh.portal_slots() + 2 + 2 * portal + end;
}
// Returns the point of a node of an event: the middle of a portal, whatever costs were searched.
HalfCellPoint mesh_node_point(const NavMesh& mesh, const MeshQuery& query, uint32_t node);
// Returns the place of a point for traces; `units` is NavMesh::units of its mesh.
NodePlace place_of_point(HalfCellPoint point, int units = 1);

}  // namespace strata

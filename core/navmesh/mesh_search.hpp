// Purpose: plan_mesh is A* over the portals and links of a navigation mesh, followed by the funnel algorithm. A link of
//          the path ends a funnel, and a new one begins at its far end.
// Source: Rahmani, Pelechano 2020, section 3 (the mesh, costs between centroids); Mononen 2010 (funnel).
// Differs: Nodes are portals, not polygons, and steps are measured between their midpoints unless the published costs
//          are chosen. Start and goal keep their positions instead of moving to the centroids of their polygons.
// Units: Costs as in core/grid/half_cells.hpp, times NavMesh::units; lengths in cells.
// Errors: PlanStatus: an end outside all polygons of the mesh is blocked.
// Threads: Calls with different workspaces may run together.
#pragma once

#include <vector>

#include "core/navmesh/mesh_space.hpp"
#include "core/navmesh/navmesh.hpp"
#include "core/search/plan.hpp"

namespace strata {

class Trace;
struct Workspace;

// A link of the mesh that a path follows.
struct MeshJump {
  uint32_t link = 0;     // number of the link
  uint32_t portals = 0;  // number of portals of the path before the link
  uint32_t point = 0;    // index of the point of the taut path where the link begins; it leads to the next one
  friend bool operator==(const MeshJump&, const MeshJump&) = default;
};

// The result of a query. Use one object for many queries: its vectors keep their memory.
struct MeshPath {
  PlanStatus status = PlanStatus::kNoPath;
  Cost cost = kInfinite;              // cost of the portal path, before the funnel
  std::vector<PortalId> portals;      // portals of the path, in order
  std::vector<PolygonId> polygons;    // polygons of the path, in order: one more than portals and links together
  std::vector<MeshJump> jumps;        // links of the path, in order
  std::vector<HalfCellPoint> points;  // the taut path: start, turns, goal; one point if all are equal
  double length = 0;                  // length of the taut path without its links, in cells
  PlanStats stats;

  bool found() const { return status == PlanStatus::kFound; }
  void clear(PlanStatus with);
};

// Events of the trace name portals, the start and the goal by the ids of core/navmesh/mesh_space.hpp, and links by
// their far ends; events of the funnel name ends of portals, and of links.
void plan_mesh(const NavMesh& mesh, MeshCosts costs, const MeshQuery& query, Workspace& workspace, MeshPath& path,
               Trace* trace = nullptr);

// Returns kFound if both ends are in polygons of the mesh, else which end is blocked.
PlanStatus check_ends(const NavMesh& mesh, const MeshQuery& query);

// Pulls the parts of the path before, between and behind its links taut. Sets the points of the path, where its links
// begin, and its length.
void pull_taut(const NavMesh& mesh, const MeshQuery& query, MeshPath& path);

// Returns the point of a node in an event. For a portal it is the middle, under all costs.
HalfCellPoint mesh_node_point(const NavMesh& mesh, const MeshQuery& query, uint32_t node);
// Returns the place of a point for traces; `units` is NavMesh::units.
NodePlace place_of_point(HalfCellPoint point, int units = 1);

}  // namespace strata

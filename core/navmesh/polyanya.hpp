// Purpose: Polyanya finds shortest paths at any angle on a navigation mesh.
// Source: Cui, Harabor, Grastien 2017, "Compromise-free pathfinding on a navigation mesh" (Polyanya).
// Differs: What a root sees is kept as two rays through lattice points, so that visibility is decided exactly; doubles
//          are only in g and f, and in the ends of intervals from which f is computed. On maps of 8192 cells a side
//          those ends are off by less than 1e-10 cells; no path is longer than the shortest one by more than 1e-9 of
//          its length. Polygons that lead only back to where the search came from are skipped.
// Units: Half cells, see core/grid/half_cells.hpp; lengths in cells.
// Errors: PlanStatus: an end that is in no polygon of the mesh is blocked.
// Threads: Calls with different memories may run together.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/navmesh/mesh_search.hpp"
#include "core/search/trace.hpp"

namespace strata {

// A point at which the path turns, linked to the turn before it.
struct PolyanyaRoot {
  HalfCellPoint at;
  uint32_t corner = 0;    // key of the corner; kNoCorner: the start
  uint32_t previous = 0;  // number of the root before; that of the start is its own
  double g = 0;           // half cells from the start
};

// The part of a portal that a root sees, between the rays to `right` and `left`. A ray that ends at an end of the
// portal is given by that end.
struct PolyanyaNode {
  double f = 0;
  HalfCellPoint right, left;
  uint32_t root = 0;    // number of the root
  uint32_t parent = 0;  // number of the node before
  PortalId portal = kNoPortal;
  PolygonId polygon = kNoPolygon;  // behind the portal
};

// Memory of queries, which after warm-up allocate nothing.
struct PolyanyaMemory {
  struct CornerRecord {
    double g = 0;  // of the shortest path found to the corner
    uint32_t stamp = 0;
  };
  std::vector<PolyanyaRoot> roots;
  std::vector<PolyanyaNode> nodes;
  std::vector<std::pair<double, uint32_t>> open;  // a heap of f and node
  std::vector<CornerRecord> corners;              // by key
  uint32_t stamp = 0;
  size_t memory_bytes() const;
};

// Nodes of events are numbered in the order of generation, after these two.
inline constexpr uint32_t kPolyanyaStart = 0;
inline constexpr uint32_t kPolyanyaGoal = 1;

// Finds a path. Its cost is its length in cost units, rounded up.
void plan_polyanya(const NavMesh& mesh, const MeshQuery& query, PolyanyaMemory& memory, MeshPath& path);
// Records the search as well. cones[node] is the cone of the node of an event: root and interval. The start is a point;
// the goal is one too until it has been added, and then it is seen from the root from which the path comes.
void plan_polyanya(const NavMesh& mesh, const MeshQuery& query, PolyanyaMemory& memory, MeshPath& path, Trace& trace,
                   std::vector<NodeCone>& cones);

}  // namespace strata

// Purpose: Polyanya finds shortest paths at any angle on a navigation mesh.
// Source: Cui, Harabor, Grastien 2017, "Compromise-free pathfinding on a navigation mesh" (Polyanya).
// Differs: What a root sees is kept as two rays through lattice points, so that what is visible is decided exactly;
//          doubles are only in g and f, and in the ends of intervals that f is computed from. On maps of 8192 cells a
//          side those ends are off by less than 1e-10 cells; no path is longer than the shortest one by more than
//          1e-9 of its length. Polygons that lead nowhere but to where one came from are left out.
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

// A point that the path turns at, with the ones before it.
struct PolyanyaRoot {
  HalfCellPoint at;
  uint32_t corner = 0;    // its key; kNoCorner: the start
  uint32_t previous = 0;  // number of the root before; the start's is its own
  double g = 0;           // half cells from the start
};

// What a root sees of a portal: the part between the rays to `right` and `left`. Where such a ray ends at an end of the
// portal it is given by that end.
struct PolyanyaNode {
  double f = 0;
  HalfCellPoint right, left;
  uint32_t root = 0;    // its number
  uint32_t parent = 0;  // number of the node before
  PortalId portal = kNoPortal;
  PolygonId polygon = kNoPolygon;  // behind the portal
};

// Memory of queries: after warm-up they allocate nothing.
struct PolyanyaMemory {
  struct CornerRecord {
    double g = 0;  // of the shortest way that was found to the corner
    uint32_t stamp = 0;
  };
  std::vector<PolyanyaRoot> roots;
  std::vector<PolyanyaNode> nodes;
  std::vector<std::pair<double, uint32_t>> open;  // a heap of f and node
  std::vector<CornerRecord> corners;              // by key
  uint32_t stamp = 0;
  size_t memory_bytes() const;
};

// Nodes of events are numbers of generation, behind these two.
inline constexpr uint32_t kPolyanyaStart = 0;
inline constexpr uint32_t kPolyanyaGoal = 1;

// The cost of the path is its length in cost units, rounded up.
void plan_polyanya(const NavMesh& mesh, const MeshQuery& query, PolyanyaMemory& memory, MeshPath& path);
// cones[node] is the cone of the node of an event: the root and its interval. The start is a point; the goal is one
// too until it has been added, and from then on it is seen from the root that the path comes from.
void plan_polyanya(const NavMesh& mesh, const MeshQuery& query, PolyanyaMemory& memory, MeshPath& path, Trace& trace,
                   std::vector<NodeCone>& cones);

}  // namespace strata

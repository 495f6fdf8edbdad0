// Purpose: plan_polyanya finds shortest any-angle paths on a navigation mesh with Polyanya.
// Source: Cui, Harabor, Grastien 2017, "Compromise-free pathfinding on a navigation mesh" (Polyanya).
// Differs: The interval that a root sees is stored as two rays through lattice points, so that visibility is exact;
//          doubles are used only for g and f, and for the ends of intervals from which f is computed. On maps of 8192
//          cells a side the error of these ends is below 1e-10 cells; no path is longer than the shortest one by more
//          than 1e-9 of its length. Polygons that lead only back to where the search came from are skipped; after some
//          expansions these are all polygons that no simple path to the goal goes through (mesh_blocks.hpp). An
//          interval is left out if all of its points are nearer to the start over a corner at an end of its side, by
//          the shortest path to this corner so far, or over the root of the last other interval of the same side.
// How: The only successor of an interval is followed at once, without the open list, as the authors' program does; only
//      before the polygon of the goal it waits there. An interval that is followed counts as expanded. What is taken
//      from the open list comes in the order of f, so that the first path to the goal is a shortest one.
// Units: Half cells, see core/grid/half_cells.hpp; lengths in cells.
// Errors: PlanStatus: an end outside all polygons of the mesh is blocked.
// Threads: Calls with different PolyanyaMemory may run together.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/navmesh/mesh_blocks.hpp"
#include "core/navmesh/mesh_search.hpp"
#include "core/navmesh/polyanya_polygons.hpp"
#include "core/search/trace.hpp"

namespace strata {

// A root: a turning point of the path, linked to the previous one.
struct PolyanyaRoot {
  HalfCellPoint at;
  uint32_t corner = 0;    // number of the corner; PolyanyaPolygons::kNone: the start
  uint32_t previous = 0;  // number of the previous root; the start is its own
  double g = 0;           // half cells from the start
};

// A search node: the interval of a portal that a root sees, between the rays to `right` and `left`. A ray that ends at
// an end of the portal is given by that end.
struct PolyanyaNode {
  double f = 0;  // only of the goal, and of all nodes of a search that is recorded
  HalfCellPoint right, left;
  uint32_t root = 0;     // number of the root
  uint32_t parent = 0;   // number of the parent node
  uint32_t polygon = 0;  // the polygon behind the portal, as PolyanyaPolygons numbers it
  uint32_t entry = 0;    // the side of this polygon that is the portal
};

// The memory of queries; after a few queries it grows no more.
struct PolyanyaMemory {
  struct CornerRecord {
    double g = 0;  // g of the shortest known path to the corner
    uint32_t stamp = 0;
  };
  struct QueueEntry {
    double f = 0;
    uint32_t node = 0;
  };
  std::vector<PolyanyaRoot> roots;
  std::vector<PolyanyaNode> nodes;
  std::vector<QueueEntry> open;       // a heap
  std::vector<CornerRecord> corners;  // by number of the corner
  // The last node that was added at a side.
  struct LastNode {
    uint32_t node = 0;
    uint32_t stamp = 0;
  };
  std::vector<LastNode> last_nodes;  // by number of the side among those of all polygons
  uint32_t stamp = 0;
  PolyanyaPolygons polygons;
  MeshBlocks blocks;
  size_t memory_bytes() const;
};

// In events these two numbers stand for start and goal; all other nodes follow in the order of generation.
inline constexpr uint32_t kPolyanyaStart = 0;
inline constexpr uint32_t kPolyanyaGoal = 1;

// Finds a path. Its cost is its length in cost units, rounded up. With `unions` of the mesh, the search crosses whole
// unions at once; the polygons and portals of the path are then those where it enters the next union.
void plan_polyanya(const NavMesh& mesh, const MeshQuery& query, PolyanyaMemory& memory, MeshPath& path,
                   const MeshUnions* unions = nullptr);
// Finds a path and records the search. cones[node] is the cone of a node in events: its root and interval. The start is
// a point, and so is the goal until it is generated; then its cone has the root from which the path comes.
void plan_polyanya(const NavMesh& mesh, const MeshQuery& query, PolyanyaMemory& memory, MeshPath& path, Trace& trace,
                   std::vector<NodeCone>& cones, const MeshUnions* unions = nullptr);

}  // namespace strata

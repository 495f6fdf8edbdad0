// Purpose: These functions find the reachable point of a navigation mesh that is nearest to a goal. A partial path ends
//          there if no path leads to the goal.
// How: Polygons whose bounds are too far away are skipped. In the others, each row of the lattice is clipped to the
//      polygon, from the goal's row outwards.
// Ties: Smaller Euclidean distance, then smaller cost of A* over the portals, then the first point in row-major order,
//       then the polygon whose corners come first, then the smaller id.
// Differs: Only points of the lattice of half cells are considered, on which all ends of queries lie. On a slanted side
//          another point may be slightly nearer.
// Units: See core/grid/half_cells.hpp. Heights are ignored: a point below the goal has distance 0.
// Threads: Calls with different workspaces may run together.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/navmesh/mesh_space.hpp"
#include "core/navmesh/navmesh.hpp"

namespace strata {

struct Workspace;

// Sets `nearest` to all points of these polygons with the smallest distance from the goal, each with its polygon. A
// point on the border of several polygons occurs once for each.
void nearest_points(const NavMesh& mesh, std::span<const PolygonId> polygons, HalfCellPoint goal,
                    std::vector<MeshEndpoint>& nearest);

// Returns the end with the cheapest path from the start. All ends must be reachable, at the same
// distance from the goal.
MeshEndpoint cheapest_to_reach(const NavMesh& mesh, MeshCosts costs, const MeshEndpoint& start,
                               std::span<const MeshEndpoint> ends, Workspace& workspace, uint64_t& visited);

// Returns the end of a partial path; nothing if the start is in no polygon, or the goal's polygon is reachable. Adds
// the number of visited polygons and portals to `visited`.
std::optional<MeshEndpoint> nearest_reachable(const NavMesh& mesh, MeshCosts costs, const MeshQuery& query,
                                              Workspace& workspace, uint64_t& visited);

}  // namespace strata

// Purpose: These functions find the point nearest to a goal among those of a navigation mesh that a start can reach. A
//          partial path ends there if no path over the mesh leads to the goal.
// How: A polygon whose bounds are too far away is left out. In the others each row of the lattice is cut to the piece
//      inside the polygon, from the goal's row outwards.
// Ties: Smaller straight distance, then smaller cost of A* over the portals, then the first point in the order of rows,
//       then the polygon whose corners come first, then the smaller id.
// Differs: Points are those of the lattice of half cells, on which every end of a query lies. On a slanted side a point
//          between those of the lattice may be a little nearer.
// Units: See core/grid/half_cells.hpp. Heights do not count: a point below the goal is at distance 0.
// Threads: Calls with different workspaces may run together.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/navmesh/mesh_space.hpp"
#include "core/navmesh/navmesh.hpp"

namespace strata {

struct Workspace;

// Fills `nearest` with all points of these polygons at the smallest distance from the goal, each with its polygon. A
// point on the border of several polygons is listed once for each of them.
void nearest_points(const NavMesh& mesh, std::span<const PolygonId> polygons, HalfCellPoint goal,
                    std::vector<MeshEndpoint>& nearest);

// Returns the best of these ends, all of which can be reached from the start and lie at the same distance.
MeshEndpoint cheapest_to_reach(const NavMesh& mesh, MeshCosts costs, const MeshEndpoint& start,
                               std::span<const MeshEndpoint> ends, Workspace& workspace, uint64_t& visited);

// Returns the end of a partial path. Nothing: the start is in no polygon, or the goal's polygon can be reached. Adds
// the polygons and portals that are visited to `visited`.
std::optional<MeshEndpoint> nearest_reachable(const NavMesh& mesh, MeshCosts costs, const MeshQuery& query,
                                              Workspace& workspace, uint64_t& visited);

}  // namespace strata

// Purpose: The funnel pulls a path through a corridor of portals taut. The path turns only where it touches the end of
//          a portal.
// Source: Lee, Preparata 1984; in the form of Mononen 2010, "Simple stupid funnel algorithm", which keeps no chains but
//         starts again from each corner.
// Units: Half cells, see core/grid/half_cells.hpp; lengths in cells. All turns are exact.
#pragma once

#include <span>
#include <vector>

#include "core/navmesh/navmesh.hpp"

namespace strata {

// The ends of a portal on the way out of polygon `from`: for a point in front of it, turn(point, right, left) >= 0.
struct PortalEnds {
  HalfCellPoint left, right;
};
inline PortalEnds portal_ends_from(const Portal& portal, PolygonId from) {
  return portal.polygons[0] == from ? PortalEnds{portal.b, portal.a} : PortalEnds{portal.a, portal.b};
}

// Writes the shortest path from `start` to `goal` through the portals, in order, to `points`: start, turns, goal.
// Consecutive points differ, and the path turns at each point between. Where it would turn back along the line that it
// came on, both pieces are left out: the path gets shorter and is still on free ground. polygons[i] is the polygon in
// front of portals[i].
void pull_path(const NavMesh& mesh, HalfCellPoint start, HalfCellPoint goal, std::span<const PolygonId> polygons,
               std::span<const PortalId> portals, std::vector<HalfCellPoint>& points);

// Appends a point of a taut path; the one before it is dropped if the path does not turn there.
void append_turn(std::vector<HalfCellPoint>& points, HalfCellPoint point);

double length_in_cells(std::span<const HalfCellPoint> points, int units = 1);

}  // namespace strata

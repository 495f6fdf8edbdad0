// Purpose: pull_path finds the shortest path through a corridor of portals by the funnel algorithm. The path turns only
//          at ends of portals.
// Source: Lee, Preparata 1984; in the form of Mononen 2010, "Simple stupid funnel algorithm", which stores no chains
//         but restarts from each corner.
// Units: Half cells, see core/grid/half_cells.hpp; lengths in cells. All orientation tests are exact.
#pragma once

#include <span>
#include <vector>

#include "core/navmesh/navmesh.hpp"

namespace strata {

// The ends of a portal, seen when leaving polygon `from` through it: for a point before the portal, turn(point,
// right, left) >= 0.
struct PortalEnds {
  HalfCellPoint left, right;
};
inline PortalEnds portal_ends_from(const Portal& portal, PolygonId from) {
  return portal.polygons[0] == from ? PortalEnds{portal.b, portal.a} : PortalEnds{portal.a, portal.b};
}

// Sets `points` to the shortest path from `start` to `goal` through the portals in order: start, turns, goal.
// Consecutive points differ, and the path turns at each inner point. Where it would turn back along the same line, both
// segments are removed: the path gets shorter and stays on free ground. polygons[i] is the polygon before portals[i].
void pull_path(const NavMesh& mesh, HalfCellPoint start, HalfCellPoint goal, std::span<const PolygonId> polygons,
               std::span<const PortalId> portals, std::vector<HalfCellPoint>& points);

// Appends a point to a taut path and removes the previous point if the path does not turn there.
void append_turn(std::vector<HalfCellPoint>& points, HalfCellPoint point);

double length_in_cells(std::span<const HalfCellPoint> points, int units = 1);

}  // namespace strata

// Purpose: These functions use points on a navigation mesh finer than its lattice, for agents that walk at any angle:
//          whether a polygon holds a point, how far a straight step leads, and where a path through some portals first
//          turns.
// Source: The funnel is that of Mononen 2010, "Simple stupid funnel algorithm", stopped at its first corner. Portals
//         are narrowed by the radius of the agent.
// Units: 1/512 cell, whatever the lattice of the mesh is. Turns are exact: meshes lie within 2^21 cells.
// Threads: Const calls may run together.
#pragma once

#include <cstdint>
#include <span>

#include "core/navmesh/navmesh.hpp"

namespace strata {

inline constexpr int kFineCell = 512;  // a cell

struct FixedPointPosition {
  int32_t x = 0;
  int32_t y = 0;
  friend bool operator==(const FixedPointPosition&, const FixedPointPosition&) = default;
};

// Returns the length of a lattice unit, which is a whole number.
inline int32_t fine_unit(const NavMesh& mesh) { return kFineCell / (2 * mesh.units()); }
inline FixedPointPosition fine(const NavMesh& mesh, HalfCellPoint p) {
  return {p.x * fine_unit(mesh), p.y * fine_unit(mesh)};
}
// Returns the nearest point of the lattice.
HalfCellPoint coarse(const NavMesh& mesh, FixedPointPosition p);
inline Cell cell_at(FixedPointPosition p) { return {p.x >> 9, p.y >> 9}; }
inline FixedPointPosition operator+(FixedPointPosition a, FixedPointPosition b) { return {a.x + b.x, a.y + b.y}; }
inline FixedPointPosition operator-(FixedPointPosition a, FixedPointPosition b) { return {a.x - b.x, a.y - b.y}; }
inline int64_t dot(FixedPointPosition a, FixedPointPosition b) { return int64_t{a.x} * b.x + int64_t{a.y} * b.y; }
inline int64_t cross(FixedPointPosition a, FixedPointPosition b) { return int64_t{a.x} * b.y - int64_t{a.y} * b.x; }
inline int64_t turn(FixedPointPosition a, FixedPointPosition b, FixedPointPosition c) { return cross(b - a, c - a); }
int32_t length_of(FixedPointPosition v);  // rounded down
// Returns a vector of this length in the direction of `v`, rounded towards zero; zero for zero.
FixedPointPosition resized(FixedPointPosition v, int32_t length);

// Whether the polygon, including its border, holds the point.
bool holds(const NavMesh& mesh, PolygonId polygon, FixedPointPosition point);

struct FixedPointPlace {
  FixedPointPosition at;
  PolygonId polygon = kNoPolygon;
  friend bool operator==(const FixedPointPlace&, const FixedPointPlace&) = default;
};

struct FixedPointStep {
  FixedPointPlace end;   // its polygon holds it
  bool stopped = false;  // by a wall
  // If it is stopped: the direction along the wall that leads on towards the end of the step. Zero: none does.
  FixedPointPosition wall;
};
// Goes straight on from `from`, which its polygon holds, until `to` or a wall.
FixedPointStep step_over(const NavMesh& mesh, const FixedPointPlace& from, FixedPointPosition to);
// Goes straight on, too, but along a wall where there is one. It may end beside `to` by a unit.
FixedPointStep walk_over(const NavMesh& mesh, const FixedPointPlace& from, FixedPointPosition to);

// Returns where an agent of that radius first turns on its path through the portals to the goal, or the goal. A portal
// that is narrower than the agent is passed in its middle. The first portal is a side of the polygon of `from`.
FixedPointPosition first_turn(const NavMesh& mesh, FixedPointPlace from, std::span<const PortalId> portals,
                              FixedPointPosition goal, int32_t radius);

}  // namespace strata

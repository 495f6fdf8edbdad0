// Purpose: These functions handle fixed-point positions of any-angle agents on a navigation mesh, finer than its
//          lattice: whether a polygon contains a point, how far a straight step leads, and where a path through some
//          portals first turns.
// Source: The funnel algorithm is that of Mononen 2010, "Simple stupid funnel algorithm", stopped at its first corner.
//         Portals are narrowed by the radius of the agent.
// Units: 1/512 cell, for any lattice of the mesh. Orientation tests are exact: meshes lie within 2^21 cells.
// Threads: Const calls may run together.
#pragma once

#include <cstdint>
#include <span>

#include "core/navmesh/navmesh.hpp"

namespace strata {

inline constexpr int kFineCell = 512;  // length of a cell

struct FixedPointPosition {
  int32_t x = 0;
  int32_t y = 0;
  friend bool operator==(const FixedPointPosition&, const FixedPointPosition&) = default;
};

// Returns the length of a lattice unit in 1/512 cell; it is a whole number.
inline int32_t fine_unit(const NavMesh& mesh) { return kFineCell / (2 * mesh.units()); }
inline FixedPointPosition fine(const NavMesh& mesh, HalfCellPoint p) {
  return {p.x * fine_unit(mesh), p.y * fine_unit(mesh)};
}
// Returns the nearest lattice point.
HalfCellPoint coarse(const NavMesh& mesh, FixedPointPosition p);
inline Cell cell_at(FixedPointPosition p) { return {p.x >> 9, p.y >> 9}; }
inline FixedPointPosition operator+(FixedPointPosition a, FixedPointPosition b) { return {a.x + b.x, a.y + b.y}; }
inline FixedPointPosition operator-(FixedPointPosition a, FixedPointPosition b) { return {a.x - b.x, a.y - b.y}; }
inline int64_t dot(FixedPointPosition a, FixedPointPosition b) { return int64_t{a.x} * b.x + int64_t{a.y} * b.y; }
inline int64_t cross(FixedPointPosition a, FixedPointPosition b) { return int64_t{a.x} * b.y - int64_t{a.y} * b.x; }
inline int64_t turn(FixedPointPosition a, FixedPointPosition b, FixedPointPosition c) { return cross(b - a, c - a); }
int32_t length_of(FixedPointPosition v);  // length of the vector, rounded down
// Returns a vector of length `length` in the direction of `v`, rounded towards zero; the zero vector
// for the zero vector.
FixedPointPosition resized(FixedPointPosition v, int32_t length);

// Returns whether the polygon, including its border, contains the point.
bool holds(const NavMesh& mesh, PolygonId polygon, FixedPointPosition point);

struct FixedPointPlace {
  FixedPointPosition at;
  PolygonId polygon = kNoPolygon;
  friend bool operator==(const FixedPointPlace&, const FixedPointPlace&) = default;
};

struct FixedPointStep {
  FixedPointPlace end;   // the point that was reached, and its polygon
  bool stopped = false;  // a wall stopped the step
  // If a wall stopped the step: the direction along the wall that leads towards the target; zero if none does.
  FixedPointPosition wall;
};
// Goes straight from `from`, a place in its polygon, to `to` or to the first wall.
FixedPointStep step_over(const NavMesh& mesh, const FixedPointPlace& from, FixedPointPosition to);
// Goes straight to `to`, but slides along walls. The end may differ from `to` by a unit.
FixedPointStep walk_over(const NavMesh& mesh, const FixedPointPlace& from, FixedPointPosition to);

// Returns the first turn of the path of an agent with this radius through the portals to the goal; the goal if there is
// no turn. The path passes the middle of a portal that is narrower than the agent. The first portal is a side of the
// polygon of `from`.
FixedPointPosition first_turn(const NavMesh& mesh, FixedPointPlace from, std::span<const PortalId> portals,
                              FixedPointPosition goal, int32_t radius);

}  // namespace strata

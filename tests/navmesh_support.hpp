// Purpose: These helpers of tests of navigation meshes check whether a mesh is valid, and build simple meshes of maps.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/disjoint_sets.hpp"
#include "core/grid/move_grid.hpp"
#include "core/navmesh/navmesh.hpp"

namespace strata::test {

// Returns the distance from the point to the nearest blocked cell, in cells, up to 5; `free(x, y)` returns whether a
// cell is free.
template <class Free>
double room_at(Free&& free, double x, double y) {
  double best = 5;
  const auto cx = static_cast<int>(std::floor(x)), cy = static_cast<int>(std::floor(y));
  for (int by = cy - 5; by <= cy + 5; ++by) {
    for (int bx = cx - 5; bx <= cx + 5; ++bx) {
      if (free(bx, by)) continue;
      best = std::min(best, std::hypot(std::max({bx - x, x - (bx + 1), 0.0}), std::max({by - y, y - (by + 1), 0.0})));
    }
  }
  return best;
}

inline bool is_within(HalfCellPoint from, HalfCellPoint to, HalfCellPoint p) {
  return turn(from, to, p) == 0 && std::min(from.x, to.x) <= p.x && p.x <= std::max(from.x, to.x) &&
         std::min(from.y, to.y) <= p.y && p.y <= std::max(from.y, to.y);
}

// Returns what is inconsistent between polygons, sides and portals of the mesh; nullopt: nothing is.
inline std::optional<std::string> mesh_fault(const NavMesh& mesh) {
  size_t polygons = 0, portals = 0, portal_sides = 0;
  for (PolygonId id = 0; id < mesh.polygon_slots(); ++id) {
    if (!mesh.has_polygon(id)) continue;
    ++polygons;
    const std::string name = "polygon " + std::to_string(id) + ": ";
    const std::span<const MeshSide> sides = mesh.sides(id);
    if (sides.size() < 3 || sides.size() > static_cast<size_t>(kMaxSides)) return name + "number of sides";
    std::vector<HalfCellPoint> corners;
    mesh.append_corners(id, corners);
    if (corners.size() < 3) return name + "number of corners";
    for (size_t i = 0; i < corners.size(); ++i) {
      const HalfCellPoint b = corners[(i + 1) % corners.size()], c = corners[(i + 2) % corners.size()];
      if (turn(corners[i], b, c) <= 0) return name + "a corner that is not strictly convex";
    }
    // The polygon is convex at every corner and goes round once: then the fan from the first corner has no triangle
    // with negative area.
    for (size_t i = 1; i + 1 < corners.size(); ++i) {
      if (turn(corners[0], corners[i], corners[i + 1]) <= 0) return name + "goes round more than once";
    }
    for (size_t i = 0; i < sides.size(); ++i) {
      const HalfCellPoint from = sides[i].from, to = mesh.side_end(id, static_cast<int>(i));
      if (to != sides[(i + 1) % sides.size()].from) return name + "side_end";
      if (from == to) return name + "a side of no length";
      if (((from.x | from.y) & 1) != 0) return name + "an odd corner";
      const PortalId portal_id = sides[i].portal;
      if (portal_id == kNoPortal) continue;
      ++portal_sides;
      if (portal_id >= mesh.portal_slots() || !mesh.portal(portal_id).exists()) return name + "a portal that is none";
      const Portal& portal = mesh.portal(portal_id);
      const size_t which = portal.polygons[0] == id ? 0 : 1;
      if (portal.polygons[which] != id) return name + "a portal of others";
      if (portal.sides[which] != i) return name + "the side's number in the portal";
      if ((which == 0 ? portal.a : portal.b) != from || (which == 0 ? portal.b : portal.a) != to) {
        return name + "a portal with other ends";
      }
    }
  }
  for (PortalId id = 0; id < mesh.portal_slots(); ++id) {
    const Portal& portal = mesh.portal(id);
    if (!portal.exists()) continue;
    ++portals;
    const std::string name = "portal " + std::to_string(id) + ": ";
    if (portal.polygons[0] == portal.polygons[1]) return name + "from a polygon to itself";
    for (const PolygonId polygon : portal.polygons) {
      if (!mesh.has_polygon(polygon)) return name + "no polygon there";
      if (portal.across(portal.across(polygon)) != polygon) return name + "across";
    }
    const HalfCellPoint middle = mesh.portal_middle(id);
    if (2 * middle.x != portal.a.x + portal.b.x || 2 * middle.y != portal.a.y + portal.b.y) return name + "middle";
  }
  if (polygons != mesh.polygon_count()) return "polygon_count";
  if (portals != mesh.portal_count()) return "portal_count";
  if (portal_sides != 2 * portals) return "a portal that is not at two sides";
  return std::nullopt;
}

inline std::vector<HalfCellPoint> ring_of(const Rect& cells) {
  return {{2 * cells.x0, 2 * cells.y0},
          {2 * cells.x1, 2 * cells.y0},
          {2 * cells.x1, 2 * cells.y1},
          {2 * cells.x0, 2 * cells.y1}};
}

// Returns a mesh with a polygon for each run of passable cells of a row, at most `longest` cells long.
inline NavMesh mesh_of_runs(const MoveGrid& grid, int longest) {
  std::vector<std::vector<HalfCellPoint>> rings;
  for (int y = 0; y < grid.height(); ++y) {
    for (int x = 0; x < grid.width();) {
      int end = x;
      while (end < x + longest && grid.passable(Cell{end, y})) ++end;
      if (end > x) rings.push_back(ring_of({x, y, end, y + 1}));
      x = std::max(end, x + 1);
    }
  }
  return NavMesh::from_rings(rings);
}
inline NavMesh mesh_of_squares(const MoveGrid& grid) { return mesh_of_runs(grid, 1); }

}  // namespace strata::test

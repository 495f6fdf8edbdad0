// Purpose: NavMesh is a navigation mesh: convex polygons that cover the ground on which an agent may stand, joined by
//          portals. Searches and groupings read it, whether it was built from a grid map or a level.
// Source: Rahmani, Pelechano 2020, section 3. Portals as nodes of the search are a design of this
//         project, see docs/meshes.md.
// Shapes: Polygons and portals keep their numbers while they exist; numbers of removed ones are reused. Sides go round
//         a polygon so that turn(a, b, c) > 0 at its corners. A straight side with several neighbours is divided into
//         several sides, so that a side has at most one portal. A polygon has at most kMaxSides sides. Links are sorted
//         by the polygon where they begin.
// Units: See core/grid/half_cells.hpp.
// Threads: Const calls may run together.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/grid/half_cells.hpp"

namespace strata {

using PolygonId = uint32_t;
using PortalId = uint32_t;
inline constexpr PolygonId kNoPolygon = 0xffffffffu;
inline constexpr PortalId kNoPortal = 0xffffffffu;
inline constexpr int kMaxSides = 127;

// A side of a polygon, from `from` to the point where the next side begins.
struct MeshSide {
  HalfCellPoint from;
  PortalId portal = kNoPortal;  // kNoPortal: a wall
  friend bool operator==(const MeshSide&, const MeshSide&) = default;
};

// A segment through which an agent crosses from one polygon into another: a part of a side of both. It goes from a to b
// round polygons[0], and from b to a round polygons[1].
struct Portal {
  HalfCellPoint a, b;
  std::array<PolygonId, 2> polygons = {kNoPolygon, kNoPolygon};
  std::array<uint8_t, 2> sides = {0, 0};  // indices of the sides in the polygons
  bool exists() const { return polygons[0] != kNoPolygon; }
  PolygonId across(PolygonId from) const { return polygons[polygons[0] == from ? 1 : 0]; }
  // Returns the middle of the portal. It is exact, because the coordinates of ends are even.
  HalfCellPoint middle() const { return {(a.x + b.x) / 2, (a.y + b.y) / 2}; }
};

// A point of a polygon, such as the start or goal of a query.
struct MeshEndpoint {
  HalfCellPoint at;
  PolygonId polygon = kNoPolygon;  // polygon that contains the point
  friend bool operator==(const MeshEndpoint&, const MeshEndpoint&) = default;
};

// An off-mesh link (Recast, Detour): it leads an agent from one point of the mesh to another one, which no portals need
// to join. A link leads one way.
struct MeshLink {
  MeshEndpoint from, to;
  Cost cost = 0;        // in the costs of lines on the mesh, above 0
  uint32_t length = 0;  // in the lengths of links of a map (core/grid/map_links.hpp), from which the cost comes
  friend bool operator==(const MeshLink&, const MeshLink&) = default;
};

class NavMesh {
 public:
  uint32_t polygon_slots() const { return static_cast<uint32_t>(polygons_.size()); }  // all ids are below this
  bool has_polygon(PolygonId id) const { return id < polygons_.size() && polygons_[id].sides != 0; }
  // Returns the sides in order round the polygon. They are valid until the next change.
  std::span<const MeshSide> sides(PolygonId id) const {
    return {sides_.data() + polygons_[id].first, polygons_[id].sides};
  }
  // Returns the index of the first side of the polygon among those of all polygons. All indices are below side_slots().
  uint32_t first_side(PolygonId id) const { return polygons_[id].first; }
  uint32_t side_slots() const { return static_cast<uint32_t>(sides_.size()); }
  HalfCellPoint side_end(PolygonId id, int side) const {
    const Polygon& polygon = polygons_[id];
    return sides_[polygon.first + (side + 1 == polygon.sides ? 0u : static_cast<uint32_t>(side) + 1)].from;
  }
  uint32_t portal_slots() const { return static_cast<uint32_t>(portals_.size()); }
  const Portal& portal(PortalId id) const { return portals_[id]; }  // Valid only if a portal of this number exists.
  HalfCellPoint portal_middle(PortalId id) const { return middles_[id]; }
  size_t polygon_count() const { return polygons_.size() - unused_polygons_.size(); }
  size_t portal_count() const { return portals_.size() - unused_portals_.size(); }
  // Returns the centroid, rounded to eighths of a lattice unit (sixteenths of a cell), for the paper's costs.
  HalfCellPoint centre16(PolygonId id) const { return centres_[id]; }
  std::span<const MeshLink> links() const { return links_; }
  // Returns the links that begin in the polygon: those of links() from the first number to before the second.
  std::pair<uint32_t, uint32_t> links_from(PolygonId id) const;
  Cost max_link_cost() const { return max_link_cost_; }  // 0 without links
  int64_t area2(PolygonId id) const;  // twice the area in squared lattice units: 8 per cell at 1 unit a half cell
  bool contains(PolygonId id, HalfCellPoint point) const;  // the border belongs to the polygon
  // Return the corners of the bounding rectangle of the polygon.
  HalfCellPoint low(PolygonId id) const { return polygons_[id].low; }
  HalfCellPoint high(PolygonId id) const { return polygons_[id].high; }
  // Appends the corners, without points that only divide a straight side.
  void append_corners(PolygonId id, std::vector<HalfCellPoint>& corners) const;
  // Returns the lattice units per half cell: 1, or more on meshes whose corners lie between half cells
  // (mesh_radius.hpp). All points of the mesh and of its paths are in lattice units, and costs are scaled by them.
  int units() const { return units_; }
  HalfCellPoint from_half_cells(HalfCellPoint p) const { return {units_ * p.x, units_ * p.y}; }
  // Returns the cell that contains the point; on a border of cells, the cell to the right and below.
  Cell cell_of(HalfCellPoint p) const { return {floor_to(p.x), floor_to(p.y)}; }
  double in_cells(double lattice) const { return lattice / (2 * units_); }
  // Returns a number that changes with every change of the mesh, and differs between meshes that were built separately.
  uint64_t version() const { return version_; }
  size_t memory_bytes() const;

  // Makes a mesh from rings of corners and links polygons where their sides overlap, in O(n log n); for tests
  // and small meshes. The coordinates of corners are even, and rings do not overlap. The id of a polygon is the
  // index of its ring.
  static NavMesh from_rings(std::span<const std::vector<HalfCellPoint>> rings);

  // Replaces all links, in any order. Both ends of each must be in polygons of the mesh.
  void set_links(std::vector<MeshLink> links);

  // The functions below are for builders. Memory of removed polygons and portals is reused.
  void clear(int units = 1);
  // Adds a polygon. `ring` must have turn > 0 at every corner. Its sides are walls until it gets portals.
  PolygonId add_polygon(std::span<const HalfCellPoint> ring);
  void remove_polygon(PolygonId id);
  // Adds a portal, which is part of a side of both polygons, from `a` to `b` round polygon `first`. Call set_portals()
  // for both polygons afterwards.
  PortalId add_portal(HalfCellPoint a, HalfCellPoint b, PolygonId first, PolygonId second);
  void remove_portal(PortalId id);
  // Sets all portals of the polygon, in any order, and divides its sides accordingly.
  void set_portals(PolygonId id, std::span<const PortalId> portals);

 private:
  struct Polygon {
    uint32_t first = 0;       // index of the polygon's first side in sides_
    uint8_t sides = 0;        // 0: an unused number
    uint8_t room = 0;         // the allocated space is 4 << room sides
    HalfCellPoint low, high;  // bounds, both included
  };
  static constexpr size_t kRooms = 6;

  int floor_to(int32_t value) const {
    const int side = 2 * units_;
    return value >= 0 ? value / side : -((side - 1 - value) / side);
  }
  void give_room(Polygon& polygon, size_t sides);
  void leave_room(Polygon& polygon);

  std::vector<Polygon> polygons_;
  std::vector<HalfCellPoint> centres_;  // by polygon: its centroid
  std::vector<MeshSide> sides_;
  std::vector<Portal> portals_;
  std::vector<HalfCellPoint> middles_;  // by portal; searches read little else of most portals
  std::vector<PolygonId> unused_polygons_;
  std::vector<PortalId> unused_portals_;
  std::array<std::vector<uint32_t>, kRooms> unused_sides_;
  std::vector<MeshLink> links_;
  Cost max_link_cost_ = 0;
  uint64_t version_ = 0;
  int units_ = 1;
};

}  // namespace strata

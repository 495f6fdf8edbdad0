// Purpose: NavMesh is a navigation mesh: convex polygons that cover the ground on which an agent may stand, joined by
//          portals. Searches and groupings read it, whatever it was made from.
// Source: Rahmani, Pelechano 2020, section 3. Portals as nodes of the search: design of this project, see
//         docs/meshes.md.
// Shapes: Polygons and portals have fixed numbers while they exist; numbers of removed ones are reused. Sides go round
//         a polygon so that turn(a, b, c) > 0 at its corners; a straight side with several neighbours is divided into
//         several sides, so that a side has one portal or none. A polygon has at most kMaxSides sides.
// Units: See core/grid/half_cells.hpp.
// Threads: Const calls may run together.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/grid/half_cells.hpp"

namespace strata {

using PolygonId = uint32_t;
using PortalId = uint32_t;
inline constexpr PolygonId kNoPolygon = 0xffffffffu;
inline constexpr PortalId kNoPortal = 0xffffffffu;
inline constexpr int kMaxSides = 127;

// A side of a polygon, from here to the point where the next side begins.
struct MeshSide {
  HalfCellPoint from;
  PortalId portal = kNoPortal;  // kNoPortal: a wall
  friend bool operator==(const MeshSide&, const MeshSide&) = default;
};

// A line on which an agent crosses from one polygon into another: a piece of a side of both. polygons[0] has it from a
// to b, polygons[1] from b to a.
struct Portal {
  HalfCellPoint a, b;
  std::array<PolygonId, 2> polygons = {kNoPolygon, kNoPolygon};
  std::array<uint8_t, 2> sides = {0, 0};  // numbers of the sides of the polygons
  bool exists() const { return polygons[0] != kNoPolygon; }
  PolygonId across(PolygonId from) const { return polygons[polygons[0] == from ? 1 : 0]; }
  HalfCellPoint middle() const { return {(a.x + b.x) / 2, (a.y + b.y) / 2}; }  // exact: ends are even
};

class NavMesh {
 public:
  uint32_t polygon_slots() const { return static_cast<uint32_t>(polygons_.size()); }  // ids are below this
  bool has_polygon(PolygonId id) const { return id < polygons_.size() && polygons_[id].sides != 0; }
  // Sides in order round the polygon. Valid until the next change.
  std::span<const MeshSide> sides(PolygonId id) const {
    return {sides_.data() + polygons_[id].first, polygons_[id].sides};
  }
  HalfCellPoint side_end(PolygonId id, int side) const {
    const Polygon& polygon = polygons_[id];
    return sides_[polygon.first + (side + 1 == polygon.sides ? 0u : static_cast<uint32_t>(side) + 1)].from;
  }
  uint32_t portal_slots() const { return static_cast<uint32_t>(portals_.size()); }
  const Portal& portal(PortalId id) const { return portals_[id]; }  // if it does not exist, the number is free
  HalfCellPoint portal_middle(PortalId id) const { return middles_[id]; }
  size_t polygon_count() const { return polygons_.size() - unused_polygons_.size(); }
  size_t portal_count() const { return portals_.size() - unused_portals_.size(); }
  // The area centroid, rounded, in eighths of a lattice unit (sixteenths of a cell), for the paper's costs.
  HalfCellPoint centre16(PolygonId id) const { return centres_[id]; }
  int64_t area2(PolygonId id) const;  // twice its area in lattice units, 8 per cell at 1 unit a half cell
  bool contains(PolygonId id, HalfCellPoint point) const;  // the border counts as inside
  // Corners of the bounding rectangle of the polygon.
  HalfCellPoint low(PolygonId id) const { return polygons_[id].low; }
  HalfCellPoint high(PolygonId id) const { return polygons_[id].high; }
  // Appends the corners, without the points that divide a straight side.
  void append_corners(PolygonId id, std::vector<HalfCellPoint>& corners) const;
  // Lattice units a half cell: 1, or more on meshes whose corners lie between half cells, see mesh_radius.hpp. All
  // points of the mesh and of its paths are in lattice units, and its costs grow with them.
  int units() const { return units_; }
  HalfCellPoint from_half_cells(HalfCellPoint p) const { return {units_ * p.x, units_ * p.y}; }
  // Returns the cell that holds the point; for a point between cells the cell to the right and below.
  Cell cell_of(HalfCellPoint p) const { return {floor_to(p.x), floor_to(p.y)}; }
  double in_cells(double lattice) const { return lattice / (2 * units_); }
  uint64_t version() const { return version_; }  // changes with every change; meshes built apart share none
  size_t memory_bytes() const;

  // For tests and small meshes: makes polygons from rings and links them wherever their sides overlap, in O(n log n).
  // The corners of rings are even; rings do not overlap. The id of a polygon is the number of its ring.
  static NavMesh from_rings(std::span<const std::vector<HalfCellPoint>> rings);

  // For builders. Memory of removed polygons and portals is reused.
  void clear(int units = 1);
  // `ring` has a turn above 0 at every corner. Its sides are walls until portals are set.
  PolygonId add_polygon(std::span<const HalfCellPoint> ring);
  void remove_polygon(PolygonId id);
  // Adds a portal, a piece of a side of both polygons, from a to b as `first` goes round. Call set_portals() for both
  // polygons then.
  PortalId add_portal(HalfCellPoint a, HalfCellPoint b, PolygonId first, PolygonId second);
  void remove_portal(PortalId id);
  // Sets all the portals of the polygon, in any order: its sides are divided again.
  void set_portals(PolygonId id, std::span<const PortalId> portals);

 private:
  struct Polygon {
    uint32_t first = 0;       // index of its first side in the pool
    uint8_t sides = 0;        // 0: a free number
    uint8_t room = 0;         // the pool has room for 4 << room sides
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
  std::vector<HalfCellPoint> centres_;  // by polygon
  std::vector<MeshSide> sides_;
  std::vector<Portal> portals_;
  std::vector<HalfCellPoint> middles_;  // by portal; searches read little else of most portals
  std::vector<PolygonId> unused_polygons_;
  std::vector<PortalId> unused_portals_;
  std::array<std::vector<uint32_t>, kRooms> unused_sides_;
  uint64_t version_ = 0;
  int units_ = 1;
};

// An end of a query.
struct MeshEndpoint {
  HalfCellPoint at;
  PolygonId polygon = kNoPolygon;  // polygon that holds the point
};

}  // namespace strata

// Purpose: PolyanyaPolygons holds what searches of Polyanya read of a mesh, closely packed, in the order in which they
//          first came to it: the convex polygons with their sides, neighbours and corners. Polygons that form a union
//          (mesh_unions.hpp) are one polygon here.
// Shapes: Polygons are numbered from 0 in the order in which they were first asked for. Sides go round a polygon as in
//         NavMesh, but all of its border with one neighbour is one side, and so is a straight wall.
// Threads: Calls with different PolyanyaPolygons may run together.
#pragma once

#include <cstdint>
#include <vector>

#include "core/navmesh/mesh_unions.hpp"
#include "core/navmesh/navmesh.hpp"

namespace strata {

class PolyanyaPolygons {
 public:
  static constexpr uint32_t kNone = 0xffffffffu, kNotAsked = 0xfffffffeu;
  struct Side {
    HalfCellPoint from;
    uint32_t corner = kNotAsked;    // number of the corner at `from`
    uint32_t beyond = kNone;        // number of the polygon on the other side; kNone: a wall
    PolygonId across = kNoPolygon;  // the polygon of the mesh there, where the side begins
    PolygonSide own;                // the side of the mesh that begins at `from`
    bool of_several = false;        // several sides of the mesh make up this one
    // Known when the search has looked beyond: the number of the same side in the polygon beyond, and whether that
    // polygon has no other portal.
    bool dead_end = false;
    uint32_t entry = kNone;
  };

  // Prepares for searches on a mesh. What is known of another one, or of another state of the same, is forgotten.
  // `unions` may be null.
  void begin(const NavMesh& mesh, const MeshUnions* unions);
  // Returns the number of the polygon that contains a polygon of the mesh.
  uint32_t number_of(const NavMesh& mesh, const MeshUnions* unions, PolygonId polygon);

  // Calls of the functions below, except sides(), may move the sides of all polygons.

  // Reads the sides of a polygon, once.
  void read(const NavMesh& mesh, const MeshUnions* unions, uint32_t number) {
    if (polygons_[number].count == 0) read_sides(mesh, unions, number);
  }
  // Returns the number of sides of a polygon that has been read.
  uint32_t count(uint32_t number) const { return polygons_[number].count; }
  Side& side(uint32_t number, uint32_t side) { return sides_[polygons_[number].first + side]; }
  const Side& side(uint32_t number, uint32_t side) const { return sides_[polygons_[number].first + side]; }
  // Returns the number of the first side of the polygon among those of all polygons.
  uint32_t first_side(uint32_t number) const { return polygons_[number].first; }
  size_t side_count() const { return sides_.size(); }
  // Returns the number of the corner where a side begins; kNone if paths do not turn there. Numbers are dense.
  uint32_t corner_at(const NavMesh& mesh, Side& side) {
    if (side.corner == kNotAsked) side.corner = find_corner(mesh, side);
    return side.corner;
  }
  uint32_t corner_count() const { return corners_; }
  // Reads the polygon beyond a side, which is no wall, and what the side says of it.
  void look_beyond(const NavMesh& mesh, const MeshUnions* unions, uint32_t number, uint32_t of) {
    if (side(number, of).entry == kNone) find_entry(mesh, unions, number, of);
  }
  size_t memory_bytes() const;

 private:
  struct Polygon {
    PolygonSide border;  // a side of the mesh on its border
    uint32_t first = 0, count = 0, portals = 0;
  };
  struct Number {
    uint32_t number = 0;
    uint32_t stamp = 0;
  };
  void find_entry(const NavMesh& mesh, const MeshUnions* unions, uint32_t number, uint32_t of);
  void read_sides(const NavMesh& mesh, const MeshUnions* unions, uint32_t number);
  uint32_t find_corner(const NavMesh& mesh, const Side& side);

  uint64_t mesh_version_ = UINT64_MAX;
  const MeshUnions* unions_ = nullptr;
  uint32_t stamp_ = 0;
  std::vector<Number> numbers_;         // by polygon of the mesh
  std::vector<Number> corner_numbers_;  // by corner_key
  uint32_t corners_ = 0;
  std::vector<Polygon> polygons_;
  std::vector<Side> sides_;
  std::vector<PolygonId> waiting_;
};

}  // namespace strata

#include "core/navmesh/polyanya_corner.hpp"

namespace strata {
namespace {

// A polygon at a vertex, with the indices of its sides that begin and end there.
struct PolygonAtCorner {
  PolygonId polygon;
  int leaving;
  int arriving;
};

PolygonAtCorner sector(const NavMesh& mesh, PolygonId polygon, int leaving) {
  const int sides = static_cast<int>(mesh.sides(polygon).size());
  return {polygon, leaving, leaving == 0 ? sides - 1 : leaving - 1};
}

}  // namespace

uint32_t corner_key(const NavMesh& mesh, PolygonId polygon, int side) {
  const auto portal_of = [&](PolygonId of, int number) { return mesh.sides(of)[static_cast<size_t>(number)].portal; };
  // Crosses the leaving sides until there is a wall.
  PolygonAtCorner first = sector(mesh, polygon, side);
  for (PortalId id = portal_of(first.polygon, first.leaving); id != kNoPortal;
       id = portal_of(first.polygon, first.leaving)) {
    const Portal& portal = mesh.portal(id);
    const size_t other = portal.polygons[0] == first.polygon ? 1 : 0;
    const PolygonId next = portal.polygons[other];
    if (next == polygon) return kNoCorner;  // all polygons round the vertex were visited: there is no wall
    const int arriving = portal.sides[other];
    const int leaving = arriving + 1 == static_cast<int>(mesh.sides(next).size()) ? 0 : arriving + 1;
    first = {next, leaving, arriving};
  }
  const PortalId key = portal_of(first.polygon, first.arriving);
  if (key == kNoPortal) return kNoCorner;  // the whole surroundings belong to one convex polygon
  // Crosses the arriving sides until there is a wall.
  PolygonAtCorner last = sector(mesh, polygon, side);
  for (PortalId id = portal_of(last.polygon, last.arriving); id != kNoPortal;
       id = portal_of(last.polygon, last.arriving)) {
    const Portal& portal = mesh.portal(id);
    const size_t other = portal.polygons[0] == last.polygon ? 1 : 0;
    last = sector(mesh, portal.polygons[other], portal.sides[other]);
  }
  const HalfCellPoint at = mesh.sides(polygon)[static_cast<size_t>(side)].from;
  const HalfCellPoint leaving = mesh.side_end(first.polygon, first.leaving);
  const HalfCellPoint arriving = mesh.sides(last.polygon)[static_cast<size_t>(last.arriving)].from;
  // The turn from one wall to the other, through all polygons.
  const int64_t bend = turn(at, leaving, arriving);
  const bool thin_wall =
      bend == 0 &&
      int64_t{leaving.x - at.x} * (arriving.x - at.x) + int64_t{leaving.y - at.y} * (arriving.y - at.y) > 0;
  if (bend > 0 || (bend == 0 && !thin_wall)) return kNoCorner;
  return key << 1 | (mesh.portal(key).a == at ? 0u : 1u);
}

}  // namespace strata

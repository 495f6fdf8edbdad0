#include "core/navmesh/polyanya_polygons.hpp"

#include <utility>

#include "core/navmesh/polyanya_corner.hpp"

namespace strata {

void PolyanyaPolygons::begin(const NavMesh& mesh, const MeshUnions* unions) {
  if (mesh_version_ == mesh.version() && unions_ == unions) return;
  mesh_version_ = UINT64_MAX;  // until all is prepared, as memory may run out
  if (numbers_.size() < mesh.polygon_slots()) numbers_.resize(mesh.polygon_slots());
  if (corner_numbers_.size() < size_t{2} * mesh.portal_slots()) corner_numbers_.resize(size_t{2} * mesh.portal_slots());
  if (++stamp_ == 0) {
    numbers_.assign(numbers_.size(), {});
    corner_numbers_.assign(corner_numbers_.size(), {});
    stamp_ = 1;
  }
  corners_ = 0;
  polygons_.clear();
  sides_.clear();
  mesh_version_ = mesh.version();
  unions_ = unions;
}

uint32_t PolyanyaPolygons::number_of(const NavMesh& mesh, const MeshUnions* unions, PolygonId polygon) {
  if (numbers_[polygon].stamp == stamp_) return numbers_[polygon].number;
  // If memory runs out below, the next search begins anew.
  const uint64_t version = std::exchange(mesh_version_, UINT64_MAX);
  const auto number = static_cast<uint32_t>(polygons_.size());
  polygons_.emplace_back();
  numbers_[polygon] = {number, stamp_};
  PolygonSide border{polygon, 0};
  if (unions != nullptr) {
    border = {};
    waiting_.assign(1, polygon);
    while (!waiting_.empty()) {
      const PolygonId of = waiting_.back();
      waiting_.pop_back();
      uint32_t i = 0;
      for (const MeshSide& side : mesh.sides(of)) {
        const PolygonSide here{of, i++};
        if (side.portal == kNoPortal || !unions->joins(side.portal)) {
          if (border.polygon == kNoPolygon) border = here;
          continue;
        }
        const PolygonId next = mesh.portal(side.portal).across(of);
        if (numbers_[next].stamp == stamp_) continue;
        numbers_[next] = {number, stamp_};
        waiting_.push_back(next);
      }
    }
  }
  polygons_[number].border = border;
  mesh_version_ = version;
  return number;
}

void PolyanyaPolygons::read_sides(const NavMesh& mesh, const MeshUnions* unions, uint32_t number) {
  const PolygonSide border = polygons_[number].border;
  const auto first = static_cast<uint32_t>(sides_.size());
  uint32_t portals = 0;
  const auto next = [&](PolygonSide at) {
    if (unions != nullptr) return unions->next(mesh, at);
    at.side = at.side + 1 == mesh.sides(at.polygon).size() ? 0 : at.side + 1;
    return at;
  };
  PolygonSide at = border;
  do {
    const MeshSide& side = mesh.sides(at.polygon)[at.side];
    Side read{.from = side.from, .own = at};
    if (side.portal != kNoPortal) {
      read.across = mesh.portal(side.portal).across(at.polygon);
      read.beyond = number_of(mesh, unions, read.across);
    }
    const bool continues = sides_.size() > first && sides_.back().beyond == read.beyond &&
                           (read.beyond != kNone || turn(sides_.back().from, read.from,
                                                         mesh.side_end(at.polygon, static_cast<int>(at.side))) == 0);
    if (continues) {
      sides_.back().of_several = true;
    } else {
      sides_.push_back(read);
      portals += read.beyond != kNone ? 1u : 0u;
    }
    at = next(at);
  } while (at != border);
  // The border may begin within a side.
  Side& last = sides_.back();
  if (last.beyond != kNone && last.beyond == sides_[first].beyond && sides_.size() > first + 1) {
    last.of_several = true;
    --portals;
    sides_.erase(sides_.begin() + first);
  }
  polygons_[number].first = first;
  polygons_[number].count = static_cast<uint32_t>(sides_.size()) - first;
  polygons_[number].portals = portals;
}

uint32_t PolyanyaPolygons::find_corner(const NavMesh& mesh, const Side& side) {
  const uint32_t key = corner_key(mesh, side.own.polygon, static_cast<int>(side.own.side));
  if (key == kNoCorner) return kNone;
  if (corner_numbers_[key].stamp != stamp_) corner_numbers_[key] = {corners_++, stamp_};
  return corner_numbers_[key].number;
}

void PolyanyaPolygons::find_entry(const NavMesh& mesh, const MeshUnions* unions, uint32_t number, uint32_t of) {
  const uint32_t beyond = side(number, of).beyond;
  read(mesh, unions, beyond);
  const HalfCellPoint end = side(number, of + 1 == count(number) ? 0 : of + 1).from;
  uint32_t entry = 0;
  while (side(beyond, entry).from != end) ++entry;
  side(number, of).entry = entry;
  side(number, of).dead_end = polygons_[beyond].portals < 2;
}

size_t PolyanyaPolygons::memory_bytes() const {
  return (numbers_.capacity() + corner_numbers_.capacity()) * sizeof(Number) + polygons_.capacity() * sizeof(Polygon) +
         sides_.capacity() * sizeof(Side) + waiting_.capacity() * sizeof(PolygonId);
}

}  // namespace strata

#include "core/crowd/mesh_places.hpp"

#include <algorithm>

#include "core/base/rng.hpp"

namespace strata {

void MeshPointIndex::build(const NavMesh& mesh) {
  polygons_.clear();
  area_so_far_.clear();
  listed_.clear();
  HalfCellPoint high{INT32_MIN, INT32_MIN};
  low_ = {INT32_MAX, INT32_MAX};
  uint64_t area = 0;
  for (PolygonId id = 0; id < mesh.polygon_slots(); ++id) {
    if (!mesh.has_polygon(id)) continue;
    polygons_.push_back(id);
    area_so_far_.push_back(area += static_cast<uint64_t>(mesh.area2(id)));
    low_ = {std::min(low_.x, mesh.low(id).x), std::min(low_.y, mesh.low(id).y)};
    high = {std::max(high.x, mesh.high(id).x), std::max(high.y, mesh.high(id).y)};
  }
  built_ = true;
  built_for_ = mesh.version();
  if (polygons_.empty()) {
    columns_ = rows_ = 0;
    ends_.clear();
    return;
  }
  columns_ = (high.x - low_.x) / kSquare + 1;
  rows_ = (high.y - low_.y) / kSquare + 1;
  const auto each_square = [&](PolygonId id, auto&& visit) {
    const HalfCellPoint a = mesh.low(id), b = mesh.high(id);
    for (int32_t y = (a.y - low_.y) / kSquare; y <= (b.y - low_.y) / kSquare; ++y) {
      for (int32_t x = (a.x - low_.x) / kSquare; x <= (b.x - low_.x) / kSquare; ++x) {
        visit(static_cast<size_t>(y) * static_cast<size_t>(columns_) + static_cast<size_t>(x));
      }
    }
  };
  ends_.assign(static_cast<size_t>(columns_) * static_cast<size_t>(rows_) + 1, 0);
  for (const PolygonId id : polygons_) each_square(id, [&](size_t square) { ++ends_[square + 1]; });
  for (size_t s = 1; s < ends_.size(); ++s) ends_[s] += ends_[s - 1];
  listed_.resize(ends_.back());
  std::vector<uint32_t> next(ends_.begin(), ends_.end() - 1);
  for (const PolygonId id : polygons_) each_square(id, [&](size_t square) { listed_[next[square]++] = id; });
}

PolygonId MeshPointIndex::polygon_at(const NavMesh& mesh, FixedPointPosition point) const {
  if (empty()) return kNoPolygon;  // the mesh is empty
  const FixedPointPosition at = point - fine(low_);
  if (at.x < 0 || at.y < 0) return kNoPolygon;
  const int32_t x = at.x / (kSquare * kFine), y = at.y / (kSquare * kFine);
  if (x >= columns_ || y >= rows_) return kNoPolygon;
  const size_t square = static_cast<size_t>(y) * static_cast<size_t>(columns_) + static_cast<size_t>(x);
  for (uint32_t i = ends_[square]; i < ends_[square + 1]; ++i) {
    if (holds(mesh, listed_[i], point)) return listed_[i];
  }
  return kNoPolygon;
}

MeshEndpoint MeshPointIndex::drawn(const NavMesh& mesh, uint64_t random) const {
  Rng rng(random);
  const uint64_t at = rng.next() % area_so_far_.back();
  const auto found = std::upper_bound(area_so_far_.begin(), area_so_far_.end(), at);
  const PolygonId id = polygons_[static_cast<size_t>(found - area_so_far_.begin())];
  const HalfCellPoint low = mesh.low(id), high = mesh.high(id);
  for (int tries = 0; tries < 32; ++tries) {
    const HalfCellPoint point{rng.between(low.x, high.x), rng.between(low.y, high.y)};
    if (mesh.contains(id, point)) return {point, id};
  }
  return {mesh.sides(id).front().from, id};  // the polygon is so thin that it has hardly any points inside
}

size_t MeshPointIndex::memory_bytes() const {
  return ends_.capacity() * sizeof(uint32_t) + (listed_.capacity() + polygons_.capacity()) * sizeof(PolygonId) +
         area_so_far_.capacity() * sizeof(uint64_t);
}

}  // namespace strata

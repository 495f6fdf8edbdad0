#include "core/crowd/mesh_point_index.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/rng.hpp"

namespace strata {

void MeshPointIndex::build(const NavMesh& mesh) {
  polygons_.clear();
  area_so_far_.clear();
  listed_.clear();
  HalfCellPoint high{INT32_MIN, INT32_MIN};
  HalfCellPoint low{INT32_MAX, INT32_MAX};
  uint64_t area = 0;
  for (PolygonId id = 0; id < mesh.polygon_slots(); ++id) {
    if (!mesh.has_polygon(id)) continue;
    polygons_.push_back(id);
    area_so_far_.push_back(area += static_cast<uint64_t>(mesh.area2(id)));
    low = {std::min(low.x, mesh.low(id).x), std::min(low.y, mesh.low(id).y)};
    high = {std::max(high.x, mesh.high(id).x), std::max(high.y, mesh.high(id).y)};
  }
  built_ = true;
  built_for_ = mesh.version();
  if (polygons_.empty()) {
    columns_ = rows_ = 0;
    ends_.clear();
    return;
  }
  low_ = fine(mesh, low);
  const FixedPointPosition size = fine(mesh, high) - low_;
  columns_ = size.x / kSquare + 1;
  rows_ = size.y / kSquare + 1;
  const auto each_square = [&](PolygonId id, auto&& visit) {
    const FixedPointPosition a = fine(mesh, mesh.low(id)) - low_, b = fine(mesh, mesh.high(id)) - low_;
    for (int32_t y = a.y / kSquare; y <= b.y / kSquare; ++y) {
      for (int32_t x = a.x / kSquare; x <= b.x / kSquare; ++x) {
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

std::optional<float> MeshFloor::distance(const NavMesh& mesh, PolygonId polygon, FixedPointPosition point) const {
  if (heights == nullptr) return 0.0f;
  const float away = std::abs(heights->ground_height(polygon, coarse(mesh, point)) - height);
  return away < heights->floor_distance() ? std::optional(away) : std::nullopt;
}

PolygonId MeshPointIndex::polygon_at(const NavMesh& mesh, FixedPointPosition point, const MeshFloor& floor) const {
  if (empty()) return kNoPolygon;  // the mesh is empty
  const FixedPointPosition at = point - low_;
  if (at.x < 0 || at.y < 0) return kNoPolygon;
  const int32_t x = at.x / kSquare, y = at.y / kSquare;
  if (x >= columns_ || y >= rows_) return kNoPolygon;
  const size_t square = static_cast<size_t>(y) * static_cast<size_t>(columns_) + static_cast<size_t>(x);
  PolygonId best = kNoPolygon;
  float nearest = 0;
  for (uint32_t i = ends_[square]; i < ends_[square + 1]; ++i) {
    if (!holds(mesh, listed_[i], point)) continue;
    const std::optional<float> away = floor.distance(mesh, listed_[i], point);
    if (!away || (best != kNoPolygon && *away >= nearest)) continue;
    best = listed_[i];
    nearest = *away;
    if (nearest == 0) break;
  }
  return best;
}

FixedPointPlace MeshPointIndex::nearest(const NavMesh& mesh, FixedPointPosition point, int32_t reach,
                                        const MeshFloor& floor) const {
  if (empty() || reach <= 0) return {point, polygon_at(mesh, point, floor)};
  FixedPointPlace best{point, kNoPolygon};
  int64_t best_squared = int64_t{reach} * reach + 1;
  const auto offer = [&](PolygonId id, FixedPointPosition at) {
    const int64_t squared = dot(at - point, at - point);
    if (squared > best_squared || (squared == best_squared && id >= best.polygon) || !holds(mesh, id, at)) return;
    if (!floor.distance(mesh, id, at)) return;
    best = {at, id};
    best_squared = squared;
  };
  // Adds the nearest point of a line, rounded to all sides, because the polygon may not contain a rounded point.
  const auto offer_near = [&](PolygonId id, FixedPointPosition a, FixedPointPosition b) {
    const FixedPointPosition along = b - a;
    const int64_t whole = dot(along, along);
    if (whole == 0) return;
    const double part = std::clamp(static_cast<double>(dot(point - a, along)) / static_cast<double>(whole), 0.0, 1.0);
    const FixedPointPosition at{a.x + static_cast<int32_t>(std::lround(part * along.x)),
                                a.y + static_cast<int32_t>(std::lround(part * along.y))};
    for (int32_t dy = -1; dy <= 1; ++dy) {
      for (int32_t dx = -1; dx <= 1; ++dx) offer(id, {at.x + dx, at.y + dy});
    }
  };
  const auto in_range = [](int32_t square, int32_t count) { return std::clamp(square, 0, count - 1); };
  const FixedPointPosition at = point - low_;
  const int32_t left = in_range((at.x - reach) / kSquare, columns_),
                right = in_range((at.x + reach) / kSquare, columns_);
  const int32_t top = in_range((at.y - reach) / kSquare, rows_), bottom = in_range((at.y + reach) / kSquare, rows_);
  for (int32_t y = top; y <= bottom; ++y) {
    for (int32_t x = left; x <= right; ++x) {
      const size_t square = static_cast<size_t>(y) * static_cast<size_t>(columns_) + static_cast<size_t>(x);
      for (uint32_t i = ends_[square]; i < ends_[square + 1]; ++i) {
        const PolygonId id = listed_[i];
        offer(id, point);
        const std::span<const MeshSide> sides = mesh.sides(id);
        for (size_t s = 0; s < sides.size(); ++s) {
          offer_near(id, fine(mesh, sides[s].from), fine(mesh, sides[s + 1 == sides.size() ? 0 : s + 1].from));
        }
      }
    }
  }
  return best;
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
  return {mesh.sides(id).front().from, id};  // the polygon is so thin that it contains hardly any lattice points
}

size_t MeshPointIndex::memory_bytes() const {
  return ends_.capacity() * sizeof(uint32_t) + (listed_.capacity() + polygons_.capacity()) * sizeof(PolygonId) +
         area_so_far_.capacity() * sizeof(uint64_t);
}

}  // namespace strata

#include "core/crowd/mesh_fine.hpp"

#include <algorithm>
#include <array>

namespace strata {
namespace {

// A portal, narrowed at both ends.
struct FixedPointPortal {
  FixedPointPosition left, right;
};

FixedPointPortal gate_for(const NavMesh& mesh, const Portal& portal, PolygonId from, int32_t radius) {
  const bool first = portal.polygons[0] == from;
  const FixedPointPosition left = fine(mesh, first ? portal.b : portal.a),
                           right = fine(mesh, first ? portal.a : portal.b);
  const FixedPointPosition across = left - right;
  const int32_t length = length_of(across);
  const FixedPointPosition inward = resized(across, std::min(radius, length / 2));
  return {left - inward, right + inward};
}

// Returns the point where the line from `from` to `to` meets the line through the side: `part` of `whole` along it.
FixedPointPosition between(FixedPointPosition from, FixedPointPosition to, int64_t part, int64_t whole) {
  const auto at = [&](int32_t a, int32_t b) {
    return static_cast<int32_t>(a + static_cast<int64_t>(static_cast<double>(b - a) *
                                                         (static_cast<double>(part) / static_cast<double>(whole))));
  };
  return {at(from.x, to.x), at(from.y, to.y)};
}

// Returns the polygon, of those around a corner or on both sides of a portal, in which the line from `point` to `to`
// begins. kNoPolygon: it begins in none of the connected ones.
PolygonId way_from(const NavMesh& mesh, PolygonId polygon, FixedPointPosition point, FixedPointPosition to) {
  constexpr size_t kMost = 16;
  std::array<PolygonId, kMost> round{polygon};
  size_t known = 1;
  for (size_t i = 0; i < known; ++i) {
    const std::span<const MeshSide> sides = mesh.sides(round[i]);
    bool opens = i > 0;
    for (size_t s = 0; s < sides.size(); ++s) {
      const FixedPointPosition a = fine(mesh, sides[s].from),
                               b = fine(mesh, sides[s + 1 == sides.size() ? 0 : s + 1].from);
      if (turn(a, b, point) != 0 || dot(a - point, b - point) > 0) continue;
      if (turn(a, b, to) < 0) opens = false;
      if (sides[s].portal == kNoPortal) continue;
      const PolygonId beside = mesh.portal(sides[s].portal).across(round[i]);
      const auto end = round.begin() + static_cast<std::ptrdiff_t>(known);
      if (known < kMost && std::find(round.begin(), end, beside) == end) round[known++] = beside;
    }
    if (opens) return round[i];
  }
  return kNoPolygon;
}

}  // namespace

HalfCellPoint coarse(const NavMesh& mesh, FixedPointPosition p) {
  const int32_t unit = fine_unit(mesh);
  const auto nearest = [unit](int32_t value) {
    const int32_t moved = value + unit / 2;
    return moved >= 0 ? moved / unit : -((unit - 1 - moved) / unit);
  };
  return {nearest(p.x), nearest(p.y)};
}

int32_t length_of(FixedPointPosition v) { return static_cast<int32_t>(root_down(static_cast<uint64_t>(dot(v, v)))); }

FixedPointPosition resized(FixedPointPosition v, int32_t length) {
  const auto long_as = static_cast<int64_t>(root_down(static_cast<uint64_t>(dot(v, v))));
  if (long_as == 0) return {};
  return {static_cast<int32_t>(int64_t{v.x} * length / long_as), static_cast<int32_t>(int64_t{v.y} * length / long_as)};
}

bool holds(const NavMesh& mesh, PolygonId polygon, FixedPointPosition point) {
  const std::span<const MeshSide> sides = mesh.sides(polygon);
  FixedPointPosition from = fine(mesh, sides.back().from);
  for (const MeshSide& side : sides) {
    const FixedPointPosition to = fine(mesh, side.from);
    if (turn(from, to, point) < 0) return false;
    from = to;
  }
  return true;
}

FixedPointStep step_over(const NavMesh& mesh, const FixedPointPlace& from, FixedPointPosition to) {
  constexpr int kMaxPolygons = 64;  // polygons crossed by a step, which ends there at the latest
  FixedPointStep step{from, false, {}};
  PolygonId polygon = from.polygon, entered_from = kNoPolygon;
  for (int i = 0; i < kMaxPolygons; ++i) {
    if (holds(mesh, polygon, to)) {
      step.end = {to, polygon};
      return step;
    }
    // The side by which the line leaves the polygon: `to` is behind it, and the line passes between its ends. At a
    // corner two sides qualify; a side with a portal is preferred.
    const std::span<const MeshSide> sides = mesh.sides(polygon);
    size_t out = sides.size();
    for (size_t s = 0; s < sides.size(); ++s) {
      const FixedPointPosition a = fine(mesh, sides[s].from),
                               b = fine(mesh, sides[s + 1 == sides.size() ? 0 : s + 1].from);
      if (turn(a, b, to) >= 0) continue;
      if (turn(from.at, to, a) > 0 || turn(from.at, to, b) < 0) continue;
      if (sides[s].portal != kNoPortal && mesh.portal(sides[s].portal).across(polygon) == entered_from) continue;
      if (out == sides.size() || sides[out].portal == kNoPortal) out = s;
    }
    if (out == sides.size()) return step;  // the line only grazes the mesh
    const FixedPointPosition a = fine(mesh, sides[out].from),
                             b = fine(mesh, sides[out + 1 == sides.size() ? 0 : out + 1].from);
    const int64_t before = turn(a, b, from.at), behind = turn(a, b, to);
    // The point on the side is rounded towards the start of the step.
    FixedPointPosition met = between(from.at, to, std::max<int64_t>(before, 0), std::max<int64_t>(before, 0) - behind);
    for (int tries = 0; tries < 3 && !holds(mesh, polygon, met); ++tries) {
      met = {met.x + (met.x < from.at.x   ? 1
                      : met.x > from.at.x ? -1
                                          : 0),
             met.y + (met.y < from.at.y   ? 1
                      : met.y > from.at.y ? -1
                                          : 0)};
    }
    if (holds(mesh, polygon, met)) step.end = {met, polygon};
    if (sides[out].portal == kNoPortal) {
      // At the end of a portal the line may go on beyond it.
      if (const PolygonId beyond = way_from(mesh, polygon, met, to); beyond != kNoPolygon) {
        entered_from = kNoPolygon;
        polygon = beyond;
        continue;
      }
      step.stopped = true;
      step.wall = b - a;
      return step;
    }
    entered_from = polygon;
    polygon = mesh.portal(sides[out].portal).across(polygon);
  }
  return step;
}

FixedPointPosition first_turn(const NavMesh& mesh, FixedPointPlace from, std::span<const PortalId> portals,
                              FixedPointPosition goal, int32_t radius) {
  const FixedPointPosition apex = from.at;
  FixedPointPosition left, right;
  bool open = false;  // a funnel has begun
  PolygonId polygon = from.polygon;
  for (size_t i = 0; i <= portals.size(); ++i) {
    FixedPointPortal gate{goal, goal};
    if (i < portals.size()) {
      const Portal& portal = mesh.portal(portals[i]);
      gate = gate_for(mesh, portal, polygon, radius);
      polygon = portal.across(polygon);
      // An agent that stands in the portal has passed it.
      const FixedPointPosition a = fine(mesh, portal.a), b = fine(mesh, portal.b);
      if (!open && turn(a, b, apex) == 0 && dot(a - apex, b - apex) <= 0) continue;
    }
    if (!open) {
      left = gate.left;
      right = gate.right;
      open = true;
      continue;
    }
    // Seen from the apex, turn(apex, right, p) >= 0 for every p to the left of `right`.
    if (turn(apex, left, gate.right) > 0) return left;   // the whole portal lies beyond the left end
    if (turn(apex, right, gate.left) < 0) return right;  // or beyond the right end
    if (turn(apex, left, gate.left) <= 0) left = gate.left;
    if (turn(apex, right, gate.right) >= 0) right = gate.right;
  }
  // The goal lies straight ahead.
  return goal;
}

}  // namespace strata

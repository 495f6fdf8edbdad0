#include "core/crowd/fixed_point.hpp"

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

// Returns the point on the line from `from` to `to` after the fraction part / whole of its length.
FixedPointPosition between(FixedPointPosition from, FixedPointPosition to, int64_t part, int64_t whole) {
  const auto at = [&](int32_t a, int32_t b) {
    return static_cast<int32_t>(a + static_cast<int64_t>(static_cast<double>(b - a) *
                                                         (static_cast<double>(part) / static_cast<double>(whole))));
  };
  return {at(from.x, to.x), at(from.y, to.y)};
}

// The polygons that meet at a point: one that contains it, and those that are reached by portals through the point.
class PolygonsAround {
 public:
  PolygonsAround(const NavMesh& mesh, PolygonId polygon, FixedPointPosition point)
      : mesh_(mesh), point_(point), all_{polygon} {
    for (size_t i = 0; i < count_; ++i) {
      each_side(all_[i], [&](FixedPointPosition, FixedPointPosition, PortalId portal) {
        if (portal == kNoPortal || count_ == kMost) return;
        const PolygonId beside = mesh_.portal(portal).across(all_[i]);
        const auto end = all_.begin() + static_cast<std::ptrdiff_t>(count_);
        if (std::find(all_.begin(), end, beside) == end) all_[count_++] = beside;
      });
    }
  }

  // Returns the polygon, other than the first one, into which the line from the point to `to` leads;
  // kNoPolygon if there is none.
  PolygonId towards(FixedPointPosition to) const {
    for (size_t i = 1; i < count_; ++i) {
      bool opens = true;
      each_side(all_[i], [&](FixedPointPosition a, FixedPointPosition b, PortalId) {
        if (turn(a, b, to) < 0) opens = false;
      });
      if (opens) return all_[i];
    }
    return kNoPolygon;
  }

  // Chooses, of the walls that meet at the point, the one along which the step advances most towards `to`. At a corner
  // it may be a wall of another polygon.
  void choose_wall(FixedPointPosition to, FixedPointStep& step) const {
    const FixedPointPosition ahead = to - point_;
    double best = advance(ahead, step.wall);
    for (size_t i = 0; i < count_; ++i) {
      each_side(all_[i], [&](FixedPointPosition a, FixedPointPosition b, PortalId portal) {
        if (portal != kNoPortal || turn(a, b, to) >= 0) return;
        // From an end of the wall only one direction leads along it.
        for (const FixedPointPosition end : {a, b}) {
          const double by = advance(ahead, end - point_);
          if (by <= best) continue;
          best = by;
          step.wall = end - point_;
          step.end = {point_, all_[i]};
        }
      });
    }
  }

 private:
  static constexpr size_t kMost = 16;

  // Returns the progress in the direction `along` of a movement by `ahead`.
  static double advance(FixedPointPosition ahead, FixedPointPosition along) {
    return static_cast<double>(dot(ahead, along)) / std::max(length_of(along), 1);
  }
  // Calls visit(a, b, portal) for the sides of the polygon that go through the point.
  template <class Visit>
  void each_side(PolygonId polygon, Visit&& visit) const {
    const std::span<const MeshSide> sides = mesh_.sides(polygon);
    for (size_t s = 0; s < sides.size(); ++s) {
      const FixedPointPosition a = fine(mesh_, sides[s].from),
                               b = fine(mesh_, sides[s + 1 == sides.size() ? 0 : s + 1].from);
      if (turn(a, b, point_) == 0 && dot(a - point_, b - point_) <= 0) visit(a, b, sides[s].portal);
    }
  }

  const NavMesh& mesh_;
  FixedPointPosition point_;
  std::array<PolygonId, kMost> all_;
  size_t count_ = 1;
};

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
  constexpr int kMaxPolygons = 64;  // limit of the polygons crossed by a step, which ends there at the latest
  FixedPointStep step{from, false, {}};
  PolygonId polygon = from.polygon, entered_from = kNoPolygon;
  for (int i = 0; i < kMaxPolygons; ++i) {
    if (holds(mesh, polygon, to)) {
      step.end = {to, polygon};
      return step;
    }
    // Finds the side by which the line leaves the polygon: `to` is behind it, and the line passes between its ends. At
    // a corner two sides qualify; a side with a portal is preferred.
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
    if (out == sides.size()) return step;  // the line only touches the mesh
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
      // At the end of a portal the line may continue beyond it.
      const PolygonsAround around(mesh, polygon, met);
      if (const PolygonId beyond = around.towards(to); beyond != kNoPolygon) {
        entered_from = kNoPolygon;
        polygon = beyond;
        continue;
      }
      step.stopped = true;
      if (turn(a, b, met) != 0) step.wall = dot(to - step.end.at, b - a) >= 0 ? b - a : a - b;
      if (step.end.at == met) around.choose_wall(to, step);
      return step;
    }
    entered_from = polygon;
    polygon = mesh.portal(sides[out].portal).across(polygon);
  }
  return step;
}

FixedPointStep walk_over(const NavMesh& mesh, const FixedPointPlace& from, FixedPointPosition to) {
  // Goes to `to`. Most slanted walls contain no lattice points: if only rounding has put `to` behind a wall, a point
  // beside it is sufficient.
  const auto go = [&mesh](const FixedPointPlace& begin, FixedPointPosition end) {
    const FixedPointStep step = step_over(mesh, begin, end);
    constexpr int64_t kRounding = 2;
    if (!step.stopped || std::abs(cross(step.wall, end - step.end.at)) > kRounding * length_of(step.wall)) return step;
    for (int32_t dy = -1; dy <= 1; ++dy) {
      for (int32_t dx = -1; dx <= 1; ++dx) {
        const FixedPointStep beside = step_over(mesh, begin, {end.x + dx, end.y + dy});
        if (!beside.stopped) return beside;
      }
    }
    return step;
  };
  const FixedPointStep step = go(from, to);
  const int64_t along = dot(to - step.end.at, step.wall), whole = dot(step.wall, step.wall);
  if (!step.stopped || along <= 0) return step;
  // The rest of the step leads along the wall.
  const double part = static_cast<double>(along) / static_cast<double>(whole);
  const auto piece = [part](int32_t length) { return static_cast<int32_t>(part * length); };
  return go(step.end, step.end.at + FixedPointPosition{piece(step.wall.x), piece(step.wall.y)});
}

FixedPointPosition first_turn(const NavMesh& mesh, FixedPointPlace from, std::span<const PortalId> portals,
                              FixedPointPosition goal, int32_t radius) {
  const FixedPointPosition apex = from.at;
  FixedPointPosition left, right;
  bool open = false;  // whether the funnel has begun
  PolygonId polygon = from.polygon;
  for (size_t i = 0; i <= portals.size(); ++i) {
    FixedPointPortal gate{goal, goal};
    if (i < portals.size()) {
      const Portal& portal = mesh.portal(portals[i]);
      gate = gate_for(mesh, portal, polygon, radius);
      polygon = portal.across(polygon);
      // An agent in the portal has already passed it.
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
    if (turn(apex, left, gate.right) > 0) return left;   // the portal lies completely beyond the left end
    if (turn(apex, right, gate.left) < 0) return right;  // or completely beyond the right end
    if (turn(apex, left, gate.left) <= 0) left = gate.left;
    if (turn(apex, right, gate.right) >= 0) right = gate.right;
  }
  // The goal lies straight ahead.
  return goal;
}

}  // namespace strata

#include "core/navmesh/funnel.hpp"

#include <cmath>

namespace strata {
void append_turn(std::vector<HalfCellPoint>& points, HalfCellPoint point) {
  while (points.size() >= 2 && turn(points[points.size() - 2], points.back(), point) == 0) points.pop_back();
  if (points.empty() || points.back() != point) points.push_back(point);
}

double length_in_cells(std::span<const HalfCellPoint> points, int units) {
  double length = 0;
  for (size_t i = 1; i < points.size(); ++i) {
    length += std::sqrt(static_cast<double>(squared_distance(points[i - 1], points[i]))) / (2 * units);
  }
  return length;
}

void pull_path(const NavMesh& mesh, HalfCellPoint start, HalfCellPoint goal, std::span<const PolygonId> polygons,
               std::span<const PortalId> portals, std::vector<HalfCellPoint>& points) {
  points.clear();
  points.push_back(start);
  // The visible part of the portals lies between the rays from the apex to `left` and `right`. If the two rays
  // coincide, the funnel has no width but continues: the first portal beside the ray decides at which of its
  // ends the path turns.
  HalfCellPoint apex = start, left = start, right = start;
  size_t left_gate = 0, right_gate = 0;  // index of the portal after the one with `left` or `right` as its end
  const auto restart = [&](HalfCellPoint corner, size_t next_gate) {
    append_turn(points, corner);
    apex = left = right = corner;
    return next_gate;
  };
  for (size_t i = 0; i <= portals.size();) {
    const PortalEnds gate =
        i == portals.size() ? PortalEnds{goal, goal} : portal_ends_from(mesh.portal(portals[i]), polygons[i]);
    if (apex == right || turn(apex, right, gate.right) >= 0) {
      if (apex != right && apex != left && turn(apex, left, gate.right) > 0) {
        i = restart(left, left_gate);
        continue;
      }
      right = gate.right;
      right_gate = i + 1;
    }
    if (apex == left || turn(apex, left, gate.left) <= 0) {
      if (apex != left && apex != right && turn(apex, right, gate.left) < 0) {
        i = restart(right, right_gate);
        continue;
      }
      left = gate.left;
      left_gate = i + 1;
    }
    ++i;
  }
  append_turn(points, goal);
}

}  // namespace strata

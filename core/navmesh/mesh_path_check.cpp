#include "core/navmesh/mesh_path_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/navmesh/funnel.hpp"

namespace strata {
namespace {

std::string place_name(const NavMesh& mesh, HalfCellPoint p) {
  return fmt::format("({},{})", mesh.in_cells(p.x), mesh.in_cells(p.y));
}

// Returns whether the point, collinear with a and b, lies between them.
bool is_between(HalfCellPoint a, HalfCellPoint b, HalfCellPoint p) {
  return std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= p.y &&
         p.y <= std::max(a.y, b.y);
}

int sign(int64_t value) { return (value > 0) - (value < 0); }

// Returns whether the segments from a to b and from c to d have a common point; ends count.
bool touch(HalfCellPoint a, HalfCellPoint b, HalfCellPoint c, HalfCellPoint d) {
  const int to_c = sign(turn(a, b, c)), to_d = sign(turn(a, b, d));
  const int to_a = sign(turn(c, d, a)), to_b = sign(turn(c, d, b));
  if (to_c * to_d < 0 && to_a * to_b < 0) return true;
  return (to_c == 0 && is_between(a, b, c)) || (to_d == 0 && is_between(a, b, d)) ||
         (to_a == 0 && is_between(c, d, a)) || (to_b == 0 && is_between(c, d, b));
}

// Follows the segments of a path, one after the other.
struct PathWalker {
  const NavMesh& mesh;
  std::vector<PolygonId> reached;  // polygons that contain the end of the last segment
  std::vector<uint8_t> marks = std::vector<uint8_t>(mesh.polygon_slots(), 0);

  // Follows one segment. Two polygons are connected only if the segment touches the portal between them, so that a
  // point of the segment is in both. Each of them contains one contiguous part of the segment, and so do all polygons
  // reached together: if one of them contains the end of the segment, they contain all of it. The segment cannot fold
  // back, because polygons lie on different sides of their portal.
  void go(HalfCellPoint from, HalfCellPoint to) {
    for (const PolygonId id : reached) marks[id] = 1;
    for (size_t next = 0; next < reached.size(); ++next) {
      const PolygonId polygon = reached[next];
      for (const MeshSide& side : mesh.sides(polygon)) {
        if (side.portal == kNoPortal) continue;
        const Portal& portal = mesh.portal(side.portal);
        const PolygonId other = portal.across(polygon);
        if (marks[other] != 0 || !touch(from, to, portal.a, portal.b)) continue;
        marks[other] = 1;
        reached.push_back(other);
      }
    }
    for (const PolygonId id : reached) marks[id] = 0;
    std::erase_if(reached, [&](PolygonId id) { return !mesh.contains(id, to); });
  }

  void follow_link(HalfCellPoint from, HalfCellPoint to) {
    std::vector<PolygonId> ends;
    for (const MeshLink& link : mesh.links()) {
      if (link.from.at != from || link.to.at != to || std::ranges::find(reached, link.from.polygon) == reached.end())
        continue;
      ends.push_back(link.to.polygon);
    }
    reached = std::move(ends);
    go(to, to);  // the end may lie on a side of the polygon
  }
};

std::optional<std::string> end_fault(const NavMesh& mesh, const MeshEndpoint& end, const char* name) {
  if (!mesh.has_polygon(end.polygon)) return fmt::format("the {} is in no polygon", name);
  if (!mesh.contains(end.polygon, end.at)) return fmt::format("the {} is not in its polygon", name);
  return std::nullopt;
}

}  // namespace

std::optional<std::string> mesh_path_fault(const NavMesh& mesh, const MeshQuery& query,
                                           std::span<const HalfCellPoint> points, double length, double tolerance,
                                           std::span<const uint32_t> links_at) {
  if (auto fault = end_fault(mesh, query.start, "start")) return fault;
  if (auto fault = end_fault(mesh, query.goal, "goal")) return fault;
  if (points.empty()) return "the path is empty";
  if (points.front() != query.start.at)
    return "the path begins at " + place_name(mesh, points.front()) + ", not at the start";
  if (points.back() != query.goal.at)
    return "the path ends at " + place_name(mesh, points.back()) + ", not at the goal";
  PathWalker walk{mesh, {query.start.polygon}};
  walk.go(points[0], points[0]);
  double wanted = 0;
  for (size_t i = 1; i < points.size(); ++i) {
    const HalfCellPoint from = points[i - 1], to = points[i];
    if (!links_at.empty() && links_at.front() == i - 1) {
      links_at = links_at.subspan(1);
      walk.follow_link(from, to);
      if (walk.reached.empty())
        return "there is no link from " + place_name(mesh, from) + " to " + place_name(mesh, to);
      continue;
    }
    if (from == to) return "the path goes to " + place_name(mesh, from) + " twice";
    walk.go(from, to);
    if (walk.reached.empty())
      return "the line from " + place_name(mesh, from) + " to " + place_name(mesh, to) + " leaves the mesh";
    wanted += length_in_cells(points.subspan(i - 1, 2), mesh.units());
  }
  if (!links_at.empty()) return "the path names a link behind its end";
  if (std::find(walk.reached.begin(), walk.reached.end(), query.goal.polygon) == walk.reached.end()) {
    return "the path ends in another polygon than the goal is in";
  }
  if (!(std::abs(length - wanted) <= tolerance + 1e-9 * wanted)) {
    return fmt::format("the lines are {} long, the answer says {}", wanted, length);
  }
  return std::nullopt;
}

}  // namespace strata

#include "core/navmesh/mesh_nearest.hpp"

#include <algorithm>
#include <tuple>

#include "core/base/interruption.hpp"
#include "core/base/work_count.hpp"
#include "core/navmesh/mesh_search.hpp"

namespace strata {
namespace {

// The memory of queries, stored in the workspace.
struct NearestMemory {
  std::vector<uint8_t> reached;  // by polygon
  std::vector<PolygonId> polygons;
  std::vector<MeshEndpoint> ends;
  MeshPath path;
};

int64_t floor_divide(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0); }
int64_t ceil_divide(int64_t a, int64_t b) { return -floor_divide(-a, b); }

// Returns the distance of a value from an interval; 0 if it is inside.
int64_t outside(int64_t value, int64_t low, int64_t high) { return std::max({low - value, value - high, int64_t{0}}); }

class NearestPoints {
 public:
  NearestPoints(const NavMesh& mesh, HalfCellPoint goal, std::vector<MeshEndpoint>& nearest)
      : mesh_(mesh), goal_(goal), nearest_(nearest) {
    nearest_.clear();
  }

  void look_at(PolygonId polygon) {
    const HalfCellPoint low = mesh_.low(polygon), high = mesh_.high(polygon);
    const int64_t dx = outside(goal_.x, low.x, high.x), dy = outside(goal_.y, low.y, high.y);
    if (dx * dx + dy * dy > best_) return;
    const int32_t nearest_row = std::clamp(goal_.y, low.y, high.y);
    for (int32_t y = nearest_row; y <= high.y && may_hold(y); ++y) look_at_row(polygon, y);
    for (int32_t y = nearest_row - 1; y >= low.y && may_hold(y); --y) look_at_row(polygon, y);
  }

 private:
  bool may_hold(int64_t y) const { return (y - goal_.y) * (y - goal_.y) <= best_; }

  // Clips row y of the lattice to the polygon. A point is inside if turn(from, to, point) is at least 0 for every
  // side of the polygon.
  void look_at_row(PolygonId polygon, int32_t y) {
    int64_t left = mesh_.low(polygon).x, right = mesh_.high(polygon).x;
    const std::span<const MeshSide> sides = mesh_.sides(polygon);
    for (size_t i = 0; i < sides.size(); ++i) {
      const HalfCellPoint from = sides[i].from, to = sides[i + 1 == sides.size() ? 0 : i + 1].from;
      const int64_t along_x = to.x - from.x, along_y = to.y - from.y;
      if (along_y == 0) continue;  // a side parallel to the rows limits no row
      const int64_t run = along_x * (y - from.y);
      if (along_y > 0) {
        right = std::min(right, from.x + floor_divide(run, along_y));
      } else {
        left = std::max(left, from.x + ceil_divide(run, along_y));
      }
    }
    if (left > right) return;
    const int64_t x = std::clamp<int64_t>(goal_.x, left, right);
    const int64_t dx = x - goal_.x, dy = y - goal_.y, squared = dx * dx + dy * dy;
    if (squared > best_) return;
    if (squared < best_) nearest_.clear();
    best_ = squared;
    nearest_.push_back({{static_cast<int32_t>(x), y}, polygon});
  }

  const NavMesh& mesh_;
  HalfCellPoint goal_;
  std::vector<MeshEndpoint>& nearest_;
  int64_t best_ = INT64_MAX;
};

// Returns whether the corners of one polygon come before those of another.
bool corners_before(const NavMesh& mesh, PolygonId a, PolygonId b) {
  std::vector<HalfCellPoint> of_a, of_b;
  mesh.append_corners(a, of_a);
  mesh.append_corners(b, of_b);
  const auto before = [](HalfCellPoint p, HalfCellPoint q) { return std::tie(p.y, p.x) < std::tie(q.y, q.x); };
  // A ring may begin at any of its corners.
  for (auto* ring : {&of_a, &of_b}) std::rotate(ring->begin(), std::ranges::min_element(*ring, before), ring->end());
  if (of_a == of_b) return a < b;
  return std::ranges::lexicographical_compare(of_a, of_b, before);
}

}  // namespace

void nearest_points(const NavMesh& mesh, std::span<const PolygonId> polygons, HalfCellPoint goal,
                    std::vector<MeshEndpoint>& nearest) {
  NearestPoints points(mesh, goal, nearest);
  for (const PolygonId polygon : polygons) points.look_at(polygon);
}

MeshEndpoint cheapest_to_reach(const NavMesh& mesh, MeshCosts costs, const MeshEndpoint& start,
                               std::span<const MeshEndpoint> ends, Workspace& workspace, uint64_t& visited) {
  if (ends.size() == 1) return ends.front();
  MeshPath& path = workspace.own.of<NearestMemory>().path;
  MeshEndpoint best;
  Cost best_cost = kInfinite;
  for (const MeshEndpoint& end : ends) {
    plan_mesh(mesh, costs, {start, end}, workspace, path);
    visited += path.stats.total().expanded;
    const auto order = [](const MeshEndpoint& e, Cost cost) { return std::tuple(cost, e.at.y, e.at.x); };
    const bool better =
        best.polygon == kNoPolygon || order(end, path.cost) < order(best, best_cost) ||
        (order(end, path.cost) == order(best, best_cost) && corners_before(mesh, end.polygon, best.polygon));
    if (!better) continue;
    best = end;
    best_cost = path.cost;
  }
  return best;
}

std::optional<MeshEndpoint> nearest_reachable(const NavMesh& mesh, MeshCosts costs, const MeshQuery& query,
                                              Workspace& workspace, uint64_t& visited) {
  if (!mesh.has_polygon(query.start.polygon)) return {};
  auto& memory = workspace.own.of<NearestMemory>();
  memory.reached.assign(mesh.polygon_slots(), 0);
  memory.polygons.assign(1, query.start.polygon);
  memory.reached[query.start.polygon] = 1;
  for (size_t i = 0; i < memory.polygons.size(); ++i) {
    const PolygonId polygon = memory.polygons[i];
    const auto reach = [&](PolygonId next) {
      if (memory.reached[next] != 0) return;
      memory.reached[next] = 1;
      memory.polygons.push_back(next);
    };
    for (const MeshSide& side : mesh.sides(polygon)) {
      if (side.portal != kNoPortal) reach(mesh.portal(side.portal).across(polygon));
    }
    const auto [first, last] = mesh.links_from(polygon);
    for (uint32_t link = first; link < last; ++link) reach(mesh.links()[link].to.polygon);
  }
  visited += memory.polygons.size();
  count_work(memory.polygons.size());
  interruption_point();
  if (mesh.has_polygon(query.goal.polygon) && memory.reached[query.goal.polygon] != 0) return {};
  nearest_points(mesh, memory.polygons, query.goal.at, memory.ends);
  return cheapest_to_reach(mesh, costs, query.start, memory.ends, workspace, visited);
}

}  // namespace strata

#include "core/navmesh/funnel.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/visibility_support.hpp"

using namespace strata;

namespace {

struct PortalCorridor {
  std::vector<PolygonId> polygons;
  std::vector<PortalId> portals;
};

// A walk at random that never enters a polygon twice.
PortalCorridor random_corridor(const NavMesh& mesh, PolygonId first, size_t most, Rng& rng) {
  PortalCorridor corridor{{first}, {}};
  while (corridor.portals.size() < most) {
    std::vector<PortalId> on;
    for (const MeshSide& side : mesh.sides(corridor.polygons.back())) {
      if (side.portal == kNoPortal) continue;
      const PolygonId next = mesh.portal(side.portal).across(corridor.polygons.back());
      const auto& seen = corridor.polygons;
      if (std::find(seen.begin(), seen.end(), next) == seen.end()) on.push_back(side.portal);
    }
    if (on.empty()) break;
    const PortalId portal = on[rng.below(static_cast<uint32_t>(on.size()))];
    corridor.polygons.push_back(mesh.portal(portal).across(corridor.polygons.back()));
    corridor.portals.push_back(portal);
  }
  return corridor;
}

HalfCellPoint random_point_of(const NavMesh& mesh, PolygonId id, Rng& rng) {
  const std::span<const MeshSide> sides = mesh.sides(id);
  const auto side = rng.below(static_cast<uint32_t>(sides.size()));
  const HalfCellPoint from = sides[side].from, to = mesh.side_end(id, static_cast<int>(side));
  if (rng.percent(25)) return from;
  if (rng.percent(25)) return {(from.x + to.x) / 2, (from.y + to.y) / 2};
  HalfCellPoint low = from, high = from;
  for (const MeshSide& each : sides) {
    low = {std::min(low.x, each.from.x), std::min(low.y, each.from.y)};
    high = {std::max(high.x, each.from.x), std::max(high.y, each.from.y)};
  }
  for (;;) {
    const HalfCellPoint p{rng.between(low.x, high.x), rng.between(low.y, high.y)};
    if (mesh.contains(id, p)) return p;
  }
}

bool segments_meet(HalfCellPoint a, HalfCellPoint b, HalfCellPoint c, HalfCellPoint d) {
  const auto sign = [](int64_t value) { return (value > 0) - (value < 0); };
  const int c_side = sign(turn(a, b, c)), d_side = sign(turn(a, b, d));
  const int a_side = sign(turn(c, d, a)), b_side = sign(turn(c, d, b));
  if (c_side * d_side > 0 || a_side * b_side > 0) return false;
  if (c_side != 0 || d_side != 0) return true;
  // On one line.
  return std::max(std::min(a.x, b.x), std::min(c.x, d.x)) <= std::min(std::max(a.x, b.x), std::max(c.x, d.x)) &&
         std::max(std::min(a.y, b.y), std::min(c.y, d.y)) <= std::min(std::max(a.y, b.y), std::max(c.y, d.y));
}

// The same by trying all ways over ends of portals.
double plain_length(const NavMesh& mesh, const PortalCorridor& corridor, HalfCellPoint start, HalfCellPoint goal) {
  struct GatePoint {
    HalfCellPoint at;
    size_t gate;  // number of the portal + 1
    double best;
  };
  std::vector<PortalEnds> gates;
  std::vector<GatePoint> stops = {{start, 0, 0}};
  for (size_t i = 0; i < corridor.portals.size(); ++i) {
    gates.push_back(portal_ends_from(mesh.portal(corridor.portals[i]), corridor.polygons[i]));
    stops.push_back({gates[i].left, i + 1, 1e300});
    stops.push_back({gates[i].right, i + 1, 1e300});
  }
  stops.push_back({goal, corridor.portals.size() + 1, 1e300});
  const auto is_open = [&](const GatePoint& from, const GatePoint& to) {
    for (size_t gate = from.gate; gate + 1 < to.gate; ++gate) {
      if (!segments_meet(from.at, to.at, gates[gate].left, gates[gate].right)) return false;
    }
    return true;
  };
  for (size_t to = 1; to < stops.size(); ++to) {
    for (size_t from = 0; from < to; ++from) {
      if (stops[from].gate >= stops[to].gate || !is_open(stops[from], stops[to])) continue;
      const auto squared = static_cast<double>(squared_distance(stops[from].at, stops[to].at));
      stops[to].best = std::min(stops[to].best, stops[from].best + std::sqrt(squared) / 2);
    }
  }
  return stops.back().best;
}

}  // namespace

TEST_CASE("the funnel finds the shortest way through any corridor, and turns where it says") {
  std::vector<HalfCellPoint> points;
  size_t corridors = 0, turns = 0, shorter = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    for (const GridMap& map : test::small_maps(seed)) {
      const MoveGrid grid = test::moves_on(map);
      if (grid.passable_count() == 0) continue;
      Rng rng(seed * 13 + map.cell_count());
      for (const test::MeshKind& kind : test::meshes_of(grid)) {
        CAPTURE(seed);
        CAPTURE(kind.name);
        for (int i = 0; i < 8; ++i) {
          const PolygonId first = rng.below(kind.mesh.polygon_slots());
          const PortalCorridor corridor = random_corridor(kind.mesh, first, rng.below(30), rng);
          const HalfCellPoint start = random_point_of(kind.mesh, first, rng);
          const HalfCellPoint goal = random_point_of(kind.mesh, corridor.polygons.back(), rng);
          CAPTURE(start.x);
          CAPTURE(start.y);
          CAPTURE(goal.x);
          CAPTURE(goal.y);
          pull_path(kind.mesh, start, goal, corridor.polygons, corridor.portals, points);
          const double length = length_in_cells(points);
          const double plain = plain_length(kind.mesh, corridor, start, goal);
          REQUIRE(length <= plain * (1 + 1e-12));
          shorter += length < plain * (1 - 1e-12);
          test::LineWalk walk(grid);
          for (size_t k = 1; k < points.size(); ++k) CHECK(walk.go(points[k - 1], points[k]));
          CHECK(points.front() == start);
          CHECK(points.back() == goal);
          CHECK((points.size() == 1) == (start == goal && length == 0));
          for (size_t k = 1; k < points.size(); ++k) CHECK(points[k] != points[k - 1]);
          for (size_t k = 1; k + 1 < points.size(); ++k) {
            CHECK(turn(points[k - 1], points[k], points[k + 1]) != 0);
            CHECK(std::any_of(corridor.portals.begin(), corridor.portals.end(), [&](PortalId id) {
              return kind.mesh.portal(id).a == points[k] || kind.mesh.portal(id).b == points[k];
            }));
          }
          ++corridors;
          turns += points.size() - std::min<size_t>(points.size(), 2);
        }
      }
    }
  }
  CHECK(corridors > 5000);
  CHECK(shorter * 50 < corridors);
  CHECK(turns > corridors);
}

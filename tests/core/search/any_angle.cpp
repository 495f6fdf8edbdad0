// Theta*: what sees what, against exact geometry, and its paths against A*'s and against the rules for lines.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/search/grid_search.hpp"
#include "core/search/plain_code.hpp"
#include "core/search/theta.hpp"
#include "core/search/workspace.hpp"
#include "tests/core/search/plain_support.hpp"

namespace strata::test {
namespace {

// Whether the line between the middles of two cells is free, from the geometry of every cell and corner near it. Parts
// of the line are counted in `whole`: exact.
bool line_is_clear(const GridMap& map, const Rules& rules, Cell from, Cell to) {
  const HalfCellPoint a = middle_of(from), b = middle_of(to);
  const int64_t dx = b.x - a.x, dy = b.y - a.y;
  const int64_t wide = std::max<int64_t>(1, std::abs(dx)), high = std::max<int64_t>(1, std::abs(dy));
  const int64_t whole = wide * high;
  const auto clip = [](int64_t at, int64_t delta, int64_t low, int64_t other, int64_t& begin, int64_t& end) {
    if (delta == 0) {
      if (at <= low || at >= low + 2) end = begin;
      return;
    }
    const int64_t first = (low - at) * (delta > 0 ? 1 : -1) * other;
    const int64_t second = (low + 2 - at) * (delta > 0 ? 1 : -1) * other;
    begin = std::max(begin, std::min(first, second));
    end = std::min(end, std::max(first, second));
  };
  for (int y = std::min(from.y, to.y); y <= std::max(from.y, to.y); ++y) {
    for (int x = std::min(from.x, to.x); x <= std::max(from.x, to.x); ++x) {
      int64_t begin = 0, end = whole;
      clip(a.x, dx, 2 * x, high, begin, end);
      clip(a.y, dy, 2 * y, wide, begin, end);
      if (begin < end && !can_stand(map, rules, {x, y})) return false;
    }
  }
  for (int y = std::min(from.y, to.y) + 1; y <= std::max(from.y, to.y); ++y) {
    for (int x = std::min(from.x, to.x) + 1; x <= std::max(from.x, to.x); ++x) {
      if (turn(a, b, {2 * x, 2 * y}) != 0) continue;
      // It runs over this corner; the two cells beside it:
      const bool falling = (dx > 0) == (dy > 0);
      const bool one = can_stand(map, rules, falling ? Cell{x, y - 1} : Cell{x - 1, y - 1});
      const bool other = can_stand(map, rules, falling ? Cell{x - 1, y} : Cell{x, y});
      if (rules.profile == Profile::kOctile ? !(one && other) : !(one || other)) return false;
    }
  }
  return true;
}

double length_of(std::span<const HalfCellPoint> points) {
  double length = 0;
  for (size_t i = 1; i < points.size(); ++i) {
    length += std::sqrt(static_cast<double>(squared_distance(points[i - 1], points[i]))) / 2;
  }
  return length;
}

}  // namespace

TEST_CASE("a cell sees another exactly where the line between their middles is clear, and is seen by it") {
  size_t pairs = 0, seen = 0, beyond_the_rule_for_lines = 0;
  for (const Profile profile : {Profile::kOctile, Profile::kPaper}) {
    for (uint64_t seed = 0; seed < 60 / kFewer; ++seed) {
      Rules rules{profile, Capability::walker(), kUniformWeights};
      rules.agent_size = seed % 3 == 2 ? 2 : 1;
      const GridTestMap s(random_map(9, 8, 5 + static_cast<uint32_t>(seed) % 25, seed), rules);
      const Cost unit = s.grid.base(0);
      for (CellId i = 0; i < s.map.cell_count(); ++i) {
        for (CellId j = 0; j < s.map.cell_count(); ++j) {
          if (i == j || !s.grid.passable(i) || !s.grid.passable(j)) continue;
          const Cell a = s.map.cell(i), b = s.map.cell(j);
          uint64_t looked = 0;
          const bool sees = in_sight(s.grid, a, b, looked);
          REQUIRE(sees == line_is_clear(s.map, rules, a, b));
          REQUIRE(sees == in_sight(s.grid, b, a, looked));
          REQUIRE(looked > 0);
          const HalfCellPoint line[] = {middle_of(a), middle_of(b)};
          const bool allowed = !points_fault(s.grid, line, a, b, unit, cost_of_length(length_of(line), unit));
          REQUIRE((allowed || !sees));
          if (profile == Profile::kPaper) REQUIRE(allowed == sees);
          beyond_the_rule_for_lines += allowed && !sees;
          ++pairs;
          seen += sees;
        }
      }
    }
  }
  CHECK(pairs > 150'000 / kFewer);
  CHECK(seen > pairs / 4);
  CHECK(seen < pairs);
  CHECK(beyond_the_rule_for_lines > 0);  // corners that steps of the octile profile must not cut
}

TEST_CASE("Theta* finds legal lines, no longer than A*'s steps, and the straight line where there is one") {
  Workspace workspace;
  PlanResult result, traced, astar;
  Trace trace;
  size_t found = 0, refused = 0, straight = 0, shorter = 0;
  uint64_t reached = 0;
  const size_t queries =
      for_random_queries(14 / kFewer, [&](const GridTestMap& s, const PlanQuery& query, Cost optimum) {
        plan_theta(s.grid, query, workspace, result);
        trace.clear();
        plan_theta(s.grid, query, workspace, traced, trace);
        REQUIRE(same_answer(result, traced));
        if (!s.grid.uniform() || s.grid.rules().profile == Profile::kFour) {
          if (s.grid.passable(query.start) && s.grid.passable(query.goal)) {
            REQUIRE(result.status == PlanStatus::kUnsupported);
            ++refused;
          }
          return;
        }
        REQUIRE(status_fault(s, query, result, optimum) == "");
        REQUIRE(result.path.empty());
        if (!result.found()) return;
        reached |= lines_reached(s, theta_code::kCode, trace, query);
        const Cost unit = s.grid.base(0) * static_cast<Cost>(s.grid.unit_weight());
        REQUIRE(points_fault(s.grid, result.points, query.start, query.goal, unit, result.cost).value_or("") == "");
        const double length = length_of(result.points);
        REQUIRE(result.cost == cost_of_length(length, unit));
        REQUIRE(result.raw_cost == result.cost);
        for (size_t i = 1; i < result.points.size(); ++i) {
          REQUIRE(line_is_clear(s.map, s.grid.rules(), cell_at(result.points[i - 1]), cell_at(result.points[i])));
        }
        // A*'s steps at the costs that Theta* counts in.
        plan_on_grid(s.grid, GridHeuristic::kDistance, query, workspace, astar);
        REQUIRE(astar.found());
        Cost steps = 0;
        for (size_t i = 1; i < astar.path.size(); ++i) {
          steps += line_cost(middle_of(s.map.cell(astar.path[i - 1])), middle_of(s.map.cell(astar.path[i])));
        }
        REQUIRE(cost_of_length(length, 2 * kCostOfHalfCell) <= steps);
        shorter += cost_of_length(length, 2 * kCostOfHalfCell) < steps;
        const HalfCellPoint ends[] = {middle_of(query.start), middle_of(query.goal)};
        REQUIRE(length >= length_of(ends) - 1e-9);
        if (query.start != query.goal && line_is_clear(s.map, s.grid.rules(), query.start, query.goal)) {
          REQUIRE(result.points.size() == 2);
          ++straight;
        }
        ++found;
      });
  CHECK(queries >= 10'000 / kFewer);
  CHECK(found > 600 / kFewer);
  CHECK(refused > 600 / kFewer);
  CHECK(straight > 50 / kFewer);
  CHECK(shorter > 300 / kFewer);
  // Line by line: without a way it stops at the last.
  CHECK((reached | uint64_t{1} << theta_code::kFail) == all_lines(theta_code::kCode));
}

TEST_CASE("Theta* from a cell to itself, to a wall and to a walled-in cell") {
  GridMap map(12, 12);
  map.apply(rectangle(map, {6, 6}, {10, 10}, false, '@'));
  const GridTestMap s(std::move(map), {});
  Workspace workspace;
  PlanResult result;
  Trace trace;
  plan_theta(s.grid, {{2, 2}, {2, 2}}, workspace, result);
  CHECK(result.found());
  CHECK(result.cost == 0);
  CHECK(result.points == std::vector{middle_of({2, 2})});
  CHECK_FALSE(points_fault(s.grid, result.points, {2, 2}, {2, 2}, 816, 0));
  plan_theta(s.grid, {{2, 2}, {6, 7}}, workspace, result);
  CHECK(result.status == PlanStatus::kGoalBlocked);
  plan_theta(s.grid, {{2, 2}, {8, 8}}, workspace, result, trace);
  CHECK(result.status == PlanStatus::kNoPath);
  CHECK(result.points.empty());
  CHECK(trace.events().back().line == theta_code::kFail);
  plan_theta(s.grid, {{2, 9}, {11, 7}}, workspace, result);
  CHECK(result.points.size() == 4);  // two corners
}

}  // namespace strata::test

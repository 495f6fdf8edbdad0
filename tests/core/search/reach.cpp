// Cells within a cost, and contour lines, against a plain Dijkstra and the definition of the lines.
#include "core/search/reach.hpp"

#include <cmath>
#include <map>
#include <set>

#include "core/search/contours.hpp"
#include "core/search/question_code.hpp"
#include "tests/core/search/question_support.hpp"

namespace strata::test {
namespace {

// A crossed pair of adjacent cells: the left or upper cell, and whether the other one lies below.
using CrossedPair = std::tuple<int, int, bool>;

// Returns the place where a line crosses the sides between cells, from the costs alone.
std::map<CrossedPair, ContourPoint> plain_crossings(const GridMap& map, const std::vector<Cost>& costs, Cost level) {
  std::map<CrossedPair, ContourPoint> crossings;
  for (CellId id = 0; id < map.cell_count(); ++id) {
    const Cell c = map.cell(id);
    for (const bool below : {false, true}) {
      const Cell n{c.x + !below, c.y + below};
      if (!map.contains(n)) continue;
      const Cost a = costs[id], b = costs[map.id(n)];
      if (a == kInfinite || b == kInfinite || (a <= level) == (b <= level)) continue;
      const double along = (level + 0.5 - a) / (static_cast<double>(b) - a);
      crossings[{c.x, c.y, below}] = {c.x + 0.5 + (below ? 0 : along), c.y + 0.5 + (below ? along : 0)};
    }
  }
  return crossings;
}

// Returns whether a point lies on the side of a cell without a cost, or on the border of the map.
bool at_wall(const GridMap& map, const std::vector<Cost>& costs, ContourPoint point) {
  const auto no_cost = [&](double x, double y) {
    const Cell c{static_cast<int>(std::floor(x)), static_cast<int>(std::floor(y))};
    return !map.contains(c) || costs[map.id(c)] == kInfinite;
  };
  for (const double dx : {-0.001, 0.001}) {
    for (const double dy : {-0.001, 0.001}) {
      if (no_cost(point.x + dx, point.y + dy)) return true;
    }
  }
  return false;
}

// Returns the cell pair on whose side a point lies; nothing if it is not on the line between two middles.
std::optional<CrossedPair> pair_at(ContourPoint point) {
  const auto middle = [](double value) { return value - std::floor(value) == 0.5; };
  const auto before = [](double value) { return static_cast<int>(std::floor(value - 0.5)); };
  if (middle(point.y)) return CrossedPair{before(point.x), static_cast<int>(std::floor(point.y)), false};
  if (middle(point.x)) return CrossedPair{static_cast<int>(std::floor(point.x)), before(point.y), true};
  return std::nullopt;
}

// Checks that lines of one level cross each crossed pair once at the right place, keep the cheaper cells on their left,
// have no gaps, and end at walls only.
void check_lines(const GridMap& map, const std::vector<Cost>& costs, Cost level,
                 const std::vector<ContourLine>& lines) {
  std::map<CrossedPair, ContourPoint> expected = plain_crossings(map, costs, level);
  for (const ContourLine& line : lines) {
    REQUIRE(line.level == level);
    const size_t count = line.points.size();
    REQUIRE(count >= 2);
    CHECK(count >= (line.closed ? 4 : 3));
    for (size_t i = 0; i < count; ++i) {
      const ContourPoint at = line.points[i];
      const ContourPoint next = line.points[(i + 1) % count];
      if (line.closed || i + 1 < count) {
        CHECK(std::hypot(at.x - next.x, at.y - next.y) < 1.4143);
        // A piece of a line stays inside one square.
        CHECK(std::floor((at.x + next.x) / 2 - 0.5) <= std::min(at.x, next.x) - 0.5);
        CHECK(std::floor((at.y + next.y) / 2 - 0.5) <= std::min(at.y, next.y) - 0.5);
      }
      if (!line.closed && (i == 0 || i + 1 == count)) {
        CHECK(at_wall(map, costs, at));
        continue;
      }
      const auto pair = pair_at(at);
      REQUIRE(pair);
      const auto found = expected.find(*pair);
      REQUIRE(found != expected.end());
      CHECK(found->second == at);
      const auto [x, y, below] = *pair;
      // The line passes from one side of the pair to the other, with the cheaper cell on its left.
      const ContourPoint before = line.points[(i + count - 1) % count];
      const double dx = next.x - before.x, dy = next.y - before.y;
      const bool first_cheaper = costs[map.id({x, y})] <= level;
      if (below) {
        CHECK((first_cheaper ? dx > 0 : dx < 0));
      } else {
        CHECK((first_cheaper ? dy < 0 : dy > 0));
      }
      expected.erase(found);
    }
  }
  CHECK(expected.empty());
}

}  // namespace

TEST_CASE("the cells within a cost are those of a plain search, in the order of their costs, before and after edits") {
  Workspace workspace;
  Reach reach, traced;
  uint64_t reached = 0;
  size_t cells = 0;
  for_edited_maps(rounds(8), [&](const EditedTestMap& edited, Rng& rng) {
    const Cell start = random_cell(edited.map, rng);
    const std::vector<Cost> distance = plain_dijkstra(edited.map, edited.rules, start);
    for (const Cost limit : {Cost{0}, Cost{816}, Cost{rng.below(20'000)}, kInfinite - 1}) {
      std::vector<std::pair<Cost, CellId>> expected;
      for (CellId id = 0; id < edited.map.cell_count(); ++id) {
        if (distance[id] <= limit) expected.emplace_back(distance[id], id);
      }
      std::sort(expected.begin(), expected.end());
      reach_within(edited.grid, start, limit, workspace, reach);
      const bool standing = can_stand(edited.map, edited.rules, start);
      CHECK(reach.status == (standing ? PlanStatus::kFound : PlanStatus::kStartBlocked));
      CHECK(reach.limit == limit);
      REQUIRE(reach.cells.size() == expected.size());
      REQUIRE(reach.costs.size() == expected.size());
      for (size_t i = 0; i < expected.size(); ++i) {
        CHECK(expected[i] == std::pair(reach.costs[i], reach.cells[i]));
      }
      Trace trace;
      reach_within(edited.grid, start, limit, workspace, traced, trace);
      CHECK(reach.cells == traced.cells);
      CHECK(reach.costs == traced.costs);
      CHECK(reach.stats == traced.stats);
      if (standing) reached |= lines_reached(edited.grid, reach_code::kCode, trace, kNoCell);
      std::vector<Cost> costs;
      costs_of_cells(edited.grid, reach, costs);
      for (CellId id = 0; id < edited.map.cell_count(); ++id) {
        CHECK(costs[id] == (distance[id] <= limit ? distance[id] : kInfinite));
      }
      cells += expected.size();
    }
  });
  CHECK(cells > static_cast<size_t>(rounds(10'000)));
  CHECK(reached == all_lines(reach_code::kCode));
}

TEST_CASE("contour lines cross every pair of cells that a level parts, once, have no gaps, and end at walls") {
  Workspace workspace;
  Reach reach;
  std::vector<Cost> costs;
  std::vector<ContourLine> lines, again;
  size_t open = 0, closed = 0;
  for_edited_maps(rounds(5), [&](const EditedTestMap& edited, Rng& rng) {
    const Cell start = random_cell(edited.map, rng);
    const Cost step = 400 + rng.below(3000);
    const std::vector<Cost> levels = {step / 3, step, 2 * step, 3 * step, 5 * step};
    reach_within(edited.grid, start, contour_limit(edited.grid, levels.back()), workspace, reach);
    costs_of_cells(edited.grid, reach, costs);
    contour_lines(edited.grid, costs, levels, lines);
    const std::vector<Cost> distance = plain_dijkstra(edited.map, edited.rules, start);
    for (const Cost level : levels) {
      CAPTURE(level);
      std::vector<ContourLine> of_level;
      for (const ContourLine& line : lines) {
        if (line.level == level) of_level.push_back(line);
      }
      check_lines(edited.map, distance, level, of_level);
      // The lines of one level do not depend on the other levels, nor on costs that are not needed.
      contour_lines(edited.grid, distance, std::vector{level}, again);
      CHECK(again == of_level);
    }
    for (const ContourLine& line : lines) ++(line.closed ? closed : open);
    CHECK(
        std::ranges::is_sorted(lines, {}, [](const ContourLine& line) { return std::pair(line.level, line.closed); }));
  });
  CHECK(open > static_cast<size_t>(rounds(300)));
  CHECK(closed > static_cast<size_t>(rounds(40)));
}

TEST_CASE("on open ground a contour line is one closed line around all cells that cost less") {
  const GridMap map(41, 41);
  for (int p = 0; p < kProfiles; ++p) {
    const MoveGrid grid = moves_on(map, {static_cast<Profile>(p), Capability::walker(), kUniformWeights});
    Workspace workspace;
    Reach reach;
    std::vector<Cost> costs;
    std::vector<ContourLine> lines;
    const Cost level = grid.base(0) * 12;
    reach_within(grid, {20, 20}, contour_limit(grid, level), workspace, reach);
    costs_of_cells(grid, reach, costs);
    contour_lines(grid, costs, std::vector{level}, lines);
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].closed);
    // The even-odd rule: a ray from the middle of a cell to the right crosses the line an odd number of times.
    const std::vector<ContourPoint>& points = lines[0].points;
    for (CellId id = 0; id < map.cell_count(); ++id) {
      const Cell c = map.cell(id);
      bool inside = false;
      for (size_t i = 0; i < points.size(); ++i) {
        const ContourPoint a = points[i], b = points[(i + 1) % points.size()];
        const double y = c.y + 0.5 + 1e-7;
        if ((a.y > y) == (b.y > y)) continue;
        inside ^= a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x) > c.x + 0.5;
      }
      CHECK(inside == (costs[id] <= level));
    }
  }
}

TEST_CASE("lines across a corridor go straight from wall to wall, and a saddle is parted by the mean of its cells") {
  const GridMap corridor = map_from_text(
      "@@@@@\n"
      ".....\n"
      "@@@@@\n");
  const MoveGrid grid = moves_on(corridor);
  std::vector<Cost> costs(15, kInfinite);
  for (CellId x = 0; x < 5; ++x) costs[5 + x] = 816 * x;
  std::vector<ContourLine> lines;
  contour_lines(grid, costs, std::vector<Cost>{816 * 2 + 407}, lines);
  REQUIRE(lines.size() == 1);
  CHECK_FALSE(lines[0].closed);
  const double x = 2.5 + 407.5 / 816;
  CHECK(lines[0].points == std::vector<ContourPoint>{{x, 2}, {x, 1.5}, {x, 1}});

  // Cells of cost 0 at the upper left and lower right, of cost 100 at the others; their mean is 50.
  const MoveGrid square = moves_on(GridMap(2, 2));
  const auto check_points = [&](Cost level, size_t line, const std::vector<ContourPoint>& points) {
    contour_lines(square, std::vector<Cost>{0, 100, 100, 0}, std::vector{level}, lines);
    REQUIRE(lines.size() == 2);
    REQUIRE(lines[line].points.size() == points.size());
    for (size_t i = 0; i < points.size(); ++i) {
      CHECK(lines[line].points[i].x == doctest::Approx(points[i].x));
      CHECK(lines[line].points[i].y == doctest::Approx(points[i].y));
    }
  };
  // The cells of cost 0 are joined between the lines, then each of them is cut off.
  check_points(60, 0, {{0, 1.105}, {0.5, 1.105}, {0.895, 1.5}, {0.895, 2}});
  check_points(60, 1, {{2, 0.895}, {1.5, 0.895}, {1.105, 0.5}, {1.105, 0}});
  check_points(40, 0, {{0, 0.905}, {0.5, 0.905}, {0.905, 0.5}, {0.905, 0}});
  check_points(40, 1, {{2, 1.095}, {1.5, 1.095}, {1.095, 1.5}, {1.095, 2}});
}

}  // namespace strata::test

// The narrowest gap of a map, held against the squares of every class of agents.
#include "core/navmesh/narrowest_gap.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/base/job.hpp"
#include "core/base/rng.hpp"
#include "core/grid/move_grid.hpp"
#include "core/navmesh/grid_mesh.hpp"
#include "core/navmesh/mesh_search.hpp"
#include "core/search/workspace.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"

using namespace strata;
using Reason = NarrowestGap::Reason;

namespace {

struct GapTestMap {
  GridMap map;
  MoveGrid grid;

  explicit GapTestMap(GridMap from) : map(std::move(from)) { grid.build(map, {}); }
  bool is_free(int x, int y) const { return grid.passable(Cell{x, y}); }
  NarrowestGap find(Cell start, Cell goal, MeshRadius agent) const {
    const JobControl control;
    const auto gap = narrowest_gap(grid.weights(), grid.width(), start, goal, agent, control);
    REQUIRE(gap.has_value());
    return *gap;
  }
  // Returns the distance of a point from the nearest blocked cell, in half cells.
  int distance(HalfCellPoint p) const {
    int nearest = 1000;
    for (int y = (p.y >> 1) - 6; y <= (p.y >> 1) + 6; ++y) {
      for (int x = (p.x >> 1) - 6; x <= (p.x >> 1) + 6; ++x) {
        if (is_free(x, y)) continue;
        const int dx = std::max({2 * x - p.x, p.x - 2 * x - 2, 0}), dy = std::max({2 * y - p.y, p.y - 2 * y - 2, 0});
        nearest = std::min(nearest, std::max(dx, dy));
      }
    }
    return nearest;
  }
};

GapTestMap drawn(const std::vector<std::string>& rows) {
  GridMap map(static_cast<int>(rows[0].size()), static_cast<int>(rows.size()));
  Edit edit;
  for (int y = 0; y < map.height(); ++y) {
    for (int x = 0; x < map.width(); ++x) {
      if (rows[static_cast<size_t>(y)][static_cast<size_t>(x)] == '@') edit.runs.push_back({map.id({x, y}), 1, '@'});
    }
  }
  map.apply(edit);
  return GapTestMap(std::move(map));
}

// The areas of the free squares of a class that are joined side by side, by plain flood fills.
struct GapSquares {
  MeshRadius radius;
  int width, height;
  std::vector<int> areas;  // 0: not free

  GapSquares(const GapTestMap& ground, MeshRadius of)
      : radius(of), width(of.squares(ground.map.width())), height(of.squares(ground.map.height())) {
    std::vector<bool> free;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        bool is_free = true;
        for (int cy = radius.first_cell(y); is_free && cy <= radius.last_cell(y); ++cy) {
          for (int cx = radius.first_cell(x); cx <= radius.last_cell(x); ++cx) is_free &= ground.is_free(cx, cy);
        }
        free.push_back(is_free);
      }
    }
    areas.assign(free.size(), 0);
    int count = 0;
    std::vector<Cell> open;
    const auto reach = [&](Cell to, int area) {
      if (to.x < 0 || to.y < 0 || to.x >= width || to.y >= height) return;
      const size_t at = index(to);
      if (!free[at] || areas[at] != 0) return;
      areas[at] = area;
      open.push_back(to);
    };
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        if (area({x, y}) != 0 || !free[index({x, y})]) continue;
        reach({x, y}, ++count);
        while (!open.empty()) {
          const Cell at = open.back();
          open.pop_back();
          for (size_t d = 0; d < 8; d += 2) reach({at.x + kDirX[d], at.y + kDirY[d]}, count);
        }
      }
    }
  }
  size_t index(Cell square) const { return static_cast<size_t>(square.y * width + square.x); }
  int area(Cell square) const { return areas[index(square)]; }
  // The area of the square that holds the middle of the cell.
  int area_of(Cell cell) const { return area(radius.is_point() ? cell : Cell{2 * cell.x, 2 * cell.y}); }
  bool joins(Cell start, Cell goal) const { return area_of(start) != 0 && area_of(start) == area_of(goal); }
};

GridMap gap_map(int kind, uint64_t seed) {
  switch (kind % 4) {
    case 0:
      return test::random_map(25, 19, 3, seed);
    case 1:
      return test::random_rooms(31, 27, 8, seed);
    case 2:
      return test::random_map(19, 23, 12, seed);
    default: {
      // Blocks of many sizes leave narrow gaps between corners, and wide open areas.
      Rng rng(seed);
      GridMap map(34, 29);
      Edit edit;
      for (int i = 0; i < 9; ++i) {
        const int x0 = rng.between(0, 33), y0 = rng.between(0, 28), side = rng.between(1, 7), tall = rng.between(1, 9);
        for (int y = y0; y < std::min(y0 + tall, 29); ++y) {
          edit.runs.push_back({map.id({x0, y}), static_cast<uint32_t>(std::min(side, 34 - x0)), '@'});
        }
      }
      map.apply(edit);
      return map;
    }
  }
}

// The place that is reported as narrowest, for an agent of the widest class.
void check_gap(const GapTestMap& ground, const NarrowestGap& gap, const std::vector<GapSquares>& classes, Cell start) {
  REQUIRE(gap.cell == cell_at(gap.middle));
  REQUIRE(ground.distance(gap.middle) == gap.width);
  const Cell square{gap.middle.x - 1, gap.middle.y - 1};
  REQUIRE(classes[static_cast<size_t>(gap.widest.eighths())].area(square) ==
          classes[static_cast<size_t>(gap.widest.eighths())].area_of(start));
  const auto [a, b] = gap.walls;
  REQUIRE_FALSE(ground.is_free(a.x, a.y));
  REQUIRE_FALSE(ground.is_free(b.x, b.y));
  // As many cells lie between the two blocked ones as the gap is wide, along rows or columns.
  REQUIRE(std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)) == gap.width + 1);
  for (size_t i = 0; i < 2; ++i) {
    const Cell wall = gap.walls[i];
    const HalfCellPoint end = gap.line[i];
    REQUIRE(end.x == std::clamp(gap.middle.x, 2 * wall.x, 2 * wall.x + 2));
    REQUIRE(end.y == std::clamp(gap.middle.y, 2 * wall.y, 2 * wall.y + 2));
    REQUIRE(std::max(std::abs(end.x - gap.middle.x), std::abs(end.y - gap.middle.y)) == gap.width);
  }
}

}  // namespace

TEST_CASE("narrowest gap: the squares of every class are the points that are farther from walls than its distance") {
  for (int round = 0; round < test::rounds(12); ++round) {
    const GapTestMap ground(gap_map(round, static_cast<uint64_t>(round) + 1));
    for (int eighths = 0; eighths <= MeshRadius::kMost; ++eighths) {
      const MeshRadius radius = MeshRadius::of_eighths(eighths);
      const GapSquares squares(ground, radius);
      size_t wrong = 0;
      for (int y = 0; y < squares.height; ++y) {
        for (int x = 0; x < squares.width; ++x) {
          const HalfCellPoint p = radius.is_point() ? middle_of(Cell{x, y}) : HalfCellPoint{x + 1, y + 1};
          wrong += (squares.area({x, y}) != 0) != (8 * ground.distance(p) > radius.distance());
        }
      }
      CAPTURE(eighths);
      REQUIRE(wrong == 0);
    }
  }
}

TEST_CASE("narrowest gap: the widest class is the one that flood fills over the squares of every class find") {
  Rng rng(3);
  size_t gaps = 0, no_ways = 0, starts = 0, goals = 0, fits = 0;
  for (int round = 0; round < test::rounds(1000); ++round) {
    const GapTestMap ground(gap_map(round, static_cast<uint64_t>(round) + 1));
    std::vector<GapSquares> classes;
    for (int e = 0; e <= MeshRadius::kMost; ++e) classes.emplace_back(ground, MeshRadius::of_eighths(e));
    for (int i = 0; i < 6; ++i) {
      const Cell start = test::random_cell(ground.map, rng), goal = test::random_cell(ground.map, rng);
      CAPTURE(round);
      CAPTURE(i);
      const auto widest = [&](const auto& fits_class) {
        int found = -1;
        for (int e = 0; e <= MeshRadius::kMost; ++e) {
          if (fits_class(classes[static_cast<size_t>(e)])) found = e;
        }
        return found;
      };
      const int joined = widest([&](const GapSquares& all) { return all.joins(start, goal); });
      const int at_start = widest([&](const GapSquares& all) { return all.area_of(start) != 0; });
      const int at_goal = widest([&](const GapSquares& all) { return all.area_of(goal) != 0; });
      REQUIRE(joined != 0);  // wherever a point gets through, an agent of half a cell does
      for (const int asked : {MeshRadius::kMost, rng.between(0, MeshRadius::kMost)}) {
        const MeshRadius agent = MeshRadius::of_eighths(asked);
        const NarrowestGap gap = ground.find(start, goal, agent);
        CAPTURE(asked);
        REQUIRE(gap.has_way() == (joined >= 0));
        REQUIRE(gap.widest.eighths() == std::min(std::max(joined, 0), asked));
        REQUIRE((gap.at_start ? gap.at_start->eighths() : -1) == std::min(at_start, asked));
        REQUIRE((gap.at_goal ? gap.at_goal->eighths() : -1) == std::min(at_goal, asked));
        const bool is_way = joined >= 0 || at_start < 0 || at_goal < 0;
        const Reason reason = !is_way            ? Reason::kNoPath
                              : at_start < asked ? Reason::kAtStart
                              : at_goal < asked  ? Reason::kAtGoal
                              : joined < asked   ? Reason::kGap
                                                 : Reason::kFits;
        REQUIRE(gap.reason == reason);
        if (reason == Reason::kAtStart) REQUIRE(gap.cell == start);
        if (reason == Reason::kAtGoal) REQUIRE(gap.cell == goal);
        if (reason == Reason::kAtStart || reason == Reason::kAtGoal) {
          REQUIRE_FALSE(ground.is_free(gap.walls[0].x, gap.walls[0].y));
        }
        if (reason == Reason::kGap) check_gap(ground, gap, classes, start);
        gaps += reason == Reason::kGap;
        no_ways += reason == Reason::kNoPath;
        starts += reason == Reason::kAtStart;
        goals += reason == Reason::kAtGoal;
        fits += reason == Reason::kFits;
      }
    }
  }
  for (const size_t count : {gaps, no_ways, starts, goals, fits}) CHECK(static_cast<int>(count) > test::rounds(50));
}

TEST_CASE("narrowest gap: an agent passes a mesh of its class where the gap says so") {
  Rng rng(4);
  for (int round = 0; round < test::rounds(16); ++round) {
    const GapTestMap ground(gap_map(round, static_cast<uint64_t>(round) + 500));
    const MeshRadius agent = MeshRadius::of_eighths(rng.between(0, 20));
    auto mesh = test::built<GridMesh>(ground.grid, GridMeshOptions{.tile_size = 16, .radius = agent});
    Workspace workspace;
    MeshPath path;
    for (int i = 0; i < 30; ++i) {
      const Cell start = test::random_cell(ground.map, rng), goal = test::random_cell(ground.map, rng);
      plan_mesh(mesh.mesh(), MeshCosts::kMidpoints, {mesh.end_at(start), mesh.end_at(goal)}, workspace, path);
      REQUIRE(path.found() == (ground.find(start, goal, agent).reason == Reason::kFits));
    }
  }
}

TEST_CASE("narrowest gap: a door of one cell between two rooms stops a wide agent") {
  std::vector<std::string> rows(11, "@...........@...........@");
  rows.front() = rows.back() = std::string(25, '@');
  rows[4][12] = '.';
  const GapTestMap ground = drawn(rows);
  const NarrowestGap gap = ground.find({5, 5}, {20, 5}, MeshRadius::for_agents(2.5));
  CHECK(gap.reason == Reason::kGap);
  CHECK(gap.at_start->cells() == 2.5);
  CHECK(gap.at_goal->cells() == 2.5);
  CHECK(gap.width == 1);
  CHECK(gap.widest.cells() == 0.5);
  CHECK(gap.cell == Cell{12, 4});
  CHECK(gap.middle == middle_of(Cell{12, 4}));
  CHECK(std::min(gap.walls[0].y, gap.walls[1].y) == 3);
  CHECK(std::max(gap.walls[0].y, gap.walls[1].y) == 5);
  for (size_t i = 0; i < 2; ++i) {
    CHECK(gap.walls[i].x == 12);
    CHECK(gap.line[i].x == 25);
    CHECK(std::abs(gap.line[i].y - 9) == 1);
  }
  CHECK(ground.find({5, 5}, {20, 5}, MeshRadius::for_agents(0.5)).reason == Reason::kFits);
  CHECK(ground.find({5, 5}, {6, 6}, MeshRadius::for_agents(2.5)).reason == Reason::kFits);
  // Beside a wall the agent does not stand at all.
  const NarrowestGap start = ground.find({1, 5}, {20, 5}, MeshRadius::for_agents(2.5));
  CHECK(start.reason == Reason::kAtStart);
  CHECK(start.at_start->cells() == 0.5);
  CHECK(start.cell == Cell{1, 5});
  CHECK(start.walls[0] == Cell{0, 5});
  const NarrowestGap goal = ground.find({5, 5}, {20, 8}, MeshRadius::for_agents(2.5));
  CHECK(goal.reason == Reason::kAtGoal);
  CHECK(goal.at_goal->cells() == 1.5);
  CHECK(goal.cell == Cell{20, 8});
}

TEST_CASE("narrowest gap: of two doors the wider one counts, of two in a row the narrower one") {
  const GapTestMap ground = drawn({
      "...........@.........@...........",
      "...........@.........@...........",
      "...........@.........@...........",
      "...........@.....................",
      ".....................@...........",
      ".....................@...........",
      ".....................@...........",
      "...........@.........@...........",
      ".....................@...........",
      "...........@.........@...........",
      "...........@.........@...........",
  });
  const MeshRadius agent = MeshRadius::for_agents(2);
  const NarrowestGap first = ground.find({5, 5}, {15, 5}, agent);
  CHECK(first.reason == Reason::kGap);
  CHECK(first.width == 3);
  CHECK(first.middle == middle_of(Cell{11, 5}));
  const NarrowestGap second = ground.find({5, 5}, {27, 5}, agent);
  CHECK(second.width == 1);
  CHECK(second.middle == middle_of(Cell{21, 3}));
  const NarrowestGap back = ground.find({27, 5}, {5, 5}, agent);
  CHECK(back.width == 1);
  CHECK(back.middle == middle_of(Cell{21, 3}));
}

TEST_CASE("narrowest gap: a gap of two cells, and one between two corners") {
  const GapTestMap two = drawn({
      "......@......",
      "......@......",
      "......@......",
      ".............",
      ".............",
      "......@......",
      "......@......",
      "......@......",
  });
  const NarrowestGap across = two.find({2, 3}, {10, 3}, MeshRadius::for_agents(1.5));
  CHECK(across.reason == Reason::kGap);
  CHECK(across.width == 2);
  CHECK(across.middle == HalfCellPoint{13, 8});
  CHECK(across.widest.cells() == 1);
  const GapTestMap corners = drawn({
      "..........@@@@@@",
      "..........@@@@@@",
      "..........@@@@@@",
      "..........@@@@@@",
      "................",
      "................",
      "................",
      "................",
      "@@@@@@..........",
      "@@@@@@..........",
      "@@@@@@..........",
      "@@@@@@..........",
  });
  // The two blocks are four cells apart along rows and columns.
  const NarrowestGap between = corners.find({2, 3}, {12, 8}, MeshRadius::for_agents(2.5));
  CHECK(between.reason == Reason::kGap);
  CHECK(between.width == 4);
  CHECK(between.middle == HalfCellPoint{16, 12});
  CHECK(std::max(between.walls[0].x, between.walls[1].x) == 10);
  CHECK(std::min(between.walls[0].x, between.walls[1].x) == 5);
  const NarrowestGap fits = corners.find({2, 3}, {12, 8}, MeshRadius::for_agents(1.5));
  CHECK(fits.reason == Reason::kFits);
}

TEST_CASE("narrowest gap: ends in walls, no way at all, one cell, and points") {
  const GapTestMap ground = drawn({
      "....@....",
      "....@....",
      "....@....",
      "....@....",
  });
  const MeshRadius agent = MeshRadius::for_agents(1);
  const NarrowestGap none = ground.find({1, 1}, {7, 1}, agent);
  CHECK(none.reason == Reason::kNoPath);
  CHECK_FALSE(none.has_way());
  CHECK(none.at_start->cells() == 1);
  // Not even a point gets through: that says more than that the agent is too wide for its start.
  CHECK(ground.find({0, 1}, {7, 1}, agent).reason == Reason::kNoPath);
  const NarrowestGap start = ground.find({4, 1}, {7, 1}, agent);
  CHECK(start.reason == Reason::kAtStart);
  CHECK_FALSE(start.at_start.has_value());
  CHECK_FALSE(start.has_way());
  CHECK(start.walls[0] == Cell{4, 1});
  const NarrowestGap goal = ground.find({1, 1}, {4, 2}, agent);
  CHECK(goal.reason == Reason::kAtGoal);
  CHECK_FALSE(goal.at_goal.has_value());
  CHECK(ground.find({1, 1}, {1, 1}, agent).reason == Reason::kFits);
  CHECK(ground.find({0, 0}, {3, 3}, MeshRadius()).reason == Reason::kFits);
  CHECK(ground.find({0, 0}, {5, 3}, MeshRadius()).reason == Reason::kNoPath);
  const GapTestMap single = drawn({"."});
  CHECK(single.find({0, 0}, {0, 0}, MeshRadius::for_agents(0.5)).reason == Reason::kFits);
  CHECK(single.find({0, 0}, {0, 0}, agent).at_start->cells() == 0.5);
}

TEST_CASE("narrowest gap: a cancelled search returns nothing") {
  const GapTestMap ground(GridMap(60, 60));
  JobControl control;
  control.cancel();
  CHECK_FALSE(narrowest_gap(ground.grid.weights(), 60, {10, 10}, {50, 50}, MeshRadius::of_eighths(9), control));
}

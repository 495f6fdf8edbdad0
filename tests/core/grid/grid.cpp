#include <doctest/doctest.h>

#include "core/grid/clusters.hpp"
#include "core/grid/grid_map.hpp"
#include "core/grid/history.hpp"
#include "core/grid/move_grid.hpp"
#include "core/grid/shapes.hpp"
#include "tests/support.hpp"

using namespace strata;

TEST_CASE("an edit returns the bounds of what changed, bumps the revision and can be undone") {
  GridMap map = map_from_text("....\n.@..\n....\n");
  const GridMap before = map;
  const uint64_t revision = map.revision();
  const EditResult none = map.apply({{{5, 1, '@'}}});
  CHECK(none.dirty.empty());
  CHECK(map.revision() == revision);

  const EditResult result = map.apply({{{1, 2, 'T'}, {2, 1, 'W'}, {4, 4, 'S'}}});
  CHECK(result.dirty == Rect{0, 0, 4, 2});
  CHECK(map.revision() == revision + 1);
  CHECK(map.letter(Cell{2, 0}) == 'W');
  map.apply(result.inverse);
  CHECK(map == before);
}

TEST_CASE("random edits and their inverses restore the map") {
  GridMap map = test::random_map(37, 23, 20, 1);
  Rng rng(2);
  for (int i = 0; i < 500; ++i) {
    const GridMap before = map;
    const EditResult result = map.apply(test::random_edit(map, 10, rng));
    for (CellId id = 0; id < map.cell_count(); ++id) {
      if (map.letter(id) != before.letter(id)) REQUIRE(result.dirty.contains(map.cell(id)));
    }
    GridMap restored = map;
    restored.apply(result.inverse);
    REQUIRE(restored == before);
  }
}

TEST_CASE("moves agree with the rules cell by cell, after a build and after every edit") {
  for (const Rules& rules : test::all_rules()) {
    GridMap map = test::random_map(31, 17, 30, 3);
    MoveGrid grid = test::moves_on(map, rules);
    Rng rng(4);
    for (int i = 0; i < 60; ++i) {
      for (CellId id = 0; id < map.cell_count(); ++id) {
        for (int d = 0; d < kDirections; ++d) {
          REQUIRE(((grid.moves(id) >> d) & 1) == test::step_is_legal(map, rules, map.cell(id), d));
        }
      }
      const EditResult result = map.apply(test::random_edit(map, 10, rng));
      if (!result.dirty.empty()) grid.update(map, result.dirty);
      const MoveGrid fresh = test::moves_on(map, rules);
      REQUIRE(grid == fresh);
    }
  }
}

TEST_CASE("an edit between terrains of equal weight changes no moves") {
  GridMap map(8, 8);
  MoveGrid grid = test::moves_on(map);
  const EditResult result = map.apply({{{9, 3, 'S'}}});
  CHECK(grid.update(map, result.dirty).empty());
  CHECK(grid.built_for() == map.revision());
}

TEST_CASE("history takes one stroke as one entry and knows whether the file is up to date") {
  GridMap map(10, 10);
  History history;
  const auto paint = [&](CellId first, uint32_t count, char letter) {
    const Edit edit{{{first, count, letter}}};
    history.record(edit, map.apply(edit).inverse, "Paint");
  };
  CHECK(history.is_saved());
  history.begin_stroke("Brush");
  paint(0, 5, '@');
  paint(3, 9, 'T');
  CHECK_FALSE(history.is_saved());
  history.end_stroke();
  const GridMap painted = map;
  CHECK(history.size() == 1);
  CHECK(history.undo_name() == "Brush");
  map.apply(history.take_undo());
  CHECK(map == GridMap(10, 10));
  CHECK(history.is_saved());
  map.apply(history.take_redo());
  CHECK(map == painted);
  history.mark_saved();
  map.apply(history.take_undo());
  CHECK_FALSE(history.is_saved());
  paint(50, 1, '@');  // the saved state can no longer be reached
  CHECK_FALSE(history.can_redo());
  map.apply(history.take_undo());
  CHECK_FALSE(history.is_saved());

  history.begin_stroke("Nothing");
  paint(0, 3, '.');
  history.end_stroke();
  CHECK_FALSE(history.can_undo());
}

TEST_CASE("brush lines cover exactly the cells near the line") {
  const GridMap map(40, 40);
  Rng rng(5);
  for (int i = 0; i < 200; ++i) {
    const Cell a = test::random_cell(map, rng);
    const Cell b = test::random_cell(map, rng);
    const Brush brush{rng.between(0, 4), rng.percent(50) ? BrushShape::kRound : BrushShape::kSquare, rng.percent(50)};
    GridMap painted = map;
    painted.apply(brush_line(map, a, b, brush, '@'));
    const std::vector<Cell> line = line_cells(a, b);
    CHECK(line.front() == a);
    CHECK(line.back() == b);
    for (CellId id = 0; id < map.cell_count(); ++id) {
      const Cell c = map.cell(id);
      bool near = false;
      for (const Cell p : line) {
        const double middle = brush.even ? 0.5 : 0;
        const double dx = c.x - p.x - middle;
        const double dy = c.y - p.y - middle;
        const double reach = brush.size() / 2.0;
        near = near || (brush.shape == BrushShape::kSquare ? std::max(std::abs(dx), std::abs(dy)) < reach
                                                           : dx * dx + dy * dy <= reach * reach);
      }
      REQUIRE((painted.letter(id) == '@') == near);
    }
  }
}

TEST_CASE("a brush is as wide and as high as its size, 1, 2, 3 and more cells") {
  const GridMap map(40, 40);
  for (const BrushShape shape : {BrushShape::kRound, BrushShape::kSquare}) {
    for (int size = 1; size <= 20; ++size) {
      CAPTURE(size);
      const std::optional<Brush> brush = brush_of_radius((size - 1) / 2.0, shape);
      REQUIRE(brush);
      CHECK(brush->size() == size);
      const Edit edit = brush_line(map, {20, 20}, {20, 20}, *brush, '@');
      CHECK(edit.runs.size() == static_cast<size_t>(size));
      CHECK(std::ranges::max(edit.runs, {}, &CellRun::count).count == static_cast<uint32_t>(size));
    }
  }
  CHECK_FALSE(brush_of_radius(0.3, BrushShape::kRound));
}

TEST_CASE("a flood fill takes the connected terrain and nothing else") {
  GridMap map = map_from_text(
      "..@..\n"
      ".@@..\n"
      "..@@@\n"
      "@....\n");
  // Six cells or fewer: whatever the limit, it is all of them or none.
  for (const size_t most : {0u, 1u, 2u, 3u, 4u, 5u, 6u, 20u}) {
    const std::optional<Edit> within = flood_fill_within(map, {0, 0}, 'W', most);
    size_t cells = 0;
    for (const CellRun& run : flood_fill(map, {0, 0}, 'W').runs) cells += run.count;
    REQUIRE(within.has_value() == (cells <= most));
    if (within) CHECK(within->runs == flood_fill(map, {0, 0}, 'W').runs);
  }
  map.apply(flood_fill(map, {0, 0}, 'W'));
  CHECK(map == map_from_text("WW@..\n"
                             "W@@..\n"
                             "WW@@@\n"
                             "@WWWW\n"));
}

TEST_CASE("entrances are maximal and get one transition, or two from the threshold on") {
  // Two clusters of 8x12 side by side: on their border a run of 3 and a run of 7.
  GridMap map(16, 12);
  map.apply({{{3 * 16 + 8, 1, '@'}, {4 * 16 + 7, 1, '@'}}});
  const MoveGrid grid = test::moves_on(map);
  const ClusterGrid clusters(16, 12, 8);
  std::vector<Entrance> entrances;
  append_entrances(grid, clusters, 0, Side::kEast, entrances);
  REQUIRE(entrances.size() == 2);
  CHECK(entrances[0].first == Cell{7, 0});
  CHECK(entrances[0].last == Cell{7, 2});
  CHECK(entrances[1].first == Cell{7, 5});
  CHECK(entrances[1].last == Cell{7, 7});  // the border with the cluster below is another one
  std::vector<Cell> cells;
  append_transitions(entrances[0], 6, 0, cells);
  CHECK(cells == std::vector<Cell>{{7, 1}});
  cells.clear();
  append_transitions({{7, 5}, {7, 11}, 0, Side::kEast}, 6, 0, cells);
  CHECK(cells == std::vector<Cell>{{7, 5}, {7, 11}});
  cells.clear();
  append_transitions({{7, 5}, {7, 11}, 0, Side::kEast}, 6, 4, cells);
  CHECK(cells == std::vector<Cell>{{7, 5}, {7, 8}, {7, 11}});
}

TEST_CASE("the direction between two cells is that of the step that joins them, and none if there is none") {
  const GridMap map(7, 6);
  const MoveGrid grid = test::moves_on(map);
  int steps = 0;
  for (CellId a = 0; a < map.cell_count(); ++a) {
    for (CellId b = 0; b < map.cell_count(); ++b) {
      const int direction = grid.direction_between(a, b);
      const Cell from = map.cell(a), to = map.cell(b);
      const bool adjacent = a != b && std::abs(to.x - from.x) <= 1 && std::abs(to.y - from.y) <= 1;
      if (!adjacent) {
        REQUIRE(direction == -1);
        continue;
      }
      REQUIRE(direction >= 0);
      REQUIRE(direction < kDirections);
      REQUIRE(from.x + kDirX[static_cast<size_t>(direction)] == to.x);
      REQUIRE(from.y + kDirY[static_cast<size_t>(direction)] == to.y);
      REQUIRE(grid.neighbour(a, direction) == b);
      ++steps;
    }
  }
  CHECK(steps == 2 * (6 * 6 + 7 * 5 + 2 * 6 * 5));  // neighbours in a row, in a column, and on both diagonals
}

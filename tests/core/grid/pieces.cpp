// Sets of cells and pieces of maps, beside plain implementations cell by cell.
#include <doctest/doctest.h>

#include <vector>

#include "core/base/rng.hpp"
#include "core/grid/cell_set.hpp"
#include "core/grid/history.hpp"
#include "core/grid/map_piece.hpp"
#include "core/grid/shapes.hpp"

using namespace strata;

namespace {

Rect random_rect(Rng& rng, int width, int height) {
  const int x = rng.between(-3, width), y = rng.between(-3, height);
  return {x, y, x + rng.between(0, width), y + rng.between(0, height)};
}

GridMap random_map(Rng& rng, int width, int height) {
  std::vector<char> letters(static_cast<size_t>(width) * static_cast<size_t>(height));
  for (char& letter : letters) letter = ".@ST"[rng.below(4)];
  return GridMap(width, height, letters);
}

}  // namespace

TEST_CASE("a set of cells is what a list of flags would be") {
  Rng rng(1);
  for (int round = 0; round < 30; ++round) {
    const int width = rng.between(1, 200), height = rng.between(1, 20);
    CellSet set(width, height), other(width, height);
    std::vector<bool> flags(static_cast<size_t>(width * height), false);
    for (int step = 0; step < 8; ++step) {
      const Rect rect = random_rect(rng, width, height);
      const uint32_t kind = rng.below(5);
      other.clear();
      other.put(rect, true);
      if (kind < 2) set.put(rect, kind == 0);
      if (kind == 2) set.add(other);
      if (kind == 3) set.remove(other);
      if (kind == 4) set.invert();
      for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
          auto flag = flags[static_cast<size_t>(y * width + x)];
          const bool in = rect.contains({x, y});
          if (kind == 4) {
            flag = !flag;
          } else if (in) {
            flag = kind == 0 || kind == 2;
          }
        }
      }
    }
    Rect bounds;
    uint64_t count = 0;
    size_t wrong = 0;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const bool in = flags[static_cast<size_t>(y * width + x)];
        wrong += set.contains({x, y}) != in;
        count += in;
        if (in) bounds.include(Cell{x, y});
      }
    }
    CHECK(wrong == 0);
    CHECK(set.count() == count);
    CHECK(set.bounds() == bounds);
    CellSet again(width, height);
    set.for_runs({0, 0, width, height}, [&](int y, int x0, int x1) {
      CHECK_FALSE(set.contains({x0 - 1, y}));
      CHECK_FALSE(set.contains({x1, y}));
      again.put({x0, y, x1, y + 1}, true);
    });
    CHECK(again == set);
    CHECK_FALSE(set.contains({-1, 0}));
    CHECK_FALSE(set.contains({0, height}));
  }
}

TEST_CASE("a connected area is what a fill would paint") {
  Rng rng(2);
  for (int round = 0; round < 30; ++round) {
    const GridMap map = random_map(rng, rng.between(1, 70), rng.between(1, 40));
    const Cell seed{rng.between(0, map.width() - 1), rng.between(0, map.height() - 1)};
    const CellSet area = connected_area(map, seed);
    GridMap painted = map;
    painted.apply(flood_fill(map, seed, 'W'));
    size_t wrong = 0;
    for (CellId id = 0; id < map.cell_count(); ++id)
      wrong += area.contains(map.cell(id)) != (painted.letter(id) == 'W');
    CHECK(wrong == 0);
    CHECK(connected_area(map, {-1, 0}).count() == 0);
  }
}

TEST_CASE("a piece that is turned four times, or mirrored twice, is the same again") {
  Rng rng(3);
  for (int round = 0; round < 20; ++round) {
    const GridMap map = random_map(rng, rng.between(1, 150), rng.between(1, 150));
    CellSet cells(map.width(), map.height());
    for (int i = 0; i < 3; ++i) cells.put(random_rect(rng, map.width(), map.height()), true);
    cells.put({0, 0, 1, 1}, true);
    const MapPiece piece = cut_out(map, cells);
    CHECK(rotated(rotated(rotated(rotated(piece, true), true), true), true) == piece);
    CHECK(rotated(rotated(piece, true), false) == piece);
    CHECK(mirrored(mirrored(piece, true), true) == piece);
    CHECK(mirrored(mirrored(piece, false), true) == rotated(rotated(piece, true), true));
  }
  const GridMap map = map_from_text("ST.\nW@.\n");
  CellSet all(3, 2);
  all.put({0, 0, 3, 2}, true);
  CHECK(rotated(cut_out(map, all), true).letters == std::vector<char>{'W', 'S', '@', 'T', '.', '.'});
  CHECK(mirrored(cut_out(map, all), false).letters == std::vector<char>{'.', 'T', 'S', '.', '@', 'W'});
}

TEST_CASE("a piece changes the map as if its cells were written one by one, each once") {
  Rng rng(4);
  for (int round = 0; round < 60; ++round) {
    GridMap map = random_map(rng, rng.between(1, 60), rng.between(1, 60));
    CellSet cells(map.width(), map.height());
    cells.put(random_rect(rng, map.width(), map.height()), true);
    cells.put(random_rect(rng, map.width(), map.height()), rng.percent(50));
    const MapPiece piece = cut_out(map, cells);
    const Cell at{rng.between(-20, 70), rng.between(-20, 70)};
    GridMap expected = map;
    const auto write = [&](Cell cell, char letter) {
      if (expected.contains(cell)) expected.apply({{{expected.id(cell), 1, letter}}});
    };
    for (CellId id = 0; id < map.cell_count(); ++id) {
      if (cells.contains(map.cell(id))) write(map.cell(id), '.');
    }
    for (int y = 0; y < piece.height; ++y) {
      for (int x = 0; x < piece.width; ++x) {
        if (piece.at(x, y) != MapPiece::kMissing) write({at.x + x, at.y + y}, piece.at(x, y));
      }
    }
    uint64_t named = 0, changed = 0;
    for (const Edit& edit : edits_of(map, {&cells, '.', &piece, at})) {
      for (const CellRun& run : edit.runs) named += run.count;
      changed += map.apply(edit).changed_cells;
    }
    CHECK(named == changed);
    CHECK(map == expected);
  }
}

TEST_CASE("an edit of many cells comes in parts, and its undo can be taken in parts") {
  GridMap map(700, 500);
  CellSet all(700, 500);
  all.put(map.bounds(), true);
  const std::vector<Edit> parts = edits_of(map, {&all, '@', nullptr, {}});
  CHECK(parts.size() == (map.cell_count() + kPartCells - 1) / kPartCells);
  History history;
  history.begin_stroke("Fill");
  for (const Edit& edit : parts) history.record(edit, map.apply(edit).inverse, "Fill");
  history.end_stroke();
  CHECK(history.next_cells(true) == map.cell_count());
  const GridMap filled = map;
  for (const bool back : {true, false, true}) {
    size_t taken = 0;
    do {
      map.apply(history.next_part(back));
      history.take_part(back);
      ++taken;
    } while (history.in_travel());
    CHECK(taken == parts.size());
    CHECK(map.letters().front() == (back ? '.' : '@'));
    CHECK(std::ranges::count(map.letters(), '@') == (back ? 0 : static_cast<long>(map.cell_count())));
    CHECK(history.position() == (back ? 0u : 1u));
  }
  CHECK(history.can_redo());
  history.forget_undone();
  CHECK_FALSE(history.can_redo());
}

TEST_CASE("a map with other sides keeps the cells that lie in both") {
  const GridMap map = map_from_text("ST\nW@\n");
  CHECK(with_sides(map, 3, 3, {1, 1}, '.') == map_from_text("...\n.ST\n.W@\n"));
  CHECK(with_sides(map, 1, 1, {-1, 0}, '.') == map_from_text("T\n"));
  CHECK(with_sides(map, 2, 1, {5, 5}, 'S') == map_from_text("SS\n"));
}

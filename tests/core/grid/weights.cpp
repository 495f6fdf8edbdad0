// Weights of single cells: edits, their inverses and undo, moves, pieces and sizes of maps.
#include <doctest/doctest.h>

#include <algorithm>

#include "core/grid/cell_set.hpp"
#include "core/grid/history.hpp"
#include "core/grid/map_piece.hpp"
#include "core/grid/random_stroke.hpp"
#include "core/grid/scale.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"

namespace strata::test {
namespace {

GridMap weighed_map(int width, int height, uint64_t seed) {
  GridMap map = random_map(width, height, 20, seed);
  add_random_weights(map, 30, seed + 1);
  return map;
}

// What the moves of a map say of all weights, found cell by cell.
struct AllWeights {
  int least = kMaxTerrainWeight, highest = 1;
  std::vector<int> of_cells;  // of passable cells, each weight once
};
AllWeights weights_on(const GridMap& map, const Rules& rules) {
  AllWeights all;
  for (int i = 0; i < 4; ++i) {
    if (!rules.capability.has(static_cast<Terrain>(i))) continue;
    all.least = std::min<int>(all.least, rules.weights[static_cast<size_t>(i)]);
    all.highest = std::max<int>(all.highest, rules.weights[static_cast<size_t>(i)]);
  }
  for (CellId id = 0; id < map.cell_count(); ++id) {
    if (!can_stand(map, rules, map.cell(id))) continue;
    const int weight = highest_weight(map, rules, map.cell(id));
    all.least = std::min(all.least, weight);
    all.highest = std::max(all.highest, weight);
    if (std::ranges::find(all.of_cells, weight) == all.of_cells.end()) all.of_cells.push_back(weight);
  }
  return all;
}

}  // namespace

TEST_CASE("weights: an edit sets, keeps and takes weights apart from letters, and its inverse restores both") {
  GridMap map = map_from_text("..T.\n@...\n");
  const GridMap before = map;
  CHECK_FALSE(map.has_weights());
  CHECK(map.weights().empty());
  const EditResult set = map.apply({{weight_run(1, 3, 200), {2, 1, 'S'}, {7, 1, '@', 7}}});
  CHECK(map.weight(Cell{1, 0}) == 200);
  CHECK(map.weight(Cell{2, 0}) == 200);
  CHECK(map.letter(Cell{2, 0}) == 'S');
  CHECK(map.letter(Cell{3, 1}) == '@');
  CHECK(map.weight(Cell{3, 1}) == 7);
  CHECK(map.weight(Cell{0, 0}) == 0);
  CHECK(set.dirty == Rect{1, 0, 4, 2});
  CHECK(set.changed_cells == 5);
  CHECK(map.revision() == before.revision() + 1);
  CHECK(map.memory_bytes() == 16);

  // What is there already is no change.
  CHECK(map.apply({{weight_run(1, 3, 200)}}).dirty.empty());
  CHECK(map.apply({{{2, 1, CellRun::kSameLetter}}}).dirty.empty());
  CHECK(map.revision() == before.revision() + 1);

  GridMap restored = map;
  restored.apply(set.inverse);
  CHECK(restored == before);
  CHECK_FALSE(restored.has_weights());
  const EditResult cleared = map.apply({{weight_run(0, 8, 0)}});
  CHECK_FALSE(map.has_weights());
  CHECK(cleared.changed_cells == 4);
  CHECK(cleared.dirty == Rect{1, 0, 4, 2});
  map.take_back(cleared, 2);
  CHECK(map.weight(Cell{3, 0}) == 200);
  CHECK(map.revision() == 2);
  map.apply({{weight_run(0, 8, 0)}});
  map.apply({{{0, 1, 'S'}}});  // frees the memory of the weights
  CHECK(map.memory_bytes() == 8);
}

TEST_CASE("weights: random edits and their inverses restore the map, and dirty cells are those that changed") {
  for (const uint64_t seed : {1u, 2u, 3u}) {
    GridMap map = seed == 1 ? random_map(37, 23, 20, seed) : weighed_map(37, 23, seed);
    Rng rng(seed + 10);
    bool had_weights = false, lost_weights = false;
    for (int i = 0; i < 400; ++i) {
      const GridMap before = map;
      Edit edit = random_edit_with_weights(map, 10, rng);
      if (i % 50 == 49) edit = with_weight({{{0, map.cell_count(), '.'}}}, 0);
      const EditResult result = map.apply(edit);
      had_weights |= map.has_weights();
      lost_weights |= before.has_weights() && !map.has_weights();
      uint32_t weighted = 0;
      for (CellId id = 0; id < map.cell_count(); ++id) {
        weighted += map.weight(id) != 0;
        const bool same = map.letter(id) == before.letter(id) && map.weight(id) == before.weight(id);
        if (!same) REQUIRE(result.dirty.contains(map.cell(id)));
      }
      REQUIRE(map.has_weights() == (weighted > 0));
      REQUIRE((map.revision() == before.revision()) == (map == before && result.inverse.empty()));
      GridMap restored = map, taken_back = map;
      restored.apply(result.inverse);
      REQUIRE(restored == before);
      taken_back.take_back(result, before.revision());
      REQUIRE(taken_back == before);
      REQUIRE(taken_back.revision() == before.revision());
    }
    CHECK(had_weights);
    CHECK(lost_weights);
  }
}

TEST_CASE("weights: the history undoes and redoes strokes of letters and weights, and counts the memory of maps") {
  for (const uint64_t seed : {4u, 5u}) {
    GridMap map = random_map(30, 20, 20, seed);
    Rng rng(seed);
    History history;
    std::vector<GridMap> states{map};
    for (int stroke = 0; stroke < 12; ++stroke) {
      history.begin_stroke("Stroke");
      for (int i = 0; i < 5; ++i) {
        const Edit edit = random_edit_with_weights(map, 10, rng);
        history.record(edit, map.apply(edit).inverse, "Stroke");
      }
      history.end_stroke();
      if (history.size() == states.size()) states.push_back(map);
    }
    CHECK(states.size() > 8);
    for (size_t i = states.size() - 1; i-- > 0;) {
      map.apply(history.take_undo());
      REQUIRE(map == states[i]);
    }
    for (size_t i = 1; i < states.size(); ++i) {
      map.apply(history.take_redo());
      REQUIRE(map == states[i]);
    }
    const size_t edits = history.memory_bytes();
    const auto other = std::make_shared<const GridMap>(weighed_map(10, 10, seed));
    history.record_resize("Size", {other, {}});
    CHECK(history.memory_bytes() >= edits + 200);
  }
}

TEST_CASE("weights: moves cost what the cells say, and updates equal fresh builds under all rules and sizes") {
  for (const Rules& base : all_rules()) {
    for (const int size : {1, 2, 3}) {
      Rules rules = base;
      rules.agent_size = size;
      GridMap map = random_rooms(29, 21, 8, 6);
      add_random_weights(map, 25, 7);
      Clearance clearance;
      clearance.build(map, rules.capability);
      MoveGrid grid;
      grid.build(map, rules, &clearance);
      Rng rng(8);
      bool was_uniform = false;
      for (int i = 0; i < rounds(60); ++i) {
        Edit edit = random_edit_with_weights(map, 8, rng);
        if (i % 20 == 10) edit = {{weight_run(0, map.cell_count(), random_weight(rng))}};
        const EditResult result = map.apply(edit);
        clearance.update(map, result.dirty);
        if (!result.dirty.empty()) grid.update(map, result.dirty, &clearance);
        const MoveGrid fresh = moves_on(map, rules);
        REQUIRE(grid == fresh);
        const AllWeights all = weights_on(map, rules);
        for (const MoveGrid* one : std::initializer_list<const MoveGrid*>{&grid, &fresh}) {
          REQUIRE(one->min_weight() == all.least);
          REQUIRE(one->max_step() ==
                  one->base(rules.profile == Profile::kFour ? 0 : 1) * static_cast<Cost>(all.highest));
          REQUIRE(one->uniform() == (all.of_cells.size() <= 1));
          REQUIRE(one->unit_weight() == (all.of_cells.size() == 1 ? all.of_cells[0] : all.least));
        }
        was_uniform |= grid.uniform();
        for (CellId id = 0; id < map.cell_count(); ++id) {
          const Cell cell = map.cell(id);
          const int weight = can_stand(map, rules, cell) ? highest_weight(map, rules, cell) : 0;
          REQUIRE(grid.weights()[id] == weight);
        }
      }
      CHECK(was_uniform);
    }
  }
}

TEST_CASE("weights: a brush sets, raises and clears weights, and leaves blocked cells out") {
  GridMap map = map_from_text("..S@.\n");
  const Edit all{{{0, 5, 'T'}}};
  const TerrainWeights terrains = {1, 9, 1, 1};
  map.apply(with_raised_weights(map, terrains, all, 3));
  CHECK(map == [] {
    GridMap expected = map_from_text("..S@.\n");
    expected.set_weights({4, 4, 12, 0, 4});
    return expected;
  }());
  CHECK(with_raised_weights(map, terrains, all, 0).empty());
  map.apply(with_raised_weights(map, terrains, all, 1'000'000));
  CHECK(map.weight(Cell{2, 0}) == kMaxCellWeight);
  map.apply(with_raised_weights(map, terrains, all, -1'000'000));
  CHECK(map.weight(Cell{2, 0}) == 1);
  map.apply(with_weight(all, 0));
  CHECK(map == map_from_text("..S@.\n"));
}

TEST_CASE("weights: smoothing gives a cell the rounded mean of what it and the cells around it cost") {
  GridMap map = map_from_text("..S@.\n.....\n");
  const TerrainWeights terrains = {1, 9, 1, 1};
  // Of the cells around (2,0) the wall does not count: 1, 9, 1, 1, 1 cost 13 together.
  map.apply(with_smoothed_weights(map, terrains, {{{2, 2, 'T'}}}));
  CHECK(map.weight(Cell{2, 0}) == 3);
  CHECK(map.weight(Cell{3, 0}) == 0);
  // What cells cost before counts where it is given: 1, 1, 9, 1, 1, 1 cost 14 together, and nothing changes with 3.
  CHECK(with_smoothed_weights(map, terrains, {{{1, 1, 'T'}}}).empty());
  const Edit one = with_smoothed_weights(map, terrains, {{{1, 1, 'T'}}}, {{CellId{2}, 9}});
  REQUIRE(one.runs.size() == 1);
  CHECK(one.runs[0].weight == 2);
  // A half is rounded up: 1, 2, 1 and 2 cost 6 together.
  GridMap square = map_from_text("..\n..\n");
  square.set_weights({0, 2, 1, 2});
  square.apply(with_smoothed_weights(square, terrains, {{{0, 1, 'T'}}}));
  CHECK(square.weight(Cell{0, 0}) == 2);
}

TEST_CASE("weights: random strokes change them where a map has some, and never elsewhere") {
  Rng rng(9);
  GridMap map = weighed_map(40, 30, 9), plain = random_map(40, 30, 20, 9);
  size_t of_weights = 0, of_letters = 0;
  for (int i = 0; i < 100; ++i) {
    for (const CellRun& run : random_stroke(map, {}, 2, rng).runs) {
      of_weights += run.weight != CellRun::kSameWeight;
      of_letters += run.letter != CellRun::kSameLetter;
    }
    for (const CellRun& run : random_stroke(plain, {}, 2, rng).runs) CHECK(run.weight == CellRun::kSameWeight);
  }
  CHECK(of_weights > 20);
  CHECK(of_letters > 20);
}

TEST_CASE("weights: pieces take them along, turned and mirrored, and a paste replaces those below") {
  Rng rng(10);
  for (int round = 0; round < 40; ++round) {
    GridMap map = round % 4 == 0 ? random_map(20, 17, 20, rng.next()) : weighed_map(20, 17, rng.next());
    CellSet cells(map.width(), map.height());
    for (int i = 0; i < 3; ++i) {
      const Cell at = random_cell(map, rng);
      cells.put(Rect{at.x, at.y, at.x + 6, at.y + 5}.clipped(map.bounds()), true);
    }
    const MapPiece piece = cut_out(map, cells);
    CHECK(rotated(rotated(rotated(rotated(piece, true), true), true), true) == piece);
    CHECK(mirrored(mirrored(piece, false), true) == rotated(rotated(piece, false), false));
    const Rect box = cells.bounds();
    for (int y = 0; y < piece.height; ++y) {
      for (int x = 0; x < piece.width; ++x) {
        const bool has = piece.at(x, y) != MapPiece::kMissing;
        REQUIRE(piece.weight_at(x, y) == (has ? map.weight({box.x0 + x, box.y0 + y}) : 0));
        REQUIRE(rotated(piece, true).weight_at(piece.height - 1 - y, x) == piece.weight_at(x, y));
      }
    }

    GridMap onto = round % 3 == 0 ? random_map(20, 17, 20, rng.next()) : weighed_map(20, 17, rng.next());
    const Cell at{rng.between(-5, 18), rng.between(-5, 15)};
    const bool only_letters = rng.percent(50), clears = rng.percent(70);
    GridMap expected = onto;
    for (CellId id = 0; clears && id < onto.cell_count(); ++id) {
      if (!cells.contains(onto.cell(id))) continue;
      expected.apply({{{id, 1, '.', only_letters ? CellRun::kSameWeight : int16_t{0}}}});
    }
    for (int y = 0; y < piece.height; ++y) {
      for (int x = 0; x < piece.width; ++x) {
        const Cell to{at.x + x, at.y + y};
        if (piece.at(x, y) == MapPiece::kMissing || !onto.contains(to)) continue;
        expected.apply({{{onto.id(to), 1, piece.at(x, y), static_cast<int16_t>(piece.weight_at(x, y))}}});
      }
    }
    uint64_t named = 0, changed = 0;
    for (const Edit& edit : edits_of(onto, {clears ? &cells : nullptr, '.', &piece, at, only_letters})) {
      for (const CellRun& run : edit.runs) named += run.count;
      changed += onto.apply(edit).changed_cells;
    }
    CHECK(named == changed);
    CHECK(onto == expected);
  }
}

TEST_CASE("weights: another size or scale of a map keeps those of its cells") {
  const GridMap map = weighed_map(13, 9, 11);
  const GridMap wider = with_sides(map, 17, 8, {3, -2}, 'S');
  for (CellId id = 0; id < wider.cell_count(); ++id) {
    const Cell from{wider.cell(id).x - 3, wider.cell(id).y + 2};
    CHECK(wider.weight(id) == (map.contains(from) ? map.weight(from) : 0));
  }
  const GridMap twice = scaled(map, 26, 18);
  for (CellId id = 0; id < twice.cell_count(); ++id) {
    CHECK(twice.weight(id) == map.weight({twice.cell(id).x / 2, twice.cell(id).y / 2}));
  }
  CHECK_FALSE(with_sides(random_map(5, 5, 10, 1), 9, 9, {1, 1}, '.').has_weights());
}

}  // namespace strata::test

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "core/io/movingai.hpp"
#include "core/rooms/rooms.hpp"
#include "core/rooms/rooms_code.hpp"
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/trace.hpp"
#include "core/search/workspace.hpp"
#include "core/world/scenes.hpp"
#include "tests/support.hpp"

using namespace strata;

namespace {

const Rules kFourRules{.profile = Profile::kFour};

// Section 3 word by word: the free cell with the largest empty rectangle becomes a room, again and again. Of equal ones
// the smaller cell's, and of those from one cell the one with fewer rows.
std::vector<Rect> plain_rooms(const MoveGrid& grid) {
  std::vector<uint8_t> free(grid.cell_count());
  for (CellId id = 0; id < grid.cell_count(); ++id) free[id] = grid.passable(id);
  std::vector<Rect> rooms;
  for (;;) {
    Rect best;
    int most = 0;
    for (int y = 0; y < grid.height(); ++y) {
      for (int x = 0; x < grid.width(); ++x) {
        int width = grid.width() - x;
        for (int height = 1; y + height <= grid.height(); ++height) {
          int run = 0;
          while (run < width && free[grid.id({x + run, y + height - 1})] != 0) ++run;
          width = run;
          if (width < 3) break;
          if (height < 3 || (width - 2) * (height - 2) <= most) continue;
          most = (width - 2) * (height - 2);
          best = {x, y, x + width, y + height};
        }
      }
    }
    if (most == 0) return rooms;
    rooms.push_back(best);
    for (int y = best.y0; y < best.y1; ++y) std::fill_n(free.begin() + grid.id({best.x0, y}), best.width(), 0);
  }
}

std::vector<Rect> sorted(std::vector<Rect> rooms) {
  std::sort(rooms.begin(), rooms.end(), [](const Rect& a, const Rect& b) {
    return std::array{a.y0, a.x0, a.y1, a.x1} < std::array{b.y0, b.x0, b.y1, b.x1};
  });
  return rooms;
}

std::vector<Rect> rooms_of(const Rooms& rooms) {
  std::vector<Rect> cells;
  for (const Room& room : rooms.rooms()) {
    if (!room.cells.empty()) cells.push_back(room.cells);
  }
  return sorted(cells);
}

struct RoomsCase {
  const char* name;
  GridMap map;
};
std::vector<RoomsCase> map_kinds() {
  std::vector<RoomsCase> kinds = {{"random 5 %", test::random_map(70, 40, 5, 1)},
                                  {"random 20 %", test::random_map(53, 47, 20, 2)},
                                  {"rooms", test::random_rooms(61, 61, 9, 3)},
                                  {"small rooms", test::random_rooms(64, 48, 5, 4)},
                                  {"open", GridMap(40, 33)},
                                  {"one row", test::random_map(57, 1, 5, 5)},
                                  {"two columns", test::random_map(2, 31, 3, 6)},
                                  {"one room", GridMap(3, 3)}};
  for (int kind = 0; kind < kSceneKinds; ++kind) {
    const auto scene = static_cast<SceneKind>(kind);
    kinds.push_back({scene_kind_name(scene).data(), generate({.kind = scene, .width = 72, .height = 66, .seed = 7})});
  }
  return kinds;
}

// Passable cells to query from; more often than by chance they lie on sides and corners of rooms or inside.
Cell query_end(const GridMap& map, const MoveGrid& grid, const Rooms& rooms, Rng& rng) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    Cell c = test::random_cell(map, rng);
    if (!grid.passable(c)) continue;
    const int64_t number = rooms.room_of(grid.id(c));
    if (number < 0 || rng.percent(40)) return c;
    const Rect& cells = rooms.room(static_cast<uint32_t>(number)).cells;
    if (rng.percent(50)) c.x = rng.percent(50) ? cells.x0 : cells.x1 - 1;
    if (rng.percent(50)) c.y = rng.percent(50) ? cells.y0 : cells.y1 - 1;
    return c;
  }
  return test::random_cell(map, rng);
}

// The moves of a path by direction.
std::array<int, 8> moves_of(const MoveGrid& grid, const std::vector<CellId>& path) {
  std::array<int, 8> count{};
  for (size_t i = 1; i < path.size(); ++i) {
    const int direction = grid.direction_between(path[i - 1], path[i]);
    REQUIRE(direction >= 0);
    ++count[static_cast<size_t>(direction)];
  }
  return count;
}

struct RoomsTally {
  int queries = 0, found = 0, inside_one = 0, mixed = 0;
  uint64_t expanded = 0, expanded_published = 0;
};

// Many goals from each of a few starts against the plain Dijkstra, and some of the queries traced and interleaved.
void check_queries(const GridMap& map, const MoveGrid& grid, const Rooms& rooms, int starts, int goals, Rng& rng,
                   Workspace& workspace, RoomsTally& tally) {
  PlanResult result;
  PlanResult other;
  for (int i = 0; i < starts; ++i) {
    const Cell start = query_end(map, grid, rooms, rng);
    const std::vector<Cost> distance = test::plain_dijkstra(map, grid.rules(), start);
    for (int j = 0; j < goals; ++j) {
      const PlanQuery query{start, query_end(map, grid, rooms, rng)};
      CAPTURE(query.start.x);
      CAPTURE(query.start.y);
      CAPTURE(query.goal.x);
      CAPTURE(query.goal.y);
      rooms.plan(grid, query, {}, workspace, result);
      ++tally.queries;
      if (!grid.passable(query.start)) {
        REQUIRE(result.status == PlanStatus::kStartBlocked);
        continue;
      }
      if (!grid.passable(query.goal)) {
        REQUIRE(result.status == PlanStatus::kGoalBlocked);
        continue;
      }
      const Cost optimum = distance[grid.id(query.goal)];
      if (optimum == kInfinite) {
        REQUIRE(result.status == PlanStatus::kNoPath);
        REQUIRE(result.path.empty());
        continue;
      }
      ++tally.found;
      REQUIRE(result.found());
      REQUIRE(result.cost == optimum);
      REQUIRE(result.raw_cost == optimum);
      REQUIRE(path_fault(grid, result.path, query.start, query.goal, optimum) == std::nullopt);
      REQUIRE(result.abstract_path.front() == grid.id(query.start));
      REQUIRE(result.abstract_path.back() == grid.id(query.goal));
      const int64_t room = rooms.room_of(grid.id(query.start));
      tally.inside_one += room >= 0 && room == rooms.room_of(grid.id(query.goal));
      if (j % 4 != 0) continue;
      rooms.plan_published(grid, query, {}, workspace, other);
      REQUIRE(path_fault(grid, other.path, query.start, query.goal, optimum) == std::nullopt);
      tally.expanded += result.stats.total().expanded;
      tally.expanded_published += other.stats.total().expanded;

      const PlanResult published = other;
      Trace as_published;
      rooms.plan_published(grid, query, {}, workspace, other, &as_published);
      REQUIRE(other.path == published.path);
      REQUIRE(other.stats == published.stats);
      size_t nodes = 0;
      for (const SearchEvent& event : as_published.events()) {
        REQUIRE(event.line < rooms_code::kPublishedCode.lines.size());
        REQUIRE(event.type != EventType::kStall);
        nodes += event.type == EventType::kExpand;
      }
      REQUIRE(nodes == published.stats.total().expanded);

      Trace trace;
      rooms.plan(grid, query, {}, workspace, other, &trace);
      REQUIRE(other.path == result.path);
      REQUIRE(other.cost == result.cost);
      REQUIRE(other.stats == result.stats);
      size_t expanded = 0, generated = 0;
      std::vector<CellId> drawn = {grid.id(query.start)};
      for (const SearchEvent& event : trace.events()) {
        REQUIRE(event.line < rooms_code::kCode.lines.size());
        expanded += event.type == EventType::kExpand;
        generated += event.type == EventType::kGenerate || event.type == EventType::kUpdate;
        if (event.type == EventType::kPathEdge) {
          REQUIRE(event.parent == drawn.back());
          drawn.push_back(event.node);
        }
      }
      REQUIRE(expanded == result.stats.total().expanded);
      REQUIRE(generated == result.stats.total().generated);
      REQUIRE(drawn == result.path);

      const PlanOptions mixing{.keep_raw_path = true, .interleave = rng.next() | 1};
      rooms.plan(grid, query, mixing, workspace, other);
      REQUIRE(path_fault(grid, other.path, query.start, query.goal, optimum) == std::nullopt);
      REQUIRE(other.cost == optimum);
      REQUIRE(other.raw_path == result.path);
      REQUIRE(moves_of(grid, other.path) == moves_of(grid, result.path));
      for (size_t k = 0; k < other.path.size(); ++k) {
        REQUIRE(rooms.room_of(other.path[k]) == rooms.room_of(result.path[k]));
      }
      tally.mixed += other.path != result.path;
      const std::vector<CellId> again = other.path;
      rooms.plan(grid, query, mixing, workspace, other);
      REQUIRE(other.path == again);
    }
  }
}

}  // namespace

TEST_CASE("rooms are those of the plain definition") {
  Rng rng(3);
  for (const RoomsCase& kind : map_kinds()) {
    CAPTURE(kind.name);
    MoveGrid grid = test::moves_on(kind.map, kFourRules);
    Rooms rooms;
    const RoomsUpdate report = rooms.build(grid);
    REQUIRE(rooms.fault(grid) == std::nullopt);
    const std::vector<Rect> expected = plain_rooms(grid);
    CHECK(rooms_of(rooms) == sorted(expected));
    CHECK(report.built == expected.size());
    CHECK(rooms.counts().rooms == expected.size());
  }
  for (int i = 0; i < 300; ++i) {
    const int width = rng.between(1, 90);
    const int height = rng.between(1, 40);
    const GridMap map = test::random_map(width, height, rng.below(25), rng.next());
    const MoveGrid grid = test::moves_on(map, kFourRules);
    auto rooms = test::built<Rooms>(grid);
    REQUIRE(rooms_of(rooms) == sorted(plain_rooms(grid)));
  }
}

TEST_CASE("a room of 7x7 prunes 25 cells, rooms of two rows prune nothing") {
  MoveGrid grid = test::moves_on(GridMap(7, 7), kFourRules);
  auto rooms = test::built<Rooms>(grid);
  CHECK(rooms.counts().rooms == 1);
  CHECK(rooms.counts().pruned == 25);
  CHECK(rooms.counts().covered == 49);
  CHECK(rooms.counts().passable == 49);
  CHECK(rooms.room(0).interior() == Rect{1, 1, 6, 6});
  CHECK(rooms.pruned(grid.id({3, 3})));
  CHECK_FALSE(rooms.pruned(grid.id({0, 3})));
  std::vector<CellId> targets;
  rooms.append_macro_edges(grid, grid.id({0, 3}), targets);
  CHECK(targets == std::vector<CellId>{grid.id({6, 3})});

  grid.build(GridMap(30, 2), kFourRules);
  rooms.build(grid);
  CHECK(rooms.counts().rooms == 0);
  CHECK(rooms.room_of(5) == -1);
  CHECK_FALSE(Room{{0, 0, 2, 9}}.prunes());
}

TEST_CASE("room pruning costs what the plain Dijkstra says, before and after edits") {
  Workspace workspace;
  RoomsTally tally;
  for (const RoomsCase& kind : map_kinds()) {
    CAPTURE(kind.name);
    GridMap map = kind.map;
    MoveGrid grid = test::moves_on(map, kFourRules);
    auto rooms = test::built<Rooms>(grid);
    Rng rng(23);
    check_queries(map, grid, rooms, 25, 60, rng, workspace, tally);
    for (int i = 0; i < 40; ++i) {
      const EditResult edit = map.apply(test::random_edit(map, 10, rng));
      rooms.update(grid, grid.update(map, edit.dirty));
      REQUIRE(rooms.fault(grid) == std::nullopt);
      check_queries(map, grid, rooms, 2, 30, rng, workspace, tally);
    }
  }
  CHECK(tally.queries > 50'000);
  CHECK(tally.found > 40'000);
  CHECK(tally.inside_one > 1'000);
  CHECK(tally.mixed > 1'000);
  CHECK(tally.expanded < tally.expanded_published);
}

TEST_CASE("rooms stay a valid partition after every edit and say where they changed") {
  Rng rng(31);
  size_t dissolved = 0;
  for (const RoomsCase& kind : map_kinds()) {
    CAPTURE(kind.name);
    GridMap map = kind.map;
    MoveGrid grid = test::moves_on(map, kFourRules);
    auto rooms = test::built<Rooms>(grid);
    for (int i = 0; i < 100; ++i) {
      std::vector<Rect> before(map.cell_count());
      const auto room_at = [&](CellId id) {
        const int64_t number = rooms.room_of(id);
        return number < 0 ? Rect{} : rooms.room(static_cast<uint32_t>(number)).cells;
      };
      for (CellId id = 0; id < map.cell_count(); ++id) before[id] = room_at(id);
      const EditResult edit = map.apply(test::random_edit(map, 10, rng));
      const RoomsUpdate report = rooms.update(grid, grid.update(map, edit.dirty));
      REQUIRE(rooms.fault(grid) == std::nullopt);
      dissolved += report.dissolved;
      for (CellId id = 0; id < map.cell_count(); ++id) {
        if (room_at(id) == before[id]) continue;
        REQUIRE(std::any_of(report.areas.begin(), report.areas.end(),
                            [&](const Rect& area) { return area.contains(map.cell(id)); }));
      }
    }
  }
  CHECK(dissolved > 200);
}

TEST_CASE("cells that are freed become part of rooms again") {
  GridMap map(40, 40);
  MoveGrid grid = test::moves_on(map, kFourRules);
  auto rooms = test::built<Rooms>(grid);
  CHECK(rooms.counts().rooms == 1);
  const EditResult wall = map.apply(rectangle(map, {10, 10}, {30, 12}, true, '@'));
  rooms.update(grid, grid.update(map, wall.dirty));
  CHECK(rooms.counts().rooms > 1);
  const EditResult gone = map.apply(wall.inverse);
  rooms.update(grid, grid.update(map, gone.dirty));
  CHECK(rooms.counts().rooms == 1);
  CHECK(rooms.counts().pruned == 38 * 38);
}

TEST_CASE("a build in slices is the build, and edits may come between the slices") {
  Rng rng(41);
  for (const RoomsCase& kind : map_kinds()) {
    CAPTURE(kind.name);
    GridMap map = kind.map;
    MoveGrid grid = test::moves_on(map, kFourRules);
    auto whole = test::built<Rooms>(grid);
    CHECK(whole.pending() == 0);
    Rooms sliced;
    sliced.reset(grid);
    RoomsUpdate report;
    size_t slices = 1;
    size_t most = 0;
    while (!sliced.update_some(grid, report, 1)) {
      CHECK_FALSE(sliced.ready());
      REQUIRE(sliced.pending() > 0);
      REQUIRE(sliced.pending() <= sliced.total());
      most = std::max(most, sliced.pending());
      REQUIRE(++slices < 1'000'000);
    }
    CHECK(sliced.fault(grid) == std::nullopt);
    CHECK(rooms_of(sliced) == rooms_of(whole));
    if (map.cell_count() > 1000) CHECK(slices > 2);

    // Painting goes on while a build does.
    sliced.reset(grid);
    Workspace workspace;
    PlanResult result;
    for (int i = 0; i < 30; ++i) {
      sliced.update_some(grid, report, rng.below(40));
      const EditResult edit = map.apply(test::random_edit(map, 10, rng));
      sliced.mark_dirty(grid, grid.update(map, edit.dirty));
      REQUIRE_FALSE(sliced.ready());
    }
    while (!sliced.update_some(grid, report, 7)) {
    }
    REQUIRE(sliced.fault(grid) == std::nullopt);
  }
}

TEST_CASE("large rooms lose only the part around an edit, in slices too") {
  Rng rng(53);
  Workspace workspace;
  RoomsTally tally;
  for (const bool sliced : {false, true}) {
    GridMap map(300, 220);
    MoveGrid grid = test::moves_on(map, kFourRules);
    auto rooms = test::built<Rooms>(grid);
    for (int i = 0; i < 60; ++i) {
      const EditResult edit = map.apply(test::random_edit(map, 10, rng));
      rooms.mark_dirty(grid, grid.update(map, edit.dirty));
      RoomsUpdate report;
      while (!rooms.update_some(grid, report, sliced ? 1 + rng.below(30) : SIZE_MAX)) {
        if (rng.percent(2)) {
          const EditResult more = map.apply(test::random_edit(map, 10, rng));
          rooms.mark_dirty(grid, grid.update(map, more.dirty));
        }
      }
      REQUIRE(rooms.fault(grid) == std::nullopt);
      if (!sliced && i == 0) CHECK(report.cells < 12'000);
      if (i % 20 == 19) check_queries(map, grid, rooms, 1, 40, rng, workspace, tally);
    }
  }
  CHECK(tally.found > 100);
}

TEST_CASE("slices smaller than a row of the map get on") {
  const MoveGrid grid = test::moves_on(GridMap(4000, 5), kFourRules);
  Rooms rooms;
  rooms.reset(grid);
  RoomsUpdate report;
  for (int i = 0; i < 1000 && !rooms.ready(); ++i) rooms.update_some(grid, report, 1);
  CHECK(rooms.ready());
  CHECK(rooms.fault(grid) == std::nullopt);
}

TEST_CASE("plans are refused on stale rooms and under other rules, rooms are cut under any") {
  GridMap map = test::random_map(30, 30, 10, 9);
  map.apply({{{0, 31, '.'}}});
  MoveGrid grid = test::moves_on(map, kFourRules);
  auto rooms = test::built<Rooms>(grid);
  Workspace workspace;
  PlanResult result;
  const PlanQuery query{{0, 0}, {5, 0}};
  rooms.plan(grid, query, {}, workspace, result);
  CHECK(result.found());
  grid.update(map, map.apply({{{500, 1, map.letter(CellId{500}) == '@' ? '.' : '@'}}}).dirty);
  rooms.plan(grid, query, {}, workspace, result);
  CHECK(result.status == PlanStatus::kStale);

  for (const Rules& rules : test::all_rules()) {
    grid.build(map, rules);
    rooms.build(grid);
    CHECK(rooms.fault(grid) == std::nullopt);
    rooms.plan(grid, query, {}, workspace, result);
    const bool supported = rules.profile == Profile::kFour && grid.uniform();
    CHECK(Rooms::supports(grid) == supported);
    CHECK((result.status == PlanStatus::kUnsupported) == !supported);
    CHECK(result.path.empty() == !supported);
  }
}

TEST_CASE("published maps are pruned as far as by an independent reference" *
          doctest::skip(std::getenv("STRATA_DATA") == nullptr)) {
  const char* data = std::getenv("STRATA_DATA");
  struct MapSetFigures {
    const char* folder;
    size_t maps;
    double mean, least, most;
  };
  for (const MapSetFigures& set :
       {MapSetFigures{"bg", 120, 42.37, 18.74, 77.40}, MapSetFigures{"adaptive-depth", 12, 62.98, 57.48, 67.63}}) {
    double sum = 0, least = 100, most = 0;
    size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(std::string(data) + "/maps/" + set.folder)) {
      if (entry.path().extension() != ".map") continue;
      const auto loaded = load_map(entry.path().string());
      REQUIRE(loaded.ok());
      const MoveGrid grid = test::moves_on(loaded.value().map, kFourRules);
      auto rooms = test::built<Rooms>(grid);
      const RoomsCounts counts = rooms.counts();
      const double percent = 100 * static_cast<double>(counts.pruned) / static_cast<double>(counts.passable);
      sum += percent;
      least = std::min(least, percent);
      most = std::max(most, percent);
      ++count;
    }
    CAPTURE(set.folder);
    CHECK(count == set.maps);
    CHECK(sum / static_cast<double>(count) == doctest::Approx(set.mean).epsilon(0.02));
    CHECK(least == doctest::Approx(set.least).epsilon(0.02));
    CHECK(most == doctest::Approx(set.most).epsilon(0.02));
  }
}

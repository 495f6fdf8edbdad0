// The front door of the library: core/strata.hpp.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <string>

#include "core/base/rng.hpp"
#include "core/hpa/hpa.hpp"
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/turns.hpp"
#include "core/search/workspace.hpp"
#include "core/strata.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/planners.hpp"
#include "core/world/scenes.hpp"
#include "core/world/world.hpp"
#include "tests/source_path.hpp"

using namespace strata;

namespace {

GridMap map_of(SceneKind kind, int side, uint64_t seed) {
  return generate({.kind = kind, .width = side, .height = side, .seed = seed});
}

Cell some_cell(const GridMap& map, Rng& rng) {
  return {static_cast<int>(rng.below(static_cast<uint32_t>(map.width()))),
          static_cast<int>(rng.below(static_cast<uint32_t>(map.height())))};
}

std::vector<CellId> ids(const GridMap& map, std::span<const Cell> cells) {
  std::vector<CellId> ids;
  for (const Cell cell : cells) ids.push_back(map.id(cell));
  return ids;
}

}  // namespace

TEST_CASE("every planner that can plan on a map finds the path of the planners' table through the front door") {
  for (const Profile profile : {Profile::kOctile, Profile::kFour}) {
    CAPTURE(static_cast<int>(profile));
    Rules rules{.profile = profile};
    Pathfinder finder(map_of(SceneKind::kRooms, 48, 3), rules);
    Rng rng(5);
    int used = 0;
    for (const std::string_view name : planner_names()) {
      CAPTURE(name);
      const Planner& row = *planner_named(name);
      for (int i = 0; i < 6; ++i) {
        const Cell start = some_cell(finder.map(), rng), goal = some_cell(finder.map(), rng);
        const auto path = finder.find(start, goal, name);
        if (row.levels_only || !supports(finder.world(), row)) {
          CHECK_FALSE(path);
          continue;
        }
        ++used;
        REQUIRE_MESSAGE(path, path.error().message());
        Workspace workspace;
        PlanResult result;
        plan(finder.world(), row, {start, goal}, {}, workspace, result);
        CHECK(path.value().status == result.status);
        if (row.asks == nullptr) CHECK(path.value().stats == result.stats);  // else the front door may ask another one
        if (!result.found()) continue;
        if (row.asks == nullptr) CHECK(ids(finder.map(), path.value().cells) == result.path);
        CHECK(path.value().turns.size() == result.points.size());
        const double unit = finder.world().moves().base(0);
        CHECK(path.value().length == doctest::Approx(result.cost / unit).epsilon(row.any_angle ? 0.001 : 1e-9));
      }
    }
    CHECK(used > 60);
  }
}

TEST_CASE("the front door answers by turning points, or by the length alone, as by cells") {
  Pathfinder finder(map_of(SceneKind::kCave, 40, 7));
  Rng rng(3);
  int paths = 0;
  for (int i = 0; i < 12; ++i) {
    const Cell start = some_cell(finder.map(), rng), goal = some_cell(finder.map(), rng);
    for (const char* name : {"astar", "jps", "labels", "hpa1", "polyanya"}) {
      CAPTURE(name);
      const auto cells = finder.find(start, goal, name);
      const auto turns = finder.find(start, goal, name, {.answer = Answer::kTurns});
      const auto cost = finder.find(start, goal, name, {.answer = Answer::kCost});
      REQUIRE(cells);
      REQUIRE(turns);
      REQUIRE(cost);
      CHECK(turns.value().length == cells.value().length);
      CHECK(cost.value().length == cells.value().length);
      CHECK(turns.value().cells.empty());
      CHECK(cost.value().cells.empty());
      CHECK(cost.value().turns.empty());
      if (!cells.value().found()) continue;
      ++paths;
      const std::vector<TurningPoint>& corners = turns.value().turns;
      REQUIRE(!corners.empty());
      CHECK(corners.front().x == start.x + 0.5);
      CHECK(corners.back().y == goal.y + 0.5);
      double length = 0;
      for (size_t k = 1; k < corners.size(); ++k) {
        length += std::hypot(corners[k].x - corners[k - 1].x, corners[k].y - corners[k - 1].y);
      }
      CHECK(length == doctest::Approx(cells.value().length).epsilon(1e-4));
    }
  }
  CHECK(paths >= 10);
}

TEST_CASE("every planner that the header of the front door names is there") {
  std::ifstream file(test::source_path("core/strata.hpp"));
  const std::string header((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const size_t begin = header.find("@param planner"), end = header.find("@param options");
  REQUIRE(begin < end);
  REQUIRE(end != std::string::npos);
  int names = 0;
  for (size_t at = header.find('"', begin); at < end; at = header.find('"', at + 1)) {
    const size_t close = header.find('"', at + 1);
    const std::string name = header.substr(at + 1, close - at - 1);
    CHECK_MESSAGE(planner_named(name) != nullptr, name);
    ++names;
    at = close;
  }
  CHECK(names >= 3);
}

TEST_CASE("after every edit and every undo a plan is that of a map that was opened as it is now") {
  Rng rng(11);
  Pathfinder finder(map_of(SceneKind::kCave, 40, 2));
  finder.keep_undo(true);
  for (int i = 0; i < 12; ++i) {
    CAPTURE(i);
    if (i % 4 == 3) {
      CHECK(finder.undo());
    } else {
      const Cell corner = some_cell(finder.map(), rng);
      finder.paint(corner, {corner.x + 5, corner.y + 2}, i % 2 == 0 ? Terrain::kOut : Terrain::kGround);
    }
    Pathfinder fresh(finder.map());
    for (const char* name : {"astar", "hpa2", "sectors", "alt", "ch", "cch", "labels", "tables", "polyanya", "hna1"}) {
      CAPTURE(name);
      const Cell start = some_cell(finder.map(), rng), goal = some_cell(finder.map(), rng);
      const auto one = finder.find(start, goal, name), other = fresh.find(start, goal, name);
      REQUIRE(one);
      REQUIRE(other);
      CHECK(one.value().status == other.value().status);
      CHECK(one.value().length == doctest::Approx(other.value().length));
    }
  }
  while (finder.redo()) {
  }
  CHECK_FALSE(finder.redo());
}

TEST_CASE("many paths at once are those of HPA* before smoothing, whoever cannot go included") {
  Pathfinder finder(map_of(SceneKind::kRandom, 60, 9));
  Rng rng(4);
  for (int round = 0; round < 3; ++round) {
    std::vector<PlanQuery> queries;
    for (int i = 0; i < 200; ++i) queries.push_back({some_cell(finder.map(), rng), some_cell(finder.map(), rng)});
    queries.push_back({{-1, 3}, {5, 5}});
    queries.push_back({{5, 5}, {60, 0}});
    const auto paths = finder.find_all(queries, 1 + round);
    REQUIRE(paths);
    REQUIRE(paths.value().size() == queries.size());
    Workspace workspace;
    PlanResult single;
    const MoveGrid& moves = finder.world().moves();
    for (size_t i = 0; i < queries.size(); ++i) {
      CAPTURE(i);
      finder.world().get<MapHpa>().hpa().plan(moves, queries[i], PlanOptions{.smooth = false, .levels = 1}, workspace,
                                              single);
      CHECK(paths.value().status[i] == single.status);
      CHECK(paths.value().path(i).empty() == !single.found());
      if (!single.found()) continue;
      CHECK(paths.value().length[i] == doctest::Approx(single.raw_cost / static_cast<double>(moves.base(0))));
      CHECK_FALSE(path_fault(moves, ids(finder.map(), paths.value().path(i)), queries[i].start, queries[i].goal,
                             single.raw_cost));
    }
    finder.paint({30, 5 * round}, {33, 5 * round + 20}, Terrain::kOut);
  }
}

TEST_CASE(
    "many paths at once by hub labels are shortest ones, in cells, turning points or lengths alone, also after edits") {
  Pathfinder finder(map_of(SceneKind::kRooms, 60, 9));
  Rng rng(6);
  for (int round = 0; round < 3; ++round) {
    std::vector<PlanQuery> queries{{{-1, 3}, {5, 5}}};
    for (int i = 0; i < 60; ++i) queries.push_back({some_cell(finder.map(), rng), some_cell(finder.map(), rng)});
    BatchQueryOptions options{.threads = 1 + round, .planner = "labels"};
    const FoundPaths cells = finder.find_all(queries, options).value();
    options.answer = Answer::kTurns;
    const FoundPaths turns = finder.find_all(queries, options).value();
    options.answer = Answer::kCost;
    const FoundPaths lengths = finder.find_all(queries, options).value();
    CHECK(lengths.cells.empty());
    CHECK(lengths.length == cells.length);
    CHECK(turns.length == cells.length);
    CHECK(turns.cells.size() < cells.cells.size());
    const MoveGrid& moves = finder.world().moves();
    for (size_t i = 0; i < queries.size(); ++i) {
      CAPTURE(i);
      const FoundPath single = finder.find(queries[i].start, queries[i].goal, "astar").value();
      REQUIRE(cells.status[i] == single.status);
      if (!single.found()) continue;
      REQUIRE(cells.length[i] == doctest::Approx(single.length));
      const auto cost = static_cast<Cost>(std::lround(single.length * moves.base(0)));
      CHECK_FALSE(path_fault(moves, ids(finder.map(), cells.path(i)), queries[i].start, queries[i].goal, cost));
      std::vector<CellId> expected;
      std::vector<uint32_t> links;
      turns_of(moves, ids(finder.map(), cells.path(i)), expected, links);
      CHECK(ids(finder.map(), turns.path(i)) == expected);
    }
    finder.paint({30, 5 * round}, {33, 5 * round + 20}, Terrain::kOut);
  }
  const std::vector<PlanQuery> query{{{1, 1}, {20, 20}}};
  CHECK_FALSE(finder.find_all(query, {.planner = "astar"}));
  CHECK(finder.find_all(query, {.answer = Answer::kTurns}));
  REQUIRE(finder.add_link({0, 0}, {5, 5}, 2));
  CHECK_FALSE(finder.find_all(query, {.planner = "labels"}));
  CHECK_FALSE(finder.find_all(query, {.answer = Answer::kTurns}));
  CHECK(finder.find_all(query));
}

TEST_CASE("many paths at once by hub labels follow a change of the rules without an edit of the map") {
  Pathfinder finder(map_of(SceneKind::kRooms, 40, 5));
  Rng rng(8);
  std::vector<PlanQuery> queries;
  for (int i = 0; i < 80; ++i) queries.push_back({some_cell(finder.map(), rng), some_cell(finder.map(), rng)});
  size_t found[2] = {};
  for (const int size : {1, 2, 1}) {
    CAPTURE(size);
    WorldSetup setup = finder.world().setup();
    setup.rules.agent_size = size;
    const uint64_t revision = finder.map().revision();
    finder.world().change(setup);
    REQUIRE(finder.map().revision() == revision);
    const FoundPaths paths = finder.find_all(queries, {.threads = 1, .planner = "labels"}).value();
    for (size_t i = 0; i < queries.size(); ++i) {
      CAPTURE(i);
      const FoundPath single = finder.find(queries[i].start, queries[i].goal, "astar").value();
      REQUIRE(paths.status[i] == single.status);
      if (!single.found()) continue;
      REQUIRE(paths.length[i] == doctest::Approx(single.length));
      ++found[size - 1];
    }
  }
  CHECK(found[0] > 2 * found[1]);
}

TEST_CASE("on request a path leads to the nearest place that can be reached, for one agent and for many") {
  Pathfinder finder(GridMap(20, 20));
  finder.paint({10, 0}, {12, 19}, Terrain::kOut);
  const Cell start{2, 2}, goal{17, 6};
  const PlanOptions partial{.partial = true};
  for (const char* name : {"astar", "hpa1", "ch", "theta", "navmesh", "polyanya", "hna1"}) {
    CAPTURE(name);
    const FoundPath none = finder.find(start, goal, name).value();
    CHECK(none.status == PlanStatus::kNoPath);
    CHECK_FALSE(none.partial);
    CHECK(none.cells.empty());
    CHECK(none.turns.empty());
    const FoundPath near = finder.find(start, goal, name, partial).value();
    CHECK(near.status == PlanStatus::kNoPath);
    CHECK_FALSE(near.found());
    REQUIRE(near.partial);
    CHECK(near.length > 0);
    const bool on_mesh = planner_named(name)->needs != StructureId::kMoves && planner_named(name)->any_angle;
    CHECK(near.distance_left == doctest::Approx(on_mesh ? 7.5 : 8));  // to the side of the last cell, or to its middle
    if (!near.cells.empty()) CHECK(near.cells.back() == Cell{9, 6});
  }
  CHECK(finder.find(start, {11, 6}, "astar", partial).value().status == PlanStatus::kGoalBlocked);
  CHECK(finder.find(start, {11, 6}, "astar", partial).value().distance_left == doctest::Approx(2));
  CHECK_FALSE(finder.find({11, 6}, start, "astar", partial).value().partial);

  const std::vector<PlanQuery> queries{
      {start, goal}, {start, {5, 5}}, {{11, 6}, start}, {goal, {11, 0}}, {start, {20, 0}}};
  const FoundPaths without = finder.find_all(queries).value();
  CHECK(without.partial == std::vector<uint8_t>{0, 0, 0, 0, 0});
  CHECK(without.path(0).empty());
  const FoundPaths with = finder.find_all(queries, 2, true).value();
  CHECK(with.status == without.status);
  CHECK(with.partial == std::vector<uint8_t>{1, 0, 0, 1, 0});
  CHECK(with.path(0).back() == Cell{9, 6});
  CHECK(with.path(1).back() == Cell{5, 5});
  CHECK(with.path(3).front() == goal);
  CHECK(with.path(3).back() == Cell{13, 0});
  CHECK(with.length[0] > 0);
  CHECK(with.path(2).empty());
  CHECK(with.path(4).empty());
  CHECK(finder.find_all(queries).value().cells == without.cells);
}

TEST_CASE("what cannot be opened or planned is told as such") {
  const auto missing = Pathfinder::open("no/such.map");
  REQUIRE_FALSE(missing);
  CHECK(missing.error().message().find("no/such.map") != std::string::npos);
  Pathfinder finder(GridMap(8, 8));
  CHECK(finder.find({0, 0}, {7, 7}, "no such planner").error().message().find("no planner") != std::string::npos);
  CHECK(finder.find({0, 0}, {7, 7}, "rooms").error().message() == "rooms: needs 4-connected moves");
  CHECK(finder.find({0, 0}, {7, 7}, "detour").error().message() == "detour: searches levels (.obj files) only");
  CHECK(finder.find({0, 0}, {8, 7}).value().status == PlanStatus::kGoalBlocked);
  CHECK(finder.find({3, 3}, {3, 3}).value().length == 0);
  CHECK_FALSE(finder.undo());
  Rules large{.agent_size = 3};
  Pathfinder wide(GridMap(20, 20), large);
  CHECK(wide.find({0, 0}, {17, 17}).value().found());
  CHECK(wide.find({0, 0}, {18, 17}).value().status == PlanStatus::kGoalBlocked);
}

TEST_CASE("an option of a structure is set by the name of its setting, and the next path is planned with it") {
  const GridMap map = map_of(SceneKind::kCave, 64, 3);
  Pathfinder finder{GridMap(map)};
  REQUIRE(finder.set("hpa.cluster_size", 16));
  REQUIRE(finder.set("hpa.cache", 1));
  REQUIRE(finder.set("sectors.size", 8));
  REQUIRE(finder.find({0, 0}, {5, 5}, "hpa2").ok());
  CHECK(finder.world().get<MapHpa>().hpa().options().cluster_size == 16);
  CHECK(finder.world().get<MapHpa>().hpa().options().cache_paths);
  CHECK(finder.world().get<MapHpa>().hpa().options().levels == 2);
  HpaOptions wanted{.cluster_size = 16, .cache_paths = true, .levels = 2};
  Hpa fresh;
  fresh.build(finder.world().moves(), wanted);
  CHECK(finder.world().get<MapHpa>().hpa().node_count() == fresh.node_count());
  CHECK(finder.set("hpa.cluster", 16).error().message().find("no structure has a setting") != std::string::npos);
  CHECK(finder.set("plan.weight", 2).error().message().find("no structure has a setting") != std::string::npos);
  CHECK(finder.set("hpa.cluster_size", 1).error().message().find("from 2 to 64") != std::string::npos);
  CHECK(finder.set("hpa.cluster_size", 2.5).error().what != "");
  CHECK(finder.set("sectors.second", 6).error().message().find("does not go with") != std::string::npos);
}

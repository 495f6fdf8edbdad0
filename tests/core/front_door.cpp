// The front door of the library: core/strata.hpp.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <string>

#include "core/base/rng.hpp"
#include "core/hpa/hpa.hpp"
#include "core/search/path.hpp"
#include "core/search/workspace.hpp"
#include "core/strata.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/planners.hpp"
#include "core/world/scenes.hpp"
#include "core/world/world.hpp"
#include "tests/source_path.hpp"
#include "tests/support.hpp"

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
    Rules rules;
    rules.profile = profile;
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
        CHECK(path.value().stats == result.stats);
        if (!result.found()) continue;
        CHECK(ids(finder.map(), path.value().cells) == result.path);
        CHECK(path.value().turns.size() == result.points.size());
        const double unit = finder.world().moves().base(0);
        CHECK(path.value().length == doctest::Approx(result.cost / unit).epsilon(row.any_angle ? 0.001 : 1e-9));
      }
    }
    CHECK(used > 60);
  }
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
  CHECK(names > 10);
}

TEST_CASE("after every edit and every undo a plan is that of a map that was opened as it is now") {
  Rng rng(11);
  Pathfinder finder(map_of(SceneKind::kCave, 40, 2));
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
    std::vector<Query> queries;
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

TEST_CASE("what cannot be opened or planned is told as such") {
  const auto missing = Pathfinder::open("no/such.map");
  REQUIRE_FALSE(missing);
  CHECK(missing.error().message().find("no/such.map") != std::string::npos);
  Pathfinder finder(GridMap(8, 8));
  CHECK(finder.find({0, 0}, {7, 7}, "no such planner").error().message().find("no planner") != std::string::npos);
  CHECK(finder.find({0, 0}, {7, 7}, "rooms").error().message().find("rules of movement") != std::string::npos);
  CHECK(finder.find({0, 0}, {7, 7}, "detour").error().message().find("cannot plan") != std::string::npos);
  CHECK(finder.find({0, 0}, {8, 7}).value().status == PlanStatus::kGoalBlocked);
  CHECK(finder.find({3, 3}, {3, 3}).value().length == 0);
  CHECK_FALSE(finder.undo());
  Rules large;
  large.agent_size = 3;
  Pathfinder wide(GridMap(20, 20), large);
  CHECK(wide.find({0, 0}, {17, 17}).value().found());
  CHECK(wide.find({0, 0}, {18, 17}).value().status == PlanStatus::kGoalBlocked);
}

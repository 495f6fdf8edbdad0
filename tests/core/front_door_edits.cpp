// What a game does with the front door of the library: it edits the map all the time, and asks any planner first.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <string>
#include <thread>

#include "core/base/rng.hpp"
#include "core/search/workspace.hpp"
#include "core/strata.hpp"
#include "core/world/map_landmarks.hpp"
#include "core/world/map_sectors.hpp"
#include "core/world/map_tables.hpp"
#include "core/world/planners.hpp"
#include "core/world/scenes.hpp"
#include "core/world/world.hpp"

using namespace strata;

namespace {

GridMap rooms_of(int side, uint64_t seed) {
  return generate({.kind = SceneKind::kRooms, .width = side, .height = side, .seed = seed});
}

// Rules under which the planner plans on a map of one terrain.
Rules rules_for(const Planner& planner) {
  Rules rules;
  if (!planner.profiles[static_cast<size_t>(rules.profile)]) rules.profile = Profile::kFour;
  return rules;
}

// Waits until a job has ended whose result can be taken over. Returns false after a minute.
bool job_ends(const World& world) {
  for (int i = 0; i < 60'000 && !has_background_results(world); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return has_background_results(world);
}

}  // namespace

TEST_CASE("nothing of an edit is kept for undo unless it is asked for, and all structures keep their size") {
  const Cell start{1, 1}, goal{38, 37};
  Pathfinder finder(GridMap(40, 40));
  for (const std::string_view name : planner_names()) {
    if (supports(finder.world(), *planner_named(name))) REQUIRE(finder.find(start, goal, name));
  }
  const auto doors = [&](int count) {
    for (int i = 0; i < count; ++i)
      REQUIRE(finder.paint({20, 20}, {20, 22}, i % 2 == 0 ? Terrain::kOut : Terrain::kGround));
    REQUIRE(finder.find_all(std::vector<PlanQuery>{{start, goal}}));
    finder.world().finish_updates();
    return memory_bytes(finder.world());
  };
  doors(200);  // what is used again has grown to its size
  const size_t before = doors(200);
  CHECK(doors(2000) <= before + before / 100);
  CHECK(finder.world().history().size() == 0);
  CHECK(finder.world().history().memory_bytes() == 0);
  CHECK_FALSE(finder.undo());

  // Without undo, no number of edits takes memory for the history.
  Pathfinder alone(GridMap(8, 8));
  for (int i = 0; i < 50'000; ++i) alone.paint({3, 3}, {3, 3}, i % 2 == 0 ? Terrain::kOut : Terrain::kGround);
  CHECK(alone.world().history().memory_bytes() == 0);

  finder.keep_undo(true);
  finder.paint({5, 5}, {6, 6}, Terrain::kTrees);
  CHECK(finder.world().history().size() == 1);
  CHECK(finder.undo());
  CHECK(finder.map().terrain({5, 5}) == Terrain::kGround);
  CHECK(finder.redo());
  CHECK(finder.map().terrain({5, 5}) == Terrain::kTrees);
  finder.keep_undo(false);
  CHECK_FALSE(finder.undo());
  CHECK(finder.world().history().memory_bytes() == 0);
}

TEST_CASE("weights of cells change what paths cost, are undone, and are refused outside of their range") {
  Pathfinder finder(GridMap(20, 3));
  finder.keep_undo(true);
  const auto length = [&] { return finder.find({0, 1}, {19, 1}, "astar").value().length; };
  CHECK(length() == 19);
  CHECK(finder.weigh({5, 0}, {5, 2}, 255));
  CHECK(length() == 19 + 254);
  CHECK(finder.undo());
  CHECK(length() == 19);
  CHECK(finder.redo());
  CHECK(finder.weigh({5, 0}, {5, 2}, 0));
  CHECK(length() == 19);
  CHECK_FALSE(finder.map().has_weights());
  CHECK_FALSE(finder.weigh({5, 0}, {5, 2}, 256));
  CHECK_FALSE(finder.weigh({5, 0}, {5, 2}, -1));
}

TEST_CASE("after an edit what the background has finished is taken over by every call, and nobody waits for it") {
  const std::vector<PlanQuery> queries{{{1, 1}, {94, 90}}};
  const std::function<void(Pathfinder&)> calls[] = {
      [](Pathfinder& finder) {
        REQUIRE(finder.find({1, 1}, {94, 90}, "astar"));
      },
      [](Pathfinder& finder) {
        REQUIRE_FALSE(finder.find({1, 1}, {94, 90}, "no such planner"));
      },
      [&](Pathfinder& finder) { REQUIRE(finder.find_all(queries)); },
      [](Pathfinder& finder) {
        REQUIRE(finder.paint({90, 5}, {90, 5}, Terrain::kSwamp));
      },
      [](Pathfinder& finder) { REQUIRE(finder.undo()); },
      [](Pathfinder& finder) { REQUIRE_FALSE(finder.redo()); },
  };
  int number = 0;
  for (const auto& call : calls) {
    CAPTURE(number++);
    Pathfinder finder(rooms_of(96, 5));
    finder.keep_undo(true);
    REQUIRE(finder.find_all(queries));
    const auto labels = [&] { return finder.world().get<MapTables>().labels(); };
    REQUIRE(finder.world().get<MapTables>().tables().nodes() > 256);  // fewer are labelled at once
    finder.paint({40, 3}, {41, 90}, Terrain::kOut);
    finder.paint({40, 50}, {41, 51}, Terrain::kGround);
    CHECK(labels() == nullptr);
    REQUIRE(finder.find_all(queries));  // starts the job
    if (labels() != nullptr) continue;  // and it has ended already
    REQUIRE(job_ends(finder.world()));
    call(finder);
    CHECK((labels() != nullptr || !has_background_results(finder.world())));
  }
}

TEST_CASE("after edits each structure comes back to what a fresh one has, if its planner is only asked often enough") {
  for (const char* name : {"alt", "sectors", "tables", "hna1"}) {
    CAPTURE(name);
    Pathfinder finder(rooms_of(96, 7));
    if (std::string(name) == "sectors") {
      REQUIRE(finder.world().set<MapSectors>(SectorOptions{.sector_size = 8, .landmarks = 4}));
    }
    const StructureId structure = planner_named(name)->needs;
    REQUIRE(finder.find({1, 1}, {94, 90}, name));
    Rng rng(3);
    for (int i = 0; i < 60; ++i) {
      const Cell corner{rng.between(0, 90), rng.between(0, 90)};
      finder.paint(corner, {corner.x + 4, corner.y + 4}, rng.percent(50) ? Terrain::kOut : Terrain::kGround);
    }
    const auto settled = [&] {
      const World& world = finder.world();
      if (structure == StructureId::kLandmarks) return world.get<MapLandmarks>().landmarks().exact();
      if (structure == StructureId::kSectors) return !world.get<MapSectors>().sectors().landmarks_due();
      if (structure == StructureId::kTables) return world.get<MapTables>().labels() != nullptr;
      return world.structure(structure).work_done(world.inputs()) && !world.state(structure).building;
    };
    for (int i = 0; i < 20'000 && !settled(); ++i) {
      REQUIRE(finder.find({1, 1}, {94, 90}, name));
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    CHECK(settled());
  }
}

TEST_CASE("what is finished for one planner does not wait for the structures of others") {
  Pathfinder finder(rooms_of(96, 9));
  REQUIRE(finder.find({1, 1}, {94, 90}, "ch"));
  REQUIRE(finder.find({1, 1}, {94, 90}, "tables"));
  const uint64_t before = finder.world().state(StructureId::kCh).version;
  finder.paint({0, 0}, {95, 60}, Terrain::kGround);  // more than an edit finishes at once
  REQUIRE(finder.find({1, 1}, {94, 90}, "tables"));
  CHECK_FALSE(finder.world().ready(StructureId::kCh));
  CHECK(finder.world().state(StructureId::kCh).version == before);
  CHECK(finder.find({1, 1}, {94, 90}, "ch").value().found());
  CHECK(finder.world().ready(StructureId::kCh));
}

TEST_CASE("each planner answers as the first call of a fresh finder") {
  for (const std::string_view name : planner_names()) {
    CAPTURE(name);
    const Planner& row = *planner_named(name);
    if (row.levels_only) continue;
    Pathfinder finder(rooms_of(40, 3), rules_for(row));
    const Cell start{1, 1}, goal{38, 37};
    const auto first = finder.find(start, goal, name);
    REQUIRE_MESSAGE(first, first.error().message());
    if (first.value().status == PlanStatus::kTooManyExpansions) continue;  // IDA* gives up
    const auto again = finder.find(start, goal, name);
    REQUIRE(again);
    CHECK(first.value().status == again.value().status);
    CHECK(first.value().length == again.value().length);
    Pathfinder astar(rooms_of(40, 3), rules_for(row));
    CHECK(first.value().found() == astar.find(start, goal, "astar").value().found());
  }
  Pathfinder many(rooms_of(40, 3));
  CHECK(many.find_all(std::vector<PlanQuery>{{{1, 1}, {38, 37}}}));
}

TEST_CASE("an answer without a path says what is in the way: the query, in words") {
  const GridMap map = map_from_text(
      ".....@..\n"
      ".....@..\n"
      "..S..@..\n"
      "...W.@..\n"
      ".....@..\n");
  Pathfinder finder(map);
  for (const char* name : {"astar", "hpa1", "sectors", "alt", "ch", "cch", "labels", "tables", "haa-high", "navmesh"}) {
    CAPTURE(name);
    CHECK(finder.find({0, 0}, {4, 4}, name).value().why == "");
    CHECK(finder.find({0, 0}, {8, 4}, name).value().why == "goal (8,4) is off the map");
    CHECK(finder.find({-1, 0}, {4, 4}, name).value().why == "start (-1,0) is off the map");
    CHECK(finder.find({0, 0}, {5, 4}, name).value().why == "goal (5,4) is blocked");
    CHECK(finder.find({3, 3}, {4, 4}, name).value().why == "start (3,3) is water, which the agent cannot enter");
    CHECK(finder.find({0, 0}, {7, 4}, name).value().why == "no path");
  }
  Rules large{.agent_size = 2};
  Pathfinder wide(map, large);
  for (const char* name : {"astar", "hpa1", "ch", "tables", "haa-high"}) {
    CAPTURE(name);
    CHECK(wide.find({0, 0}, {2, 2}, name).value().why ==
          "goal (2,2) is too narrow for an agent of size 2: water at (3,3)");
    CHECK(wide.find({7, 0}, {0, 0}, name).value().why ==
          "start (7,0) is too narrow for an agent of size 2: the map ends at (8,0)");
  }
  const std::vector<PlanQuery> queries{{{0, 0}, {7, 4}}, {{0, 0}, {9, 9}}, {{0, 0}, {1, 1}}};
  const FoundPaths paths = finder.find_all(queries).value();
  CHECK(finder.why(queries[0], paths.status[0]) == "no path");
  CHECK(finder.why(queries[1], paths.status[1]) == "goal (9,9) is off the map");
  CHECK(finder.why(queries[2], paths.status[2]) == "found");
}

TEST_CASE("links between cells are added, followed, refused by name, removed and undone") {
  const GridMap map = map_from_text(
      "...@...\n"
      "...@...\n"
      "...@...\n");
  Pathfinder finder(map);
  finder.keep_undo(true);
  CHECK(finder.find({0, 0}, {6, 2}, "astar").value().why == "no path");
  CHECK(finder.add_link({7, 0}, {6, 2}, 1).error().message() == "add_link: (7,0) is off the map");
  CHECK(finder.add_link({1, 1}, {1, 1}, 1).error().message() == "add_link: a link joins two different cells");
  CHECK(finder.add_link({1, 1}, {5, 1}, 0).error().message() == "add_link: the length is 0, not 0.01..100000");
  CHECK(!finder.add_link({1, 1}, {5, 1}, std::nan("")));
  CHECK(finder.map().links() == nullptr);
  REQUIRE(finder.add_link({1, 1}, {5, 1}, 2.5));
  const FoundPath path = finder.find({0, 1}, {6, 1}, "astar").value();
  CHECK(path.cells == std::vector<Cell>{{0, 1}, {1, 1}, {5, 1}, {6, 1}});
  CHECK(path.length == 4.5);
  CHECK(finder.find({6, 1}, {0, 1}, "alt").value().why == "no path");
  CHECK(finder.find({0, 1}, {6, 1}, "hpa1").value().length == 4.5);
  CHECK(finder.find({0, 1}, {6, 1}, "jps").value().length == 4.5);
  for (const char* name : {"navmesh", "hna1"}) {
    const FoundPath any_angle = finder.find({0, 1}, {6, 1}, name).value();
    CHECK(any_angle.length == doctest::Approx(4.5));
    CHECK(any_angle.turns.size() == 4);
    CHECK(any_angle.links_at == std::vector<uint32_t>{1});
  }
  CHECK(finder.find({0, 1}, {6, 1}, "theta").error().message() == "theta: needs a map without links");
  const FoundPaths all = finder.find_all(std::vector<PlanQuery>{{{0, 1}, {6, 1}}, {{6, 1}, {0, 1}}}).value();
  CHECK(all.length == std::vector<double>{4.5, 0});
  CHECK(std::ranges::equal(all.path(0), path.cells));
  CHECK(finder.lengths({0, 1}, std::vector<Cell>{{6, 1}}).value()[0] == 4.5);
  CHECK(finder.reach({0, 1}, 100).value().cells.size() == 18);
  const FoundFlow flow = finder.flow_field(std::vector<Cell>{{6, 1}}).value();
  CHECK(flow.lengths[7] == 4.5);
  CHECK(flow.directions[7] == 2);
  CHECK(flow.directions[8] == 9);
  const auto ch = finder.find({0, 1}, {6, 1}, "ch");
  REQUIRE(!ch.ok());
  CHECK(ch.error().message() == "ch: needs links that lead both ways at the same cost");
  REQUIRE(finder.add_link({1, 1}, {5, 1}, 2, true));
  CHECK(finder.find({6, 1}, {0, 1}, "ch").value().length == 4);
  CHECK(finder.flow_field(std::vector<Cell>{{6, 1}}).value().lengths[7] == 4);
  CHECK(finder.find({6, 1}, {0, 1}, "alt").value().length == 4);
  CHECK(!finder.remove_link({1, 1}, {5, 2}));
  CHECK(finder.remove_link({5, 1}, {1, 1}));
  CHECK(finder.find({6, 1}, {0, 1}, "astar").value().why == "no path");
  CHECK(finder.undo());
  CHECK(finder.find({6, 1}, {0, 1}, "astar").value().length == 4);
  CHECK(finder.undo());
  CHECK(finder.find({0, 1}, {6, 1}, "astar").value().length == 4.5);
  CHECK(finder.undo());
  CHECK(finder.find({0, 1}, {6, 1}, "hpa1").value().why == "no path");
}

// Tables of a world: true with every edit, whatever comes from the background, and equal to HPA* on level 1.
#include <doctest/doctest.h>

#include <chrono>
#include <thread>

#include <algorithm>

#include "core/search/plan_options.hpp"
#include "core/search/workspace.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_tables.hpp"
#include "core/world/planners.hpp"
#include "core/world/scenes.hpp"
#include "tests/support.hpp"
#include "tests/world_support.hpp"

namespace strata::test {
namespace {

// Compares random queries by tables with HPA* on level 1.
void check_queries(const World& world, int queries, Rng& rng, Workspace& workspace) {
  PlanResult result, expected;
  const PlanOptions options{.smooth = false, .levels = 1};
  for (int q = 0; q < queries; ++q) {
    const PlanQuery query{random_cell(world.map(), rng), random_cell(world.map(), rng)};
    plan(world, *planner_named("hpa1"), query, options, workspace, expected);
    plan(world, *planner_named("tables"), query, options, workspace, result);
    REQUIRE(result.status == expected.status);
    REQUIRE(result.cost == expected.cost);
  }
}

}  // namespace

TEST_CASE("tables of a world answer like HPA* on level 1 at once after every edit, undo and redo") {
  Rng rng(61);
  int at_once = 0, edits = 0;
  Workspace workspace;
  for (int round = 0; round < 6; ++round) {
    CAPTURE(round);
    const Rules rules = all_rules()[static_cast<size_t>(round)];
    World world(random_rooms(70, 52, 9, rng.next()), rules, {.cluster_size = 6 + round, .levels = 2});
    world.set<MapTables>(AgentTablesOptions{});
    CHECK_FALSE(world.ready(StructureId::kTables));
    world.finish_updates();
    REQUIRE(world.ready(StructureId::kTables));
    REQUIRE(world.get<MapTables>().labels() != nullptr);
    for (int edit = 0; edit < 30; ++edit) {
      const EditReport report = world.apply(random_edit(world.map(), 8, rng));
      if (edit % 3 == 2) world.undo();
      if (edit % 6 == 5) world.redo();
      ++edits;
      at_once += world.ready(StructureId::kTables);
      while (!world.work(0)) {  // the largest edits change most of the map
      }
      REQUIRE(world.ready(StructureId::kTables));
      const auto reported = std::any_of(report.structures.begin(), report.structures.end(),
                                        [](const auto& s) { return s.structure == StructureId::kTables; });
      REQUIRE((reported || report.dirty.empty()));
      check_queries(world, 30, rng, workspace);
      if (edit % 4 == 0) {
        world.finish_background();
        REQUIRE(world.get<MapTables>().labels() != nullptr);
        check_queries(world, 30, rng, workspace);
      }
      auto fresh = built<Tables>(world.moves(), world.get<MapHpa>().hpa(), world.get<MapTables>().tables().options());
      REQUIRE(fresh == world.get<MapTables>().tables());
    }
  }
  CHECK(at_once * 10 > edits * 9);
}

TEST_CASE("tables begin anew with other rules or clusters, in slices, and refuse clusters that are too large") {
  Rng rng(62);
  Workspace workspace;
  World world(random_rooms(90, 90, 9, 5), {}, {.cluster_size = 8});
  world.set<MapTables>(AgentTablesOptions{});
  int slices = 0;
  while (!world.work(0)) ++slices;
  CHECK(slices > 10);
  check_queries(world, 100, rng, workspace);
  const auto change = [&](auto&& what) {
    what();
    PlanResult result;
    plan(world, *planner_named("tables"), {{1, 1}, {2, 2}}, {}, workspace, result);
    CHECK_FALSE(result.found());
    CHECK_FALSE(world.ready(StructureId::kTables));
    while (!world.work(1)) {
    }
    CHECK(world.ready(StructureId::kTables));
    check_queries(world, 100, rng, workspace);
  };
  change([&] { world.set<MapHpa>(HpaOptions{.cluster_size = 13, .entrance_threshold = 3}); });
  change([&] { set_rules(world, Rules{.profile = Profile::kFour}); });
  world.set<MapHpa>(HpaOptions{.cluster_size = Tables::kMaxClusterSize + 1});
  world.finish_updates();
  CHECK(world.ready());
  CHECK_FALSE(world.ready(StructureId::kTables));
  CHECK(world.get<MapTables>().own().too_large());
  change([&] { world.set<MapHpa>(HpaOptions{.cluster_size = 10}); });
}

TEST_CASE("tables may be asked what has changed before every slice, and come to an end all the same") {
  const MoveGrid moves = moves_on(generate({SceneKind::kRandom, 160, 160, 7, 25}));
  auto hpa = built<Hpa>(moves, HpaOptions{.cluster_size = 4});
  Tables tables, whole;
  whole.build(moves, hpa, {});
  tables.reset(moves, hpa, {});
  TablesUpdate report;
  for (int slices = 0; !tables.update_some(moves, hpa, report, 1); ++slices) {
    REQUIRE(slices < 20'000);
    tables.mark_dirty(moves, hpa);
  }
  CHECK(tables == whole);
}

TEST_CASE("an edit while tables are built in slices is not lost") {
  Rng rng(63);
  Workspace workspace;
  for (int round = 0; round < 10; ++round) {
    World world(random_rooms(80, 80, 9, rng.next()), {}, {.cluster_size = 7});
    world.set<MapTables>(AgentTablesOptions{});
    bool done = false;
    for (int step = 0; !done; ++step) {
      done = world.work(0);
      if (step % 5 == 4 && step < 150) {
        world.apply(random_edit(world.map(), 10, rng));
        done = false;
      }
    }
    REQUIRE(world.ready(StructureId::kTables));
    check_queries(world, 100, rng, workspace);
  }
}

TEST_CASE("labels of tables follow every edit, also within a stroke, and are never those of another map") {
  World world(random_rooms(100, 100, 9, 3), {}, {.cluster_size = 8});
  world.set<MapTables>(AgentTablesOptions{});
  world.finish_updates();
  REQUIRE(world.get<MapTables>().labels() != nullptr);
  world.begin_stroke("Brush");
  world.apply(brush_line(world.map(), {20, 20}, {40, 20}, {2, BrushShape::kRound}, '@'));
  CHECK(world.get<MapTables>().labels() == nullptr);
  for (int i = 0; i < 20'000 && world.get<MapTables>().labels() == nullptr; ++i) {
    world.work(1);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  CHECK(world.get<MapTables>().labels() != nullptr);
  CHECK(world.get<MapTables>().labels()->kept_order());
  world.end_stroke();
  world.work(1);
  Rng rng(64);
  Workspace workspace;
  for (int edit = 0; edit < 20; ++edit) {
    world.apply(random_edit(world.map(), 8, rng));
    world.work(1);
    check_queries(world, 20, rng, workspace);
  }
  world.finish_background();
  CHECK(world.get<MapTables>().labels() != nullptr);
  // Labels that would not fit are left out; plans are searches.
  world.set<MapTables>(AgentTablesOptions{.tables = {.max_label_bytes = 1000}});
  world.finish_updates();
  CHECK(world.get<MapTables>().labels() == nullptr);
  CHECK(world.get<MapTables>().own().labels_failed());
  check_queries(world, 50, rng, workspace);
}

TEST_CASE("every further kind of agent has moves, HPA* and tables of its own, kept true after edits") {
  Rng rng(65);
  Workspace workspace;
  World world(random_rooms(60, 60, 11, 8), {}, {.cluster_size = 9});
  const Agent large{2, Capability::walker()}, boat{1, *Capability::from_string("water")};
  CHECK(world.get<MapTables>().kinds().count() == 0);  // there are no tables yet
  world.set<MapTables>(AgentTablesOptions{.kinds = {Agent{}, large, boat}});
  world.finish_updates();
  REQUIRE(world.get<MapTables>().kinds().count() == 2);
  for (int edit = 0; edit < 25; ++edit) {
    world.apply(random_edit(world.map(), 9, rng));
    while (!world.work(0)) {
    }
    REQUIRE(world.ready(StructureId::kTables));
    if (edit % 5 == 0) world.finish_background();
    for (size_t k = 0; k < world.get<MapTables>().kinds().count(); ++k) {
      const AgentKinds::KindStructures& kind = world.get<MapTables>().kinds().kind(k);
      auto clearance = built<Clearance>(world.map(), kind.agent.capability);
      Rules rules{.capability = kind.agent.capability, .agent_size = kind.agent.size};
      MoveGrid moves;
      moves.build(world.map(), rules, &clearance);
      REQUIRE(moves == kind.moves);
      Hpa hpa;
      hpa.build(moves, kind.hpa.options());
      PlanResult result, expected;
      for (int q = 0; q < 20; ++q) {
        const PlanQuery query{random_cell(world.map(), rng), random_cell(world.map(), rng)};
        hpa.plan(moves, query, {.smooth = false}, workspace, expected);
        kind.tables.tables().plan(kind.moves, kind.tables.labels(), query, {.smooth = false}, workspace, result);
        REQUIRE(result.status == expected.status);
        REQUIRE(result.cost == expected.cost);
      }
    }
  }
  world.set<MapTables>(std::nullopt);
  CHECK(world.get<MapTables>().kinds().count() == 0);
}

}  // namespace strata::test

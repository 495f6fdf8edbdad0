// The world keeps everything true together; what is rebuilt in the background comes in without anybody waiting for it.
#include <doctest/doctest.h>

#include <chrono>
#include <thread>

#include "app/lab/lab.hpp"
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/map_cch.hpp"
#include "core/world/map_haa.hpp"
#include "core/world/map_jumps.hpp"
#include "core/world/map_landmarks.hpp"
#include "core/world/map_rooms.hpp"
#include "core/world/map_sectors.hpp"
#include "core/world/map_tables.hpp"
#include "core/world/planners.hpp"
#include "core/world/scenes.hpp"
#include "core/world/world.hpp"
#include "tests/support.hpp"
#include "tests/world_support.hpp"

namespace strata::test {
namespace {

void want_everything(World& world) {
  world.set<MapJumps>(JumpsOptions{});
  world.set<MapRooms>(RoomsOptions{});
  world.set<MapSectors>(SectorOptions{.sector_size = 8, .second_size = 20});
  world.set<MapHaa>(HaaOptions{.cluster_size = 8, .capabilities = {world.rules().capability}});
  REQUIRE(world.set<MapLandmarks>(LandmarkOptions{.count = 4, .placed = {}}));
  world.set<MapCch>(CchOptions{});
}

// Everything equals what would be built from the map as it is now. Landmarks: once the background has finished.
void check_true(World& world) {
  const MoveGrid moves = moves_on(world.map(), world.rules());
  CHECK(moves == world.moves());
  auto jumps = built<JumpMap>(moves);
  CHECK(jumps == world.get<MapJumps>().jumps());
  Sectors sectors;
  sectors.build(moves, world.get<MapSectors>().sectors().options());
  CHECK(sectors == world.get<MapSectors>().sectors());
  CHECK(world.get<MapRooms>().rooms().fault(moves).value_or("") == "");
  auto cch = built<SectorCch>(sectors);
  std::vector<SectorCchArc> arcs, expected_arcs;
  world.get<MapCch>().live().append_arcs(sectors, arcs);
  cch.append_arcs(sectors, expected_arcs);
  CHECK(arcs == expected_arcs);
  world.finish_background();
  auto landmarks = built<Landmarks>(moves, *world.get<MapLandmarks>().options());
  CHECK(landmarks == world.get<MapLandmarks>().landmarks());
  CHECK(world.get<MapLandmarks>().landmarks().exact());
}

// Optimal planners cost what A* costs, the others find a way where A* finds one.
size_t wrong_answers(const World& world, int queries, Rng& rng, Workspace& workspace) {
  PlanResult result, expected;
  size_t wrong = 0;
  for (int i = 0; i < queries; ++i) {
    const PlanQuery query{random_cell(world.map(), rng), random_cell(world.map(), rng)};
    plan(world, *planner_named("astar"), query, {}, workspace, expected);
    for (const Planner& planner : planners()) {
      if (!available(world, planner)) continue;
      plan(world, planner, query, {.ida_expansions = 2000}, workspace, result);
      if (planner.name == "ida" && result.status == PlanStatus::kTooManyExpansions) continue;
      bool right = result.status == expected.status;
      if (right && result.found() && planner.any_angle) {  // it may be cheaper than what goes from cell to cell
        const Cost unit = world.moves().base(0) * static_cast<Cost>(world.moves().unit_weight());
        right =
            !points_fault(world.moves(), result.points, query.start, query.goal, unit, result.cost, result.links_at);
      } else if (right && result.found()) {
        right = (finds_optimum(world, planner) ? result.cost == expected.cost : result.cost >= expected.cost) &&
                !path_fault(world.moves(), result.path, query.start, query.goal, result.cost);
      }
      if (!right) MESSAGE(planner.name, ": ", status_text(result.status), " ", result.cost, " for ", expected.cost);
      wrong += !right;
    }
  }
  return wrong;
}

}  // namespace

TEST_CASE("all planners answer right at once after every edit, and everything is true") {
  Workspace workspace;
  Rng rng(77);
  for (const Rules& rules : all_rules()) {
    World world = World(random_rooms(70, 50, 9, rng.next()), rules, {.cluster_size = 8, .levels = 2});
    want_everything(world);
    world.finish_updates();
    CHECK(world.ready());
    for (int edit = 0; edit < 25; ++edit) {
      switch (rng.below(8)) {
        case 0:
          (void)world.undo();
          break;
        case 1:
          (void)world.redo();
          break;
        default:
          world.apply(random_edit(world.map(), 8, rng));
          break;
      }
      if (!world.ready()) world.work(1e9);
      CHECK(wrong_answers(world, 3, rng, workspace) == 0);
      world.work(0);  // takes over landmarks when they have come in, and starts the next rebuild
    }
    check_true(world);
  }
}

TEST_CASE("what was painted while landmarks were rebuilt is made up for when they come in") {
  Rng rng(5);
  Workspace workspace;
  GridMap map = generate({.kind = SceneKind::kRooms, .width = 256, .height = 256, .seed = 4});
  World world(std::move(map));
  REQUIRE(world.set<MapLandmarks>(LandmarkOptions{.count = 12, .placed = {}}));
  CHECK_FALSE(world.ready(StructureId::kLandmarks));
  PlanResult result, expected;
  plan(world, *planner_named("alt"), {{5, 5}, {9, 9}}, {}, workspace, result);
  CHECK(result.status == PlanStatus::kStale);
  world.finish_updates();
  CHECK(world.get<MapLandmarks>().landmarks().exact());
  size_t painted_meanwhile = 0, taken = 0;
  for (int round = 0; round < 60; ++round) {
    world.apply(random_edit(world.map(), 8, rng));
    const uint64_t before = world.get<MapLandmarks>().version();
    painted_meanwhile += world.state(StructureId::kLandmarks).building;
    world.work(1e9);
    taken += world.get<MapLandmarks>().version() != before;
    const PlanQuery query{random_cell(world.map(), rng), random_cell(world.map(), rng)};
    plan(world, *planner_named("alt"), query, {}, workspace, result);
    plan(world, *planner_named("astar"), query, {}, workspace, expected);
    CHECK(result.status == expected.status);
    CHECK(result.cost == expected.cost);
    if (round % 3 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  CHECK(painted_meanwhile > 0);
  world.finish_background();
  CHECK(world.get<MapLandmarks>().landmarks().exact());
  auto fresh = built<Landmarks>(world.moves(), *world.get<MapLandmarks>().options());
  CHECK(fresh == world.get<MapLandmarks>().landmarks());
  MESSAGE(painted_meanwhile, " edits while landmarks were under way, taken over ", taken, " times");
}

TEST_CASE("a stroke is not interrupted by a rebuild of landmarks, which follows when it ends") {
  World world(random_rooms(60, 60, 9, 3));
  REQUIRE(world.set<MapLandmarks>(LandmarkOptions{}));
  world.finish_updates();
  world.begin_stroke("Brush");
  world.apply(brush_line(world.map(), {20, 20}, {30, 20}, {2, BrushShape::kRound}, '.'));
  world.work(1);
  CHECK_FALSE(world.state(StructureId::kLandmarks).building);
  CHECK_FALSE(world.get<MapLandmarks>().landmarks().exact());
  world.end_stroke();
  world.work(1);
  CHECK(world.state(StructureId::kLandmarks).building);
  world.finish_background();
  CHECK(world.get<MapLandmarks>().landmarks().exact());
}

TEST_CASE("a rebuild of landmarks can be cancelled, and asked for again") {
  World world(generate({.kind = SceneKind::kCave, .width = 400, .height = 400, .seed = 2}));
  REQUIRE(world.set<MapLandmarks>(LandmarkOptions{.count = 40, .placed = {}}));
  world.work(1e9);
  CHECK(world.state(StructureId::kLandmarks).building);
  CHECK(world.state(StructureId::kLandmarks).progress < 1);
  world.cancel(StructureId::kLandmarks);
  while (world.state(StructureId::kLandmarks).building) world.work(1);
  CHECK_FALSE(world.ready(StructureId::kLandmarks));
  CHECK(world.state(StructureId::kLandmarks).cancelled);
  world.work(1);
  CHECK_FALSE(world.state(StructureId::kLandmarks).building);
  world.rebuild(StructureId::kLandmarks);
  world.finish_updates();
  CHECK(world.get<MapLandmarks>().landmarks().exact());
  CHECK(world.state(StructureId::kLandmarks).progress == 1);
  // An edit asks for it too.
  world.apply(brush_line(world.map(), {5, 5}, {9, 9}, {1, BrushShape::kSquare}, '@'));
  world.work(1);
  world.cancel(StructureId::kLandmarks);
  while (world.state(StructureId::kLandmarks).building) world.work(1);
  CHECK_FALSE(world.get<MapLandmarks>().landmarks().exact());
  world.apply(brush_line(world.map(), {5, 5}, {9, 9}, {1, BrushShape::kSquare}, '.'));
  CHECK_FALSE(world.state(StructureId::kLandmarks).cancelled);
  world.finish_updates();
  CHECK(world.get<MapLandmarks>().landmarks().exact());
}

TEST_CASE("a landmark that is moved takes its own field along; the others stay") {
  World world(random_rooms(80, 80, 9, 8));
  REQUIRE(world.set<MapLandmarks>(LandmarkOptions{.count = 5, .placed = {}}));
  world.finish_updates();
  LandmarkOptions options{.count = 5,
                          .placed = {world.get<MapLandmarks>().landmarks().cells().begin(),
                                     world.get<MapLandmarks>().landmarks().cells().end()}};
  options.placed[2] = world.map().id({40, 41});
  REQUIRE(world.set<MapLandmarks>(options));
  world.finish_updates();
  auto fresh = built<Landmarks>(world.moves(), options);
  CHECK(fresh == world.get<MapLandmarks>().landmarks());
  CHECK(world.get<MapLandmarks>().landmarks().options() == options);
  // Moved while something is painted.
  options.placed[0] = world.map().id({10, 10});
  REQUIRE(world.set<MapLandmarks>(options));
  world.work(1);
  world.apply(brush_line(world.map(), {36, 10}, {36, 60}, {1, BrushShape::kSquare}, '.'));
  world.finish_updates();
  fresh.build(world.moves(), options);
  CHECK(fresh == world.get<MapLandmarks>().landmarks());
  // Other rules: other fields, nothing of the old ones.
  set_rules(world, Rules{Profile::kFour, Capability::walker(), kUniformWeights});
  CHECK_FALSE(world.ready(StructureId::kLandmarks));
  world.finish_updates();
  fresh.build(world.moves(), options);
  CHECK(fresh == world.get<MapLandmarks>().landmarks());
}

TEST_CASE("landmarks of sectors are placed in the background, and paths are right without them") {
  World world(random_rooms(90, 90, 9, 12));
  world.set<MapSectors>(SectorOptions{.sector_size = 8, .second_size = 20, .landmarks = 4});
  while (!world.ready()) world.work(1);
  CHECK(world.get<MapSectors>().sectors().landmarks_due());
  Workspace workspace;
  Rng rng(4);
  CHECK(wrong_answers(world, 20, rng, workspace) == 0);
  world.finish_updates();
  CHECK_FALSE(world.get<MapSectors>().sectors().landmarks_due());
  CHECK(wrong_answers(world, 20, rng, workspace) == 0);
  for (int edit = 0; edit < 20; ++edit) {
    world.apply(random_edit(world.map(), 8, rng));
    CHECK(wrong_answers(world, 2, rng, workspace) == 0);
    world.work(1);
  }
  world.finish_updates();
  auto fresh = built<Sectors>(world.moves(), world.get<MapSectors>().sectors().options());
  CHECK(fresh == world.get<MapSectors>().sectors());
}

TEST_CASE("a jump map that is built anew for a large edit is what its update makes for a small one") {
  World world(random_rooms(300, 300, 9, 12));
  world.set<MapJumps>(JumpsOptions{});
  Rng rng(9);
  for (const int side : {3, 40, 299}) {
    world.apply(rectangle(world.map(), {0, 0}, {side, side}, true, side == 40 ? '@' : '.'));
    auto fresh = built<JumpMap>(world.moves());
    CHECK(fresh == world.get<MapJumps>().jumps());
    CHECK(world.get<MapJumps>().jumps().built_for() == world.map().revision());
  }
}

TEST_CASE("exact landmarks can be rebuilt on request") {
  World world(random_rooms(60, 60, 9, 3));
  REQUIRE(world.set<MapLandmarks>(LandmarkOptions{}));
  world.finish_updates();
  const uint64_t version = world.get<MapLandmarks>().version();
  world.rebuild(StructureId::kLandmarks);
  world.work(1);
  CHECK(world.state(StructureId::kLandmarks).building);
  world.finish_updates();
  CHECK(world.get<MapLandmarks>().version() > version);
  CHECK(world.get<MapLandmarks>().landmarks().exact());
}

TEST_CASE("a world can go away while its landmarks are under way") {
  World world(generate({.kind = SceneKind::kCave, .width = 500, .height = 500, .seed = 2}));
  REQUIRE(world.set<MapLandmarks>(LandmarkOptions{.count = 64, .placed = {}}));
  world.work(0);
  CHECK(world.state(StructureId::kLandmarks).building);
}

TEST_CASE("landmarks that would take too much memory are refused") {
  World world(GridMap(2900, 2900, '@'));
  CHECK_FALSE(world.set<MapLandmarks>(LandmarkOptions{.count = 64, .placed = {}}));
  CHECK_FALSE(world.has(StructureId::kLandmarks));
}

TEST_CASE("planners say what they need") {
  World world(random_rooms(40, 40, 9, 8));
  world.finish_updates();
  for (const char* name : {"jps", "rooms", "sectors", "alt", "haa-high"}) {
    CHECK_FALSE(available(world, *planner_named(name)));
    Workspace workspace;
    PlanResult result;
    plan(world, *planner_named(name), {{1, 1}, {2, 2}}, {}, workspace, result);
    CHECK_FALSE(result.found());
  }
  world.set<MapJumps>(JumpsOptions{});
  CHECK(available(world, *planner_named("jps")));
  set_rules(world, Rules{Profile::kFour, Capability::walker(), kUniformWeights});
  CHECK_FALSE(supports(world, *planner_named("jps")));
  CHECK(supports(world, *planner_named("rooms")));
  set_rules(world, Rules{Profile::kFour, Capability(0b1111), {1, 3, 1, 1}});
  if (!world.moves().uniform()) CHECK_FALSE(supports(world, *planner_named("rooms")));
}

TEST_CASE("progress of work in slices goes from 0 to 1, and is 1 when the work is done") {
  World world(random_rooms(180, 160, 9, 8), {}, {.cluster_size = 4, .levels = 2});
  want_everything(world);
  world.set<MapTables>(AgentTablesOptions{.kinds = {Agent{2, Capability::walker()}}});
  size_t slices = 0;
  double least = 1;
  while (!world.work(0)) {
    ++slices;
    REQUIRE(progress(world) >= 0);
    REQUIRE(progress(world) <= 1);
    least = std::min(least, progress(world));
    for (int s = 0; s < kStructures; ++s) {
      const auto structure = static_cast<StructureId>(s);
      CAPTURE(structure_name(structure));
      REQUIRE(world.state(structure).progress >= 0);
      REQUIRE(world.state(structure).progress <= 1);
      if (world.has(structure) && world.ready(structure)) REQUIRE(world.state(structure).progress == 1);
    }
  }
  CHECK(slices > 10);
  CHECK(least < 0.2);
  CHECK(world.ready());
  CHECK(progress(world) == 1);
}

TEST_CASE("what the last full build took stays as it was measured while edits are worked off") {
  World world(random_rooms(130, 130, 9, 8), {}, {.cluster_size = 4});
  world.set<MapSectors>(SectorOptions{.sector_size = 4});
  world.set<MapRooms>(RoomsOptions{});
  world.finish_updates();
  const auto measured = [&] {
    return std::array{world.state(StructureId::kHpa).built_micros, world.state(StructureId::kSectors).built_micros,
                      world.state(StructureId::kRooms).built_micros};
  };
  const auto before = measured();
  for (const double micros : before) CHECK(micros > 0);
  size_t slices = 0;
  for (const char letter : {'@', '.'}) {
    world.apply(rectangle(world.map(), {0, 0}, {129, 129}, true, letter));
    while (!world.work(0)) ++slices;
  }
  CHECK(slices > 5);
  CHECK(measured() == before);
}

TEST_CASE("further kinds of agents are worked off in slices, and only called done when they are") {
  const GridMap map = random_rooms(120, 120, 9, 8);
  const std::vector<Agent> agents = {{2, Capability::walker()}, {1, Capability(0b1111)}};
  AgentKinds kinds;
  kinds.reset(map, {}, {.cluster_size = 4}, {}, agents);
  size_t slices = 0;
  while (!kinds.work(1)) {
    REQUIRE_FALSE(kinds.ready());
    REQUIRE(++slices < 100'000);
  }
  CHECK(slices > 100);
  CHECK(kinds.ready());
}

TEST_CASE("work on some structures is done when these are, whatever is left of the others") {
  World world(random_rooms(60, 60, 9, 8), {}, {.cluster_size = 8});
  world.finish_updates();
  world.set<MapTables>(AgentTablesOptions{});
  REQUIRE_FALSE(world.ready());
  const StructureSet others{StructureId::kMoves, StructureId::kHpa};
  CHECK(world.ready(others));
  CHECK(world.work(0, others));
  CHECK_FALSE(world.ready(StructureId::kTables));
  CHECK_FALSE(world.work(0, {StructureId::kTables}));
  CHECK_FALSE(world.ready());
}

TEST_CASE("labels of tables come in by themselves while the world is worked on") {
  World world(random_rooms(60, 60, 9, 8), {}, {.cluster_size = 8});
  world.set<MapTables>(AgentTablesOptions{});
  world.finish_updates();
  world.apply(rectangle(world.map(), {5, 5}, {20, 5}, true, '@'));
  while (!world.work(0)) {
  }
  CHECK(world.ready(StructureId::kTables));
  for (int i = 0; i < 20'000 && world.get<MapTables>().labels() == nullptr; ++i) {
    world.work(0);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  CHECK(world.get<MapTables>().labels() != nullptr);
}

}  // namespace strata::test

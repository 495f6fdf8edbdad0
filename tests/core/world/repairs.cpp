// The structure of repaired searches: whatever happens to a world, LPA* and D* Lite cost what plain Dijkstra finds, and
// after an edit they repair.
#include <doctest/doctest.h>

#include <string>

#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/trace.hpp"
#include "core/search/workspace.hpp"
#include "core/world/map_repairs.hpp"
#include "core/world/planner_stamp.hpp"
#include "core/world/planners.hpp"
#include "core/world/world.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"
#include "tests/world_support.hpp"

namespace strata::test {
namespace {

constexpr std::array<std::pair<const char*, IncrementalMethod>, 2> kRepairing = {
    {{"lpa", IncrementalMethod::kLpaStar}, {"dlite", IncrementalMethod::kDStarLite}}};

// Returns what is wrong with the answers of both planners, traced and untraced; empty: nothing.
std::string wrong_repairs(const World& world, const PlanQuery& query, Workspace& workspace) {
  PlanResult result, traced;
  Trace trace;
  const bool free_start = can_stand(world.map(), world.rules(), query.start),
             free_goal = can_stand(world.map(), world.rules(), query.goal);
  const Cost expected =
      free_start ? plain_dijkstra(world.map(), world.rules(), query.start)[world.map().id(query.goal)] : kInfinite;
  for (const auto& [name, method] : kRepairing) {
    const Planner& planner = *planner_named(name);
    plan(world, planner, query, {}, workspace, result);
    plan(world, planner, query, {}, workspace, traced, &trace);
    const std::string fault = std::string(name) + ": ";
    if (traced.status != result.status || traced.path != result.path || !(traced.stats == result.stats)) {
      return fault + "traced, it answers otherwise";
    }
    if (!free_start || !free_goal) {
      if (result.found()) return fault + "an end is blocked";
      continue;
    }
    if (result.found() != (expected != kInfinite)) return fault + std::string(status_text(result.status));
    if (!result.found()) continue;
    if (result.cost != expected) return fault + "another cost than Dijkstra";
    if (auto wrong = path_fault(world.moves(), result.path, query.start, query.goal, expected)) return fault + *wrong;
  }
  return {};
}

RepairStats planned(const World& world, IncrementalMethod method, const PlanQuery& query) {
  Workspace workspace;
  PlanResult result;
  return world.get<MapRepairs>().plan(method, world.moves(), query, workspace, result, nullptr);
}

uint64_t expanded_by(const World& world, const char* name, const PlanQuery& query) {
  Workspace workspace;
  PlanResult result;
  plan(world, *planner_named(name), query, {}, workspace, result);
  return result.stats.total().expanded;
}

}  // namespace

TEST_CASE("LPA* and D* Lite cost what Dijkstra finds after any edits, undo, rules and queries") {
  Rng rng(41);
  Workspace workspace;
  size_t repaired = 0, fresh = 0;
  for (int round = 0; round < 9 * rounds(2); ++round) {
    CAPTURE(round);
    Rules rules = all_rules()[static_cast<size_t>(round) % all_rules().size()];
    rules.agent_size = 1 + round % 2;
    World world(random_rooms(40, 32, 8, rng.next()), rules);
    PlanQuery query{random_cell(world.map(), rng), random_cell(world.map(), rng)};
    REQUIRE(world.set<MapRepairs>(RepairsOptions{query}));
    for (int step = 0; step < 50; ++step) {
      switch (rng.below(10)) {
        case 0:
          (void)world.undo();
          break;
        case 1:
          (void)world.redo();
          break;
        case 2:
          world.history().in_stroke() ? world.end_stroke() : world.begin_stroke("Brush");
          break;
        case 3:
          if (rng.percent(50)) query.goal = random_cell(world.map(), rng);
          REQUIRE(world.set<MapRepairs>(RepairsOptions{query}));
          break;
        case 4:
          query.start = random_cell(world.map(), rng);
          if (rng.percent(70)) REQUIRE(world.set<MapRepairs>(RepairsOptions{query}));
          break;
        case 5:
          world.cancel(StructureId::kRepairs);
          break;
        case 6:
          if (rng.percent(20)) set_rules(world, all_rules()[rng.below(9)]);
          if (rng.percent(20)) world.rebuild(StructureId::kRepairs);
          break;
        default:
          world.apply(random_edit(world.map(), 8, rng));
          break;
      }
      if (rng.percent(60)) {
        rng.percent(50) ? world.finish_updates() : static_cast<void>(world.work(0));
      }
      REQUIRE(wrong_repairs(world, query, workspace) == "");
      for (const auto& [name, method] : kRepairing) {
        ++(world.get<MapRepairs>().would_repair(method, world.moves(), query) ? repaired : fresh);
      }
      // Another query is answered as well, and disturbs nothing.
      const std::string stamp = structure_stamp(world, StructureId::kRepairs);
      const PlanQuery other{random_cell(world.map(), rng),
                            rng.percent(50) ? query.goal : random_cell(world.map(), rng)};
      REQUIRE(wrong_repairs(world, other, workspace) == "");
      REQUIRE(structure_stamp(world, StructureId::kRepairs) == stamp);
    }
  }
  CHECK(repaired > 100 * rounds(2));
  CHECK(fresh > 50 * rounds(2));
}

TEST_CASE("the first search of a query is fresh, and one after an edit repairs and expands less than A*") {
  GridMap map(60, 40);
  for (const int x : {10, 20, 30, 40, 50}) {
    const int gap = x % 20 == 0 ? 1 : 38;
    map.apply(rectangle(map, {x, 0}, {x, 39}, true, '@'));
    map.apply(rectangle(map, {x, gap - 1}, {x, gap + 1}, true, '.'));
  }
  World world(std::move(map));
  const PlanQuery query{{3, 20}, {56, 20}};
  REQUIRE(world.set<MapRepairs>(RepairsOptions{query}));
  world.finish_updates();
  for (const auto& [name, method] : kRepairing) {
    CAPTURE(name);
    CHECK(planned(world, method, query).fresh);
    CHECK(world.get<MapRepairs>().last_repair(method, world.inputs())->fresh);
  }
  // A wall in the way of the path, near the end that is searched last.
  for (const auto& [name, method] : kRepairing) {
    CAPTURE(name);
    const int x = method == IncrementalMethod::kLpaStar ? 52 : 7;
    world.apply(rectangle(world.map(), {x, 10}, {x, 38}, true, '@'));
    const RepairStats now = planned(world, method, query);
    CHECK_FALSE(now.fresh);
    CHECK(now.changed > 0);
    CHECK(now.lowered + now.raised > 0);
    CHECK(now.lowered + now.raised < expanded_by(world, "astar", query) / 2);
    CHECK(expanded_by(world, name, query) == now.lowered + now.raised);
    world.finish_updates();
  }
  for (const auto& [name, method] : kRepairing) {
    // What the job has searched is what a plan shows.
    CHECK(*world.get<MapRepairs>().last_repair(method, world.inputs()) == planned(world, method, query));
  }
  // After an edit beside which nothing matters next to nothing is expanded.
  world.apply(rectangle(world.map(), {58, 0}, {59, 1}, true, '@'));
  for (const auto& [name, method] : kRepairing) CHECK(expanded_by(world, name, query) < 10);
}

TEST_CASE("all edits of a stroke are one repair, and the next stroke is another one") {
  World world(GridMap(60, 40));
  const PlanQuery query{{3, 20}, {56, 20}};
  REQUIRE(world.set<MapRepairs>(RepairsOptions{query}));
  world.finish_updates();
  world.begin_stroke("Wall");
  for (int y = 10; y < 30; ++y) {
    world.apply(rectangle(world.map(), {30, y}, {30, y}, true, '@'));
    if (y % 7 == 0) world.finish_updates();
  }
  world.end_stroke();
  world.finish_updates();
  World at_once(GridMap(60, 40));
  REQUIRE(at_once.set<MapRepairs>(RepairsOptions{query}));
  at_once.finish_updates();
  at_once.apply(rectangle(at_once.map(), {30, 10}, {30, 29}, true, '@'));
  at_once.finish_updates();
  for (const auto& [name, method] : kRepairing) {
    CAPTURE(name);
    const RepairStats whole = planned(world, method, query);
    CHECK(whole.raised + whole.lowered > 0);
    CHECK(whole == planned(at_once, method, query));
  }
  world.apply(rectangle(world.map(), {30, 20}, {30, 20}, true, '.'));
  for (const auto& [name, method] : kRepairing) CHECK(planned(world, method, query).changed <= 9);
}

TEST_CASE("D* Lite repairs when its start moves, and LPA* searches anew") {
  World world(GridMap(60, 40));
  PlanQuery query{{3, 20}, {56, 20}};
  REQUIRE(world.set<MapRepairs>(RepairsOptions{query}));
  world.finish_updates();
  query.start = {20, 20};
  REQUIRE(world.set<MapRepairs>(RepairsOptions{query}));
  world.finish_updates();
  CHECK(planned(world, IncrementalMethod::kLpaStar, query).fresh);
  CHECK_FALSE(planned(world, IncrementalMethod::kDStarLite, query).fresh);
  CHECK(expanded_by(world, "dlite", query) == 0);  // the new start lies on the path
  world.apply(rectangle(world.map(), {40, 15}, {40, 25}, true, '@'));
  CHECK_FALSE(planned(world, IncrementalMethod::kLpaStar, query).fresh);
  CHECK_FALSE(planned(world, IncrementalMethod::kDStarLite, query).fresh);
  Workspace workspace;
  CHECK(wrong_repairs(world, query, workspace) == "");
  query.goal = {50, 5};
  CHECK(planned(world, IncrementalMethod::kDStarLite, query).fresh);
  world.rebuild(StructureId::kRepairs);
  CHECK(planned(world, IncrementalMethod::kLpaStar, {{20, 20}, {56, 20}}).fresh);
}

}  // namespace strata::test

// What an abstract path loses: the parts add up to the difference exactly, none is negative, and what a remedy is said
// to gain is what a fresh build gives.
#include "core/world/path_xray.hpp"
#include "core/search/plan_options.hpp"

#include <doctest/doctest.h>

#include "core/base/rng.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/path.hpp"
#include "core/search/workspace.hpp"
#include "core/world/map_haa.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/map_sectors.hpp"
#include "core/world/map_tables.hpp"
#include "core/world/xray_trial.hpp"
#include "tests/support.hpp"

using namespace strata;

namespace {

WorldSetup every_abstraction(const Rules& rules, Rng& rng) {
  WorldSetup setup(rules);
  setup.get<MapHpa>() = {.cluster_size = rng.between(4, 9), .entrance_threshold = 6, .levels = 3};
  HaaOptions haa;
  haa.capabilities = {rules.capability};
  haa.cluster_size = rng.between(5, 10);
  setup.get<MapHaa>() = haa;
  SectorOptions sectors{.sector_size = rng.between(5, 10), .second_size = rng.percent(50) ? 20 : 0};
  setup.get<MapSectors>() = sectors;
  setup.get<MapTables>() = MapTables::usual(rules);
  return setup;
}

PlanQuery random_query(const World& world, Rng& rng) {
  return {test::random_cell(world.map(), rng), test::random_cell(world.map(), rng)};
}

}  // namespace

TEST_CASE("x-ray: the parts add up to what the path costs beyond the optimum, and none is negative") {
  Rng rng(3);
  size_t taken_apart = 0, lossy = 0, detours = 0, confined = 0;
  for (int round = 0; round < 16; ++round) {
    const Rules rules = test::all_rules()[rng.below(9)];
    const GridMap map = round % 2 == 0 ? test::random_map(47, 39, 25, static_cast<uint64_t>(round))
                                       : test::random_rooms(52, 44, 9, static_cast<uint64_t>(round));
    World world(map, every_abstraction(rules, rng));
    world.finish_updates();
    Workspace workspace;
    PlanResult result, best;
    for (int i = 0; i < 12; ++i) {
      const PlanQuery query = random_query(world, rng);
      for (const Planner& planner : planners()) {
        if (!can_xray(world, planner)) continue;
        PlanOptions options{.smooth = rng.percent(70), .keep_raw_path = true};
        plan(world, planner, query, options, workspace, result);
        const auto path = xray_path_of(world, planner, result);
        CHECK(path.has_value() == result.found());
        if (!path) continue;
        CAPTURE(planner.name);
        CAPTURE(round);
        const auto found = xray(world.moves(), *path, workspace);
        REQUIRE(found.has_value());
        plan_on_grid(world.moves(), GridHeuristic::kNone, query, workspace, best);
        CHECK(found->optimum == best.cost);
        CHECK(path_fault(world.moves(), found->best, query.start, query.goal, best.cost) == std::nullopt);
        CHECK(found->raw_cost == result.raw_cost);
        CHECK(found->cost == result.cost);
        // Nothing wraps around below 0: the sum in 64 bits is the difference.
        int64_t sum = 0;
        size_t end = 0;
        for (const XrayPart& part : found->parts) {
          CHECK(part.begin == end);
          end = part.end;
          CHECK(part.cost == part.direct + part.confined);
          plan_on_grid(world.moves(), GridHeuristic::kNone, {world.map().cell(part.from), world.map().cell(part.to)},
                       workspace, best);
          CHECK(part.direct == best.cost);
          detours += part.detour > 0;
          confined += part.confined > 0;
          sum += int64_t{part.detour} + int64_t{part.confined};
        }
        CHECK(end + 1 == path->cells.size());
        CHECK(sum == int64_t{result.raw_cost} - int64_t{found->optimum});
        CHECK(int64_t{found->lost()} - int64_t{found->smoothed()} == int64_t{result.cost} - int64_t{found->optimum});
        ++taken_apart;
        lossy += found->lost() > 0;
        const auto worst = found->worst();
        CHECK(worst.has_value() == (found->lost() > 0));
        for (const XrayPart& part : found->parts) {
          if (worst) CHECK(part.loss() <= found->parts[*worst].loss());
        }
      }
    }
  }
  CHECK(taken_apart > 300);
  CHECK(lossy > 100);
  CHECK(detours > 100);
  CHECK(confined > 10);
}

TEST_CASE("x-ray: every transition of level 1 is a stop, whatever level was searched") {
  World world(test::random_rooms(60, 60, 8, 5), Rules{}, {.cluster_size = 8, .levels = 3});
  world.finish_updates();
  const Hpa& hpa = world.get<MapHpa>().hpa();
  Workspace workspace;
  PlanResult result;
  Rng rng(4);
  size_t crossings = 0;
  for (int i = 0; i < 40; ++i) {
    plan(world, *planner_named("hpa3"), random_query(world, rng), {.keep_raw_path = true}, workspace, result);
    const auto path = xray_path_of(world, *planner_named("hpa3"), result);
    if (!path) continue;
    for (const XrayPath::PathStop& stop : path->stops) {
      if (stop.kind == WaypointKind::kBorder) CHECK(hpa.level_of(path->cells[stop.at]) >= 1);
    }
    const auto found = xray(world.moves(), *path, workspace);
    REQUIRE(found);
    for (size_t part = 0; part < found->parts.size(); ++part) {
      if (!found->parts[part].crossing) continue;
      ++crossings;
      const auto crossing = crossing_at(world.moves(), *found, part);
      REQUIRE(crossing);
      CHECK(crossing->from == world.map().cell(found->parts[part].from));
      const auto entrance = entrance_at(world.moves(), hpa.clusters(), *crossing);
      if (!entrance) {
        CAPTURE(crossing->from.x);
        CAPTURE(crossing->from.y);
        CAPTURE(crossing->to.x);
        CAPTURE(crossing->to.y);
        FAIL("a step of the refined path across a border lies in no entrance");
      }
      // The transition is one of those that the entrance has.
      std::vector<Cell> cells;
      append_transitions(*entrance, hpa.options().entrance_threshold, 0, cells);
      CHECK(std::any_of(cells.begin(), cells.end(),
                        [&](Cell cell) { return cell == crossing->from || cell == crossing->to; }));
    }
  }
  CHECK(crossings > 50);
}

TEST_CASE("x-ray: a detour through the middle of a wide entrance is blamed on its transition") {
  // Two clusters of 10 with an open border but for its ends: the one transition is in the middle, the best way is
  // straight along the top.
  GridMap map(20, 10);
  Edit edit;
  for (int y = 5; y < 10; ++y) edit.runs.push_back({map.id({10, y}), 1, '@'});
  map.apply(edit);
  World world(map, Rules{}, {.cluster_size = 10, .entrance_threshold = 6, .levels = 1});
  world.finish_updates();
  const PlanQuery query{{2, 0}, {17, 0}};
  Workspace workspace;
  PlanResult result;
  plan(world, *planner_named("hpa1"), query, {.smooth = false, .keep_raw_path = true}, workspace, result);
  const auto found = xray(world.moves(), *xray_path_of(world, *planner_named("hpa1"), result), workspace);
  REQUIRE(found);
  REQUIRE(found->worst());
  const XrayPart& worst = found->parts[*found->worst()];
  CHECK(world.map().cell(worst.to) == Cell{9, 2});
  CHECK(worst.detour == found->lost());
  CHECK(worst.detour == 4 * (1154 - 816));
  CHECK(blame_text(world.moves(), *found, 816) ==
        "The transition at (9,2) is to blame: having to pass it costs 1.66 too much, 100 % of all that is lost");
  PathXray half = *found;
  half.cost = half.optimum + half.lost() / 2;
  CHECK(
      blame_text(world.moves(), half, 816) ==
      "Before smoothing, the transition at (9,2) is to blame: having to pass it costs 1.66 too much, 100 % of all that "
      "is lost. The final path is smoothed, need not pass there, and costs 0.83 too much");
  // With two transitions there nothing is lost; a fresh build with that option says the same.
  const auto entrance = entrance_at(world.moves(), world.get<MapHpa>().hpa().clusters(),
                                    *crossing_at(world.moves(), *found, *found->worst()));
  REQUIRE(entrance);
  CHECK(entrance->width() == 5);
  const HpaOptions& options = world.get<MapHpa>().hpa().options();
  CHECK(try_locally(world.moves(), options, {}, query, false)->cost == result.cost);
  CHECK(try_locally(world.moves(), options, {.two_at = entrance, .quarter = {}}, query, false)->cost == found->optimum);
  WorldSetup other = setup_under(world, *planner_named("hpa1"));
  other.get<MapHpa>()->entrance_threshold = 5;
  const auto trial = try_setup(world.map(), other, *planner_named("hpa1"), query, {.smooth = false});
  REQUIRE(trial);
  CHECK(trial->cost == found->optimum);
  CHECK(trial->build_micros > 0);
}

TEST_CASE("x-ray: the search for local changes finds what HPA* on level 1 finds where nothing is changed") {
  Rng rng(6);
  Workspace workspace;
  PlanResult result;
  size_t solved = 0;
  for (int round = 0; round < 12; ++round) {
    const Rules rules = test::all_rules()[rng.below(9)];
    const HpaOptions options{.cluster_size = rng.between(4, 12),
                             .entrance_threshold = rng.between(1, 7),
                             .transition_spacing = rng.below(2) == 0 ? 0 : 3,
                             .levels = 1};
    World world(test::random_rooms(45, 41, 9, static_cast<uint64_t>(round)), rules, options);
    world.finish_updates();
    for (int i = 0; i < 20; ++i) {
      const PlanQuery query = random_query(world, rng);
      plan(world, *planner_named("hpa1"), query, {}, workspace, result);
      const auto trial = try_locally(world.moves(), options, {}, query, true);
      REQUIRE(trial);
      CHECK(trial->status == result.status);
      if (!result.found()) continue;
      CHECK(trial->raw_cost == result.raw_cost);
      CHECK(trial->cost <= trial->raw_cost);
      ++solved;
    }
  }
  CHECK(solved > 100);
}

TEST_CASE("x-ray: two transitions at an entrance are what a build has where no other entrance would change") {
  Rng rng(7);
  Workspace workspace;
  PlanResult result;
  size_t better = 0, compared = 0;
  for (int round = 0; round < 30; ++round) {
    // Two clusters side by side with one wide entrance, and clutter beside it.
    GridMap map = test::random_map(24, 12, 12, static_cast<uint64_t>(round) + 40);
    Edit edit;
    for (int y = 0; y < 12; ++y) {
      edit.runs.push_back({map.id({11, y}), 2, y >= 3 && y < 8 ? '.' : '@'});
    }
    map.apply(edit);
    World world(map, Rules{}, {.cluster_size = 12, .entrance_threshold = 6, .levels = 1});
    World two(map, Rules{}, {.cluster_size = 12, .entrance_threshold = 5, .levels = 1});
    world.finish_updates();
    two.finish_updates();
    const auto entrance = entrance_at(world.moves(), world.get<MapHpa>().hpa().clusters(), {{11, 4}, {12, 4}});
    REQUIRE(entrance);
    for (int i = 0; i < 10; ++i) {
      const PlanQuery query = random_query(world, rng);
      plan(two, *planner_named("hpa1"), query, {}, workspace, result);
      const auto trial = try_locally(world.moves(), world.get<MapHpa>().hpa().options(),
                                     {.two_at = entrance, .quarter = {}}, query, true);
      REQUIRE(trial);
      CHECK(trial->status == result.status);
      if (!result.found()) continue;
      CHECK(trial->raw_cost == result.raw_cost);
      plan(world, *planner_named("hpa1"), query, {}, workspace, result);
      better += trial->raw_cost < result.raw_cost;
      ++compared;
    }
  }
  CHECK(compared > 50);
  CHECK(better > 5);
}

TEST_CASE("x-ray: a cluster cut into four is what clusters half as wide are where it is the only one") {
  Rng rng(13);
  Workspace workspace;
  PlanResult result;
  size_t compared = 0, dearer = 0;
  for (int round = 0; round < 25; ++round) {
    const int half = rng.between(5, 10);
    const Rules rules = test::all_rules()[rng.below(9)];
    const GridMap map = test::random_map(rng.between(half + 1, 2 * half), rng.between(half + 1, 2 * half), 22,
                                         static_cast<uint64_t>(round) + 70);
    const HpaOptions one{.cluster_size = 2 * half, .entrance_threshold = rng.between(1, 6), .levels = 1};
    HpaOptions four = one;
    four.cluster_size = half;
    REQUIRE(can_quarter(one));
    World world(map, rules, four);
    world.finish_updates();
    for (int i = 0; i < 12; ++i) {
      const PlanQuery query = random_query(world, rng);
      plan(world, *planner_named("hpa1"), query, {}, workspace, result);
      const auto trial = try_locally(world.moves(), one, {.two_at = {}, .quarter = 0}, query, true);
      const auto uncut = try_locally(world.moves(), one, {}, query, true);
      REQUIRE(trial);
      CHECK(trial->status == result.status);
      if (!result.found()) continue;
      CHECK(trial->raw_cost == result.raw_cost);
      CHECK(uncut->raw_cost <= trial->raw_cost);  // one cluster alone is the whole map
      dearer += uncut->raw_cost < trial->raw_cost;
      ++compared;
    }
  }
  CHECK(compared > 100);
  CHECK(dearer > 5);
  CHECK_FALSE(can_quarter({.cluster_size = 7}));
  CHECK_FALSE(can_quarter({.cluster_size = 2}));
}

TEST_CASE("x-ray: with one cluster of many cut into four the same paths are found, and none is below the optimum") {
  Rng rng(14);
  Workspace workspace;
  PlanResult result, best;
  size_t solved = 0, changed = 0;
  for (int round = 0; round < 8; ++round) {
    const HpaOptions options{.cluster_size = 10, .entrance_threshold = 6, .levels = 1};
    World world(test::random_rooms(47, 43, 9, static_cast<uint64_t>(round)), Rules{}, options);
    world.finish_updates();
    const uint32_t count = world.get<MapHpa>().hpa().clusters().count();
    for (int i = 0; i < 25; ++i) {
      const PlanQuery query = random_query(world, rng);
      const uint32_t cut = rng.below(count);
      plan(world, *planner_named("hpa1"), query, {}, workspace, result);
      const auto trial = try_locally(world.moves(), options, {.two_at = {}, .quarter = cut}, query, true);
      REQUIRE(trial);
      CHECK(trial->status == result.status);
      if (!result.found()) continue;
      plan_on_grid(world.moves(), GridHeuristic::kNone, query, workspace, best);
      CHECK(trial->cost >= best.cost);
      CHECK(trial->raw_cost >= trial->cost);
      changed += trial->raw_cost != result.raw_cost;
      ++solved;
    }
  }
  CHECK(solved > 50);
  CHECK(changed > 3);
}

TEST_CASE(
    "x-ray: what a remedy is said to gain is what a fresh build gives, for every planner that can be taken apart") {
  Rng rng(8);
  Workspace workspace;
  PlanResult result;
  for (int round = 0; round < 4; ++round) {
    const Rules rules;
    World world(test::random_rooms(48, 40, 8, static_cast<uint64_t>(round)), every_abstraction(rules, rng));
    world.finish_updates();
    for (const Planner& planner : planners()) {
      if (!can_xray(world, planner)) continue;
      CAPTURE(planner.name);
      WorldSetup setup = setup_under(world, planner);
      if (setup.get<MapHpa>()->cluster_size > 5) setup.get<MapHpa>()->cluster_size -= 2;
      if (setup.get<MapHaa>()) setup.get<MapHaa>()->cluster_size = 4;
      if (setup.get<MapSectors>()) setup.get<MapSectors>()->sector_size = 5;
      World fresh(world.map(), setup);
      fresh.finish_updates();
      const PlanQuery query = random_query(world, rng);
      plan(fresh, planner, query, {}, workspace, result);
      const auto trial = try_setup(world.map(), setup, planner, query, {});
      REQUIRE(trial);
      CHECK(trial->status == result.status);
      CHECK(trial->cost == result.cost);
      CHECK(trial->raw_cost == result.raw_cost);
    }
  }
}

TEST_CASE("x-ray: a cancelled one says nothing") {
  World world(test::random_rooms(60, 60, 8, 5), Rules{}, {.cluster_size = 8, .levels = 1});
  world.finish_updates();
  Workspace workspace;
  PlanResult result;
  const Planner& planner = *planner_named("hpa1");
  Rng rng(9);
  do {
    plan(world, planner, random_query(world, rng), {.keep_raw_path = true}, workspace, result);
  } while (!result.found() || result.raw_path.size() < 30);
  const auto path = xray_path_of(world, planner, result);
  JobControl control;
  CHECK(xray(world.moves(), *path, workspace, &control).has_value());
  CHECK(control.progress() == 1);
  control.cancel();
  CHECK_FALSE(xray(world.moves(), *path, workspace, &control).has_value());
  const PlanQuery query{{1, 1}, {2, 2}};
  CHECK_FALSE(try_setup(world.map(), world.setup(), planner, query, {}, &control).has_value());
  CHECK_FALSE(try_locally(world.moves(), {}, {}, query, true, &control).has_value());
}

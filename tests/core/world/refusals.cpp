// All planners, and all that can be in their way: a rule of movement, a structure that is off, that was refused, that
// was cancelled or that is being built, and the query itself. What plan() answers and what the words say is so.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <functional>
#include <string>
#include <vector>

#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/workspace.hpp"
#include "core/world/planners.hpp"
#include "core/world/refusal.hpp"
#include "core/world/structures.hpp"
#include "core/world/world.hpp"
#include "tests/support.hpp"

namespace strata::test {
namespace {

Rules rules_under_which_it_plans(const Planner& planner) {
  Rules rules;
  if (!planner.profiles[static_cast<size_t>(rules.profile)]) rules.profile = Profile::kFour;
  return rules;
}

void switch_on(World& world, const Planner& planner) {
  if (planner.needs == StructureId::kHpa) {
    HpaOptions hpa = *world.setup().get<MapHpa>();
    hpa.levels = planner.abstract_level;
    REQUIRE(world.set<MapHpa>(hpa));
  }
  if (planner.needs == StructureId::kHna) {
    REQUIRE(world.set<MapHna>(MapHnaOptions{.levels = std::max(planner.abstract_level, 1)}));
  }
  if (!world.has(planner.needs)) REQUIRE(world.set(planner.needs, default_options(planner.needs, world.rules())));
  for (const StructureId below : kAllStructures) {
    if (!world.structure(planner.needs).depends_on().contains(below) || world.has(below)) continue;
    REQUIRE(world.set(below, default_options(below, world.rules())));
  }
}

struct PlanCall {
  Workspace workspace;
  PlanResult result;
  PlanStatus operator()(const World& world, const Planner& planner, const PlanQuery& query, bool partial = false) {
    plan(world, planner, query, PlanOptions{.partial = partial}, workspace, result);
    return result.status;
  }
};

// Whatever is in the way, a fault of the query is told first, and without one the status is `expected`, in these words.
void check_all(const World& world, const Planner& planner, PlanStatus expected, std::string words) {
  // Another planner answers where one is named, and can.
  const bool refused = expected == PlanStatus::kRefused || expected == PlanStatus::kStale;
  if (refused && world.has(planner.needs) && !world.ready(planner.needs) && answers_now(world, planner)) {
    expected = PlanStatus::kFound;
    words.clear();
  }
  CAPTURE(planner.name);
  CAPTURE(words);
  PlanCall ask;
  const PlanQuery good{{1, 1}, {36, 30}}, no_start{{5, 5}, {36, 30}}, no_goal{{1, 1}, {5, 5}}, off{{1, 1}, {40, 3}};
  CHECK(status_text(ask(world, planner, good)) == status_text(expected));
  CHECK(answer_text(world, planner, good, expected).find(words) != std::string::npos);
  const bool before_query = expected == PlanStatus::kUnsupported;  // some planners look at the rules first
  const auto check = [&](const PlanQuery& query, PlanStatus fault) {
    const PlanStatus status = ask(world, planner, query);
    CHECK((status == fault || (before_query && status == expected)));
  };
  check(no_start, PlanStatus::kStartBlocked);
  check(no_goal, PlanStatus::kGoalBlocked);
  check(off, PlanStatus::kGoalBlocked);
  // Whether there is a partial path is known when the structure is there.
  const PlanStatus partial = ask(world, planner, no_goal, true);
  if (expected == PlanStatus::kFound) {
    CHECK(partial == PlanStatus::kGoalBlocked);
  } else {
    CHECK((partial == expected || (before_query && partial == PlanStatus::kGoalBlocked)));
  }
}

World world_for(const Planner& planner) {
  GridMap map(40, 40);
  map.apply(rectangle(map, {5, 5}, {6, 6}, true, '@'));
  return World(std::move(map), rules_under_which_it_plans(planner));
}

// Ways in which a structure is refused, with words of the reason. Returns none if it cannot be refused so.
struct RefusalCase {
  StructureId structure;
  std::string words;
  std::function<bool(World&)> happens;
};
std::vector<RefusalCase> refusals() {
  std::vector<RefusalCase> all;
  all.push_back({StructureId::kTables, "clusters of 64 cells: tables are for clusters of 32",
                 [](World& world) { return world.set<MapHpa>(HpaOptions{.cluster_size = 64}); }});
  all.push_back({StructureId::kTables, "smaller clusters take less",
                 [](World& world) { return world.set<MapTables>(AgentTablesOptions{.tables = {.max_bytes = 100}}); }});
  all.push_back({StructureId::kLabels, "another graph has fewer nodes", [](World& world) {
                   return world.set<MapLabels>(LabelsOptions{.graph = ChGraph::kCells, .max_bytes = 1});
                 }});
  for (const StructureId one : {StructureId::kCh, StructureId::kCch, StructureId::kLabels}) {
    all.push_back({one, "waits for sectors: switch them on", [one](World& world) {
                     if (one == StructureId::kCh) world.set<MapHierarchy>(ChOptions{.graph = ChGraph::kSectors});
                     if (one == StructureId::kLabels) world.set<MapLabels>(LabelsOptions{.graph = ChGraph::kSectors});
                     return world.set<MapSectors>(std::nullopt);
                   }});
  }
  all.push_back(
      {StructureId::kHna, "navigation mesh", [](World& world) { return world.set<MapNavmesh>(std::nullopt); }});
  for (const StructureId one : kAllStructures) {
    if (!is_built_in_background(one)) continue;
    all.push_back({one, "rebuild", [one](World& world) {
                     world.rebuild(one);
                     world.apply(rectangle(world.map(), {20, 2}, {20, 30}, true, '@'));
                     world.cancel(one);
                     return true;
                   }});
  }
  return all;
}

}  // namespace

TEST_CASE("for every planner the status and the words name what is in the way, and the query's own fault comes first") {
  for (const Planner& planner : planners()) {
    if (planner.levels_only || planner.needs == StructureId::kMoves) continue;
    CAPTURE(planner.name);
    const bool always = is_always_kept(planner.needs);
    {  // off
      const World world = world_for(planner);
      if (!always) check_all(world, planner, PlanStatus::kRefused, "switch");
      if (planner.abstract_level > 1) check_all(world, planner, PlanStatus::kRefused, always ? "levels" : "switch");
    }
    {  // being built
      World world = world_for(planner);
      switch_on(world, planner);
      if (!world.ready(planner.needs)) {
        CHECK(why_not(world, planner).empty());
        const std::string waits = waiting_for(world, planner);
        CHECK((waits.starts_with("building ") || waits.starts_with("waits for ")));
        check_all(world, planner, PlanStatus::kStale, waits);
      }
      world.finish_updates();
      CHECK(waiting_for(world, planner).empty());
      check_all(world, planner, PlanStatus::kFound, "found");
    }
    for (const RefusalCase& refused : refusals()) {
      if (refused.structure != planner.needs) continue;
      CAPTURE(refused.words);
      World world = world_for(planner);
      switch_on(world, planner);
      world.finish_updates();
      REQUIRE(refused.happens(world));
      world.finish_updates();
      if (world.ready(planner.needs)) {  // the cancel came too late, or an edit keeps it
        CHECK(refused.words == "rebuild");
        continue;
      }
      CHECK(waiting_for(world, planner) != "");
      check_all(world, planner, PlanStatus::kRefused, refused.words);
    }
  }
}

TEST_CASE("a rule that keeps a planner from planning is named, and one that nothing on the map touches is none") {
  const GridMap plain(40, 40);
  GridMap swampy = plain;
  swampy.apply(rectangle(swampy, {20, 3}, {22, 9}, true, 'S'));
  GridMap all_swamp(40, 40, 'S');
  for (const Planner& planner : planners()) {
    if (planner.levels_only) continue;
    CAPTURE(planner.name);
    for (int profile = 0; profile < kProfiles; ++profile) {
      Rules rules{.profile = static_cast<Profile>(profile), .weights = {1, 3, 1, 1}};
      const bool moves = planner.profiles[static_cast<size_t>(profile)];
      const World on_plain(plain, rules), on_swamp(swampy, rules), in_swamp(all_swamp, rules);
      CHECK(supports(on_plain, planner) == moves);
      CHECK(supports(in_swamp, planner) == moves);
      CHECK(supports(on_swamp, planner) == (moves && !planner.uniform_only));
      for (const World* world : {&on_plain, &on_swamp, &in_swamp}) {
        CHECK(unsupported(*world, planner).empty() == supports(*world, planner));
      }
      if (!moves) {
        CHECK(unsupported(on_plain, planner).find("connected moves") != std::string::npos);
      } else if (planner.uniform_only) {
        CHECK(unsupported(on_swamp, planner) == "needs equal weights everywhere");
      }
    }
  }
  CHECK(unsupported(World(plain), *planner_named("detour")).find("levels") != std::string::npos);
}

TEST_CASE("where only one terrain is on the map, whatever it weighs, all planners agree with plain Dijkstra") {
  Rng rng(5);
  for (const char letter : {'.', 'S', 'W'}) {
    for (int profile = 0; profile < kProfiles; ++profile) {
      CAPTURE(letter);
      CAPTURE(profile);
      GridMap map = random_rooms(36, 30, 9, rng.next());
      Edit fill;
      for (CellId id = 0; id < map.cell_count(); ++id) {
        if (map.terrain(id) != Terrain::kOut) fill.runs.push_back({id, 1, letter});
      }
      map.apply(fill);
      const Rules rules{static_cast<Profile>(profile), Capability(0b1111), {2, 5, 3, 7}, 1};
      World world(map, rules, {.cluster_size = 8, .levels = 4});
      for (const StructureId id : kAllStructures) {
        if (!world.has(id)) REQUIRE(world.set(id, default_options(id, rules)));
      }
      // Another terrain comes and goes, which makes it uniform again.
      const Cell patch{rng.between(0, 30), rng.between(0, 25)};
      world.finish_updates();
      world.apply(rectangle(world.map(), patch, {patch.x + 3, patch.y + 3}, true, letter == 'S' ? '.' : 'S'));
      CHECK_FALSE(world.moves().uniform());
      if (rng.percent(50)) world.finish_updates();
      REQUIRE(world.undo());
      world.finish_updates();
      CHECK(world.moves().uniform());
      CHECK(world.moves().unit_weight() == rules.weights[static_cast<size_t>(terrain_of(letter))]);
      World fresh(world.map(), world.setup());
      fresh.finish_updates();
      PlanCall ask, ask_fresh;
      for (int i = 0; i < 10; ++i) {
        const PlanQuery query{random_cell(map, rng), random_cell(map, rng)};
        const std::vector<Cost> distance = plain_dijkstra(map, rules, query.start);
        const Cost expected = distance[map.id(query.goal)];
        for (const Planner& planner : planners()) {
          if (!supports(world, planner)) continue;
          CAPTURE(planner.name);
          ask(world, planner, query);
          ask_fresh(fresh, planner, query);
          CHECK(ask.result.status == ask_fresh.result.status);
          if (planner.needs != StructureId::kHna) CHECK(ask.result.cost == ask_fresh.result.cost);
          if (!ask.result.found()) continue;
          REQUIRE(expected != kInfinite);
          if (planner.any_angle) continue;
          CHECK(ask.result.cost >= expected);
          if (finds_optimum(world, planner)) CHECK(ask.result.cost == expected);
          CHECK_FALSE(path_fault(world.moves(), ask.result.path, query.start, query.goal, ask.result.cost));
        }
      }
    }
  }
}

}  // namespace strata::test

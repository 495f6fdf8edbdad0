// IDA*: its costs against plain Dijkstra where it ends, and what it refuses.
#include "core/search/ida_star.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/search/grid_search.hpp"
#include "core/search/ida_star_code.hpp"
#include "core/search/trace.hpp"
#include "tests/core/search/plain_support.hpp"

namespace strata::test {
namespace {

constexpr uint64_t kMostExpanded = 3000;

// Returns the number of moves of a path whose cost is given, if all of them are straight.
uint64_t straight_moves(Cost cost) { return cost / profile_info(Profile::kFour).straight; }

}  // namespace

TEST_CASE("IDA* costs what Dijkstra finds, between all pairs of cells of every map of 4x3 cells") {
  Workspace workspace;
  PlanResult result;
  size_t found = 0, no_path = 0;
  for (uint32_t walls = 0; walls < 1u << 12; walls += 2 * kFewer) {
    GridMap map(4, 3);
    Edit edit;
    for (CellId i = 0; i < 12; ++i) {
      if ((walls >> i & 1) != 0) edit.runs.push_back({i, 1, '@'});
    }
    map.apply(edit);
    const GridTestMap setting(map, {static_cast<Profile>(walls % kProfiles)});
    for (CellId start = 0; start < 12; ++start) {
      const std::vector<Cost> optimum = plain_dijkstra(map, setting.grid.rules(), map.cell(start));
      for (CellId goal = 0; goal < 12; ++goal) {
        const PlanQuery query{map.cell(start), map.cell(goal)};
        plan_ida_star(setting.grid, query, kIdaStarExpansions, workspace, result);
        REQUIRE(answer_fault(setting, query, result, optimum[goal]) == "");
        REQUIRE((!result.found() || result.cost == optimum[goal]));
        found += result.found();
        no_path += result.status == PlanStatus::kNoPath;
      }
    }
  }
  CHECK(found > 20'000 / kFewer);
  CHECK(no_path > 5000 / kFewer);
}

TEST_CASE("IDA* costs what Dijkstra finds wherever it ends, and else says that it has expanded too many cells") {
  Workspace workspace;
  PlanResult result;
  size_t found = 0, refused = 0;
  for_random_queries(2, [&](const GridTestMap& setting, const PlanQuery& query, Cost optimum) {
    const IdaStarRun run = plan_ida_star(setting.grid, query, kMostExpanded, workspace, result);
    REQUIRE(result.stats.total().expanded <= kMostExpanded);
    REQUIRE(run.out_of_most == (result.status == PlanStatus::kTooManyExpansions));
    if (run.out_of_most) {
      ++refused;
      REQUIRE(result.path.empty());
      REQUIRE(run.limit <= optimum);  // a limit is a lower bound of the cost
      return;
    }
    REQUIRE(answer_fault(setting, query, result, optimum) == "");
    if (!result.found()) return;
    ++found;
    REQUIRE(result.cost == optimum);
    REQUIRE(run.limit == optimum);
  });
  CHECK(found > 100);
  CHECK(refused > 100);
}

TEST_CASE("IDA* searches with one limit after the other, and tries every path that is not longer") {
  const GridTestMap setting(map_from_text("S...\n"
                                          ".@@.\n"
                                          "....\n"),
                            {Profile::kFour});
  Workspace workspace;
  PlanResult result;
  // The path leads round the wall, without a step away from the goal: one iteration.
  IdaStarRun run = plan_ida_star(setting.grid, {{1, 0}, {3, 2}}, kMostExpanded, workspace, result);
  CHECK(result.found());
  CHECK(run.iterations == 1);
  CHECK(result.stats.total().expanded == straight_moves(result.cost));
  // To go round it, two steps away from the goal are needed.
  run = plan_ida_star(setting.grid, {{1, 0}, {1, 2}}, kMostExpanded, workspace, result);
  CHECK(result.cost == 4 * 816);
  CHECK(run.iterations == 2);
  CHECK(run.limit == result.cost);
}

TEST_CASE("IDA* refuses by name when it has expanded the most cells it may") {
  const GridTestMap setting(GridMap(60, 60), {Profile::kOctile});
  Workspace workspace;
  PlanResult result;
  GridMap walled(60, 60);
  walled.apply(rectangle(walled, {20, 0}, {21, 58}, true, '@'));
  const GridTestMap blocked(walled, {});
  IdaStarRun run = plan_ida_star(setting.grid, {{0, 0}, {59, 30}}, kMostExpanded, workspace, result);
  CHECK(result.found());
  CHECK(ida_star_refusal(setting.grid, run).empty());
  run = plan_ida_star(blocked.grid, {{2, 2}, {57, 3}}, kMostExpanded, workspace, result);
  CHECK(result.status == PlanStatus::kTooManyExpansions);
  CHECK(result.stats.total().expanded == kMostExpanded);
  CHECK(run.out_of_most);
  CHECK(ida_star_refusal(blocked.grid, run).starts_with("IDA* has expanded 3000 cells, the most it may, in "));
  // The next query is not disturbed.
  run = plan_ida_star(blocked.grid, {{2, 2}, {9, 3}}, kMostExpanded, workspace, result);
  CHECK(result.cost == 6 * 816 + 1154);
  run = plan_ida_star(blocked.grid, {{20, 3}, {9, 3}}, kMostExpanded, workspace, result);
  CHECK(result.status == PlanStatus::kStartBlocked);
  CHECK_FALSE(run.out_of_most);
}

TEST_CASE("IDA* answers the same traced as untraced, and its events are those of a depth-first search") {
  Workspace workspace;
  PlanResult result, traced;
  uint64_t reached = 0;
  size_t refused = 0;
  for_random_queries(1, [&](const GridTestMap& setting, const PlanQuery& query, Cost) {
    const IdaStarRun run = plan_ida_star(setting.grid, query, 300, workspace, result);
    Trace trace;
    REQUIRE(plan_ida_star(setting.grid, query, 300, workspace, traced, trace) == run);
    REQUIRE(same_answer(result, traced));
    refused += run.out_of_most;
    uint64_t expanded = 0, generated = 0;
    Cost highest = 0;
    for (const SearchEvent& event : trace.events()) {
      expanded += event.type == EventType::kExpand;
      generated += event.type == EventType::kGenerate;
      if (event.type == EventType::kExpand) highest = std::max(highest, event.g + event.h);
      if (event.type != EventType::kStall) continue;
      REQUIRE((event.line == ida_star_code::kGiveUp) == (&event == &trace.events().back() && run.out_of_most));
      if (event.line != ida_star_code::kGiveUp) REQUIRE(event.g + event.h > highest);
    }
    REQUIRE(expanded == result.stats.total().expanded);
    REQUIRE(generated == result.stats.total().generated);
    REQUIRE(highest <= run.limit);
    reached |= lines_reached(setting, ida_star_code::kCode, trace, query);
  });
  const GridTestMap divided(map_from_text("..@.\n..@.\n"), {});
  Trace trace;
  plan_ida_star(divided.grid, {{0, 0}, {3, 1}}, 300, workspace, result, trace);
  CHECK(result.status == PlanStatus::kNoPath);
  reached |= lines_reached(divided, ida_star_code::kCode, trace, {{0, 0}, {3, 1}});
  CHECK(reached == all_lines(ida_star_code::kCode));
  CHECK(refused > 10);
}

TEST_CASE("IDA* follows a corridor a little farther in every iteration") {
  const GridTestMap setting(winding_corridor(101), {Profile::kFour});
  Workspace workspace;
  PlanResult result;
  const IdaStarRun run = plan_ida_star(setting.grid, {{0, 0}, {0, 4}}, kIdaStarExpansions, workspace, result);
  CHECK(result.cost == (2 * 100 + 4) * 816);
  CHECK(run.iterations == 101);  // every step to the right is one away from the goal
  CHECK(result.stats.total().expanded > 50 * 100);
}

}  // namespace strata::test

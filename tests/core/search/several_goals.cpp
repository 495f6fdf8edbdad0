// The nearest of several goals, and the costs to all of them, against a plain Dijkstra.
#include "core/search/several_goals.hpp"

#include <tuple>

#include "core/search/question_code.hpp"
#include "tests/core/search/question_support.hpp"

namespace strata::test {
namespace {

std::vector<Cell> random_goals(const GridMap& map, size_t count, Rng& rng) {
  std::vector<Cell> goals;
  for (size_t i = 0; i < count; ++i) goals.push_back(random_cell(map, rng));
  if (count > 2) goals[1] = {-1, 3};                   // outside the map
  if (count > 4) goals[count - 1] = goals[count / 2];  // twice the same
  return goals;
}

}  // namespace

TEST_CASE("the nearest goal is that of the definition, before and after edits, for few and for many goals") {
  Workspace workspace;
  PlanResult result, traced;
  GoalCosts costs;
  uint64_t reached = 0;
  int found = 0, ties = 0;
  for_edited_maps(rounds(8), [&](const EditedTestMap& edited, Rng& rng) {
    for (const size_t count : {1u, 3u, 8u, 9u, 30u}) {
      const Cell start = random_cell(edited.map, rng);
      const std::vector<Cell> goals = random_goals(edited.map, count, rng);
      const std::vector<Cost> distance = plain_dijkstra(edited.map, edited.rules, start);
      Cost least = kInfinite;
      uint32_t nearest = kNoGoal;
      bool any = false;
      int equal = 0;
      std::vector<Cost> expected;
      for (uint32_t i = 0; i < goals.size(); ++i) {
        const bool standing = edited.map.contains(goals[i]) && can_stand(edited.map, edited.rules, goals[i]);
        any = any || standing;
        expected.push_back(standing ? distance[edited.map.id(goals[i])] : kInfinite);
        equal = expected[i] == least ? equal + 1 : expected[i] < least ? 0 : equal;
        if (expected[i] >= least) continue;
        least = expected[i];
        nearest = i;
      }
      const bool standing = can_stand(edited.map, edited.rules, start);
      const PlanStatus status = !standing            ? PlanStatus::kStartBlocked
                                : !any               ? PlanStatus::kGoalBlocked
                                : nearest == kNoGoal ? PlanStatus::kNoPath
                                                     : PlanStatus::kFound;
      CHECK(plan_to_nearest(edited.grid, start, goals, workspace, result) == nearest);
      REQUIRE(result.status == status);
      if (result.found()) {
        CHECK(result.cost == least);
        const auto fault = path_fault(edited.grid, result.path, start, goals[nearest], least);
        CHECK_MESSAGE(!fault, *fault);
        ++found;
        ties += equal > 0;
      }
      Trace trace;
      CHECK(plan_to_nearest(edited.grid, start, goals, workspace, traced, trace) == nearest);
      CHECK(same_answer(result, traced));
      if (standing && any) reached |= lines_reached(edited.grid, nearest_code::kCode, trace, kNoCell);
      costs_to_goals(edited.grid, start, goals, workspace, costs);
      CHECK(costs.status == status);
      CHECK(costs.costs == (standing ? expected : std::vector<Cost>(count, kInfinite)));
    }
  });
  CHECK(found > rounds(300));
  CHECK(ties > rounds(10));
  CHECK(reached == all_lines(nearest_code::kCode));
}

TEST_CASE("a search for the nearest goal expands less than one for all goals, and ends at the first goal of all") {
  const GridMap map(60, 60);
  const MoveGrid grid = moves_on(map);
  Workspace workspace;
  PlanResult result;
  GoalCosts costs;
  const std::vector<Cell> goals = {{40, 30}, {30, 55}, {2, 2}, {59, 59}};
  CHECK(plan_to_nearest(grid, {30, 30}, goals, workspace, result) == 0);
  CHECK(result.stats.total().expanded <= 12);
  costs_to_goals(grid, {30, 30}, goals, workspace, costs);
  CHECK(costs.stats.expanded > 3000);
  CHECK(costs.costs[0] == result.cost);
  // Of equally near goals the first one is the answer, wherever they lie.
  for (const auto& [first, second] : {std::pair(Cell{20, 30}, Cell{40, 30}), std::pair(Cell{40, 30}, Cell{20, 30})}) {
    CHECK(plan_to_nearest(grid, {30, 30}, std::vector{Cell{0, 0}, first, second}, workspace, result) == 1);
    CHECK(grid.cell(result.path.back()) == first);
  }
}

TEST_CASE("without goals there is no path, and goals that are all blocked say so") {
  GridMap map(8, 8);
  map.apply(rectangle(map, {4, 0}, {4, 7}, true, '@'));
  const MoveGrid grid = moves_on(map);
  Workspace workspace;
  PlanResult result;
  const auto status = [&](Cell start, const std::vector<Cell>& goals) {
    CHECK(plan_to_nearest(grid, start, goals, workspace, result) == kNoGoal);
    CHECK(result.path.empty());
    GoalCosts costs;
    costs_to_goals(grid, start, goals, workspace, costs);
    CHECK(costs.status == result.status);
    CHECK(costs.costs == std::vector<Cost>(goals.size(), kInfinite));
    return result.status;
  };
  CHECK(status({0, 0}, {}) == PlanStatus::kNoPath);
  CHECK(status({0, 0}, {{4, 4}, {9, 9}}) == PlanStatus::kGoalBlocked);
  CHECK(status({4, 4}, {{0, 0}}) == PlanStatus::kStartBlocked);
  CHECK(status({0, 0}, {{4, 4}, {6, 6}}) == PlanStatus::kNoPath);
}

}  // namespace strata::test

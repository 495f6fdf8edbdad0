// The front door of the library: questions that need no structure.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/search/contours.hpp"
#include "core/search/flow_field.hpp"
#include "core/search/reach.hpp"
#include "core/search/several_goals.hpp"
#include "core/search/workspace.hpp"
#include "core/strata.hpp"
#include "core/world/scenes.hpp"
#include "core/world/world.hpp"
#include "tests/must.hpp"
#include "tests/support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

std::vector<CellId> cell_ids(const GridMap& map, std::span<const Cell> cells) {
  std::vector<CellId> ids;
  for (const Cell cell : cells) ids.push_back(map.id(cell));
  return ids;
}

// Checks that a path of the front door is that of a search.
void check_same(const Pathfinder& finder, const FoundPath& found, PlanStatus status, Cost cost,
                std::span<const CellId> path) {
  CHECK(found.status == status);
  CHECK(found.why.empty() == found.found());
  CHECK(cell_ids(finder.map(), found.cells) == std::vector<CellId>(path.begin(), path.end()));
  if (found.found()) CHECK(found.length == doctest::Approx(cost / static_cast<double>(finder.world().moves().base(0))));
}

void check_questions(Pathfinder& finder, Rng& rng, Workspace& workspace) {
  const MoveGrid& moves = finder.world().moves();
  const Cell start = random_cell(finder.map(), rng), goal = random_cell(finder.map(), rng);
  std::vector<Cell> goals = {{-2, 5}};
  for (int i = 0; i < 12; ++i) goals.push_back(random_cell(finder.map(), rng));
  PlanResult result;
  const uint32_t index = plan_to_nearest(moves, start, goals, workspace, result);
  const FoundGoal nearest = must(finder.nearest(start, goals));
  CHECK(nearest.goal.value_or(kNoGoal) == index);
  check_same(finder, nearest.path, result.status, result.cost, result.path);
  GoalCosts costs;
  costs_to_goals(moves, start, goals, workspace, costs);
  const std::vector<double> lengths = must(finder.lengths(start, goals));
  REQUIRE(lengths.size() == goals.size());
  for (size_t i = 0; i < goals.size(); ++i) {
    const bool reached = costs.costs[i] != kInfinite;
    CHECK(std::isinf(lengths[i]) == !reached);
    if (reached) CHECK(lengths[i] == doctest::Approx(costs.costs[i] / static_cast<double>(moves.base(0))));
  }

  const TurnOptions turns{TurnOrder::kFewest, 0};
  plan_few_turns(moves, turns, {start, goal}, workspace, result);
  check_same(finder, must(finder.few_turns(start, goal, turns)), result.status, result.cost, result.path);
  const auto clearance = built<Clearance>(finder.map(), moves.rules().capability);
  plan_off_walls(moves, clearance, {}, {start, goal}, workspace, result);
  check_same(finder, must(finder.off_walls(start, goal)), result.status, result.cost, result.path);
  AlternativePaths paths;
  plan_alternatives(moves, {}, {start, goal}, workspace, paths);
  const FoundAlternatives found = must(finder.alternatives(start, goal));
  REQUIRE(found.paths.size() == std::max<size_t>(1, paths.paths.size()));
  for (size_t i = 0; i < paths.paths.size(); ++i) {
    check_same(finder, found.paths[i], PlanStatus::kFound, paths.paths[i].cost, paths.paths[i].path);
  }
  if (paths.paths.empty()) check_same(finder, found.paths[0], paths.status, 0, {});

  FlowField field;
  std::vector<CellId> free_goals;
  for (const Cell each : goals) {
    if (moves.contains(each)) free_goals.push_back(moves.id(each));
  }
  field.build(moves, free_goals);
  for (int call = 0; call < 2; ++call) {
    const FoundFlow flow = must(finder.flow_field(goals));
    REQUIRE(flow.lengths.size() == moves.cell_count());
    size_t wrong = 0;
    for (CellId cell = 0; cell < moves.cell_count(); ++cell) {
      const Cost cost = field.cost(cell);
      wrong += flow.directions[cell] != field.direction(cell) || std::isinf(flow.lengths[cell]) != (cost == kInfinite);
      if (cost != kInfinite) wrong += std::abs(flow.lengths[cell] * moves.base(0) - cost) > 0.01;
    }
    CHECK(wrong == 0);
  }

  Reach reach;
  const Cost limit = moves.base(0) * 10;
  reach_within(moves, start, limit, workspace, reach);
  const std::vector<double> lines = {3, 7.5, 10};
  const FoundReach within = must(finder.reach(start, 10, lines));
  CHECK(within.status == reach.status);
  CHECK(cell_ids(finder.map(), within.cells) == reach.cells);
  REQUIRE(within.lengths.size() == reach.costs.size());
  for (size_t i = 0; i < reach.costs.size(); ++i) {
    CHECK(within.lengths[i] == doctest::Approx(reach.costs[i] / static_cast<double>(moves.base(0))));
  }
  reach_within(moves, start, kInfinite - 1, workspace, reach);
  std::vector<Cost> all;
  std::vector<ContourLine> wanted;
  costs_of_cells(moves, reach, all);
  contour_lines(moves, all, std::vector{moves.base(0) * 3, moves.base(0) * 15 / 2, limit}, wanted);
  REQUIRE(within.lines.size() == wanted.size());
  for (size_t i = 0; i < wanted.size(); ++i) {
    CHECK(within.lines[i].closed == wanted[i].closed);
    REQUIRE(within.lines[i].points.size() == wanted[i].points.size());
    CHECK(within.lines[i].points[1].x == wanted[i].points[1].x);
    CHECK(within.lines[i].points[1].y == wanted[i].points[1].y);
  }
}

}  // namespace

TEST_CASE("questions of the front door have the answers of the searches, after every edit as well") {
  Workspace workspace;
  for (int p = 0; p < kProfiles; ++p) {
    for (int size = 1; size <= 2; ++size) {
      const Rules rules{.profile = static_cast<Profile>(p), .weights = {1, 2, 1, 1}, .agent_size = size};
      Pathfinder finder(generate({.kind = SceneKind::kCave, .width = 40, .height = 30, .seed = 4}), rules);
      Rng rng(static_cast<uint64_t>(p * 2 + size));
      for (int i = 0; i < 12; ++i) {
        check_questions(finder, rng, workspace);
        const Cell corner = random_cell(finder.map(), rng);
        finder.paint(corner, {corner.x + 5, corner.y + 2}, i % 2 == 0 ? Terrain::kOut : Terrain::kSwamp);
      }
    }
  }
}

TEST_CASE("the flow field of the front door follows paintings, undo and redo") {
  for (int size = 1; size <= 3; ++size) {
    Pathfinder finder(generate({.kind = SceneKind::kCave, .width = 50, .height = 40, .seed = 4}), {.agent_size = size});
    finder.keep_undo(true);
    const std::vector<Cell> goals = {{10, 10}, {40, 30}, {-1, 3}};
    Rng rng(static_cast<uint64_t>(size));
    for (int i = 0; i < 40; ++i) {
      if (i % 4 == 2) CHECK(finder.undo());
      if (i % 8 == 3) CHECK(finder.redo());
      if (i % 4 == 0) {
        const Cell corner = random_cell(finder.map(), rng);
        REQUIRE(finder.paint(corner, {corner.x + 4, corner.y + 2}, i % 8 == 0 ? Terrain::kOut : Terrain::kGround));
      }
      const FoundFlow flow = must(finder.flow_field(goals));
      Pathfinder fresh(finder.map(), {.agent_size = size});
      const FoundFlow again = must(fresh.flow_field(goals));
      CHECK(flow.lengths == again.lengths);
      CHECK(flow.directions == again.directions);
    }
  }
}

TEST_CASE("a question without an answer says why, and options outside their ranges are refused") {
  Pathfinder finder(
      map_from_text(".....@..\n"
                    ".....@..\n"
                    "...W.@..\n"));
  CHECK(must(finder.nearest({3, 2}, std::vector<Cell>{{0, 0}})).path.why ==
        "start (3,2) is water, which the agent cannot enter");
  CHECK(must(finder.nearest({0, 0}, std::vector<Cell>{{5, 0}, {9, 9}})).path.why ==
        "all goals are blocked or off the map");
  CHECK(must(finder.nearest({0, 0}, std::vector<Cell>{{5, 0}, {7, 1}})).path.why == "no path");
  CHECK_FALSE(must(finder.nearest({0, 0}, {})).goal);
  CHECK(must(finder.nearest({0, 0}, std::vector<Cell>{{7, 1}, {4, 1}})).goal == 1);
  CHECK(must(finder.few_turns({0, 0}, {7, 0})).why == "no path");
  CHECK(must(finder.off_walls({0, 0}, {8, 0})).why == "goal (8,0) is off the map");
  CHECK(must(finder.alternatives({0, 0}, {5, 0})).paths[0].why == "goal (5,0) is blocked");
  CHECK(must(finder.reach({5, 0}, 3)).why == "start (5,0) is blocked");
  CHECK(must(finder.reach({0, 0}, 1e30)).cells.size() == 14);

  const auto refused = [](const auto& answer, const char* why) {
    REQUIRE_FALSE(answer);
    CHECK(answer.error().message() == why);
  };
  const std::vector<double> falling = {2, 1}, beyond = {4}, no_number = {std::numeric_limits<double>::quiet_NaN()};
  refused(finder.reach({0, 0}, -1), "reach: the limit is -1, not a length");
  refused(finder.reach({0, 0}, std::numeric_limits<double>::quiet_NaN()), "reach: the limit is nan, not a length");
  refused(finder.reach({0, 0}, 3, falling), "reach: a line at 1 after one at 2");
  refused(finder.reach({0, 0}, 3, beyond), "reach: a line at 4 of 3");
  refused(finder.reach({0, 0}, 3, no_number), "reach: a line at nan of 3");
  refused(finder.alternatives({0, 0}, {1, 0}, {.paths = 0}), "alternatives: an option is outside its range");
  refused(finder.few_turns({0, 0}, {1, 0}, {TurnOrder::kSum, TurnOptions::kLimit + 1}),
          "few_turns: the weight is above its limit");
  refused(finder.off_walls({0, 0}, {1, 0}, {.margin = 0}), "off_walls: an option is outside its range");
  refused(finder.off_walls({0, 0}, {1, 0}, {.margin = WallOptions::kMaxMargin + 1}),
          "off_walls: an option is outside its range");
  refused(finder.off_walls({0, 0}, {1, 0}, {.margin = 1, .weight = WallOptions::kMaxWeight + 1}),
          "off_walls: an option is outside its range");
}

// Plans of other programs for many agents: what is read of them, and what is wrong with them.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "core/io/movingai.hpp"
#include "tests/must.hpp"
#include "tests/support.hpp"
#include "traces/plan_check.hpp"

using namespace strata;

namespace {

std::string plan_error(std::string_view text, const std::string& name, const ReadLimits& limits = {}) {
  const Result<MapfPlan> parsed = parse_mapf_plan(text, name, limits);
  return parsed ? "read" : parsed.error().message();
}

constexpr std::string_view kText = R"(agents=2
map_file=arena.map
solver=planner
solved=1
soc=4
makespan=2
starts=(0,0),(2,1),
goals=(2,0),(0,1),
solution=
0:(0,0),(2,1),
1:(1,0),(1,1),
2:(2,0),(0,1),
)";

// The checks of check_plan in their plainest form: every pair of agents at every time step.
std::vector<PlanFinding> plain_findings(const MapfPlan& plan, const GridMap& map, const PlanTask& task) {
  std::vector<PlanFinding> found;
  for (uint32_t t = 0; t < plan.steps; ++t) {
    for (uint32_t a = 0; a < plan.agents; ++a) {
      const Cell at = plan.at(t, a).cell();
      if (!map.contains(at)) found.push_back({PlanFault::kOffMap, t, a});
      if (map.contains(at) && !Capability::walker().has(map.terrain(at))) found.push_back({PlanFault::kBlocked, t, a});
      if (t > 0) {
        const Cell before = plan.at(t - 1, a).cell();
        bool legal = before == at;
        for (const auto& [x, y] : {std::pair(1, 0), {-1, 0}, {0, 1}, {0, -1}}) {
          legal |= Cell{before.x + x, before.y + y} == at;
        }
        if (!legal) found.push_back({PlanFault::kJump, t, a});
      }
      if (t == 0 && !task.starts.empty() && task.starts[a].cell() != at) {
        found.push_back({PlanFault::kWrongStart, t, a});
      }
      if (t + 1 == plan.steps && !task.goals.empty() && task.goals[a].cell() != at) {
        found.push_back({PlanFault::kWrongGoal, t, a});
      }
      // The agent of the lowest number in the cell.
      for (uint32_t b = 0; b < a; ++b) {
        if (plan.at(t, b).cell() != at || !map.contains(at)) continue;
        found.push_back({PlanFault::kSameCell, t, b, a});
        break;
      }
      for (uint32_t b = a + 1; b < plan.agents && t > 0; ++b) {
        const Cell before = plan.at(t - 1, a).cell();
        if (before == at || !map.contains(at)) continue;
        if (plan.at(t - 1, b).cell() == at && plan.at(t, b).cell() == before) {
          found.push_back({PlanFault::kSwap, t, a, b});
        }
      }
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

TEST_CASE("plans: the text of pypibt, LaCAM and mapf-IR is read with what it claims, and written back the same") {
  const MapfPlan plan = test::must(parse_mapf_plan(kText, "a.txt"));
  CHECK(plan.agents == 2);
  CHECK(plan.steps == 3);
  CHECK(plan.map == "arena.map");
  CHECK(plan.claimed_costs == 4);
  CHECK(plan.claimed_makespan == 2);
  CHECK(plan.at(1, 1) == PlanCell{1, 1});
  CHECK(plan.goals == std::vector<PlanCell>{{2, 0}, {0, 1}});
  const MapfPlan again = test::must(parse_mapf_plan(format_mapf_plan(plan), "b.txt"));
  CHECK(again.places == plan.places);
  CHECK(again.claimed_costs == plan.claimed_costs);
  // Only time steps, without a last comma, with CRLF.
  const MapfPlan bare = test::must(parse_mapf_plan("0:(0,0),(2,1)\r\n1:(1,0),(1,1)\r\n", "c.plan"));
  CHECK(bare.steps == 2);
  CHECK_FALSE(bare.claimed_costs.has_value());
}

TEST_CASE("plans: agents of the League of Robot Runners go and turn as their letters say") {
  const MapfPlan plan = test::must(parse_mapf_plan(R"({"actionModel": "MAPF_T", "teamSize": 2, "makespan": 4,
    "start": [[2, 1, "E"], [0, 3, "S"]], "actualPaths": ["F,R,F,T", "C,F,W"], "plannerPaths": ["W", "W"],
    "errors": [[0, 1, 2, "vertex conflict"]], "tasks": [[0, 1, 2]]})",
                                                   "run.json"));
  CHECK(plan.steps == 5);
  const std::vector<PlanCell> first = {{1, 2}, {2, 2}, {2, 2}, {2, 3}, {2, 3}};   // row 2, column 1, to the east
  const std::vector<PlanCell> second = {{3, 0}, {3, 0}, {4, 0}, {4, 0}, {4, 0}};  // turns from south to east
  for (uint32_t step = 0; step < 5; ++step) {
    CHECK(plan.at(step, 0) == first[step]);
    CHECK(plan.at(step, 1) == second[step]);
  }
  CHECK(plan.claimed_errors == 1);
  CHECK(plan.headings[4] == 1);  // at step 2 the first agent looks south
  const PlanReport report = check_plan(plan, GridMap(6, 6), Capability::walker(), {});
  CHECK(report.total() == 0);
  CHECK(report.false_claims.empty());
}

TEST_CASE("plans: what cannot be read is refused with file and line") {
  CHECK(plan_error("", "a.txt") == "a.txt: is no plan: no line is a time step, such as 0:(4,5),(6,7)");
  CHECK(plan_error("hello\n", "a.txt") ==
        "a.txt:1: expected key=value or a time step, such as 0:(4,5),(6,7), not 'hello'");
  CHECK(plan_error("0:(1,2),\n2:(1,2),\n", "a.txt") == "a.txt:2: expected time step 1, not 2");
  CHECK(plan_error("0:(1,2),\n1:(1,2),(3,4)\n", "a.txt") == "a.txt:2: has 2 agents, not 1 as before");
  CHECK(plan_error("0:(1;2),\n", "a.txt") == "a.txt:1: expected a place, such as (4,5), not '(1;2),'");
  CHECK(plan_error("0:(1,2)(3,4)\n", "a.txt") == "a.txt:1: expected a comma before '(3,4)'");
  CHECK(plan_error("0:(1,99999)\n", "a.txt") == "a.txt:1: '(1,99999)' lies on no map");
  CHECK(plan_error("agents=3\n0:(1,2),\n", "a.txt") == "a.txt: says agents=3, but its time steps have 1");
  CHECK(plan_error("goals=(1,1),(2,2)\n0:(1,2),\n", "a.txt") == "a.txt: has 2 goals for 1 agents");
  CHECK(plan_error("0:(1,2),\n1:(1,2),\n", "a.txt", {.cells = 1}) == "a.txt:2: has more than 1 places");
  CHECK(plan_error("{\"start\": [[1, 2, \"Q\"]]}", "a.json") ==
        "a.json:1: expected a heading E, S, W or N as the third word, not 'Q'");
  CHECK(plan_error("{\"start\": [[1, 2, \"E\"]],\n\"actualPaths\": [\"F,X\"]}", "a.json") ==
        "a.json:2: a path has 'X' where F, R, C, W or T is expected");
  CHECK(plan_error("{\"start\": [[1, 2, \"E\"]], \"actualPaths\": [\"F\", \"F\"]}", "a.json") ==
        "a.json: has 2 paths for 1 starts");
  CHECK(plan_error("{\"events\": []}", "a.json") ==
        "a.json: is no plan of the League of Robot Runners: it has no start or no actualPaths");
}

TEST_CASE("plans: each fault is named with its time step and its agents") {
  const GridMap map = parse_map("type octile\nheight 2\nwidth 4\nmap\n....\n.@..\n", "drawn").value().map;
  const auto check = [&](std::string_view text, const PlanTask& task = {}) {
    const MapfPlan plan = parse_mapf_plan(text, "a.txt").value();
    std::string all;
    for (const PlanFinding& finding : check_plan(plan, map, Capability::walker(), task).findings) {
      all += fmt::format("{}: {}\n", finding.step, plan_finding_text(plan, finding));
    }
    return all;
  };
  CHECK(check("0:(0,0),(3,0)\n1:(1,0),(2,0)\n") == "");
  CHECK(check("0:(0,0)\n1:(-1,0)\n") == "1: agent 0 is off the map, at (-1,0)\n");
  CHECK(check("0:(0,1)\n1:(1,1)\n") == "1: agent 0 is in the blocked cell (1,1)\n");
  CHECK(check("0:(0,0)\n1:(2,0)\n") == "1: agent 0 jumps from (0,0) to (2,0)\n");
  CHECK(check("0:(0,0)\n1:(0,0)\n2:(1,1)\n") ==
        "2: agent 0 is in the blocked cell (1,1)\n2: agent 0 jumps from (0,0) to (1,1)\n");
  CHECK(check("0:(0,0),(2,0)\n1:(1,0),(1,0)\n") == "1: agents 0 and 1 are both in (1,0)\n");
  CHECK(check("0:(0,0),(1,0)\n1:(1,0),(0,0)\n") == "1: agents 0 and 1 exchange (0,0) and (1,0)\n");
  CHECK(check("0:(0,0)\n1:(1,0)\n", {{{0, 1}}, {{2, 0}}}) ==
        "0: agent 0 begins at (0,0), not at its start\n1: agent 0 ends at (1,0), not at its goal\n");
}

TEST_CASE("plans: sum of costs and makespan are computed, and a file that claims others is told") {
  const GridMap map(3, 2);
  const MapfPlan plan = parse_mapf_plan(kText, "a.txt").value();
  const PlanReport report = check_plan(plan, map, Capability::walker(), {plan.starts, plan.goals});
  CHECK(report.total() == 0);
  CHECK(report.sum_of_costs == 4);
  CHECK(report.makespan == 2);
  CHECK(report.at_goal == 2);
  CHECK(report.false_claims.empty());
  // An agent that waits at its goal at the end costs nothing more; one that leaves it and returns does.
  const MapfPlan waits =
      parse_mapf_plan("soc=9\nmakespan=4\n0:(0,0),(2,1)\n1:(1,0),(2,0)\n2:(1,0),(2,1)\n3:(1,0),(2,1)\n", "b.txt")
          .value();
  const PlanReport other = check_plan(waits, map, Capability::walker(), {});
  CHECK(other.sum_of_costs == 1 + 2);
  CHECK(other.makespan == 2);
  CHECK(other.false_claims ==
        std::vector<std::string>{"The file says makespan 4; it is 2.", "The file says soc 9; it is 3."});
}

TEST_CASE("plans: the check finds exactly what a comparison of all pairs finds") {
  Rng rng(7);
  const GridMap map =
      parse_map("type octile\nheight 4\nwidth 5\nmap\n.....\n.@.@.\n..S..\n.T...\n", "drawn").value().map;
  size_t swaps = 0;
  for (int round = 0; round < 400; ++round) {
    CAPTURE(round);
    MapfPlan plan;
    plan.agents = 1 + rng.below(9);
    plan.steps = 1 + rng.below(6);
    const auto any = [&] {
      return PlanCell{static_cast<int16_t>(static_cast<int>(rng.below(7)) - 1),
                      static_cast<int16_t>(static_cast<int>(rng.below(6)) - 1)};
    };
    for (uint32_t step = 0; step < plan.steps; ++step) {
      for (uint32_t agent = 0; agent < plan.agents; ++agent) {
        PlanCell at = step == 0 || rng.below(10) == 0 ? any() : plan.at(step - 1, agent);
        if (step > 0 && rng.below(4) != 0) {
          int16_t& moved = rng.below(2) == 0 ? at.x : at.y;
          moved = static_cast<int16_t>(moved + (rng.below(2) == 0 ? 1 : -1));
        }
        plan.places.push_back(at);
      }
    }
    PlanTask task;
    for (uint32_t agent = 0; agent < plan.agents && round % 2 == 0; ++agent) {
      task.starts.push_back(rng.below(2) == 0 ? any() : plan.at(0, agent));
      task.goals.push_back(rng.below(2) == 0 ? any() : plan.at(plan.steps - 1, agent));
    }
    const PlanReport report = check_plan(plan, map, Capability::walker(), task);
    std::vector<PlanFinding> found = report.findings;
    CHECK(std::is_sorted(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.step < b.step; }));
    std::sort(found.begin(), found.end());
    CHECK(found == plain_findings(plan, map, task));
    CHECK(report.total() == found.size());
    CHECK_FALSE(report.truncated);
    swaps += report.counts[static_cast<size_t>(PlanFault::kSwap)];
    const PlanReport few = check_plan(plan, map, Capability::walker(), task, 3);
    CHECK(few.findings.size() == std::min<size_t>(3, found.size()));
    CHECK(few.truncated == (found.size() > 3));
  }
  CHECK(swaps > 20);
}

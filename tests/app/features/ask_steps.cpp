// Stepping through the search of a question: what is recorded, what it follows, and what ends it.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "app/features/ask/ask.hpp"
#include "app/lab/cell_explanations.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/scene.hpp"
#include "app/playback/playback.hpp"
#include "core/base/rng.hpp"
#include "core/search/question_code.hpp"
#include "core/search/reach.hpp"
#include "core/search/trace.hpp"
#include "core/search/workspace.hpp"
#include "core/world/map_moves.hpp"
#include "tests/lab_support.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

constexpr const char* kSteppedLines[] = {"ask.question nearest", "ask.question reach", "ask.question walls"};

// Checks that the lab steps what the library records for the question.
void check_steps(const Lab& lab) {
  const AskController& controller = ask_controller(lab);
  REQUIRE(controller.stepped());
  const MoveGrid& moves = lab.world().moves();
  const PlanQuery& query = lab.state().query;
  Trace trace;
  Workspace workspace;
  if (controller.question() == AskQuestion::kNearest) {
    std::vector<Cell> goals = {query.goal};
    goals.insert(goals.end(), controller.goals().begin(), controller.goals().end());
    PlanResult result;
    plan_to_nearest(moves, query.start, goals, workspace, result, trace);
  } else if (controller.question() == AskQuestion::kWalls) {
    PlanResult result;
    const Clearance* const clearance = lab.world().get<MapMoves>().clearance();
    REQUIRE(clearance != nullptr);
    plan_off_walls(moves, *clearance, controller.settings().walls(), query, workspace, result, trace);
  } else {
    Reach reach;
    reach_within(moves, query.start, cost_of_steps(moves, controller.settings().limit), workspace, reach, trace);
  }
  CHECK(lab.trace().events() == trace.events());
  CHECK(lab.playback().size() == trace.events().size());
}

std::string last_sentence(Lab& lab) {
  run(lab, "step.last");
  return explained_step(lab);
}

}  // namespace

TEST_CASE("the search of a question is stepped with its own pseudo-code and follows the goals, the limit and the map") {
  Lab lab;
  run_settled(lab,
              {"map.new 12 8 force", "query.set 1 1 10 6", "ask.goals 3,1 9,2", "ask.question nearest", "ask.step"});
  CHECK(lab.query().pseudo_code().lines.data() == nearest_code::kCode.lines.data());
  CHECK(lab.state().process->title == ask_title(AskQuestion::kNearest));
  check_steps(lab);
  run(lab, "step.to 1");
  CHECK(explained_step(lab) == "The search begins at the start, (1,1).");
  run(lab, "step.to 2");
  CHECK(explained_step(lab) == "(3,1) is one of the goals.");
  CHECK(last_sentence(lab) == "(3,1) is the nearest goal: the path costs 2.00.");
  run(lab, "step.back");
  CHECK(explained_step(lab).find("no goal is nearer") != std::string::npos);
  run_settled(lab, "ask.add_goal 1,2");
  check_steps(lab);
  CHECK(last_sentence(lab) == "(1,2) is the nearest goal: the path costs 1.00.");
  run_settled(lab, {"paint.rectangle 0 2 11 2 filled blocked", "ask.goals 2,5"});
  check_steps(lab);
  CHECK(last_sentence(lab) == "The open list is empty: no path leads from (1,1) to any goal.");

  // The question after it is not stepped by itself.
  run_settled(lab, {"ask.question reach", "ask.limit 3"});
  CHECK(lab.state().process == nullptr);
  CHECK_FALSE(lab.trace().events().empty());
  run_settled(lab, "ask.step on");
  CHECK(lab.query().pseudo_code().lines.data() == reach_code::kCode.lines.data());
  check_steps(lab);
  CHECK(last_sentence(lab).starts_with("The last cell within the limit is "));
  run_settled(lab, "ask.limit 5");
  check_steps(lab);
  run_settled(lab, "query.start 4 0");
  check_steps(lab);
  run_settled(lab, "ask.step off");
  CHECK(lab.state().process == nullptr);
  CHECK(ask_controller(lab).question() == AskQuestion::kReach);
}

TEST_CASE("the steps of a question are those of the library on random maps, after edits of the map as well") {
  for (int seed = 0; seed < rounds(40); ++seed) {
    CAPTURE(seed);
    Rng rng(static_cast<uint64_t>(seed));
    Lab lab;
    run(lab, {fmt::format("map.generate random 24 18 {} 25 force", seed), fmt::format("query.random {}", seed),
              fmt::format("rules.profile {}", seed % 3 == 0 ? "four" : "octile"),
              fmt::format("ask.limit {}", rng.between(1, 30)),
              fmt::format("ask.goals {},3 {},9", rng.below(24), rng.below(24)),
              fmt::format("ask.wall_cost {}", rng.between(0, 300)), kSteppedLines[seed / 3 % 3]});
    run_settled(lab, "ask.step");
    check_steps(lab);
    for (int edit = 0; edit < 3; ++edit) {
      run_settled(lab, fmt::format("paint.rectangle {0} {1} {0} {1} filled {2}", rng.below(24), rng.below(18),
                                   edit == 1 ? "ground" : "swamp"));
      check_steps(lab);
    }
  }
}

TEST_CASE("a scene and a reproduction step the search of the question again, at the same event") {
  Lab lab, other, again;
  run_settled(lab, {"map.new 20 10 force", "query.set 1 1 18 8", "ask.goals 3,3", "ask.question nearest", "ask.step",
                    "step.to 7"});
  REQUIRE(open_scene(other, scene_of(lab)).ok());
  for (const std::string& one : lines_of(lab.log().reproduction())) {
    if (!one.empty() && one[0] != '#') run(again, one);
  }
  for (Lab* const one : {&other, &again}) {
    one->finish_updates();
    check_steps(*one);
    CHECK(one->playback().cursor() == 7);
  }
}

TEST_CASE("what ends the steps of a question, and why some cannot begin") {
  Lab lab;
  run_settled(lab, {"map.new 20 10 force", "query.set 1 1 18 8"});
  CHECK(failure(lab, "ask.step").find("no question is asked") != std::string::npos);
  for (const char* line : {"ask.question turns", "ask.question alternatives"}) {
    run_settled(lab, line);
    CHECK(failure(lab, "ask.step").find("cannot be stepped") != std::string::npos);
  }
  run_settled(lab, "ask.question nearest");
  CHECK(failure(lab, "ask.step maybe").find("expected on or off, not 'maybe'") != std::string::npos);
  CHECK(lab.state().process == nullptr);

  run_settled(lab, {"ask.step", "planner.trace dijkstra"});
  CHECK(lab.state().process == nullptr);
  CHECK(ask_controller(lab).question() == AskQuestion::kNearest);
  run_settled(lab, {"ask.step", "query.clear"});
  CHECK(lab.state().process == nullptr);
  CHECK(failure(lab, "ask.step").find("start and goal are not set") != std::string::npos);
  run_settled(lab, {"query.set 1 1 18 8", "ask.step", "ask.question shortest"});
  CHECK(lab.state().process == nullptr);
  run_settled(lab, {"ask.question reach", "ask.step", "hpa.construct"});
  CHECK_FALSE(ask_controller(lab).asks());
  REQUIRE(lab.state().process != nullptr);
  CHECK(lab.state().process->begin_line == "hpa.construct");
  run_settled(lab, {"hpa.construct off", "ask.question reach", "ask.step", "map.new 600 600 force"});
  CHECK(lab.state().process == nullptr);
  run_settled(lab, {"query.set 1 1 18 8", "ask.question reach"});
  CHECK(failure(lab, "ask.step").find("512 x 512") != std::string::npos);
}

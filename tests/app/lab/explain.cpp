// Every cell of every map has its why, whatever planner is stepped and wherever the cursor is.
#include "app/lab/cell_explanations.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/lab/breakpoint_checks.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/playback/playback.hpp"
#include "tests/explain_support.hpp"
#include "tests/rounds.hpp"

using namespace strata;
using namespace strata::test;

namespace {

std::string why(Lab& lab, int x, int y) {
  CellExplanations explanations;
  return explanations.why(explained_search(lab), {x, y});
}

bool says(const std::string& text, std::string_view words) {
  const bool has = text.find(words) != text.npos;
  if (!has) MESSAGE(text);
  return has;
}

}  // namespace

TEST_CASE("every cell has a why, for every planner") {
  test::each_small_recording([](Lab& lab) { test::check_why_of_cells(lab, test::rounds(2500), 17); });
}

TEST_CASE("a why says what became of a cell") {
  Lab lab;
  lab.finish_updates();
  Playback& playback = lab.playback();
  CHECK(says(why(lab, 3, 15), "Expanded by event 4: no open cell had a smaller f than its 33.00 (g 0.00 + h 33.00)"));
  CHECK(says(why(lab, 3, 15), "it was the only open one"));
  CHECK(says(why(lab, 3, 15), "The search starts here."));
  CHECK(says(why(lab, 0, 0), "The agent cannot stand here"));
  playback.jump(4);
  CHECK(says(why(lab, 3, 14), "Not reached yet: event 5 puts it into the open list from (3,15); event"));
  playback.jump(12);
  CHECK(says(why(lab, 4, 15), "it is the next to be expanded; event"));
  CHECK(says(why(lab, 2, 15), "go first, (4,15) before all: f = 33.00"));
  CHECK(says(why(lab, 36, 15), "The path will go over it."));
  run_settled(lab, "planner.trace hpa1");
  CHECK(says(why(lab, 36, 15), "It is on the path"));
  CHECK(why(lab, -1, 3) == "The cell lies outside of the map.");
}

TEST_CASE("a cell that smoothing takes off the path says that it was on it") {
  Lab lab;
  run_settled(lab, "planner.trace hpa1");
  CHECK(says(why(lab, 18, 24), "It was on the path from event "));
  CHECK(says(why(lab, 18, 24), " until it was smoothed (event "));
  lab.playback().jump(lab.playback().outline().phase_end(Phase::kRefine));
  CHECK(says(why(lab, 18, 24), "It is on the path: event "));
  // What is said at the end of the search is true of every cell.
  size_t smoothed = 0;
  for (const char* planner : {"hpa1", "hpa2", "hpa3"}) {
    CAPTURE(planner);
    run(lab, std::string("planner.trace ") + planner);
    for (int query = 0; query < 6; ++query) {
      run_settled(lab, fmt::format("query.random {}", query));
      REQUIRE(lab.playback().at_end());
      const PlanResult& result = lab.state().row(planner)->result;
      CellExplanations explanations;
      for (const CellId id : result.raw_path) {
        const Cell cell = lab.world().map().cell(id);
        CAPTURE(cell.x);
        CAPTURE(cell.y);
        const std::string text = explanations.why(explained_search(lab), cell);
        const bool on = std::ranges::find(result.path, id) != result.path.end();
        if (on) CHECK(text.find("It was on the path") == text.npos);
        if (!on) CHECK(text.find("It is on the path") == text.npos);
        smoothed += !on;
      }
    }
  }
  CHECK(smoothed > 0);
}

TEST_CASE("a cell that is left open says what was expanded before it") {
  Lab lab;
  run_settled(lab, {"map.new 40 30", "query.start 5 15", "query.goal 20 15"});
  CHECK(says(why(lab, 4, 15), "but never expanded: the goal (20,15) was expanded before it"));
  CHECK(says(why(lab, 39, 0), "even the straight path over it would cost"));
  run_settled(lab, "paint.rectangle 30 5 36 9 outline blocked");
  CHECK(says(why(lab, 33, 7), "an area of its own, of 15 cells"));
  run_settled(lab, "planner.trace jps");
  CHECK(says(why(lab, 12, 15), "Pruned: the jump from (5,15) to (20,15)"));
  run_settled(lab, "planner.trace hpa1");
  CHECK(says(why(lab, 35, 25), "No transition"));
  CHECK(says(why(lab, 35, 25), "at most in the clusters of the start, the goal and the path"));
  run_settled(lab, {"rules.profile four", "rooms on", "planner.trace rooms"});
  CHECK(says(why(lab, 33, 27), "Pruned: it lies inside the room"));
}

TEST_CASE("conditions are commands, kept by the log, and say when they can never hold") {
  Lab lab;
  lab.finish_updates();
  CHECK(says(failure(lab, "step.condition bad on"), "unknown condition"));
  CHECK(says(failure(lab, "step.condition touched on"), "needs a cell"));
  CHECK(says(failure(lab, "step.condition level on 3 4"), "only touched has a cell"));
  run(lab, "step.condition reopened on");
  CHECK(lab.state().messages.back().text == "A* never reopens a node here: its heuristic is consistent");
  run(lab, "step.condition level on");
  CHECK(lab.state().messages.back().text == "The level never changes here: all events are of level 0");
  run(lab, "step.condition touched on 0 0");
  CHECK(lab.state().messages.back().text == "No event of this search concerns (0,0)");
  const size_t said = lab.state().messages.size();
  run(lab, {"step.condition f-grows on", "step.condition level off", "step.condition touched on 22 30"});
  CHECK(lab.state().messages.size() == said);
  run(lab, {"step.first", "step.run"});
  CHECK(lab.playback().current()->type == EventType::kExpand);
  CHECK_FALSE(lab.playback().at_end());

  Lab other;
  const std::string script = lab.log().reproduction();
  for (size_t begin = 0; begin < script.size();) {
    const size_t end = script.find('\n', begin);
    run(other, script.substr(begin, end - begin));
    begin = end + 1;
  }
  const Breakpoints& kept = other.playback().breakpoints();
  CHECK(kept.at(BreakCondition::kReopened));
  CHECK(kept.at(BreakCondition::kFGrows));
  CHECK_FALSE(kept.at(BreakCondition::kLevelChanges));
  CHECK(kept.at(BreakCondition::kTouched));
  CHECK(kept.watched() == Cell{22, 30});
  CHECK(other.playback().cursor() == lab.playback().cursor());
  // Another map opens with them.
  run(lab, "map.new 12 12 force");
  const std::vector<std::string> lines = lab.log().setting_lines();
  CHECK(std::find(lines.begin(), lines.end(), "step.condition touched on 22 30") != lines.end());
  CHECK(says(never_stops(lab, BreakCondition::kTouched), lab.playback().empty() ? "" : "outside of the map"));
}

TEST_CASE("Theta* reopens nodes, and the condition finds the first") {
  Lab lab;
  run_settled(lab, "planner.trace theta");
  run(lab, {"step.condition reopened on", "step.first", "step.run"});
  REQUIRE_FALSE(lab.playback().at_end());
  CHECK(says(explained_step(lab), "it was expanded before and is reopened"));
}

TEST_CASE("what a phase is for is said at its first event, and can be asked for while it lasts") {
  Lab lab;
  lab.finish_updates();
  CHECK(explained_phase(lab, Phase::kMain).empty());  // A* over cells has one phase
  run_settled(lab, "planner.trace hpa2");
  for (const Phase phase : {Phase::kInsertStart, Phase::kMain, Phase::kRefine, Phase::kSmooth}) {
    CAPTURE(static_cast<int>(phase));
    const std::string purpose(explained_phase(lab, phase));
    CHECK(purpose.ends_with("."));
    const auto& spans = lab.playback().outline().phases;
    const auto first = std::ranges::find(spans, phase, &PhaseSpan::phase);
    REQUIRE(first != spans.end());
    lab.playback().jump(first->begin + 1);
    CHECK(explained_step(lab).starts_with(purpose));
    lab.playback().jump(first->end);
    CHECK(explained_phase(lab, phase) == purpose);
  }
  // The goal is connected for the reason that was said when the start was.
  CHECK(explained_phase(lab, Phase::kInsertGoal) == explained_phase(lab, Phase::kInsertStart));
}

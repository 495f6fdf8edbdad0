// Every cell of every map has its why, whatever planner is stepped and wherever the cursor is.
#include "app/lab/explain.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "app/lab/breakpoint_checks.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/playback/playback.hpp"
#include "tests/explain_support.hpp"
#include "tests/rounds.hpp"

using namespace strata;
using test::failure;
using test::run;

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
  run(lab, "planner.trace hpa1");
  lab.finish_updates();
  CHECK(says(why(lab, 36, 15), "It is on the path"));
  CHECK(why(lab, -1, 3) == "The cell lies outside of the map.");
}

TEST_CASE("a cell that is left open says what was expanded before it") {
  Lab lab;
  run(lab, "map.new 40 30");
  run(lab, "query.start 5 15");
  run(lab, "query.goal 20 15");
  lab.finish_updates();
  CHECK(says(why(lab, 4, 15), "but never expanded: the goal (20,15) was expanded before it"));
  CHECK(says(why(lab, 39, 0), "even the straight path over it would cost"));
  run(lab, "paint.rectangle 30 5 36 9 outline blocked");
  lab.finish_updates();
  CHECK(says(why(lab, 33, 7), "an area of its own, of 15 cells"));
  run(lab, "planner.trace jps");
  lab.finish_updates();
  CHECK(says(why(lab, 12, 15), "Pruned: the jump from (5,15) to (20,15)"));
  run(lab, "planner.trace hpa1");
  lab.finish_updates();
  CHECK(says(why(lab, 35, 25), "No transition"));
  run(lab, "rules.profile four");
  run(lab, "rooms on");
  run(lab, "planner.trace rooms");
  lab.finish_updates();
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
  run(lab, "step.condition f-grows on");
  run(lab, "step.condition level off");
  run(lab, "step.condition touched on 22 30");
  CHECK(lab.state().messages.size() == said);
  run(lab, "step.first");
  run(lab, "step.run");
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
  run(lab, "planner.trace theta");
  lab.finish_updates();
  run(lab, "step.condition reopened on");
  run(lab, "step.first");
  run(lab, "step.run");
  REQUIRE_FALSE(lab.playback().at_end());
  CHECK(says(explained_step(lab), "it was expanded before and is reopened"));
}

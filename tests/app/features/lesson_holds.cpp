// A step of a lesson holds all that it does not ask to change: dodges by mouse, keys and commands change nothing and
// are told, those by a script are refused with the answer, and what the task is about stays free.
#include "app/features/lesson/lesson_holds.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_check.hpp"
#include "app/features/lesson/lesson_list.hpp"
#include "app/lab/saved_user_work.hpp"
#include "tests/lesson_support.hpp"
#include "tests/overlay_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using strata::test::lesson_dump;
using strata::test::run;

namespace {

// Goes to the step of the lesson, from 1, with the answers given by the lesson.
void go_to_step(Lab& lab, const std::string& lesson, size_t step) {
  lab.gestures().set_view_size(800, 800);
  run(lab, "lesson.open " + lesson);
  while (lesson_controller(lab).step_index() + 1 < step) {
    if (lesson_controller(lab).step().asks()) run(lab, "lesson.tell");
    run(lab, "lesson.next");
  }
  lab.finish_updates();
  lab.mutable_state().camera.fit(lab.world().map().width(), lab.world().map().height());
}

void drag(Lab& lab, Cell from, Cell to) {
  for (const auto& [kind, cell] : {std::pair(test::kPress, from), {test::kMove, to}, {test::kRelease, to}}) {
    lab.gestures().pointer(test::at(lab, kind, cell));
  }
}

std::string last_message(const Lab& lab) {
  return lab.state().messages.empty() ? std::string() : lab.state().messages.back().text;
}

struct Dodge {
  const char* lesson;
  size_t step;
  const char* line;
  const char* held;  // the beginning of the message
};
const std::vector<Dodge> kDodges = {
    {"better-h", 4, "query.start 36 15", "S stays where it is"},
    {"cluster-size", 4, "query.goal 39 62", "G stays where it is"},
    {"bottleneck", 5, "query.set 85 32 85 32", "S and G stay where they are"},
    {"bottleneck", 5, "hna.links rows", "\""},
    {"astar-stops", 3, "query.random 5", "S and G stay where they are"},
    {"astar-stops", 3, "plan.ties fifo", "\""},
    {"astar-stops", 5, "plan.weight 3", "\""},
    {"clearance", 3, "agent.size 1", "\""},
    {"one-transition", 2, "plan.smooth on", "\""},
    {"insert-ends", 4, "query.start 7 12", "S stays where it is"},
    {"more-levels", 4, "hpa.cluster_size 8", "\""},
    {"contraction", 4, "graph.edge 4,6 22,6 1", "The graph stays as it is"},
    {"crowds", 3, "crowd.spawn 500", "The crowd stays as it is"},
    {"dominance", 4, "haa.sizes 3", "\""},
    {"sectors", 3, "sectors.size 16", "\""},
    {"symmetry", 3, "rules.profile octile", "\""},
    {"wall-falls", 4, "hpa.cluster_size 20", "\""},
    {"repaired-search", 6, "query.start 12 27", "S stays where it is"},
    {"links", 1, "paint.rectangle 13 13 15 15 filled blocked", "The map stays as it is"},
    {"dominance", 2, "paint.line 3 3 3 6 blocked", "The map stays as it is"},
    {"wall-falls", 5, "edit.undo", "The map stays as it is"}};

}  // namespace

TEST_CASE("a dodge by hand changes nothing, and one sentence says what is held and why") {
  for (const Dodge& dodge : kDodges) {
    CAPTURE(dodge.lesson);
    CAPTURE(dodge.line);
    Lab lab(lesson_check_options());
    go_to_step(lab, dodge.lesson, dodge.step);
    const std::vector<std::string> before = work_of(lab);
    const std::string map = test::letters(lab);
    lab.run(dodge.line);
    lab.finish_updates();
    CHECK(work_of(lab) == before);
    CHECK(test::letters(lab) == map);
    CAPTURE(last_message(lab));
    CHECK(last_message(lab).starts_with(dodge.held));
    const char* why = lesson_controller(lab).step().builds() ? ": the task is to be done without changing that"
                                                             : ": the question is about what is shown";
    CHECK(last_message(lab).ends_with(why));
  }
}

TEST_CASE("a dodge by a script is refused with the answer, until the step is begun again") {
  for (const Dodge& dodge : kDodges) {
    CAPTURE(dodge.lesson);
    CAPTURE(dodge.line);
    Lab lab(lesson_check_options());
    go_to_step(lab, dodge.lesson, dodge.step);
    run(lab, dodge.line);
    lab.finish_updates();
    const bool builds = lesson_controller(lab).step().builds();
    const std::string told = test::failure(lab, builds ? "lesson.done" : "lesson.tell");
    CHECK(told.find("changed, which this step does not allow: begin the step again") != told.npos);
    CHECK(lesson_controller(lab).answer_state().tries == 0);
    run(lab, {"lesson.reset", "lesson.tell"});
    CHECK(lesson_controller(lab).answer_state().done);
  }
}

TEST_CASE("S and G that are held are not dragged, and no brush paints what is held") {
  Lab lab(lesson_check_options());
  go_to_step(lab, "better-h", 4);
  const PlanQuery query = lab.state().query;
  drag(lab, query.start, query.goal);
  CHECK(lab.state().query == query);
  CHECK(last_message(lab).starts_with("S stays where it is"));
  run(lab, "lesson.done");
  CHECK(lesson_dump(lab)["verdict"] == "wrong");
  // The landmark is what the task is about.
  lab.run("landmarks.move 1 36,15");
  lab.finish_updates();
  run(lab, "lesson.done");
  CHECK(lesson_dump(lab)["verdict"] == "right");
  run(lab, "lesson.next");
  CHECK(lab.state().query.goal == Cell{27, 8});
  const std::string map = test::letters(lab);
  run(lab, {"tool.select brush", "terrain.select blocked", "brush.radius 0"});
  drag(lab, {5, 20}, {8, 20});
  lab.tick(0.02);
  CHECK(test::letters(lab) == map);
  CHECK_FALSE(lab.state().painting);
  CHECK(last_message(lab).starts_with("The map stays as it is"));
}

TEST_CASE("an order that contracts from both ends is as deep as the line, and agents that wait are not planned anew") {
  Lab lab(lesson_check_options());
  go_to_step(lab, "contraction", 4);
  for (const char* order :
       {"graph.order 4,6 7,6 10,6 16,6 19,6 22,6 13,6", "graph.order 4,6 22,6 7,6 19,6 10,6 16,6 13,6"}) {
    CAPTURE(order);
    lab.run(order);
    run(lab, "wait.ready");
    run(lab, "lesson.done");
    CHECK(lesson_dump(lab)["verdict"] == "wrong");
    CHECK(lesson_dump(lab)["reason"].get<std::string>().find("One side climbs over 4 nodes") != std::string::npos);
  }
  lab.run("graph.order 4,6 10,6 16,6 22,6 7,6 19,6 13,6");
  run(lab, "wait.ready");
  run(lab, "lesson.done");
  CHECK(lesson_dump(lab)["verdict"] == "right");

  Lab crowd(lesson_check_options());
  go_to_step(crowd, "crowds", 3);
  crowd.run("paint.line 32 0 32 63 blocked");
  run(crowd, "lesson.done");
  CHECK(lesson_dump(crowd)["verdict"] == "wrong");
  CHECK(lesson_dump(crowd)["reason"].get<std::string>().find("wait to be planned anew") != std::string::npos);
  crowd.run("crowd.step 1");
  run(crowd, "lesson.done");
  CHECK(lesson_dump(crowd)["verdict"] == "right");
}

TEST_CASE("everything that the model solutions of the lessons do may be done by hand") {
  size_t tasks = 0;
  for (const LessonEntry& entry : lesson_list()) {
    CAPTURE(entry.id);
    const Lesson lesson = load_lesson(entry.path).value();
    for (const LessonStep& step : lesson.steps) {
      for (const LessonAction& action : step.after) {
        if (!step.builds() || action.kind != LessonAction::Kind::kCommand) continue;
        CHECK(held_by(step, *command_named(action.command.name), false).empty());
        ++tasks;
      }
      // What only shows something is never held.
      for (const char* name :
           {"layer", "view.zoom", "step.forward", "inspect", "tool.select", "brush.radius", "planner.show", "crowd.run",
            "crowd.step", "crowd.rate", "ch.top", "ch.importance", "labels.levels", "haa.graph", "sweep.choose",
            "sweep.measure", "ask.lines", "lesson.next", "map.new"}) {
        CAPTURE(name);
        CHECK(held_by(step, *command_named(name), true).empty());
      }
    }
  }
  CHECK(tasks >= 15);
}

TEST_CASE("painting outside of the cells of a step is taken back as a whole, and what `may` names is free") {
  const test::TempFolder folder;
  const std::string head =
      "lesson held 1\ntitle \"Held\"\nstep \"A wall\"\nsetup map.new 20 20\nsetup brush.radius 0\n"
      "setup query.set 2 2 12 2\nsetup paint.line 1 10 4 10 blocked\nsetup tool.select brush\n"
      "setup terrain.select blocked\nbuild \"Close the way.\"\n"
      "check planners.astar.status != found\nbecause \"No path.\"\n";
  const std::string path = folder.file("held.lesson");
  REQUIRE(write_file_atomic(path, head + "cells 8,0 9,19\nmay plan.weight\nreveal paint.line 8 0 8 19 blocked\n").ok());
  CHECK(check_lesson(path).problems.empty());
  Lab lab;
  lab.gestures().set_view_size(800, 800);
  run(lab, "lesson.open " + path);
  lab.mutable_state().camera.fit(20, 20);
  const std::string map = test::letters(lab);
  drag(lab, {6, 4}, {9, 4});  // it begins outside
  lab.tick(0.02);
  CHECK(test::letters(lab) == map);
  CHECK(last_message(lab) ==
        "The map stays as it is outside of the cells from (8,0) to (9,19): the task is to be done without changing "
        "that");
  lab.run("paint.line 8 3 12 3 blocked");
  lab.tick(0.02);
  CHECK(test::letters(lab) == map);
  // The wall of the lesson itself is not undone.
  lab.run("edit.undo");
  CHECK(test::letters(lab) == map);
  lab.run("plan.weight 2");
  CHECK(lab.state().plan_options().weight == 200);
  drag(lab, {9, 0}, {9, 19});
  lab.tick(0.02);
  CHECK(test::letters(lab) != map);
  lab.run("edit.undo");
  CHECK(test::letters(lab) == map);
  drag(lab, {9, 0}, {9, 19});
  lab.tick(0.02);
  run(lab, "lesson.done");
  CHECK(lesson_dump(lab)["verdict"] == "right");

  // A model solution that does what the step holds is told with its line.
  REQUIRE(write_file_atomic(path, head + "cells 8,0 9,9\nreveal paint.line 8 0 8 19 blocked\n").ok());
  const LessonReport report = check_lesson(path);
  REQUIRE(report.problems.size() == 1);
  CHECK(report.problems[0] == path +
                                  ":10: the model solution changes what the step holds: The map was changed, which "
                                  "this step does not allow: begin the step again");
}

TEST_CASE("a task that does not hold is told in plain words, without a key of the state") {
  const test::TempFolder folder;
  const std::string path = folder.file("plain.lesson");
  REQUIRE(write_file_atomic(path,
                            "lesson plain 1\ntitle \"Plain\"\nstep \"A wall\"\nsetup map.new 20 20\n"
                            "setup query.set 2 2 12 2\nbuild \"Make it long.\"\n"
                            "limit map.passable >= 399\n"
                            "check planners.astar.status == found\ncheck planners.astar.percent_over > 5\n"
                            "check planners.astar.steps > 20\ncheck planners.astar.expanded > 500\n"
                            "check planners.nobody.cost == 4\n"
                            "because \"So.\"\nreveal paint.line 8 0 8 5 blocked\n")
              .ok());
  Lab lab;
  run(lab, "lesson.open " + path);
  run(lab, "lesson.done");
  CHECK(lesson_dump(lab)["reason"].get<std::string>().starts_with(
      "Not yet. The path of A* is 0 % above the optimum. The path of A* costs 10. A* expands "));
  CHECK(lesson_dump(lab)["reason"].get<std::string>().ends_with(" What the task asks for is not there."));
  lab.run("paint.rectangle 12 2 12 2 filled blocked");
  lab.run("paint.rectangle 14 2 14 3 filled blocked");
  lab.finish_updates();
  lab.tick(0.02);
  CHECK(lesson_dump(lab)["broken_limits"][0] == "What the task asks for is not there.");
  run(lab, "lesson.done");
  const std::string reason = lesson_dump(lab)["reason"];
  CHECK(reason.find("A* finds no path: goal is blocked.") != reason.npos);
  for (const char* key : {"planners.", "map.", "expected", "=="}) CHECK(reason.find(key) == reason.npos);
}

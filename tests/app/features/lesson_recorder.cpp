// Lessons are recorded from what is done by hand: what is written passes the check of lessons and plays.
#include "app/features/lesson/lesson_recorder.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_check.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/hidden_names.hpp"
#include "app/lab/lab.hpp"
#include "app/playback/playback.hpp"
#include "core/base/build_info.hpp"
#include "core/io/files.hpp"
#include "core/search/plan_options.hpp"
#include "tests/lab_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

LabOptions teacher_options() {
  return {.stock_folders = {assets_folder("maps"), assets_folder("graphs"), assets_folder("levels")}};
}

void check_recorded(const std::string& path) {
  const LessonReport report = check_lesson(path);
  for (const std::string& problem : report.problems) FAIL_CHECK(problem);
}

std::string hash_of(Lab& lab) { return state_json(lab)["map"]["hash"]; }

}  // namespace

TEST_CASE("what is done by hand becomes a lesson that passes its check and shows the same") {
  const test::TempFolder folder;
  const std::string path = folder.file("My Lesson.lesson");
  Lab lab(teacher_options());
  run(lab, {"plan.weight 2", "lesson.record.start", "layer clusters on", "query.goal 20 30", "step.to 40",
            "lesson.record.ask", "step.to 60", "paint.rectangle 5 5 8 8 filled blocked",
            "lesson.record.step \"A \\\"second\\\" map\"", "map.new 30 20", "query.set 2 2 25 15",
            "paint.line 10 0 10 12 blocked", "lesson.record.step", "paint.line 14 19 14 4 blocked", "edit.undo",
            "edit.redo"});
  const std::string end = hash_of(lab);
  run(lab, format_command({"lesson.record.save", {path}}));
  CHECK(lesson_recorder(lab).recording());
  check_recorded(path);
  const Lesson lesson = load_lesson(path).value();
  CHECK(lesson.id == "my-lesson");
  REQUIRE(lesson.steps.size() == 3);
  CHECK(lesson.steps[1].title == "A \"second\" map");
  CHECK(lesson.steps[0].ask.has_value());
  CHECK(lesson.steps[0].after.size() >= 2);
  CHECK(lesson.questions() == 1);
  CHECK(lesson.title == "my-lesson");

  Lab learner(teacher_options());
  learner.gestures().set_view_size(900, 600);
  run(learner, format_command({"lesson.open", {path}}));
  CHECK(learner.state().query.goal == Cell{20, 30});
  CHECK(learner.playback().cursor() == 40);
  for (const char* name : {"table", "future"}) CHECK(hidden_names(learner).hides(name));
  CHECK(learner.state().plan_options().weight == 200);
  run(learner, "lesson.answer \"The right answer\"");
  for (const char* name : {"table", "future"}) CHECK_FALSE(hidden_names(learner).hides(name));
  for (int i = 0; i < 2; ++i) run(learner, "lesson.next");
  CHECK(hash_of(learner) == end);
}

TEST_CASE("a recording has what differs at its beginning and matters, not what was done in the session before") {
  const test::TempFolder folder;
  Lab lab(teacher_options());
  for (const char* line :
       {"layer grid on", "layer grid off", "hpa.cluster_size 20", "landmarks.count 5", "sectors.size 8",
        "crowd.count 50", "brush.radius 3", "tool.select brush", "terrain.select swamp", "planner.trace jps",
        "planner.trace astar", "paint.line 5 5 8 5 blocked", "edit.undo", "step.to 50", "view.split 2", "view.split 1",
        "rooms on", "rooms off", "inspect 5 5"}) {
    run(lab, line);
  }
  lab.finish_updates();
  const PlanQuery query = lab.state().query;
  run(lab, "lesson.record.start");
  const std::vector<std::string> begun = {
      "map.scene running-example",
      "hpa.cluster_size 20",
      fmt::format("query.set {} {} {} {}", query.start.x, query.start.y, query.goal.x, query.goal.y),
      "inspect 5 5",
      "wait.ready",
      "step.to 50"};
  CHECK(lesson_recorder(lab).recorded().steps.at(0).before == begun);
  // What a recorded command depends on is recorded with it.
  const auto later = [&](std::vector<std::string> lines) {
    for (const std::string& line : lines) run(lab, line);
    lab.finish_updates();
    const size_t before = lesson_recorder(lab).recorded().steps.size();
    run(lab, "lesson.record.step");
    return lesson_recorder(lab).recorded().steps.at(before - 1).before;
  };
  CHECK(later({}) == begun);
  CHECK(later({"landmarks on"}) == std::vector<std::string>{"landmarks.count 5", "landmarks on"});
  CHECK(later({"query.goal 20 30"}) == std::vector<std::string>{"query.goal 20 30", "step.last"});
  const std::vector<std::string> painted = later({"paint.line 20 5 24 5"});
  CHECK(std::ranges::count(painted, std::string("brush.radius 3")) == 1);
  CHECK(painted.back() == "paint.line 20 5 24 5");
  const std::string path = folder.file("few.lesson");
  run(lab, "lesson.record.save " + path);
  const std::string text = read_file(path).value();
  for (const char* left : {"sectors", "crowd", "rooms", "jps", "grid", "view.split"}) {
    CAPTURE(std::string(left));
    CHECK(text.find(left) == text.npos);
  }
  check_recorded(path);
  Lab learner(teacher_options());
  run(learner, "lesson.open " + path);
  while (!lesson_controller(learner).finished()) {
    if (lesson_controller(learner).step().asks()) run(learner, "lesson.tell");
    run(learner, "lesson.next");
  }
  CHECK(hash_of(learner) == hash_of(lab));
  CHECK(state_json(learner)["landmarks"]["count"] == state_json(lab)["landmarks"]["count"]);
}

TEST_CASE("a map that was painted before is taken along as it is, and so it is when an undo goes back before that") {
  const test::TempFolder folder;
  Lab lab(teacher_options());
  run(lab, "paint.line 5 5 8 5 blocked");
  const std::string painted = hash_of(lab);
  run(lab, "lesson.record.start");
  CHECK(lesson_recorder(lab).recorded().maps.size() == 1);
  run(lab, "paint.line 20 5 24 5 blocked");
  run(lab, "lesson.record.ask");
  run(lab, "edit.undo");
  CHECK(hash_of(lab) == painted);
  run(lab, "lesson.record.step");
  run(lab, "edit.undo");
  const std::string path = folder.file("undone.lesson");
  run(lab, "lesson.record.save " + path);
  check_recorded(path);
  Lab learner(teacher_options());
  run(learner, "lesson.open " + path);
  run(learner, "lesson.answer \"The right answer\"");
  CHECK(hash_of(learner) == painted);
  run(learner, "lesson.next");
  CHECK(hash_of(learner) == hash_of(lab));
}

TEST_CASE("a lesson that is recorded on a map from a file takes the map along, and never overwrites another one") {
  const test::TempFolder folder, elsewhere;
  REQUIRE(write_file_atomic(elsewhere.file("own.map"), "type octile\nheight 2\nwidth 4\nmap\n....\n.@..\n").ok());
  Lab lab(teacher_options());
  run(lab, test::open_line(elsewhere.file("own.map")));
  run(lab, {"lesson.record.start", "query.set 0 0 3 1"});
  run(lab, "lesson.record.save " + folder.file("a.lesson"));
  CHECK(read_file(folder.file("own.map")).value() == read_file(elsewhere.file("own.map")).value());
  check_recorded(folder.file("a.lesson"));
  const test::TempFolder third;
  REQUIRE(write_file_atomic(third.file("own.map"), "type octile\nheight 1\nwidth 1\nmap\n.\n").ok());
  CHECK(test::failure(lab, "lesson.record.save " + third.file("a.lesson")).find("is another map of the same name") !=
        std::string::npos);
  CHECK_FALSE(std::filesystem::exists(third.file("a.lesson")));
}

TEST_CASE("a recording without a question gets one, and commands that a lesson may not give are left out and told") {
  const test::TempFolder folder;
  Lab lab(teacher_options());
  run(lab, {"lesson.record.start", "terrain.name swamp Mud"});
  run(lab, "export.table " + folder.file("a.csv"));
  run(lab, "lesson.record.stop");
  run(lab, "paint.fill 1 1 swamp");  // not recorded any more
  run(lab, "lesson.record.save " + folder.file("b.lesson"));
  CAPTURE(lab.state().messages.back().text);
  CHECK(lab.state().messages.back().text.ends_with("left out, as a lesson may not give it: terrain.name"));
  const std::string text = read_file(folder.file("b.lesson")).value();
  CHECK(text.find("export") == text.npos);
  CHECK(text.find("paint") == text.npos);
  CHECK(load_lesson(folder.file("b.lesson")).value().questions() == 1);
  check_recorded(folder.file("b.lesson"));
}

TEST_CASE("more commands than a step has become several steps, and a recording has as many as a lesson may have") {
  const test::TempFolder folder;
  Lab lab(teacher_options());
  run(lab, {"map.new 60 60", "lesson.record.start"});
  for (int i = 0; i < 120; ++i)
    run(lab, "paint.line 0 " + std::to_string(i % 60) + " 3 " + std::to_string(i % 60) + " blocked");
  run(lab, "lesson.record.ask");
  CHECK(lesson_recorder(lab).recorded().steps.size() == 2);
  run(lab, "lesson.record.save " + folder.file("c.lesson"));
  check_recorded(folder.file("c.lesson"));
  while (lesson_recorder(lab).recorded().steps.size() < lesson_limits::kSteps) run(lab, "lesson.record.step");
  CHECK(test::failure(lab, "lesson.record.step").find("a lesson has at most 32 steps") != std::string::npos);
}

TEST_CASE("a painted map, an own file of any name and a workspace become a map beside the lesson") {
  const test::TempFolder folder;
  const auto plays = [&](Lab& lab, const char* name, const char* map) {
    CAPTURE(name);
    run(lab,
        {"lesson.record.start", "paint.rectangle 1 1 2 2 filled blocked", "lesson.record.ask", "query.set 0 0 5 0"});
    run(lab, "lesson.record.save " + folder.file(std::string(name) + ".lesson"));
    run(lab, "lesson.record.stop");
    check_recorded(folder.file(std::string(name) + ".lesson"));
    CHECK(read_file(folder.file(std::string(name) + ".lesson"))
              .value()
              .find(std::string("setup map.open ") + map + "\n") != std::string::npos);
    CHECK(std::filesystem::exists(folder.file(map)));
    Lab learner(teacher_options());
    run(learner, "lesson.open " + folder.file(std::string(name) + ".lesson"));
    run(learner, "lesson.answer \"The right answer\"");
    CHECK(hash_of(learner) == hash_of(lab));
    CHECK(learner.state().query == lab.state().query);
    return state_json(learner);
  };
  // More strokes than a step has commands.
  Lab painted(teacher_options());
  run(painted, {"map.new 30 20", "hpa.cluster_size 7", "crowd.spawn 5 3"});
  for (int i = 0; i < 150; ++i) run(painted, "paint.line 9 " + std::to_string(i % 20) + " 12 19 blocked");
  CHECK(plays(painted, "painted", "painted.map")["crowd"]["agents"] == 5);
  // Another recording of the same name takes another name for its map.
  run(painted, "paint.line 20 2 25 2 blocked");
  plays(painted, "painted", "painted-2.map");

  // A file whose name a lesson may not give, with letters of its own and a drawn graph from a file.
  const test::TempFolder elsewhere;
  REQUIRE(
      write_file_atomic(elsewhere.file("my map.map"), "type octile\nheight 3\nwidth 6\nmap\n......\n.@.E..\n......\n")
          .ok());
  Lab own(teacher_options());
  run(own, "terrain.next_letters E=ground");
  run(own, test::open_line(elsewhere.file("my map.map")));
  run(own, {"graph.node 0,0", "graph.node 5,2", "graph.edge 0,0 5,2 7", "lesson.record.start"});
  run(own, "lesson.record.save " + folder.file("own.lesson"));
  run(own, "lesson.record.stop");
  check_recorded(folder.file("own.lesson"));
  CHECK(read_file(folder.file("own.map")).value().ends_with("......\n.@....\n......\n"));
  Lab learner(teacher_options());
  run(learner, "lesson.open " + folder.file("own.lesson"));
  CHECK(state_json(learner)["drawn"]["node_count"] == 2);
  CHECK(state_json(learner)["map"]["passable"] == 17);

  // What no command of a lesson opens.
  Lab saved(teacher_options());
  run(saved, {"map.new 12 9", "paint.line 4 0 4 5 blocked"});
  run(saved, "workspace.save " + elsewhere.file("w.strata"));
  Lab opened(teacher_options());
  run_settled(opened, "workspace.open " + elsewhere.file("w.strata"));
  plays(opened, "space", "space.map");
}

TEST_CASE("a map that a lesson cannot have is refused with the reason, and nothing is recorded") {
  Lab lab(teacher_options());
  run(lab, "map.new 1100 20");
  CHECK(test::failure(lab, "lesson.record.start").find("at most 1024 × 1024 cells, and this one has 1100 × 20") !=
        std::string::npos);
  CHECK_FALSE(lesson_recorder(lab).recording());
  const test::TempFolder folder;
  run(lab, {"map.new 6 6 force", "paint.stroke weight 7 1 round 2,2", "map.save_as " + folder.file("own.map")});
  CHECK(test::failure(lab, "lesson.record.start").find("cannot hold weights of cells") != std::string::npos);
  Lab opened(teacher_options());
  run(opened, test::open_line(folder.file("own.map")));
  CHECK(test::failure(opened, "lesson.record.start").find("cannot hold weights of cells") != std::string::npos);
  CHECK_FALSE(lesson_recorder(opened).recording());
}

TEST_CASE("recording says what it cannot do and then changes nothing") {
  const test::TempFolder folder;
  Lab lab(teacher_options());
  const auto told = [&](const std::string& line, const char* why) {
    const std::string before = dump_state(lab);
    CHECK(test::failure(lab, line).find(why) != std::string::npos);
    CHECK(dump_state(lab) == before);
  };
  for (const char* line : {"lesson.record.step", "lesson.record.ask", "lesson.record.stop"})
    told(line, "no lesson is recorded");
  told("lesson.record.save " + folder.file("a.lesson"), "no lesson was recorded");
  run(lab, "lesson.record.start");
  told("lesson.record.start", "is recorded already");
  told("lesson.record.save " + folder.file("a.txt"), "ends in .lesson");
  told("lesson.record.save " + folder.file("none/a.lesson"), "none");
  run(lab, "lesson.record.ask");
  told("lesson.record.ask", "this step has a question");
  run(lab, "lesson.record.stop");
  CHECK(state_json(lab)["recording"]["asks"] == 1);
  run(lab, "lesson.open astar-stops force");
  told("lesson.record.start", "a lesson is open");
}

TEST_CASE("the texts of a recorded lesson are written beside it, and the lesson plays with them") {
  const test::TempFolder folder;
  const std::string path = folder.file("texts.lesson");
  Lab lab(teacher_options());
  CHECK(test::failure(lab, "lesson.record.write text x") ==
        "lesson.record.write: no lesson was recorded: lesson.record.start begins one");
  run(lab, "lesson.record.start");
  CHECK(test::failure(lab, "lesson.record.write hide on").find("this step has no question") != std::string::npos);
  run(lab, "lesson.record.ask");
  CHECK(lesson_recorder(lab).recorded().steps.back().hides);
  CHECK(test::failure(lab, "lesson.record.write hide x") == "lesson.record.write: hide is on or off, not 'x'");
  run(lab, {"lesson.record.write hide off", "lesson.record.write lesson \"A \\\"first\\\" lesson\""});
  const std::vector<std::vector<std::string>> texts = {{"title", "A \"first\" step"},  {"text", "A wall is missing."},
                                                       {"question", "Where is it?"},   {"answer", "On the left"},
                                                       {"wrong", "On the right"},      {"hint", "Look at S."},
                                                       {"reason", "S is on the left."}};
  for (const std::vector<std::string>& one : texts) run(lab, format_command({"lesson.record.write", one}));
  CHECK(test::failure(lab, "lesson.record.write colour red") == "lesson.record.write: a step has no text 'colour'");
  run(lab, "lesson.record.stop");
  run(lab, format_command({"lesson.record.save", {path}}));
  CHECK(lesson_recorder(lab).saved() == path);
  check_recorded(path);
  const Lesson read = must(load_lesson(path));
  CHECK(read.title == "A \"first\" lesson");
  CHECK(read_file(path).value().find("hide ") == std::string::npos);
  const LessonStep& step = read.steps.at(0);
  CHECK(step.title == "A \"first\" step");
  CHECK(step.texts == std::vector<std::string>{"A wall is missing."});
  REQUIRE(step.ask);
  CHECK(step.ask->text == "Where is it?");
  CHECK(step.ask->answer == "On the left");
  CHECK(step.ask->choices == std::vector<std::string>{"On the left", "On the right"});
  CHECK(step.hint == "Look at S.");
  CHECK(step.because == "S is on the left.");
  CHECK(read.minutes == estimated_minutes(read));
  // Discarding closes the section and leaves the file.
  run(lab, "lesson.record.discard");
  CHECK(lesson_recorder(lab).empty());
  CHECK(std::filesystem::exists(path));
  CHECK(test::failure(lab, "lesson.record.discard") ==
        "lesson.record.discard: no lesson was recorded: lesson.record.start begins one");
}

// Lessons are recorded from what is done by hand: what is written passes the check of lessons and plays.
#include "app/features/lesson/lesson_recorder.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_check.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/playback/playback.hpp"
#include "core/base/build_info.hpp"
#include "core/io/files.hpp"
#include "tests/lab_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using strata::test::run;

namespace {

LabOptions teacher_options() {
  LabOptions options;
  options.stock_folders = {assets_folder("maps"), assets_folder("graphs"), assets_folder("levels")};
  return options;
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
  run(lab, "plan.weight 2");
  run(lab, "lesson.record.start");
  run(lab, "layer clusters on");
  run(lab, "query.goal 20 30");
  run(lab, "step.to 40");
  run(lab, "lesson.record.ask");
  run(lab, "step.to 60");
  run(lab, "paint.rectangle 5 5 8 8 filled blocked");
  run(lab, "lesson.record.step \"A \\\"second\\\" map\"");
  run(lab, "map.new 30 20");
  run(lab, "query.set 2 2 25 15");
  run(lab, "paint.line 10 0 10 12 blocked");
  run(lab, "lesson.record.step");
  run(lab, "paint.line 14 19 14 4 blocked");
  run(lab, "edit.undo");
  run(lab, "edit.redo");
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

  Lab learner(teacher_options());
  learner.gestures().set_view_size(900, 600);
  run(learner, format_command({"lesson.open", {path}}));
  CHECK(learner.state().query.goal == Cell{20, 30});
  CHECK(learner.playback().cursor() == 40);
  CHECK(learner.state().plan_options.weight == 200);
  run(learner, "lesson.answer \"The right answer\"");
  for (int i = 0; i < 2; ++i) run(learner, "lesson.next");
  CHECK(hash_of(learner) == end);
}

TEST_CASE("a lesson that is recorded on a map from a file takes the map along, and never overwrites another one") {
  const test::TempFolder folder, elsewhere;
  REQUIRE(write_file_atomic(elsewhere.file("own.map"), "type octile\nheight 2\nwidth 4\nmap\n....\n.@..\n").ok());
  Lab lab(teacher_options());
  run(lab, test::open_line(elsewhere.file("own.map")));
  run(lab, "lesson.record.start");
  run(lab, "query.set 0 0 3 1");
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
  run(lab, "lesson.record.start");
  run(lab, "terrain.name swamp Mud");
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
  run(lab, "map.new 60 60");
  run(lab, "lesson.record.start");
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
    run(lab, "lesson.record.start");
    run(lab, "paint.rectangle 1 1 2 2 filled blocked");
    run(lab, "lesson.record.ask");
    run(lab, "query.set 0 0 5 0");
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
  run(painted, "map.new 30 20");
  run(painted, "hpa.cluster_size 7");
  run(painted, "crowd.spawn 5 3");
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
  run(own, "graph.node 0,0");
  run(own, "graph.node 5,2");
  run(own, "graph.edge 0,0 5,2 7");
  run(own, "lesson.record.start");
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
  run(saved, "map.new 12 9");
  run(saved, "paint.line 4 0 4 5 blocked");
  run(saved, "workspace.save " + elsewhere.file("w.strata"));
  Lab opened(teacher_options());
  run(opened, "workspace.open " + elsewhere.file("w.strata"));
  opened.finish_updates();
  plays(opened, "space", "space.map");
}

TEST_CASE("a map that a lesson cannot have is refused with the reason, and nothing is recorded") {
  Lab lab(teacher_options());
  run(lab, "map.new 1100 20");
  CHECK(test::failure(lab, "lesson.record.start").find("at most 1024 × 1024 cells, and this one has 1100 × 20") !=
        std::string::npos);
  CHECK_FALSE(lesson_recorder(lab).recording());
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

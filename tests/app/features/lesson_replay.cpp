// Results of lessons are played again: honest ones hold, whatever was done on the way, and forged ones are told as
// such.
#include "app/features/lesson/lesson_replay.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_list.hpp"
#include "app/features/lesson/lesson_truth.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lesson/lesson.hpp"
#include "app/lesson/result_file.hpp"
#include "core/base/build_info.hpp"
#include "core/io/files.hpp"
#include "tests/lab_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

using nlohmann::ordered_json;

constexpr const char* kHomework =
    "lesson homework 3\n"
    "title \"Homework\"\n"
    "variant seed student\n"
    "step \"A map of your own\"\n"
    "setup map.generate cave 40 30 $SEED\n"
    "setup query.random $SEED\n"
    "text \"This is your map.\"\n"
    "ask number \"How many cells are free?\" map.passable\n"
    "because \"value(map.passable).\"\n"
    "step \"A wall\"\n"
    "setup map.new 20 20\n"
    "setup query.set 2 2 12 2\n"
    "build \"Close the way.\"\n"
    "limit map.passable >= 370 \"Too many cells.\"\n"
    "check planners.astar.status != found \"There is still a path.\"\n"
    "because \"No path.\"\n"
    "reveal paint.rectangle 8 0 8 19 filled blocked\n"
    "step \"And on\"\n"
    "text \"The wall is still there.\"\n"
    "ask choice \"Is there a path?\" \"No\" choices \"Yes\" \"No\"\n"
    "because \"The wall.\"\n";

std::string homework_file(const test::TempFolder& folder) {
  const std::string path = folder.file("homework.lesson");
  REQUIRE(write_file_atomic(path, kHomework).ok());
  return path;
}

LabOptions learner_options() {
  return {.stock_folders = {assets_folder("maps"), assets_folder("graphs"), assets_folder("levels")}};
}

std::string right_line(Lab& lab) {
  const LessonController& controller = lesson_controller(lab);
  const auto truth = must(lesson_truth(lab, controller.lesson(), controller.step(), controller.folder()));
  return format_command({"lesson.answer", right_lesson_words(*controller.step().ask, truth)});
}

// Gives the step's right answer, or builds the model solution by hand.
void do_step_right(Lab& lab) {
  const LessonController& controller = lesson_controller(lab);
  const LessonStep step = controller.step();
  // A simulation has several answers.
  while (step.ask && !controller.answer_state().done) run(lab, right_line(lab));
  if (!step.builds()) return;
  for (const LessonAction& action : step.after) {
    if (action.kind == LessonAction::Kind::kCommand) run(lab, format_command(action.command));
    for (int frame = 0; frame < 3; ++frame) lab.tick(1.0 / 60);
  }
  run(lab, "lesson.done");
  CAPTURE(controller.reason());
  CHECK(controller.answer_state().done);
}

// Plays the lesson to its end, `before_step` being called when each step is shown.
ordered_json play_and_hand_in(Lab& lab, const std::string& lesson, const std::string& student,
                              const std::function<void(Lab&, size_t)>& before_step = {}) {
  const test::TempFolder folder;
  lab.gestures().set_view_size(1100, 640);
  run(lab, format_command({"lesson.student", {student}}));
  run(lab, format_command({"lesson.open", {lesson, "force"}}));
  LessonController& controller = lesson_controller(lab);
  while (!controller.finished()) {
    if (before_step) before_step(lab, controller.step_index());
    if (!controller.answer_state().done) do_step_right(lab);
    run(lab, "lesson.next");
  }
  run(lab, "lesson.hand_in " + folder.file("result.json"));
  return ordered_json::parse(read_file(folder.file("result.json")).value());
}

ResultGrade grade_of(const ordered_json& result, const std::string& lesson) {
  const auto read = must(parse_lesson_result(result.dump(1), "r.json"));
  return replay_result(read, lesson);
}

// What differs between file and replay, or cannot be used.
std::vector<std::string> differences(const ResultGrade& grade) {
  std::vector<std::string> all;
  for (const ReplayedItem& row : grade.rows) {
    if (!row.verified()) all.push_back(row.reason);
  }
  return all;
}

void check_holds(const ResultGrade& grade, size_t questions) {
  for (const std::string& one : differences(grade)) FAIL_CHECK(one);
  CHECK(static_cast<size_t>(grade.score()) == questions);
  CHECK(std::ranges::all_of(grade.rows, [](const ReplayedItem& row) { return row.verdict == GradeVerdict::kHolds; }));
}

}  // namespace

TEST_CASE("an honest result of every lesson that comes with the program holds when it is played again") {
  for (const LessonEntry& entry : lesson_list()) {
    CAPTURE(entry.id);
    Lab lab(learner_options());
    // A learner has settings of his own, and lets frames pass.
    run(lab, {"layer grid on", "plan.weight 2", "brush.radius 3", "ui.detail full"});
    const ordered_json result = play_and_hand_in(lab, entry.path, "Ann", [](Lab& own, size_t) {
      for (int frame = 0; frame < 5; ++frame) own.tick(1.0 / 60);
      run(own, "view.pan 3 0");
    });
    check_holds(grade_of(result, entry.path), entry.questions);
  }
}

TEST_CASE("two students get different maps, and the result of one does not hold for the other") {
  const test::TempFolder folder;
  const std::string lesson = homework_file(folder);
  Lab first(learner_options()), second(learner_options());
  std::string of_ann, of_bob;
  const ordered_json ann = play_and_hand_in(first, lesson, "Ann", [&](Lab& lab, size_t step) {
    if (step == 0) of_ann = state_json(lab)["map"]["hash"];
  });
  ordered_json bob = play_and_hand_in(second, lesson, "Bob", [&](Lab& lab, size_t step) {
    if (step == 0) of_bob = state_json(lab)["map"]["hash"];
  });
  CHECK(of_ann != of_bob);
  CHECK(ann["seed"] != bob["seed"]);
  check_holds(grade_of(ann, lesson), 3);
  check_holds(grade_of(bob, lesson), 3);

  // Bob hands in what Ann has done.
  ordered_json copied = ann;
  copied["student"] = "Bob";
  const auto told = differences(grade_of(copied, lesson));
  REQUIRE(told.size() == 2);
  CHECK(told[0].find("is not that of the student") != std::string::npos);
  CHECK(told[1].find("the file says right at the first try, the replay says not right") != std::string::npos);
  copied["seed"] = bob["seed"];
  CHECK(differences(grade_of(copied, lesson)).size() == 1);
}

TEST_CASE("a lesson that comes with the program gives two students two maps, and both results hold") {
  // The last map of this lesson is made from the name.
  const auto own = std::ranges::find(lesson_list(), "entrances", &LessonEntry::id);
  REQUIRE(own != lesson_list().end());
  // A lesson may end on a map that is the same for all.
  std::vector<std::string> handed_in;
  for (const char* student : {"Ann", "Bob"}) {
    Lab lab(learner_options());
    const ordered_json result = play_and_hand_in(lab, own->path, student);
    handed_in.push_back(result["questions"][0]["answers"].dump() + result["map_hash"].dump());
    check_holds(grade_of(result, own->path), own->questions);
  }
  CHECK(handed_in[0] != handed_in[1]);
}

TEST_CASE(
    "a result holds whatever was done on the way: other tries, changes, steps back, and a lesson left and resumed") {
  const test::TempFolder folder;
  const std::string lesson = homework_file(folder);
  LabOptions options = learner_options();
  options.settings_path = folder.file("settings.json");
  {
    Lab lab(options);
    run(lab, "lesson.student Ann");
    run(lab, "lesson.open " + lesson);
    run(lab, "lesson.answer 1");
    run(lab, "layer grid on");
    run(lab, right_line(lab));
    CHECK(lesson_controller(lab).answer_state().tries == 2);
    run(lab, {"layer clusters on", "lesson.next", "lesson.done", "paint.rectangle 9 0 9 19 filled blocked", "edit.undo",
              "paint.rectangle 7 0 7 19 filled blocked", "brush.radius 2", "lesson.done"});
    CHECK(lesson_controller(lab).answer_state().done);
    run(lab, {"lesson.back", "lesson.next", "lesson.next", "lesson.close"});
  }
  Lab lab(options);
  const ordered_json result = play_and_hand_in(lab, lesson, "Ann");
  const ResultGrade grade = grade_of(result, lesson);
  for (const std::string& one : differences(grade)) FAIL_CHECK(one);
  REQUIRE(grade.rows.size() == 5);
  CHECK(grade.rows[0].tries == 2);
  CHECK(grade.rows[0].right == true);
  CHECK(grade.rows[0].score == 0);
  CHECK(grade.rows[1].what == "build");
  CHECK(grade.rows[1].tries == 2);
  CHECK(grade.rows[2].what == "limit");
  CHECK(grade.rows[3].what == "check");
  CHECK(grade.rows[4].score == 1);
  CHECK(grade.score() == 1);
}

TEST_CASE("a result with wrong answers, told ones and unanswered ones is verified and does not hold") {
  const test::TempFolder folder;
  const std::string lesson = homework_file(folder);
  Lab lab(learner_options());
  run(lab, "lesson.student Ann");
  run(lab, "lesson.open " + lesson);
  run(lab, {"lesson.answer 1", "lesson.answer 2", "lesson.next", "lesson.done"});
  run(lab, "lesson.hand_in " + folder.file("a.json"));
  ResultGrade grade = grade_of(ordered_json::parse(read_file(folder.file("a.json")).value()), lesson);
  CHECK(differences(grade).empty());
  REQUIRE(grade.rows.size() == 5);
  CHECK(grade.rows[0].reason == "the lesson gave the answer");
  CHECK(grade.rows[0].verdict == GradeVerdict::kDoesNotHold);
  CHECK(grade.rows[1].reason == "Not yet. There is still a path.");
  CHECK(grade.rows[3].right == false);
  CHECK(grade.rows[4].reason == "was not answered");
  CHECK(grade.score() == 0);
  run(lab, {"lesson.tell", "lesson.next", "lesson.tell", "lesson.next"});
  run(lab, "lesson.hand_in " + folder.file("b.json"));
  grade = grade_of(ordered_json::parse(read_file(folder.file("b.json")).value()), lesson);
  for (const std::string& one : differences(grade)) FAIL_CHECK(one);
  CHECK(grade.score() == 0);
}

TEST_CASE("a forged result is told as such, with its line") {
  const test::TempFolder folder;
  const std::string lesson = homework_file(folder);
  Lab lab(learner_options());
  const ordered_json honest = play_and_hand_in(lab, lesson, "Ann");
  struct Forgery {
    const char* what;
    std::function<void(ordered_json&)> forge;
    const char* told;
  };
  const std::vector<Forgery> forgeries = {
      {"an answer", [](ordered_json& r) { r["questions"][0]["answers"][0] = "1"; },
       "the file says right at the first try, the replay says not right"},
      {"a choice", [](ordered_json& r) { r["questions"][2]["answers"][0] = "Yes"; },
       "the replay says given by the lesson"},
      {"no answer", [](ordered_json& r) { r["questions"][0]["answers"] = ordered_json::array(); },
       "says 1 try, and its log has 0 tries"},
      {"told as right", [](ordered_json& r) { r["questions"][0]["told"] = true; }, "the file says given by the lesson"},
      {"a try less",
       [](ordered_json& r) {
         r["questions"][0]["answers"] = {"1", "2"};
       },
       "says 1 try, and its log has 2 tries"},
      {"the map", [](ordered_json& r) { r["map_hash"] = "0000"; }, "the map at the end has the hash"},
      {"the map of a build", [](ordered_json& r) { r["questions"][1]["map_hash"] = "0000"; },
       "the map that was built has the hash"},
      {"the log of a build",
       [](ordered_json& r) { r["questions"][1]["work"][0].back() = "paint.rectangle 8 0 8 3 filled blocked"; },
       "the file says right at the first try, the replay says not right"},
      {"another goal", [](ordered_json& r) { r["questions"][1]["work"][0].push_back("query.goal 15 4"); },
       "G was changed, which this step does not allow"},
      {"another setting", [](ordered_json& r) { r["questions"][1]["work"][0].push_back("plan.weight 2"); },
       "was changed, which this step does not allow"},
      {"a setting before the map",
       [](ordered_json& r) {
         ordered_json& work = r["questions"][1]["work"][0];
         work.insert(work.begin(), "plan.weight 2");
       },
       "was changed, which this step does not allow"},
      {"another goal after the task",
       [](ordered_json& r) {
         r["left"] = {{{"step", 2}, {"commands", r["questions"][1]["work"][0]}}};
         r["left"][0]["commands"].push_back("query.goal 15 4");
       },
       "G was changed, which this step does not allow"},
      {"another map",
       [](ordered_json& r) {
         r["questions"][1]["work"][0] = {"map.new 5 5 blocked", "query.set 1 1 3 3"};
       },
       "map.new may not stand in a result"},
      {"a map after", [](ordered_json& r) { r["questions"][1]["work"][0].push_back("map.new 5 5 blocked"); },
       "map.new may not stand in a result"},
      {"a file", [](ordered_json& r) { r["questions"][1]["work"][0].push_back("map.save_as /tmp/x.map"); },
       "map.save_as may not stand in a result"},
      {"a script",
       [](ordered_json& r) {
         r["left"] = {{{"step", 1}, {"commands", {"script.run /tmp/x.script"}}}};
       },
       "script.run may not stand in a result"},
      {"a script at the end",
       [](ordered_json& r) {
         r["map_hash"] = "1";
         r["commands"].push_back("script.run x");
       },
       "script.run may not stand in a result"},
      {"no such command", [](ordered_json& r) { r["questions"][1]["work"][0].push_back("make.coffee"); },
       "make.coffee"},
      {"a variable", [](ordered_json& r) { r["questions"][1]["work"][0].push_back("query.random $OUT"); },
       "is not known in a result"},
      {"a huge map", [](ordered_json& r) { r["questions"][1]["work"][0].push_back("canvas.resize 8000 8000"); },
       "a lesson makes maps of 1 to 1024"},
      {"the kind", [](ordered_json& r) { r["questions"][0]["asks"] = "cell"; }, "step 1 asks number, not 'cell'"},
      {"the step", [](ordered_json& r) { r["questions"][2]["step"] = 9; }, "step 9 of the lesson asks nothing"},
      {"a question left out", [](ordered_json& r) { r["questions"].erase(0); }, "has no question for step 1"},
      {"the seed", [](ordered_json& r) { r["seed"] = 4; }, "the seed 4 is not that of the student"},
      {"no seed", [](ordered_json& r) { r.erase("seed"); }, "has no seed"},
      {"the version", [](ordered_json& r) { r["lesson"]["version"] = 2; }, "is a result of homework version 2"},
      {"the place", [](ordered_json& r) { r["step"] = 1; },
       "is answered in step 2, and the student has come to step 1"},
  };
  for (const Forgery& one : forgeries) {
    CAPTURE(std::string(one.what));
    ordered_json forged = honest;
    one.forge(forged);
    const ResultGrade grade = grade_of(forged, lesson);
    CHECK_FALSE(grade.verified());
    const auto told = differences(grade);
    const bool found =
        std::ranges::any_of(told, [&](const std::string& text) { return text.find(one.told) != text.npos; });
    std::string all;
    for (const std::string& text : told) all += text + "; ";
    CHECK_MESSAGE(found, all);
    for (const std::string& text : told) CHECK(text.starts_with("r.json"));
  }
  CHECK(grade_of(honest, lesson).verified());
}

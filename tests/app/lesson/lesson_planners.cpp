// Lessons about a planner of the learner's own: what they may say, what is told while it is not there, and how they are
// checked. The lesson in docs/lessons.md is one of them.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_check.hpp"
#include "app/features/lesson/lesson_needs.hpp"
#include "app/features/lesson/lesson_replay.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/user_only_commands.hpp"
#include "core/io/files.hpp"
#include "tests/lab_support.hpp"
#include "tests/source_path.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

const std::string kOwnHead = "lesson own 1\ntitle \"Your own A*\"\nplanner mine\n";
const std::string kOwnStep =
    "step \"Yours\"\nsetup map.new 12 9 ground\nsetup query.set 1 4 10 4\nbuild \"Add your planner.\"\n"
    "check external.mine.legal == true \"Its path is not legal.\"\n"
    "check external.mine.fault == \"\"\n"
    "check planners.mine.percent_over == 0\nbecause \"A* it is.\"\n";

std::string good_planner() { return "python3 " + test::source_path("examples/planners/astar.py"); }
std::string bad_planner(const std::string& kind) {
  return "python3 -S -E " + test::source_path("tests/external/misbehave.py") + " " + kind;
}

std::string lesson_at(const test::TempFolder& folder, const std::string& text) {
  const std::string path = folder.file("own.lesson");
  REQUIRE(write_file_atomic(path, text).ok());
  return path;
}

nlohmann::json lesson_dump(Lab& lab) { return nlohmann::json::parse(dump_state(lab))["lesson"]; }

std::string refusal(Lab& lab, const std::string& line) {
  const Status status = lab.execute(line);
  REQUIRE_FALSE(status.ok());
  return status.error().message();
}

}  // namespace

TEST_CASE("a lesson names the planners of the learner's own that it needs, and a mistake in that is told by its line") {
  const auto read = must(parse_lesson(kOwnHead + kOwnStep, "a.lesson"));
  REQUIRE(read.planners.size() == 1);
  CHECK(read.planners[0].line == 3);
  CHECK(uses_planner(read.steps[0], "mine"));
  CHECK_FALSE(uses_planner(read.steps[0], "min"));
  CHECK(builds_planner(read, read.steps[0]));
  const auto why = [](const std::string& text) {
    const auto wrong = parse_lesson(text, "a.lesson");
    REQUIRE_FALSE(wrong.ok());
    return wrong.error().message();
  };
  CHECK(why("lesson a 1\nplanner 7up\n").starts_with("a.lesson:2: expected a name of up to 20 letters"));
  CHECK(why("lesson a 1\nplanner ../x\n").starts_with("a.lesson:2: expected a name of up to 20 letters"));
  CHECK(why("lesson a 1\nplanner hpa2\n") == "a.lesson:2: hpa2 is a planner of Strata: a lesson has it anyway");
  CHECK(why("lesson a 1\nplanner mine\nplanner mine\n") == "a.lesson:3: planner mine is given twice");
  CHECK(why("lesson a 1\nplanner mine \"python3 a.py\"\n") == "a.lesson:2: expected planner NAME");
  CHECK(why(kOwnHead + kOwnStep + "planner other\n") == "a.lesson:12: planner stands before the first step");
  // Whatever else is built has a model solution.
  CHECK(why("lesson a 1\ntitle \"A\"\n" + kOwnStep).find("no reveal that builds it") != std::string::npos);
}

TEST_CASE("a lesson that needs a planner says so while it is not there, which is no try, and takes it once it is") {
  const test::TempFolder folder;
  // What is hidden is looked up in a lab beside, which asks the same program.
  std::string text = kOwnHead + kOwnStep;
  text.insert(text.find("build"), "hide path\n");
  text +=
      "step \"Count\"\nask number \"How many nodes does it expand?\" planners.mine.expanded\nbecause "
      "\"value(planners.mine.expanded).\"\nreveal paint.rectangle 6 0 6 7 filled blocked\n";
  const std::string path = lesson_at(folder, text);
  Lab lab;
  run(lab, format_command({"lesson.open", {path}}));
  CHECK(lesson_dump(lab)["needs"] == nlohmann::json::array({"mine"}));
  CHECK(refusal(lab, "lesson.done") ==
        path +
            ":3: the lesson needs a planner of your own that is called mine: Compare > Add your own... adds it, and so "
            "does the option --planner \"mine=COMMAND\"");
  CHECK(lesson_dump(lab)["tries"] == 0);
  REQUIRE(execute_by_hand(lab, {"external.add", {"mine", bad_planner("jump")}}).ok());
  CHECK(lesson_dump(lab)["needs"] == nlohmann::json::array());
  run(lab, "lesson.done");
  CHECK(lesson_dump(lab)["verdict"] == "wrong");
  CHECK(lesson_dump(lab)["reason"].get<std::string>().find("Its path is not legal.") != std::string::npos);
  run(lab, "external.remove mine");
  REQUIRE(execute_by_hand(lab, {"external.add", {"mine", good_planner()}}).ok());
  run(lab, "lesson.done");
  CHECK(lesson_dump(lab)["reason"] == "Right.");
  run(lab, "lesson.next");
  // After the wall of `reveal` it expands more than before: the lab beside has asked it.
  const auto before = nlohmann::json::parse(dump_state(lab))["planners"]["mine"]["expanded"].get<int>();
  run(lab, fmt::format("lesson.answer {}", before));
  CHECK(lesson_dump(lab)["verdict"] == "wrong");
  run(lab, fmt::format("lesson.answer {}", before));
  CHECK(lesson_dump(lab)["verdict"] == "told");
  const auto after = nlohmann::json::parse(dump_state(lab))["planners"]["mine"]["expanded"].get<int>();
  CHECK(after > before);
  CHECK(lesson_dump(lab)["because"] == fmt::format("{}.", after));
  // The lab beside has started no program of its own.
  CHECK(nlohmann::json::parse(dump_state(lab))["external"]["mine"]["state"] == "ready");
}

TEST_CASE("a learner may go on without a planner, and that does not count") {
  const test::TempFolder folder;
  Lab lab;
  run(lab, format_command({"lesson.open", {lesson_at(folder, kOwnHead + kOwnStep)}}));
  run(lab, "lesson.tell");
  CHECK(lesson_dump(lab)["verdict"] == "told");
  CHECK(lesson_dump(lab)["reason"].get<std::string>().starts_with("The lesson goes on without a planner of yours"));
  CHECK(lesson_dump(lab)["first"] == 0);
}

TEST_CASE("a step that shows the search of a planner that is not there says which the lesson needs") {
  const test::TempFolder folder;
  const std::string path = lesson_at(
      folder, kOwnHead +
                  "step \"Look\"\nsetup map.new 12 9 ground\nsetup query.set 1 4 10 4\nsetup planner.trace mine\n"
                  "text \"This is your search.\"\n" +
                  kOwnStep);
  Lab lab;
  CHECK(refusal(lab, format_command({"lesson.open", {path}})).starts_with(path + ":3: the lesson needs a planner"));
  CHECK_FALSE(lesson_dump(lab)["open"].get<bool>());
  REQUIRE(execute_by_hand(lab, {"external.add", {"mine", good_planner()}}).ok());
  run(lab, format_command({"lesson.open", {path}}));
  CHECK(lab.state().traced == "mine");
}

TEST_CASE("checking a lesson with a planner proves that the planner passes, and that nothing passes without it") {
  const test::TempFolder folder;
  const std::string path = lesson_at(folder, kOwnHead + kOwnStep);
  const auto problems = [&](const std::string& file, const std::string& command) {
    const std::vector<UserPlannerProgram> programs = {{"mine", command}};
    return check_lesson(file, programs).problems;
  };
  CHECK(check_lesson(path).problems ==
        std::vector{path + ":3: the lesson needs a planner of your own that is called mine: check it with --planner "
                           "\"mine=COMMAND\""});
  CHECK(problems(path, good_planner()).empty());
  REQUIRE(problems(path, bad_planner("lies")).size() == 1);
  CHECK(problems(path, bad_planner("lies"))[0].starts_with(path + ":9: the planner does not pass: "));
  CHECK(problems(path, bad_planner("lies"))[0].find("says 4.50, walks 9.00") != std::string::npos);
  CHECK(problems(path, "no-such-program-anywhere").size() >= 1);
  const std::string loose = lesson_at(
      folder, kOwnHead +
                  "step \"Yours\"\nsetup map.new 12 9 ground\nsetup query.set 1 4 10 4\nsetup planner.trace mine\n"
                  "build \"Add it.\"\ncheck planners.astar.status == found\nbecause \"A.\"\n");
  CHECK(problems(loose, good_planner()).size() == 1);
}

TEST_CASE("the lesson in docs/lessons.md about a planner of one's own is played with the planner of the examples") {
  const test::TempFolder folder;
  const std::string page = read_file(test::source_path("docs/lessons.md")).value();
  const size_t begin = page.find("lesson own-astar 1"), end = page.find("\n```", begin);
  REQUIRE(begin != page.npos);
  const std::string path = lesson_at(folder, page.substr(begin, end - begin + 1));
  const std::vector<UserPlannerProgram> programs = {{"mine", good_planner()}};
  for (const std::string& problem : check_lesson(path, programs).problems) FAIL_CHECK(problem);
  // A planner that finds no optimum does not pass.
  const std::vector<UserPlannerProgram> straight = {{"mine", bad_planner("behaves")}};
  CHECK_FALSE(check_lesson(path, straight).problems.empty());
}

TEST_CASE("a result is graded with the planner that whoever grades has named, and says what became of it") {
  const test::TempFolder folder;
  const std::string path = lesson_at(folder, kOwnHead + kOwnStep);
  LabInView lab(1100, 640);
  REQUIRE(execute_by_hand(lab, {"external.add", {"mine", good_planner()}}).ok());
  run(lab, "lesson.student ann");
  run(lab, format_command({"lesson.open", {path}}));
  run(lab, {"lesson.done", "lesson.next"});
  run(lab, format_command({"lesson.hand_in", {folder.file("ann.json")}}));
  const std::string text = read_file(folder.file("ann.json")).value();
  CHECK(text.find("astar.py") == text.npos);  // the command is nobody else's business
  const auto result = parse_lesson_result(text, "ann.json");
  REQUIRE(result.ok());
  const auto graded = [&](std::vector<GradedPlanner> planners) {
    return replay_result(result.value(), path, {std::move(planners), 5});
  };
  const ResultGrade good = graded({{{"mine", good_planner()}, {}}});
  CHECK(good.score() == 1);
  CHECK(good.verified());
  CHECK(good.rows.back().what == "planner");
  CHECK(good.rows.back().answer == "ready: A* in Python");
  CHECK(good.rows.back().right.value_or(false));
  const ResultGrade lies = graded({{{"mine", bad_planner("lies")}, {}}});
  CHECK(lies.score() == 0);
  CHECK(lies.rows.front().verdict == GradeVerdict::kDiffers);
  CHECK(lies.rows.back().reason == "its cost is wrong: it says 4.50, walks 9.00");
  const ResultGrade none = graded({});
  CHECK(none.score() == 0);
  CHECK(none.rows.back().reason.starts_with(path + ":3: the lesson needs a planner of the student's own"));
  const ResultGrade problem = graded({{{"mine", ""}, "has no program"}});
  CHECK(problem.rows.back().reason == "has no program");
  // One that the lesson is not about is not started.
  const ResultGrade other =
      graded({{{"mine", good_planner()}, {}}, {{"other", "touch " + folder.file("started")}, {}}});
  CHECK(other.score() == 1);
  CHECK_FALSE(read_file(folder.file("started")).ok());
}

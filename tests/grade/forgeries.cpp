// A result that was forged is told as such, whatever was changed: each kind of forgery is a file in one folder, which
// is graded at once.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_truth.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lesson/lesson_judge.hpp"
#include "core/io/files.hpp"
#include "grade/grade.hpp"
#include "tests/lab_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::bench;

namespace {

using nlohmann::ordered_json;

constexpr const char* kForgedLesson =
    "lesson forged 3\n"
    "title \"Forged\"\n"
    "variant seed student\n"
    "step \"A map of your own\"\n"
    "setup map.generate cave 40 30 $SEED\n"
    "ask number \"How many cells are free?\" map.passable\n"
    "because \"So.\"\n"
    "step \"A wall\"\n"
    "setup map.new 20 20\n"
    "setup query.set 2 2 12 2\n"
    "build \"Close the way.\"\n"
    "check planners.astar.status != found \"There is still a path.\"\n"
    "because \"No path.\"\n"
    "reveal paint.rectangle 8 0 8 19 filled blocked\n"
    "step \"And on\"\n"
    "ask choice \"Is there a path?\" \"No\" choices \"Yes\" \"No\"\n"
    "because \"The wall.\"\n";

// Returns the text of an honest result: the question is right at the second try, and so is the task.
std::string honest_result(const std::string& lesson, const std::string& file) {
  test::LabInView lab(900, 700);
  test::run(lab, "lesson.student Bob");
  test::run(lab, "lesson.open " + lesson);
  test::run(lab, "lesson.answer 1");
  const LessonController& controller = lesson_controller(lab);
  const auto truth = test::must(lesson_truth(lab, controller.lesson(), controller.step(), controller.folder()));
  test::run(lab, format_command({"lesson.answer", right_lesson_words(*controller.step().ask, truth)}));
  test::run(lab, {"lesson.next", "lesson.done", "paint.rectangle 8 0 8 19 filled blocked", "lesson.done", "lesson.next",
                  "lesson.answer No", "lesson.next"});
  test::run(lab, format_command({"lesson.hand_in", {file}}));
  return read_file(file).value();
}

struct Forgery {
  const char* what;
  std::function<void(ordered_json&)> forge;
  const char* told;
};

// Takes the first wrong try out of the answers and the count of the question.
void remove_try(ordered_json& question) {
  question["answers"].erase(0);
  question["tries"] = 1;
}

const std::vector<Forgery> kForgeries = {
    {"changed answer", [](ordered_json& r) { r["questions"][0]["answers"][1] = "2"; },
     "the file says right at a later try, the replay says given by the lesson"},
    {"changed choice", [](ordered_json& r) { r["questions"][2]["answers"][0] = "Yes"; },
     "the file says right at the first try, the replay says given by the lesson"},
    {"removed wrong answer", [](ordered_json& r) { r["questions"][0]["answers"].erase(0); },
     "says 2 tries, and its log has 1 try"},
    {"removed wrong answer and count", [](ordered_json& r) { remove_try(r["questions"][0]); },
     "its log has 1 try and 2 lists of work"},
    {"removed wrong try",
     [](ordered_json& r) {
       remove_try(r["questions"][0]);
       r["questions"][0]["work"].erase(0);
     },
     "the file says right at a later try, the replay says right at the first try"},
    {"removed wrong try, score kept",
     [](ordered_json& r) {
       remove_try(r["questions"][0]);
       r["questions"][0]["work"].erase(0);
       r["questions"][0]["first"] = true;
     },
     "says 1 right at the first try, and its questions 2"},
    {"changed score", [](ordered_json& r) { r["right_at_first_try"] = 3; },
     "says 3 right at the first try, and its questions 1"},
    {"changed tries", [](ordered_json& r) { r["questions"][0]["tries"] = 1; }, "says 1 try, and its log has 2 tries"},
    {"changed tries of a task",
     [](ordered_json& r) {
       r["questions"][1]["tries"] = 1;
       r["questions"][1]["first"] = true;
     },
     "says 1 try, and its log has 2 tries"},
    {"removed try of a task", [](ordered_json& r) { r["questions"][1]["answers"].erase(0); },
     "says 2 tries, and its log has 1 try"},
    {"changed log of a task", [](ordered_json& r) { r["questions"][1]["answers"][0] = "holds"; },
     "the log says 'holds' of try 1, which did not end the task"},
    {"first instead of second", [](ordered_json& r) { r["questions"][0]["first"] = true; },
     "the file says right at the first try, the replay says right at a later try"},
    {"told instead of right", [](ordered_json& r) { r["questions"][0]["told"] = true; },
     "the file says given by the lesson, the replay says right at a later try"},
    {"removed strokes",
     [](ordered_json& r) {
       ordered_json& work = r["questions"][1]["work"][0];
       work.erase(work.size() - 1);
     },
     "the file says right at a later try, the replay says not right"},
    {"changed stroke",
     [](ordered_json& r) { r["questions"][1]["work"][0].back() = "paint.rectangle 9 0 9 19 filled blocked"; },
     "the map that was built has the hash"},
    {"removed log of a task", [](ordered_json& r) { r["questions"][1]["work"] = ordered_json::array(); },
     "has no work: the commands of what was built"},
    {"removed log of an answer", [](ordered_json& r) { r["questions"][0]["work"] = ordered_json::array(); },
     "its log has 2 tries and 0 lists of work"},
    {"another map", [](ordered_json& r) { r["questions"][1]["work"][0].push_back("map.new 5 5 blocked"); },
     "map.new may not stand in a result"},
    {"changed hash", [](ordered_json& r) { r["map_hash"] = "0"; }, "the map at the end has the hash"},
    {"changed seed", [](ordered_json& r) { r["seed"] = 4; }, "the seed 4 is not that of the student"},
    {"removed seed", [](ordered_json& r) { r.erase("seed"); }, "has no seed"},
    {"changed name", [](ordered_json& r) { r["student"] = "Cora"; }, "is not that of the student"},
    {"another version", [](ordered_json& r) { r["lesson"]["version"] = 2; }, "is a result of forged version 2"},
    {"another lesson",
     [](ordered_json& r) {
       r["lesson"] = {{"id", "astar-stops"}, {"version", 99}};
     },
     "is a result of astar-stops version 99"},
    {"unknown lesson", [](ordered_json& r) { r["lesson"]["id"] = "none"; }, "there is no lesson 'none'"},
    {"another format", [](ordered_json& r) { r["strata_result"] = 1; }, "has format 1"},
    {"another kind", [](ordered_json& r) { r["questions"][0]["asks"] = "cell"; }, "step 1 asks number, not 'cell'"},
    {"questions out of order", [](ordered_json& r) { std::swap(r["questions"][0], r["questions"][1]); },
     "questions stand in the order of their steps"},
    {"question twice",
     [](ordered_json& r) {
       const ordered_json last = r["questions"][2];
       r["questions"].push_back(last);
     },
     "questions stand in the order of their steps"},
    {"removed question", [](ordered_json& r) { r["questions"].erase(0); }, "has no question for step 1"},
    {"negative time", [](ordered_json& r) { r["questions"][0]["seconds"] = -5; }, "expected seconds from 0"},
    {"step not reached", [](ordered_json& r) { r["step"] = 1; },
     "is answered in step 2, and the student has come to step 1"},
    {"finished before the end",
     [](ordered_json& r) {
       ordered_json& last = r["questions"][2];
       last["answers"] = last["work"] = ordered_json::array();
       last["tries"] = 0;
       last["done"] = last["first"] = false;
       r["right_at_first_try"] = 0;
     },
     "is finished, and the question of the last step is open in the replay"},
    {"no commands", [](ordered_json& r) { r["commands"] = ordered_json::array(); }, "has no commands"},
    {"unknown field", [](ordered_json& r) { r["points"] = 3; }, "'points' is no field of a result"},
    {"finished too early", [](ordered_json& r) { r["step"] = 2; }, "is finished at step 2 of 3"},
};

}  // namespace

TEST_CASE("every kind of forgery is told by its name in report and page, and the honest result beside them holds") {
  const test::TempFolder folder;
  const std::string lesson = folder.file("forged.lesson"), results = folder.file("results");
  REQUIRE(write_file_atomic(lesson, kForgedLesson).ok());
  std::filesystem::create_directories(results);
  const std::string honest = honest_result(lesson, results + "/honest.json");
  const auto put = [&](const std::string& name, const std::string& text) {
    REQUIRE(write_file_atomic(fmt::format("{}/{}.json", results, name), text).ok());
  };
  for (const Forgery& one : kForgeries) {
    ordered_json result = ordered_json::parse(honest);
    one.forge(result);
    put(one.what, result.dump(1));
  }
  put("truncated", honest.substr(0, honest.size() - 20));
  std::string twice = honest;
  twice.insert(twice.find("\"student\""), "\"student\": \"Eve\",\n ");
  put("name twice", twice);

  GradeOptions options{.folder = results, .out = folder.file("grades.csv"), .lessons = {lesson}};
  const Report report = test::must(run_grade(options));
  CHECK(report.rows.size() == kForgeries.size() + 3);
  const std::string page = read_file(folder.file("grades.html")).value();
  const auto check_told = [&](const std::string& name, std::string_view told) {
    CAPTURE(name);
    const std::string file = fmt::format("{}/{}.json:", results, name);
    bool found = false;
    std::string all;
    for (const std::string& failure : report.failures) {
      if (!failure.starts_with(file)) continue;
      found = found || failure.find(told) != failure.npos;
      all += failure + "; ";
    }
    CHECK_MESSAGE(found, all);
    // The reason has one place in the file.
    CHECK_MESSAGE(all.find(fmt::format(": {}", file)) == all.npos, all);
    CHECK(page.find(fmt::format("<tr><td><bdi>{}.json</bdi></td>", name)) != page.npos);
  };
  for (const Forgery& one : kForgeries) check_told(one.what, one.told);
  check_told("truncated", "the text ends too early for JSON");
  check_told("name twice", "'student' is there twice");
  for (const ReportRow& row : report.rows) {
    CAPTURE(row.dump());
    CHECK((row["verified"] == "yes") == (row["file"] == "honest.json"));
    if (row["file"] == "honest.json") CHECK(row["score"] == 1);
  }
  CHECK(page.find("honest.json") == page.npos);
  CHECK(page.find("1 is verified and counted") != page.npos);
}

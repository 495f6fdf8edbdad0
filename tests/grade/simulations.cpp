// Results of lessons in which the learner is the algorithm: each step is replayed, forged steps are told by name, and
// the page of the class shows at which step the algorithm was left.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/simulation.hpp"
#include "app/lab/lab.hpp"
#include "core/io/files.hpp"
#include "grade/grade.hpp"
#include "tests/lab_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::bench;

namespace {

using nlohmann::ordered_json;

constexpr const char* kStepsLesson =
    "lesson steps 2\n"
    "title \"Steps\"\n"
    "step \"Expand\"\n"
    "setup map.new 12 9\n"
    "setup query.set 2 4 10 4\n"
    "setup brush.radius 0\n"
    "setup paint.line 5 2 5 6 blocked\n"
    "setup planner.trace astar\n"
    "setup step.first\n"
    "setup step.next_expansion\n"
    "hide path future table open-order\n"
    "ask simulate \"Expand five nodes.\" expansions 5\n"
    "because \"So.\"\n"
    "show path future table open-order\n"
    "step \"Relax\"\n"
    "setup step.first\n"
    "setup step.next_expansion\n"
    "hide path future table open-order\n"
    "ask simulate \"Relax.\" relax\n"
    "because \"So.\"\n"
    "show path future table open-order\n";

// Plays the lesson; in the first simulation the step `wrong` (from 1; 0: none) is answered wrongly, with a closed cell.
std::string result_of_steps(const std::string& lesson, const std::string& file, const std::string& student,
                            size_t wrong) {
  test::LabInView lab(900, 700);
  test::run(lab, "lesson.student " + student);
  test::run(lab, "lesson.open " + lesson);
  const LessonController& controller = lesson_controller(lab);
  while (!controller.finished()) {
    while (!controller.answer_state().done) {
      const bool here = controller.step_index() == 0 && controller.answer_state().answers.size() + 1 == wrong;
      const std::vector<std::string> words =
          here ? std::vector<std::string>{"2,4"} : controller.simulation()->now.right;
      test::run(lab, format_command({"lesson.answer", words}));
    }
    test::run(lab, "lesson.next");
  }
  test::run(lab, format_command({"lesson.hand_in", {file}}));
  return read_file(file).value();
}

// Plays the lesson up to the fourth step of its first simulation, and gives up there: `tells`: by having the answer
// shown, else by handing in what is there.
void give_up(const std::string& lesson, const std::string& file, const std::string& student, bool tells) {
  test::LabInView lab(900, 700);
  test::run(lab, {"lesson.student " + student, "lesson.open " + lesson});
  for (int i = 0; i < 3; ++i) {
    test::run(lab, format_command({"lesson.answer", lesson_controller(lab).simulation()->now.right}));
  }
  if (tells) test::run(lab, "lesson.tell");
  test::run(lab, format_command({"lesson.hand_in", {file}}));
}

struct ForgedStep {
  const char* what;
  std::function<void(ordered_json& question, ordered_json& result)> forge;
  const char* told;
};

// Takes the last answer of a simulation away.
void drop_last_step(ordered_json& q) {
  for (const char* list : {"answers", "work", "steps"}) q[list].erase(q[list].size() - 1);
  q["tries"] = q["answers"].size();
}

// In the honest result step 3 is wrong.
const std::vector<ForgedStep> kForgedSteps = {
    {"step right", [](auto& q, auto&) { q["steps"][2] = "right"; },
     "step 3 of the simulation: the file says right, the replay says wrong"},
    {"step wrong", [](auto& q, auto&) { q["steps"][0] = "wrong"; },
     "step 1 of the simulation: the file says wrong, the replay says right"},
    {"answer changed", [](auto& q, auto&) { q["answers"][1] = "2,4"; },
     "step 2 of the simulation: the file says right, the replay says wrong"},
    {"no answer", [](auto& q, auto&) { q["answers"][1] = "north"; },
     "step 2 of the simulation: expected a cell as X,Y, not 'north'"},
    {"answer left out", [](auto& q, auto&) { q["answers"].erase(2); }, "says 5 tries, and its log has 4 tries"},
    {"step left out", [](auto& q, auto&) { q["steps"].erase(2); },
     "step 3 of the simulation: the file says right, the replay says wrong"},
    {"end left out", [](auto& q, auto&) { drop_last_step(q); },
     "the file says right at a later try, the replay says not right"},
    {"answer more",
     [](auto& q, auto&) {
       q["answers"].push_back("2,4");
       q["work"].push_back(ordered_json::array());
       q["steps"].push_back("right");
       q["tries"] = 6;
     },
     "the simulation has 5 steps, and the file has 6 answers"},
    {"first",
     [](auto& q, auto& r) {
       q["first"] = true;
       r["right_at_first_try"] = 2;
     },
     "the file says right at the first try, the replay says right at a later try"},
    {"told", [](auto& q, auto&) { q["told"] = true; }, "the file says given by the lesson"},
    {"no steps", [](auto& q, auto&) { q.erase("steps"); }, "has no steps: the verdicts"},
    {"unknown verdict", [](auto& q, auto&) { q["steps"][2] = "perfect"; },
     "expected right, also right, wrong or told for each step of a simulation"},
};

}  // namespace

TEST_CASE("each step of a simulation is graded, its share is the score, and forged steps are told by name") {
  const test::TempFolder folder;
  const std::string lesson = folder.file("steps.lesson"), results = folder.file("results");
  REQUIRE(write_file_atomic(lesson, kStepsLesson).ok());
  std::filesystem::create_directories(results);
  const std::string honest = result_of_steps(lesson, results + "/honest.json", "Bob", 3);
  for (const ForgedStep& one : kForgedSteps) {
    ordered_json result = ordered_json::parse(honest);
    one.forge(result["questions"][0], result);
    REQUIRE(write_file_atomic(fmt::format("{}/{}.json", results, one.what), result.dump(1)).ok());
  }
  const Report report =
      test::must(run_grade({.folder = results, .out = folder.file("grades.csv"), .lessons = {lesson}}));
  for (const ForgedStep& one : kForgedSteps) {
    CAPTURE(std::string(one.what));
    const std::string file = fmt::format("{}/{}.json:", results, one.what);
    std::string all;
    for (const std::string& failure : report.failures) {
      if (failure.starts_with(file)) all += failure + "; ";
    }
    CHECK_MESSAGE(all.find(one.told) != std::string::npos, all);
  }
  for (const ReportRow& row : report.rows) {
    CAPTURE(row.dump());
    CHECK((row["verified"] == "yes") == (row["file"] == "honest.json"));
    if (row["file"] != "honest.json") continue;
    CHECK(row["questions"] == 2);
    CHECK(row["right"] == 1);
    CHECK(row["score"].get<double>() == doctest::Approx(1.8));
  }
  const std::string table = read_file(folder.file("grades.csv")).value();
  CHECK(table.find("4 of 5 steps are right; the algorithm was left at step 3") != std::string::npos);
  CHECK(table.find(",step,Which node is expanded now? Click it.,\"(2,4)\",no,1,0.0,,yes,does not hold") !=
        std::string::npos);
}

TEST_CASE("the page of a class counts at which step of a simulation the algorithm was left") {
  const test::TempFolder folder;
  const std::string lesson = folder.file("steps.lesson"), results = folder.file("results");
  REQUIRE(write_file_atomic(lesson, kStepsLesson).ok());
  std::filesystem::create_directories(results);
  size_t number = 0;
  for (const size_t wrong : {0, 2, 2, 2, 5}) {
    const std::string name = fmt::format("S{}", ++number);
    result_of_steps(lesson, fmt::format("{}/{}.json", results, name), name, wrong);
  }
  (void)test::must(run_grade({.folder = results, .out = folder.file("grades.csv"), .lessons = {lesson}}));
  const std::string page = read_file(folder.file("grades.html")).value();
  const auto has = [&](const std::string& part) { CHECK_MESSAGE(page.find(part) != std::string::npos, part, page); };
  has("<h3>Step 1: where the algorithm was left</h3>\n<p>1 student was right to the end.</p>");
  has("<h3>Step 2: where the algorithm was left</h3>\n<p>5 students were right to the end.</p>");
  // Steps at which nobody has left have no row, and a simulation that nobody has left has no table.
  CHECK(page.find("<td class=\"n\">0</td><td></td><td></td></tr>") == std::string::npos);
  CHECK(page.find("were right to the end.</p>\n<table>") == std::string::npos);
  has("<tr><td class=\"n\">2</td><td class=\"n\">3</td><td><span class=\"b\" style=\"width:3em\"></span></td><td>3 "
      "&times; <bdi>(2,4)</bdi></td></tr>");
  has("<tr><td class=\"n\">5</td><td class=\"n\">1</td><td><span class=\"b\" style=\"width:1em\"></span></td><td>1 "
      "&times; <bdi>(2,4)</bdi></td></tr>");
}

TEST_CASE("the page of a class counts who gave a simulation up, and who stopped without a wrong step") {
  const test::TempFolder folder;
  const std::string lesson = folder.file("steps.lesson"), results = folder.file("results");
  REQUIRE(write_file_atomic(lesson, kStepsLesson).ok());
  std::filesystem::create_directories(results);
  give_up(lesson, results + "/told.json", "Ann", true);
  give_up(lesson, results + "/stopped.json", "Bob", false);
  const Report report =
      test::must(run_grade({.folder = results, .out = folder.file("grades.csv"), .lessons = {lesson}}));
  for (const ReportRow& row : report.rows) CHECK(row["verified"] == "yes");
  const std::string page = read_file(folder.file("grades.html")).value();
  const auto has = [&](const std::string& part) { CHECK_MESSAGE(page.find(part) != std::string::npos, part, page); };
  has("<p>0 students were right to the end. 1 student stopped without a wrong step.</p>");
  has("<tr><td class=\"n\">4</td><td class=\"n\">1</td><td><span class=\"b\" style=\"width:1em\"></span></td><td></td>"
      "</tr>");
}

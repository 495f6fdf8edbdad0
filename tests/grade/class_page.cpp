// The page about a class: what is counted, who is named, and what is escaped. Copies of results are found under any
// name.
#include "grade/class_page.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_truth.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/playback/playback.hpp"
#include "core/io/files.hpp"
#include "grade/grade.hpp"
#include "grade/result_copies.hpp"
#include "grade/student_name.hpp"
#include "tests/lab_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::bench;

namespace {

using nlohmann::ordered_json;

constexpr const char* kJose = "<b>Jos\xc3\xa9 & \xe6\x9d\x8e\xe9\x9b\xb7";

// Returns the grade of a result with one question, which was answered right at this try, or not: 0.
ResultGrade grade_of(const std::string& file, const std::string& student, const std::string& lesson, int right_at,
                     std::vector<std::string> wrong) {
  ResultGrade grade;
  grade.file = "in/" + file;
  grade.student = student;
  grade.lesson = lesson;
  grade.version = 2;
  ReplayedItem& row = grade.rows.emplace_back();
  row.step = 1;
  row.what = "choice";
  row.question = "Which *one* is at cell(3,4)?";
  row.right = right_at > 0;
  row.tries = right_at > 0 ? right_at : static_cast<int>(wrong.size());
  row.score = right_at == 1 ? 1 : 0;
  row.verdict = right_at > 0 ? GradeVerdict::kHolds : GradeVerdict::kDoesNotHold;
  row.wrong = std::move(wrong);
  if (row.tries > 0) row.expected = "B";
  return grade;
}

std::string page_of(const std::vector<ResultGrade>& grades) { return class_page(grades, copies_in(grades), "in"); }

void check_has(const std::string& page, const std::string& part) {
  CAPTURE(part);
  CHECK_MESSAGE(page.find(part) != page.npos, page);
}

// Times two questions of a result.
void set_times(ordered_json& result, double first, double second) {
  result["questions"][0]["seconds"] = first;
  result["questions"][1]["seconds"] = second;
}

}  // namespace

TEST_CASE("the page of a class counts answers, names who has handed in nothing, and escapes every text") {
  std::vector<ResultGrade> grades = {grade_of("a.json", "Ann", "one", 1, {}),
                                     grade_of("b.json", kJose, "one", 2, {"A <1>"}),
                                     grade_of("c.json", "Carl", "one", 0, {"A <1>", "C"}),
                                     grade_of("d.json", "Dora", "one", 0, {}),
                                     grade_of("e.json", "Eve", "one", 1, {}),
                                     grade_of("f.json", "Fay", "two", 1, {}),
                                     unreadable_result("in/x\xff.json", error_at("in/x", "is <cut> off"))};
  grades[4].rows[0].verdict = GradeVerdict::kDiffers;
  grades[4].rows[0].reason = "e.json:4: the file says & more";
  const std::string page = page_of(grades);
  check_has(page, "<p>7 results of 5 students; 2 are not verified.</p>");
  check_has(page,
            "<h2><bdi>one</bdi>, version 2</h2>\n<p>Of 5 students, 4 have handed in a result; 4 are verified and "
            "counted.</p>");
  check_has(page,
            "<tr><td class=\"n\">1</td><td><bdi>Which one is at (3,4)?</bdi></td><td><bdi>B</bdi></td>"
            "<td class=\"n\">1</td><td class=\"n\">1</td><td class=\"n\">1</td><td class=\"n\">0</td><td "
            "class=\"n\">1</td><td><ul><li>2 "
            "&times; <bdi>A &lt;1&gt;</bdi></li><li>1 &times; <bdi>C</bdi></li></ul></td></tr>");
  check_has(page, "<p>Nothing handed in: <bdi>Fay</bdi>.</p>");
  check_has(page,
            "<p>Nothing handed in: <bdi>&lt;b&gt;Jos\xc3\xa9 &amp; \xe6\x9d\x8e\xe9\x9b\xb7</bdi>, <bdi>Ann</bdi>, "
            "<bdi>Carl</bdi>, <bdi>Dora</bdi>.</p>");
  check_has(page,
            "<tr><td><bdi>e.json</bdi></td><td><bdi>Eve</bdi></td><td><bdi>one</bdi></td><td><ul><li>Step 1: "
            "<bdi>e.json:4: the file says &amp; more</bdi></li></ul></td></tr>");
  check_has(page,
            "<tr><td><bdi>x\xef\xbf\xbd.json</bdi></td><td><bdi></bdi></td><td><bdi></bdi></td><td><ul><li><bdi>in/x: "
            "is &lt;cut&gt; off</bdi></li></ul></td></tr>");
  CHECK(page.find("<b>") == page.npos);
  CHECK(page.find("<script") == page.npos);
  CHECK(page.find("http") == page.npos);
  CHECK(page.find("<h2>Copies") == page.npos);
  CHECK(valid_utf8(page) == page);
  CHECK(page_of(grades) == page);
}

TEST_CASE("a student counts once with the best result, however the name is written, and right answers may differ") {
  std::vector<ResultGrade> grades = {grade_of("a.json", "Jose\xcc\x81", "one", 0, {"A"}),
                                     grade_of("b.json", "Jos\xc3\xa9", "one", 1, {}),
                                     grade_of("c.json", "", "one", 2, {"X"}), grade_of("d.json", "Eve", "gone", 1, {})};
  grades[2].rows[0].expected = "C";
  grades[3].rows[0].verdict = GradeVerdict::kDiffers;
  const std::string page = page_of(grades);
  check_has(page, "<p>4 results of 2 students; 1 is not verified.</p>");
  check_has(page, "<p>Of 2 students, 2 have handed in a result; 2 are verified and counted.</p>");
  check_has(page,
            "<td>differs by student</td><td class=\"n\">1</td><td class=\"n\">1</td><td class=\"n\">0</td><td "
            "class=\"n\">0</td><td class=\"n\">0</td><td><ul><li>1 &times; <bdi>X</bdi></li></ul></td></tr>");
  check_has(page,
            "<h2><bdi>gone</bdi></h2>\n<p>Of 2 students, 0 have handed in a result; 0 are verified and counted.</p>");
}

TEST_CASE("a lesson has its title on the page, and a solution that was shown is no missing answer") {
  std::vector<ResultGrade> grades = {grade_of("a.json", "Ann", "one", 0, {}), grade_of("b.json", "Bob", "one", 0, {})};
  grades[0].rows[0].told = true;
  for (ResultGrade& grade : grades) grade.title = "Be *one* & more";
  const std::string page = page_of(grades);
  check_has(page, "<h2><bdi>Be one &amp; more</bdi> (<bdi>one</bdi>, version 2)</h2>");
  check_has(page, "<th class=\"n\">Shown</th><th class=\"n\">No answer</th>");
  check_has(page,
            "<td class=\"n\">0</td><td class=\"n\">0</td><td class=\"n\">0</td><td class=\"n\">1</td><td "
            "class=\"n\">1</td><td></td></tr>");
}

TEST_CASE("of many wrong answers the page lists the most frequent ones") {
  std::vector<ResultGrade> grades;
  for (int i = 0; i < 14; ++i) {
    const std::string wrong = fmt::format("{:02}", i);
    grades.push_back(
        grade_of(fmt::format("{}.json", i), fmt::format("S{}", i), "one", 0, {wrong, i > 11 ? wrong : "x"}));
  }
  // 15 answers: x 12 times, 12 and 13 twice, and 00 to 11 once, of which nine have room.
  check_has(page_of(grades),
            "<ul><li>12 &times; <bdi>x</bdi></li><li>2 &times; <bdi>12</bdi></li><li>2 &times; <bdi>13</bdi></li><li>1 "
            "&times; <bdi>00</bdi></li>");
  check_has(page_of(grades), "<li>1 &times; <bdi>08</bdi></li><li>and 3 others</li></ul>");
}

TEST_CASE("whoever hands in twice is no copy, and a result without a name is missing in no other lesson") {
  std::vector<ResultGrade> grades = {grade_of("a.json", "Ann", "one", 1, {}), grade_of("b.json", "Ann", "one", 1, {}),
                                     grade_of("c.json", "", "one", 1, {}), grade_of("d.json", "Dora", "two", 1, {})};
  for (size_t i = 0; i < 2; ++i) {
    grades[i].times_stamp = 7;
    grades[i].log_stamp = 8 + i;
  }
  CHECK(copies_in(grades).empty());
  const std::string page = page_of(grades);
  check_has(page, "<p>Nothing handed in: <bdi>Ann</bdi>.</p>");
  check_has(page, "<p>Nothing handed in: <bdi>Dora</bdi>.</p>");
  // Under another name it is one.
  grades[1].student = "Bob";
  CHECK(copies_in(grades).size() == 1);
  // So it is where the answers were changed and the times were not.
  grades[1].student = "Ann ";
  CHECK(copies_in(grades).empty());
  grades[1].rows[0].tries = 2;
  REQUIRE(copies_in(grades).size() == 1);
  CHECK(copies_sentence(copies_in(grades)[0], "in") ==
        "a.json (Ann), b.json (Ann ) have the same times, but other answers or strokes");
}

TEST_CASE("table and page have the texts of choices, and where an order of expansions leaves the search") {
  const test::TempFolder folder;
  const std::string lesson = folder.file("mixed.lesson"), results = folder.file("results");
  std::filesystem::create_directories(results);
  REQUIRE(
      write_file_atomic(lesson,
                        "lesson mixed 1\ntitle \"Mixed\"\n"
                        "step \"A choice\"\nsetup map.new 20 20\nsetup query.set 2 2 12 2\nask choice \"How long?\" "
                        "\"value(planners.astar.steps) steps\" choices \"9 steps\" \"value(planners.astar.steps) "
                        "steps\" \"11 steps, or so\" \"none\"\nbecause \"So.\"\n"
                        "step \"An order\"\nsetup planner.trace astar\nsetup wait.ready\nsetup step.first\nask order "
                        "\"Which are next?\" 2\nbecause \"So.\"\n"
                        "step \"A wall\"\nbuild \"Close it.\"\ncheck planners.astar.status != found \"It is "
                        "open.\"\nbecause \"So.\"\nreveal paint.rectangle 8 0 8 19 filled blocked\n")
          .ok());
  test::LabInView lab(900, 700);
  test::run(lab, "lesson.student Ann");
  test::run(lab, "lesson.open " + lesson);
  test::run(lab, {"lesson.answer 3", "lesson.answer 1", "lesson.next"});
  const LessonController& controller = lesson_controller(lab);
  const auto truth = test::must(lesson_truth(lab, controller.lesson(), controller.step(), controller.folder()));
  REQUIRE(truth.expansions.size() == 2);
  const Cell first = truth.expansions[0].front(), second = truth.expansions[1].front();
  const std::string left = fmt::format(
      "<li>2 &times; <bdi>step {} of the search, expansion 2 of 2: 19,19 in place of "
      "{},{}",
      lab.playback().cursor(), second.x, second.y);
  for (int i = 0; i < 2; ++i) test::run(lab, fmt::format("lesson.answer {},{} 19,19", first.x, first.y));
  test::run(lab, {"lesson.next", "lesson.done"});
  test::run(lab, format_command({"lesson.hand_in", {results + "/ann.json"}}));
  GradeOptions options{.folder = results, .out = folder.file("grades.csv"), .lessons = {lesson}};
  const Report report = test::must(run_grade(options));
  CHECK(report.checks_held());
  CHECK(report.rows[0]["score"] == 0);
  const std::string page = read_file(folder.file("grades.html")).value();
  check_has(page,
            "<td><ul><li>1 &times; <bdi>11 steps, or so</bdi></li><li>1 &times; <bdi>9 steps</bdi></li></ul></td>");
  check_has(page, left);
  check_has(page, "<td><ul><li>1 &times; <bdi>It is open.</bdi></li></ul></td>");
  check_has(read_file(options.out).value(), "ann.json,Ann,mixed,1,,1,choice,How long?,9 steps,no,2,");
  // Another name, and the same bytes.
  options.page = folder.file("class.html");
  REQUIRE(run_grade(options).ok());
  CHECK(read_file(options.page).value() == page);
}

TEST_CASE(
    "copies of a result are named in report, table and page: under another name or file, and with tries removed") {
  const test::TempFolder folder;
  const std::string lesson = folder.file("plain.lesson"), results = folder.file("results");
  std::filesystem::create_directories(results);
  REQUIRE(
      write_file_atomic(lesson,
                        "lesson plain 1\ntitle \"Plain\"\nstep \"A\"\nsetup map.new 9 9\nask number \"How many?\" 7\n"
                        "because \"So.\"\nstep \"B\"\nask number \"And?\" 8\nbecause \"So.\"\n")
          .ok());
  test::LabInView lab(900, 700);
  test::run(lab, "lesson.student Ann");
  test::run(lab, "lesson.open " + lesson);
  test::run(lab, {"lesson.answer 6", "lesson.answer 7", "lesson.next", "lesson.answer 8", "lesson.next"});
  test::run(lab, format_command({"lesson.hand_in", {folder.file("honest.json")}}));
  const ordered_json honest = ordered_json::parse(read_file(folder.file("honest.json")).value());
  const auto put = [&](const std::string& name, const std::string& student,
                       const std::function<void(ordered_json&)>& change) {
    ordered_json result = honest;
    result["student"] = student;
    change(result);
    REQUIRE(write_file_atomic(results + "/" + name, result.dump(1)).ok());
  };
  put("a.json", "Ann", [](ordered_json& r) { set_times(r, 12.25, 3.5); });
  put("b.json", "Bob", [](ordered_json& r) { set_times(r, 12.25, 3.5); });
  put("c.json", "Carl", [](ordered_json& r) {
    set_times(r, 12.25, 3.5);
    ordered_json& question = r["questions"][0];
    question["answers"].erase(0);
    question["work"].erase(0);
    question["tries"] = 1;
    question["first"] = true;
    r["right_at_first_try"] = 2;
  });
  // Others: the same answers in other times, one time that two share, and no times.
  put("d.json", "Dora", [](ordered_json& r) { set_times(r, 12.5, 3.5); });
  put("e.json", "Eve", [](ordered_json& r) { set_times(r, 0, 0); });
  put("f.json", "Fay", [](ordered_json& r) { set_times(r, 0, 0); });
  GradeOptions options{.folder = results, .out = folder.file("grades.csv"), .lessons = {lesson}};
  const Report report = test::must(run_grade(options));
  CHECK(report.checks_held());
  const std::string whole = "a.json (Ann), b.json (Bob) have the same answers, strokes and times";
  const std::string changed =
      "a.json (Ann), b.json (Bob), c.json (Carl) have the same times, but other answers or "
      "strokes";
  CHECK(report.notes == std::vector{whole, changed});
  const std::string table = read_file(options.out).value(), page = read_file(folder.file("grades.html")).value();
  check_has(table, fmt::format(",8,yes,1,3.5,1,yes,holds,,1,\"{}; {}\"\n", whole, changed));
  check_has(table, fmt::format(",8,yes,1,3.5,1,yes,holds,,1,\"{}\"\n", changed));
  check_has(page, fmt::format("<h2>Copies</h2>\n<ul>\n<li><bdi>plain</bdi>: <bdi>{}</bdi>.</li>\n", whole));
  check_has(page, fmt::format("<li><bdi>plain</bdi>: <bdi>{}</bdi>.</li>\n</ul>", changed));
  for (const char* other : {"d.json (", "e.json (", "f.json ("}) CHECK(page.find(other) == page.npos);
}

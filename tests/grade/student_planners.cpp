// Planners of students' own are graded in one run: whatever one of them does, it is told in its rows, and the others
// are graded. What a student has chosen is never more than a part of one word of the command.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/user_only_commands.hpp"
#include "app/lesson/student_name.hpp"
#include "core/io/files.hpp"
#include "grade/grade.hpp"
#include "grade/student_name.hpp"
#include "grade/student_planner.hpp"
#include "tests/grade/running.hpp"
#include "tests/lab_support.hpp"
#include "tests/source_path.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::bench;

namespace {

constexpr const char* kStudentsLesson =
    "lesson own 1\ntitle \"Your own A*\"\nplanner mine\nstep \"Yours\"\nsetup map.new 12 9 ground\n"
    "setup query.set 1 4 10 4\nbuild \"Add your planner.\"\ncheck external.mine.legal == true\n"
    "check external.mine.fault == \"\"\ncheck planners.mine.percent_over == 0\nbecause \"A* it is.\"\n";

std::string misbehaves(const std::string& kind) {
  return "python3 -S -E " + test::source_path("tests/external/misbehave.py") + " " + kind;
}

// Returns what somebody hands in whose planner is right.
nlohmann::ordered_json honest_result(const std::string& lesson) {
  const test::TempFolder folder;
  test::LabInView lab(900, 700);
  REQUIRE(execute_by_hand(lab, {"external.add", {"mine", misbehaves("behaves")}}).ok());
  test::run(lab, "lesson.student Ann");
  test::run(lab, format_command({"lesson.open", {lesson}}));
  test::run(lab, {"lesson.done", "lesson.next"});
  test::run(lab, format_command({"lesson.hand_in", {folder.file("a.json")}}));
  return nlohmann::ordered_json::parse(read_file(folder.file("a.json")).value());
}

// Returns the lines of the table about the file and of that kind.
std::vector<std::string> lines_of(const std::string& table, const std::string& file, const std::string& what) {
  std::vector<std::string> found;
  for (size_t at = 0; at < table.size();) {
    const size_t end = std::min(table.find('\n', at), table.size());
    const std::string line = table.substr(at, end - at);
    if (line.starts_with(file + ",") && line.find("," + what + ",") != line.npos) found.push_back(line);
    at = end + 1;
  }
  return found;
}

}  // namespace

TEST_CASE(
    "planners of many students are graded in one run: one that hangs, crashes or lies is told, and all are graded") {
  const test::TempFolder folder;
  const std::string lesson = folder.file("own.lesson"), results = folder.file("results");
  REQUIRE(write_file_atomic(lesson, kStudentsLesson).ok());
  std::filesystem::create_directories(results);
  nlohmann::ordered_json result = honest_result(lesson);
  for (const char* student :
       {"behaves", "hang", "crash", "lies", "start-exit", "jump", "child-leaves", "../behaves", "-c"}) {
    result["student"] = student;
    std::string name = student;
    std::ranges::replace(name, '/', '_');
    REQUIRE(write_file_atomic(results + "/" + name + ".json", result.dump(1)).ok());
  }
  GradeOptions options{.folder = results, .out = folder.file("grades.csv"), .lessons = {lesson}};
  options.planners = {"mine=" + misbehaves("{student}") + " " + folder.path()};
  options.planner_seconds = 2;
  const auto graded = run_grade(options);
  REQUIRE_MESSAGE(graded.ok(), graded.error().message());
  const std::string table = read_file(options.out).value();
  const auto line = [&](const std::string& file) {
    const std::vector<std::string> lines =
        lines_of(table, file + (file.starts_with('"') ? ".json\"" : ".json"), "planner");
    return lines.size() == 1 ? lines[0] : fmt::format("{} rows", lines.size());
  };
  const auto score = [&](const std::string& file) {
    for (const ReportRow& row : graded.value().rows) {
      if (row["file"] == (file.starts_with('"') ? file.substr(2) : file) + ".json") return row["score"].get<int>();
    }
    return -1;
  };
  const std::string good = line("behaves");
  CAPTURE(good);
  CHECK(good.find(",planner,mine,ready: misbehave,yes,0,0.0,0,yes,holds,") != std::string::npos);
  CHECK(score("behaves") == 1);
  const auto told = [&](const char* file, const char* reason) {
    const std::string row = line(file);
    CAPTURE(row);
    CHECK(row.find(reason) != std::string::npos);
    CHECK(row.find(",no,0,0.0,0,yes,does not hold,") != std::string::npos);
    CHECK(score(file) == 0);
  };
  told("hang", "it does not answer within 2 s");
  told("crash", "it was ended by signal 11");
  told("lies", "\"its cost is wrong: it says 4.50, walks 9.00\"");
  told("start-exit", "it has ended with exit status 3");
  told("jump", "its path is wrong: ");
  told(".._behaves", "the student '../behaves' cannot stand in a command");
  told("\"'-c", "the student '-c' cannot stand in a command");
  // The step says why, and not that the lesson needs a planner, which was given.
  const std::vector<std::string> builds = lines_of(table, "\"'-c.json\"", "build");
  REQUIRE(builds.size() == 1);
  CHECK(builds[0].find(",no,1,0.0,0,yes,does not hold,\"mine: the student '-c' cannot stand in a command") !=
        std::string::npos);
  CHECK(table.find("the lesson needs a planner") == std::string::npos);
  // The conditions that do not hold say so as well, each in its row.
  const std::vector<std::string> checks = lines_of(table, "lies.json", "check");
  REQUIRE(checks.size() == 3);
  CHECK(checks[0].find(",yes,") != std::string::npos);
  CHECK(checks[1].find("its cost is wrong") != std::string::npos);
  // A program that has left its process group and session ends as well. It has another process id in this namespace.
  told("child-leaves", "it said: child ");
  for (int i = 0; i < 300 && test::is_running(folder.path()); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  CHECK_FALSE(test::is_running(folder.path()));
}

TEST_CASE("a program that lies beside the result is named by folder and file, and one that is not there is told") {
  const test::TempFolder folder;
  const std::string lesson = folder.file("own.lesson"), results = folder.file("hand ins/it's \"ann\"");
  REQUIRE(write_file_atomic(lesson, kStudentsLesson).ok());
  std::filesystem::create_directories(results);
  nlohmann::ordered_json result = honest_result(lesson);
  const std::string python = read_file(test::source_path("examples/planners/astar.py")).value();
  for (const char* file : {"ann", "bob", "link"}) {
    result["student"] = file;
    REQUIRE(write_file_atomic(results + "/" + file + ".json", result.dump(1)).ok());
  }
  REQUIRE(write_file_atomic(results + "/ann.py", python).ok());
  std::filesystem::create_symlink(results + "/ann.py", results + "/link.py");
  GradeOptions options{.folder = folder.file("hand ins"), .out = folder.file("grades.csv"), .lessons = {lesson}};
  options.planners = {"mine=python3 -I {folder}/{file}.py", "other=no-such-program {student}"};
  const auto graded = test::must(run_grade(options));
  const auto reason = [&](const char* student) {
    for (const ReportRow& row : graded.rows) {
      if (row["student"] == student)
        return fmt::format("{} {}", row["score"].get<int>(), row["reason"].get<std::string>());
    }
    return std::string("no row");
  };
  CHECK(reason("ann") == "1 ");
  CHECK(reason("bob").starts_with("0 "));
  const std::string table = read_file(options.out).value();
  CHECK(table.find("bob.py: there is no such file") != table.npos);
  CHECK(table.find("link.py: is a link") != table.npos);
  CHECK(table.find(",planner,other,") == table.npos);  // the lesson is not about it
}

TEST_CASE("no part of the way to a program may be a link, and a name is found however its accents are written") {
  namespace fs = std::filesystem;
  const test::TempFolder folder;
  const auto made = test::must(PlannerTemplate::from_text("mine=run {folder}/sub/{student}.py"));
  const auto found = [&](const std::string& in, const std::string& student) {
    const auto program = made.program_for(folder.file(in + "/r.json"), student);
    return program ? program.value().command : program.error().message();
  };
  fs::create_directories(folder.file("elsewhere"));
  for (const char* in : {"a/sub", "b", "c/sub"}) fs::create_directories(folder.file(in));
  REQUIRE(write_file_atomic(folder.file("elsewhere/ann.py"), "").ok());
  REQUIRE(write_file_atomic(folder.file("a/sub/ann.py"), "").ok());
  REQUIRE(write_file_atomic(folder.file("a/sub/Jose\xcc\x81 1.py"), "").ok());
  fs::create_directory_symlink(folder.file("elsewhere"), folder.file("b/sub"));
  fs::create_symlink(folder.file("elsewhere/ann.py"), folder.file("c/sub/ann.py"));
  CHECK(found("a", "ann") == "run " + folder.file("a/sub/ann.py"));
  CHECK(found("a", "bob") == folder.file("a/sub/bob.py") + ": there is no such file");
  CHECK(found("b", "ann") == folder.file("b/sub") + ": is a link");
  CHECK(found("c", "ann") == folder.file("c/sub/ann.py") + ": is a link");
  for (const char* student : {"Jos\xc3\xa9 1", "Jose\xcc\x81 1"}) {
    CHECK(found("a", student) == "run " + folder.file("a/sub/Jose\xcc\x81\\ 1.py"));
  }
  // In a word of an option as well.
  const auto option = PlannerTemplate::from_text("mine=run --in={folder}/sub/new");
  REQUIRE(option.ok());
  CHECK(option.value().program_for(folder.file("a/r.json"), "").ok());
  CHECK_FALSE(option.value().program_for(folder.file("b/r.json"), "").ok());
  CHECK_FALSE(PlannerTemplate::from_text("mine=run {folder}/a:{folder}/b").ok());
}

TEST_CASE("a template of planners is checked before anything is graded, and students are no commands") {
  const auto fault = [](const std::string& text) {
    const auto read = PlannerTemplate::from_text(text);
    REQUIRE_FALSE(read.ok());
    return read.error().message();
  };
  CHECK(fault("mine").find("NAME=PROGRAM") != std::string::npos);
  CHECK(fault("astar=x").find("'astar' is a planner of Strata") != std::string::npos);
  CHECK(fault("7=x").find("expected a name of up to") != std::string::npos);
  CHECK(fault("mine=python3 {studnet}.py").find("{studnet} is not known: there are {student}, {folder} and {file}") !=
        std::string::npos);
  const auto made =
      test::must(PlannerTemplate::from_text("mine=run '--in={folder}/..' --who={student} \"a b\" {0} {}"));
  const auto program = test::must(made.program_for("/tmp/a b/r.json", "ann-1_x.y"));
  CHECK(program.command == "run --in=/tmp/a\\ b/.. --who=ann-1_x.y a\\ b {0} {}");
  for (const char* student : {"",
                              ".",
                              "..",
                              "../x",
                              "a/b",
                              "-c",
                              ".hidden",
                              " a",
                              "a ",
                              "a;b",
                              "a\nb",
                              "$(x)",
                              "a\tb",
                              "J\xc3(rgen",
                              "\xcc\x81x",
                              "a\xe2\x80\xae"
                              "b",
                              "a\xc2\x9b",
                              "O'Hara",
                              "\xef\xbc\x8f",
                              "\xe2\x80\x94x"}) {
    CAPTURE(student);
    CHECK_FALSE(word_of_student(student));
    CHECK_FALSE(made.program_for("/tmp/r.json", student).ok());
  }
  CHECK_FALSE(word_of_student(std::string(61, 'a')));
  // Letters of any script, with their marks; a combined letter and its parts are one.
  for (const char* student : {"Jose Maria", "J\xc3\xbcrgen", "\xe6\x9d\x8e\xe9\x9b\xb7", "\xd0\x9b\xd1\x91\xd0\xb2",
                              "7_a-b.c", "\xe0\xa4\xb9\xe0\xa4\xbf\xe0\xa4\xa8\xe0\xa5\x8d\xe0\xa4\xa6\xe0\xa5\x80",
                              "\xd9\xa3\xd9\x85", "\xe5\xb1\xb1\xe7\x94\xb0\xe3\x80\x80\xe5\xa4\xaa"}) {
    CAPTURE(student);
    CHECK(word_of_student(student) == student);
  }
  CHECK(word_of_student("Jose\xcc\x81") == "Jos\xc3\xa9");
  CHECK(compared_name("Jose\xcc\x81") == compared_name("Jos\xc3\xa9"));
  CHECK(compared_name("\xff") == "\xff");
  CHECK(compared_name(" Anna Li ") == "Anna Li");
  CHECK(compared_name("  ").empty());
  // A blank stays in the word.
  CHECK(made.program_for("/tmp/r.json", "Jose Maria").value().command ==
        "run --in=/tmp/.. --who=Jose\\ Maria a\\ b {0} {}");
  // What looks like a template in a student's choice is none.
  const auto twice = test::must(PlannerTemplate::from_text("mine=run {file}"));
  CHECK(twice.program_for("/tmp/{student}.json", "ann").value().command == "run {student}");
  CHECK_FALSE(twice.program_for("/tmp/-c.json", "ann").ok());
  CHECK_FALSE(twice.program_for("/tmp/a\nb.json", "ann").ok());

  const test::TempFolder folder;
  REQUIRE(write_file_atomic(folder.file("a.json"), "{}").ok());
  GradeOptions options{.folder = folder.path(), .out = folder.file("grades.csv"), .planners = {"mine=x", "mine=y"}};
  const auto refused = run_grade(options);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().message().find("mine is the name of two planners") != std::string::npos);
}

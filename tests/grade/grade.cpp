// Folders of results are graded in processes with limits: whatever a file holds, the others are graded, and it is told.
#include "grade/grade.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_replay.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lesson/result_file.hpp"
#include "core/io/csv.hpp"
#include "core/io/files.hpp"
#include "grade/grade_message.hpp"
#include "grade/limited_call.hpp"
#include "grade/result_folder.hpp"
#include "tests/lab_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::bench;

namespace {

constexpr const char* kGradedLesson =
    "lesson graded 1\n"
    "title \"Graded\"\n"
    "step \"A question\"\n"
    "setup map.new 20 20\n"
    "setup query.set 2 2 12 2\n"
    "text \"Look.\"\n"
    "ask number \"What does the path cost?\" planners.astar.steps\n"
    "because \"Ten steps.\"\n"
    "step \"A wall\"\n"
    "build \"Close the way.\"\n"
    "check planners.astar.status != found \"There is still a path.\"\n"
    "because \"No path.\"\n"
    "reveal paint.rectangle 8 0 8 19 filled blocked\n";

void hand_in(const std::string& lesson, const std::string& student, const char* answer, const std::string& file) {
  test::LabInView lab(900, 700);
  test::run(lab, format_command({"lesson.student", {student}}));
  test::run(lab, "lesson.open " + lesson);
  test::run(lab, std::string("lesson.answer ") + answer);
  if (!lesson_controller(lab).answer_state().done) test::run(lab, "lesson.answer 10");
  test::run(lab, {"lesson.next", "paint.rectangle 9 0 9 19 filled blocked", "lesson.done", "lesson.next"});
  test::run(lab, format_command({"lesson.hand_in", {file}}));
}

std::string await_answer(LimitedCall& call, bool& ok) {
  while (!call.advance()) continue;
  const Result<std::string> answer = call.answer();
  ok = answer.ok();
  return ok ? answer.value() : answer.error().message();
}

ReportRow row_for(const Report& report, const std::string& file) {
  for (const ReportRow& row : report.rows) {
    if (row["file"] == file) return row;
  }
  FAIL(file);
  return {};
}

}  // namespace

TEST_CASE(
    "a call in a process of its own answers, and one that never ends, breaks off or writes files takes nothing with "
    "it") {
  const test::TempFolder folder;
  bool ok = false;
  CallLimits limits{.seconds = 1};
  {
    LimitedCall call([] { return std::string(200'000, 'a'); }, limits);
    CHECK(await_answer(call, ok) == std::string(200'000, 'a'));
    CHECK(ok);
  }
  {
    LimitedCall call(
        [] {
          std::atomic<int> count = 0;
          for (;;) ++count;
          return std::string();
        },
        limits);
    CHECK(await_answer(call, ok).starts_with("was cut off after 1"));
    CHECK_FALSE(ok);
  }
  {
    LimitedCall call([]() -> std::string { std::abort(); }, limits);
    CHECK(await_answer(call, ok).starts_with("broke off: "));
    CHECK_FALSE(ok);
  }
  {
    LimitedCall call([]() -> std::string { throw std::bad_alloc(); }, limits);
    CHECK(await_answer(call, ok).starts_with("broke off: "));
    CHECK_FALSE(ok);
  }
  {
    const std::string file = folder.file("written");
    LimitedCall call([&file] { return write_file_atomic(file, "x").ok() ? "written" : "refused"; }, limits);
    CHECK(await_answer(call, ok) != "written");
    CHECK(std::filesystem::is_empty(folder.path()));
  }
}

TEST_CASE(
    "a folder of results is graded: honest, wrong, forged, damaged and huge files, with a row for each question") {
  const test::TempFolder folder;
  const std::string lesson = folder.file("graded.lesson"), results = folder.file("results");
  REQUIRE(write_file_atomic(lesson, kGradedLesson).ok());
  std::filesystem::create_directories(results + "/below");
  hand_in(lesson, "=Ann, \"A\"", "10", results + "/ann.json");
  hand_in(lesson, "Bob", "9", results + "/below/bob.json");
  const std::string honest = read_file(results + "/ann.json").value();
  const auto put = [&](const char* name, const std::string& text) {
    REQUIRE(write_file_atomic(results + "/" + name, text).ok());
  };
  auto forged = nlohmann::ordered_json::parse(honest);
  forged["questions"][0]["answers"][0] = "11";
  put("forged.json", forged.dump(1));
  forged = nlohmann::ordered_json::parse(honest);
  forged["questions"][1]["work"][0].push_back("map.save_as " + folder.file("stolen.map"));
  put("writes.json", forged.dump(1));
  forged = nlohmann::ordered_json::parse(honest);
  forged["questions"][1]["work"][0].push_back("crowd.spawn 300");
  for (int i = 0; i < 2000; ++i) forged["questions"][1]["work"][0].push_back("crowd.step 10000");
  put("endless.json", forged.dump(1));
  put("cut.json", honest.substr(0, honest.size() / 2));
  put("empty.json", "");
  put("huge.json", std::string(result_limits::kFileBytes + 1, '['));
  put("other.json", "{\"a\": [1, 2]}");
  forged = nlohmann::ordered_json::parse(honest);
  forged["lesson"]["id"] = "unknown";
  put("unknown.json", forged.dump(1));
  std::filesystem::create_symlink(results + "/ann.json", results + "/link.json");

  GradeOptions options{.folder = results, .out = folder.file("grades.csv"), .lessons = {lesson}, .seconds = 3};
  const auto graded = run_grade(options);
  REQUIRE_MESSAGE(graded.ok(), graded.error().message());
  const Report& report = graded.value();
  CHECK_FALSE(report.checks_held());
  CHECK(report.rows.size() == 11);
  const auto reason_of = [&](const char* file) { return row_for(report, file)["reason"].get<std::string>(); };
  CHECK(row_for(report, "ann.json")["score"] == 2);
  CHECK(row_for(report, "ann.json")["verified"] == "yes");
  CHECK(row_for(report, "below/bob.json")["score"] == 1);
  CHECK(row_for(report, "below/bob.json")["right"] == 2);
  CHECK(row_for(report, "below/bob.json")["verified"] == "yes");
  CHECK(row_for(report, "forged.json")["score"] == 1);
  CHECK(reason_of("forged.json").find("the file says right at the first try") != std::string::npos);
  CHECK(reason_of("writes.json").find("map.save_as may not stand in a result") != std::string::npos);
  CAPTURE(reason_of("endless.json"));
  CHECK(reason_of("endless.json").find("the replay was cut off after") != std::string::npos);
  CHECK(reason_of("cut.json").find("the text ends too early for JSON") != std::string::npos);
  CHECK(reason_of("empty.json").find("empty.json") != std::string::npos);
  CHECK(reason_of("huge.json").find("huge.json") != std::string::npos);
  CHECK(reason_of("other.json").find("it has no strata_result") != std::string::npos);
  CHECK(reason_of("unknown.json").find("there is no lesson 'unknown'") != std::string::npos);
  CHECK(reason_of("link.json").ends_with("is a link"));
  CHECK_FALSE(std::filesystem::exists(folder.file("stolen.map")));

  const std::string table = read_file(options.out).value();
  CHECK(
      table.starts_with("file,student,lesson,version,seed,step,what,question,answer,right,tries,seconds,score,"
                        "verified,verdict,reason,results,copies\n"));
  CHECK(
      table.find(
          "ann.json,\"'=Ann, \"\"A\"\"\",graded,1,,1,number,What does the path cost?,10,yes,1,0.0,1,yes,holds,,3,\n") !=
      std::string::npos);
  CHECK(table.find(",2,check,planners.astar.status != found,no path,yes,0,0.0,0,yes,holds,,1,\n") != std::string::npos);
  CHECK(table.find("yes,2,0.0,0,yes,holds,\"right, but not at the first try\",1,\n") != std::string::npos);
  // Who has handed in more than once is named; a forged file claims to be of the same student.
  REQUIRE(report.notes.size() == 1);
  CHECK(report.notes[0] == "=Ann, \"A\" has 3 results for graded: ann.json, forged.json, writes.json");
  CHECK(table.find("cut.json,,,,,,file,,,,0,0.0,0,no,unreadable,") != std::string::npos);
}

TEST_CASE("what a replay sends that is no grade is an unreadable row, and a grade is what it was") {
  ResultGrade grade;
  grade.file = "a.json";
  grade.student = "Jos\xc3\xa9";
  grade.version = 3;
  grade.seed = 7;
  grade.log_stamp = ~uint64_t{0};
  grade.times_stamp = 5;
  grade.rows.resize(2);
  grade.rows[0].what = "file";
  grade.rows[1].right = true;
  grade.rows[1].wrong = {"a", "b"};
  grade.rows[1].expected = "c";
  grade.rows[1].verdict = GradeVerdict::kDiffers;
  const std::string text = packed_grade(grade);
  const ResultGrade same = unpacked_grade(text, "a.json");
  CHECK(packed_grade(same) == text);
  CHECK(same.rows[1].verdict == GradeVerdict::kDiffers);
  CHECK(same.rows[1].wrong == grade.rows[1].wrong);
  CHECK(same.rows[1].expected == "c");
  CHECK(same.log_stamp == grade.log_stamp);
  std::vector<std::string> bad = {
      "", "{", "[]", "null", "7", "garbage" + text, text + text, std::string(100'000, '['), std::string("\0\xff", 2)};
  for (size_t i = 0; i < text.size(); i += 7) bad.push_back(text.substr(0, i));
  auto changed = nlohmann::json::parse(text);
  for (const auto& [key, value] : changed.items()) {
    auto other = changed;
    other[key] = nlohmann::json::array({nlohmann::json::object()});
    bad.push_back(other.dump());
  }
  for (const auto& wrong : {nlohmann::json(4), nlohmann::json(-1), nlohmann::json("holds"), nlohmann::json()}) {
    changed["rows"][0]["verdict"] = wrong;
    bad.push_back(changed.dump());
  }
  for (const std::string& one : bad) {
    CAPTURE(one);
    const ResultGrade read = unpacked_grade(one, "b.json");
    REQUIRE(read.rows.size() == 1);
    CHECK(read.rows[0].verdict == GradeVerdict::kUnreadable);
    CHECK(read.rows[0].reason == "b.json: the replay has sent what is no grade");
  }
  CHECK(unpacked_grade(error_at("", "broke off"), "b.json").rows[0].reason == "b.json: the replay broke off");
}

TEST_CASE("grading says what it cannot use, and leaves no table behind") {
  const test::TempFolder folder;
  GradeOptions options{.folder = folder.file("none"), .out = folder.file("grades.csv")};
  const auto fault = [&] {
    const auto graded = run_grade(options);
    REQUIRE_FALSE(graded.ok());
    CHECK_FALSE(std::filesystem::exists(folder.file("grades.csv")));
    return graded.error().message();
  };
  CHECK(fault() == folder.file("none") + ": is no folder");
  options.folder = folder.path();
  CHECK(fault().find("holds no result") != std::string::npos);
  REQUIRE(write_file_atomic(folder.file("a.json"), "{}").ok());
  options.lessons = {folder.file("gone.lesson")};
  CHECK(fault().find("gone.lesson") != std::string::npos);
  options.lessons.clear();
  options.out = folder.file("grades.json");
  CHECK(fault().find("ends in .csv") != std::string::npos);
  options.out = folder.file("grades.csv");
  options.page = folder.file("grades.pdf");
  CHECK(fault() == options.page + ": the name of the page ends in .html");
}

TEST_CASE("a folder that may not be read is told, and what lies beside it is graded") {
  const test::TempFolder folder;
  const std::string lesson = folder.file("graded.lesson"), results = folder.file("results");
  REQUIRE(write_file_atomic(lesson, kGradedLesson).ok());
  std::filesystem::create_directories(results + "/shut");
  hand_in(lesson, "Ann", "10", results + "/ann.json");
  hand_in(lesson, "Bob", "10", results + "/shut/bob.json");
  GradeOptions options{.folder = results, .out = folder.file("grades.csv"), .lessons = {lesson}};
  // The administrator may read everything: the test goes on as somebody else.
  constexpr uid_t kNobody = 65534;
  namespace fs = std::filesystem;
  fs::permissions(folder.path(), fs::perms::all);
  fs::permissions(results, fs::perms::all);
  fs::permissions(results + "/ann.json", fs::perms::all);
  fs::permissions(lesson, fs::perms::all);
  fs::permissions(results + "/shut", fs::perms::none);
  const bool administrator = ::geteuid() == 0;
  if (administrator) REQUIRE(::seteuid(kNobody) == 0);
  const auto graded = run_grade(options);
  if (administrator) REQUIRE(::seteuid(0) == 0);
  fs::permissions(results + "/shut", fs::perms::all);
  REQUIRE_MESSAGE(graded.ok(), graded.error().message());
  CHECK(row_for(graded.value(), "ann.json")["verified"] == "yes");
  CHECK(row_for(graded.value(), "shut")["reason"] == results + "/shut: Permission denied");
  CHECK_FALSE(graded.value().checks_held());
  CHECK(graded.value().notes.empty());
  CHECK(read_file(options.out).value().find("shut,,,,,,file,,,,0,0.0,0,no,unreadable,") != std::string::npos);
}

TEST_CASE("a folder with more results than are graded is told, and what lies beside it is graded") {
  const test::TempFolder folder;
  namespace fs = std::filesystem;
  const std::string lesson = folder.file("graded.lesson"), results = folder.file("results");
  REQUIRE(write_file_atomic(lesson, kGradedLesson).ok());
  fs::create_directories(results + "/group/bob");
  fs::create_directories(results + "/group/carl");
  hand_in(lesson, "Ann", "10", results + "/ann.json");
  fs::copy(results + "/ann.json", results + "/group/bob/bob.json");
  // Links to one file: as many names as are needed, in no time.
  REQUIRE(write_file_atomic(folder.file("one"), "{}").ok());
  const auto fill = [&](const std::string& into, size_t count) {
    fs::create_directories(into);
    for (size_t i = 0; i < count; ++i) fs::create_hard_link(folder.file("one"), fmt::format("{}/{}.json", into, i));
  };
  fill(results + "/group/carl", kMostResults + 1);
  const auto found = test::must(results_in(results));
  CHECK(found.results == std::vector{results + "/ann.json", results + "/group/bob/bob.json"});
  REQUIRE(found.unreadable.size() == 1);
  CHECK(found.unreadable[0].rows[0].reason.find("/group/carl") != std::string::npos);
  CHECK(found.unreadable[0].rows[0].reason.ends_with("holds more than 10000 results: none of them is graded"));
  GradeOptions options{.folder = results, .out = folder.file("grades.csv"), .lessons = {lesson}};
  const auto graded = run_grade(options);
  REQUIRE_MESSAGE(graded.ok(), graded.error().message());
  CHECK(graded.value().rows.size() == 3);
  CHECK_FALSE(graded.value().checks_held());
  CHECK(row_for(graded.value(), "group/bob/bob.json")["verified"] == "yes");
  // Folders below one another count together, and the fullest one goes.
  fill(results + "/group/dora/a", kMostResults / 2 + 1);
  fill(results + "/group/dora/b", kMostResults / 2);
  const auto more = results_in(results);
  REQUIRE(more.ok());
  CHECK(more.value().results.size() == 2 + kMostResults / 2);
  REQUIRE(more.value().unreadable.size() == 2);
  CHECK(more.value().unreadable[1].file == results + "/group/dora/a");
}

TEST_CASE("a grading that was ended goes on from its rows, and what has ended it twice is not tried again") {
  const test::TempFolder folder;
  const std::string lesson = folder.file("graded.lesson"), results = folder.file("results");
  REQUIRE(write_file_atomic(lesson, kGradedLesson).ok());
  std::filesystem::create_directories(results);
  for (const char* student : {"ann", "=bob; @1", "carl", "dora"}) {
    hand_in(lesson, student, "10", fmt::format("{}/{}.json", results, student));
  }
  GradeOptions options{.folder = results, .out = folder.file("grades.csv"), .lessons = {lesson}};
  REQUIRE(run_grade(options).ok());
  const std::string whole = read_file(options.out).value(), partial = options.out + ".partial";
  CHECK_FALSE(std::filesystem::exists(partial));
  const auto lines_of = [&](const std::string& file) {
    std::string lines;
    for (size_t at = 0; at < whole.size(); at = whole.find('\n', at) + 1) {
      if (whole.substr(at).starts_with(file)) lines += whole.substr(at, whole.find('\n', at) + 1 - at);
    }
    return lines;
  };
  const auto line_of = [](const std::string& file, const std::string& grade) {
    return fmt::format("{},{}\n", csv_field(file), csv_field(grade));
  };
  const auto under_way = [&](const std::string& file) { return line_of(file, ""); };
  const auto replayed = [&](const std::string& file) {
    const std::string path = results + "/" + file;
    return replay_result(test::must(parse_lesson_result(read_file(path).value(), path)), lesson);
  };
  // What an ended grading leaves: Ann and Bob are done, Ann with another score than she has; Carl was under way twice,
  // and Dora once, with half of her line written.
  ResultGrade anns = replayed("ann.json");
  anns.rows[0].score = 0;
  const std::string doras = line_of("dora.json", packed_grade(replayed("dora.json")));
  const std::string left = "file,grade\n" + under_way("ann.json") + line_of("ann.json", packed_grade(anns)) +
                           under_way("=bob; @1.json") +
                           line_of("=bob; @1.json", packed_grade(replayed("=bob; @1.json"))) + under_way("carl.json") +
                           under_way("carl.json") + under_way("dora.json") + doras.substr(0, doras.size() / 2);
  REQUIRE(write_file_atomic(partial, left).ok());
  options.resume = true;
  auto graded = run_grade(options);
  REQUIRE_MESSAGE(graded.ok(), graded.error().message());
  CHECK(graded.value().rows.size() == 4);
  CHECK(row_for(graded.value(), "ann.json")["score"] == 1);  // not graded again
  CHECK(row_for(graded.value(), "=bob; @1.json")["student"] == "=bob; @1");
  CHECK(row_for(graded.value(), "carl.json")["reason"].get<std::string>().find("has ended twice while") !=
        std::string::npos);
  CHECK(row_for(graded.value(), "dora.json")["score"] == 2);
  const std::string table = read_file(options.out).value();
  CHECK(table.find(lines_of("\"'=bob")) != table.npos);
  CHECK(table.find(lines_of("dora.json")) != table.npos);
  CHECK_FALSE(std::filesystem::exists(partial));
  // What was changed since is graded again.
  REQUIRE(write_file_atomic(partial, left).ok());
  const auto later = std::filesystem::last_write_time(partial) + std::chrono::seconds(1);
  std::filesystem::last_write_time(results + "/carl.json", later);
  std::filesystem::last_write_time(results + "/ann.json", later);
  graded = run_grade(options);
  REQUIRE(graded.ok());
  CHECK(row_for(graded.value(), "carl.json")["score"] == 2);
  CHECK(read_file(options.out).value() == whole);
  // Another file is not taken for such a table, nor overwritten.
  REQUIRE(write_file_atomic(partial, "my notes\n").ok());
  graded = run_grade(options);
  REQUIRE_FALSE(graded.ok());
  CHECK(graded.error().message().find("is no table of grades that this program goes on from") != std::string::npos);
  CHECK(read_file(partial).value() == "my notes\n");
}

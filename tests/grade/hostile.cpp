// A hundred results, ten of them hostile in ten ways: the table has a row for each, and nothing else was touched.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/user_only_commands.hpp"
#include "core/io/csv.hpp"
#include "core/io/files.hpp"
#include "grade/confinement.hpp"
#include "grade/grade.hpp"
#include "tests/grade/running.hpp"
#include "tests/lab_support.hpp"
#include "tests/source_path.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::bench;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double kSeconds = 10;
#else
constexpr double kSeconds = 1;
#endif

constexpr const char* kPlainLesson =
    "lesson plain 1\ntitle \"Plain\"\nstep \"A question\"\nsetup map.new 12 9 ground\nsetup query.set 1 4 10 4\n"
    "ask number \"What does the path cost?\" planners.astar.steps\nbecause \"Nine steps.\"\n";
constexpr const char* kOwnLesson =
    "lesson own 1\ntitle \"Own\"\nplanner mine\nstep \"Yours\"\nsetup map.new 12 9 ground\nsetup query.set 1 4 10 4\n"
    "build \"Add your planner.\"\ncheck external.mine.legal == true\nbecause \"A* it is.\"\n";

// Every program does its harm, within bounds of its own, and then hangs for a minute at most. ARGS: the folder of the
// results, the grader's process.
constexpr const char* kHarm[] = {
    // Lifts its limits, takes memory and writes.
    "for what in (resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_FSIZE):\n"
    "    try: resource.setrlimit(what, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))\n"
    "    except (ValueError, OSError): resource.setrlimit(what, (resource.getrlimit(what)[1],) * 2)\n"
    "block = bytearray(1200 << 20)\n"
    "open(folder + '/written', 'w').write('x')\n",
    // Writes what is no grade into the pipes of its parent.
    "for fd in range(64):\n"
    "    try:\n"
    "        path = '/proc/%d/fd/%d' % (os.getppid(), fd)\n"
    "        if os.readlink(path).startswith('pipe:'): os.write(os.open(path, os.O_WRONLY), b'{\"student\": [')\n"
    "    except OSError: pass\n",
    // Ends the replay, and the grader where the system lets it be tried without ending this test.
    "for one in KILLED:\n"
    "    try: os.kill(one, signal.SIGKILL)\n"
    "    except OSError: pass\n",
    // Forks twice and leaves its group.
    "if os.fork() == 0:\n"
    "    os.setsid()\n"
    "    if os.fork() == 0: time.sleep(60)\n"
    "    os._exit(0)\n"
    "os._exit(0)\n",
    // Changes what others have handed in, where the system keeps it from that.
    "for name in os.listdir(folder) if HELD else ():\n"
    "    try: open(folder + '/' + name, 'w')\n"
    "    except OSError: pass\n"
    "    try: os.remove(folder + '/' + name)\n"
    "    except OSError: pass\n",
    // Says something that has no end.
    "for _ in range(200): os.write(1, b'x' * (1 << 20))\n",
    // Computes for ever.
    "until = time.time() + 60\n"
    "while time.time() < until: pass\n",
};

// Returns what a student hands in who has answered rightly.
nlohmann::ordered_json hand_in_of_ann(const std::string& lesson, const std::string& planner) {
  const test::TempFolder folder;
  test::LabInView lab(900, 700);
  if (!planner.empty()) REQUIRE(execute_by_hand(lab, {"external.add", {"mine", planner}}).ok());
  test::run(lab, "lesson.student Ann");
  test::run(lab, format_command({"lesson.open", {lesson}}));
  test::run(lab, planner.empty() ? "lesson.answer 9" : "lesson.done");
  test::run(lab, "lesson.next");
  test::run(lab, format_command({"lesson.hand_in", {folder.file("a.json")}}));
  return nlohmann::ordered_json::parse(read_file(folder.file("a.json")).value());
}

}  // namespace

TEST_CASE("a hundred results of which ten are hostile in ten ways have a hundred rows, and the others their points") {
  namespace fs = std::filesystem;
  const test::TempFolder folder;
  const std::string plain = folder.file("plain.lesson"), own = folder.file("own.lesson"), results = folder.file("in");
  REQUIRE(write_file_atomic(plain, kPlainLesson).ok());
  REQUIRE(write_file_atomic(own, kOwnLesson).ok());
  fs::create_directories(results);
  const auto put = [&](const std::string& name, const std::string& text) {
    REQUIRE(write_file_atomic(results + "/" + name, text).ok());
  };
  nlohmann::ordered_json result = hand_in_of_ann(plain, "");
  for (int i = 0; i < 89; ++i) {
    result["student"] = fmt::format("Student {}", i);
    put(fmt::format("{:02}.json", i), result.dump(1));
  }
  // Three results are hostile themselves: a name, a depth, and work without end.
  result["student"] = "=cmd|'/c calc'!A0\x1b[2J";
  put("hostile-name.json", result.dump(1));
  put("hostile-depth.json", std::string(100'000, '['));
  result["questions"][0]["work"][0] = result["commands"];
  result["questions"][0]["work"][0].push_back("crowd.spawn 50");
  for (int i = 0; i < 2000; ++i) result["questions"][0]["work"][0].push_back("crowd.step 10000");
  put("hostile-work.json", result.dump(1));
  const std::string astar = test::source_path("examples/planners/astar.py");
  result = hand_in_of_ann(own, "python3 -I " + astar);
  const std::string killed = confinement_here().signals ? "(os.getppid(), grader)" : "(os.getppid(),)";
  int number = 0;
  for (const char* harm : kHarm) {
    result["student"] = fmt::format("Hostile {}", number);
    put(fmt::format("hostile-{}.json", number), result.dump(1));
    put(fmt::format("Hostile {}.py", number++),
        fmt::format("import os, resource, signal, sys, time\nfolder, grader = sys.argv[1], int(sys.argv[2])\nKILLED = "
                    "{}\nHELD = {}\nsys.stdin.readline()\n{}print('{{\"ready\": true}}', flush=True)\ntime.sleep(60)\n",
                    killed, confinement_here().files ? "True" : "False", harm));
  }
  // One who has done it right, under a name with a blank and letters of other scripts.
  result["student"] =
      "Jos\xc3\xa9 Mar\xc3\xad"
      "a \xe6\x9d\x8e";
  put("own.json", result.dump(1));
  put("Jos\xc3\xa9 Mar\xc3\xad"
      "a \xe6\x9d\x8e.py",
      read_file(astar).value());

  GradeOptions options{.folder = results, .out = folder.file("grades.csv"), .lessons = {plain, own}};
  options.planners = {fmt::format("mine=python3 -I {{folder}}/{{student}}.py {{folder}} {}", ::getpid())};
  options.planner_seconds = 1;
  options.seconds = kSeconds;
  options.processes = 6;  // many of them only wait
  options.memory_gib = 1;
  const auto graded = test::must(run_grade(options));
  CHECK(graded.rows.size() == 100);
  int right = 0;
  for (const ReportRow& row : graded.rows) {
    CAPTURE(row.dump());
    const bool hostile = row["file"].get<std::string>().starts_with("hostile-");
    CHECK((row["file"] == "hostile-name.json" || hostile == (row["score"] == 0)));
    right += row["score"].get<int>();
  }
  CHECK(right == 91);
  std::map<std::string, int> rows;
  for (const auto& fields : csv_records(read_file(options.out).value())) ++rows[fields[0]];
  CHECK(rows.size() == 101);  // and the line with the names of the columns
  if (confinement_here().files) {
    CHECK_FALSE(fs::exists(results + "/written"));
    CHECK(read_file(results + "/00.json").value().size() > 100);
  } else {
    std::puts("SKIPPED: this system has neither namespaces nor Landlock for files");
  }
  for (int i = 0; i < 300 && test::is_running(results); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  CHECK_FALSE(test::is_running(results));
  // Printed, the name neither clears the screen nor is it cut.
  CHECK(to_table(graded).find('\x1b') == std::string::npos);
  CHECK(to_csv(graded).find("\"'=cmd|'/c calc'!A0") != std::string::npos);
}

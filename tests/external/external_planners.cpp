// Planners that are programs of their own: the examples agree with A*, and whatever a program does wrong is an error
// with a reason, in time.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

#include "bench/commands.hpp"
#include "core/base/rng.hpp"
#include "core/io/movingai.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/workspace.hpp"
#include "core/world/scenes.hpp"
#include "external/child_process.hpp"
#include "external/external_planner.hpp"
#include "external/messages.hpp"
#include "tests/asked_bytes.hpp"
#include "tests/must.hpp"
#include "tests/source_path.hpp"
#include "tests/support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;
using namespace std::chrono_literals;

namespace {

GridMap field() { return GridMap(12, 9, std::vector<char>(12 * 9, '.')); }

MoveGrid open_field() { return moves_on(field()); }

// The limits are short for programs that do not answer at all; others may take their time on a machine that is busy.
ExternalProgram misbehaving(const std::string& kind) {
  const auto hangs = [&](std::initializer_list<const char*> kinds) { return std::ranges::count(kinds, kind) > 0; };
  const bool start_hangs = hangs({"start-hang"});
  const bool query_hangs =
      hangs({"hang", "hang-in-a-line", "spin", "ignores-term", "child-goes-on", "errors-endless", "edit-deaf"});
  return {.name = "mine",
          .command = {"python3", "-S", "-E", test::source_path("tests/external/misbehave.py"), kind},
          .start_limit = start_hangs ? 600ms : 20s,
          .query_limit = query_hangs ? 400ms : 20s,
          .max_line = size_t{1} << 20};
}

PlanQuery across() { return {{1, 4}, {10, 6}}; }

// What comes of the first two queries; empty: two right answers.
std::string outcome(const std::string& kind) {
  const MoveGrid moves = open_field();
  auto planner = ExternalPlanner::start(misbehaving(kind), moves);
  if (!planner) return "start: " + planner.error().what;
  if (kind == "unasked") std::this_thread::sleep_for(300ms);
  for (int i = 0; i < 2; ++i) {
    const auto answer = planner.value()->plan(moves, across());
    if (!answer) {
      CHECK_FALSE(planner.value()->running());
      CHECK(planner.value()->plan(moves, across()).error().what == "has ended");
      return answer.error().what;
    }
    if (!answer.value().found) return "no path";
    if (!answer.value().fault.empty()) return answer.value().fault;
    CHECK(answer.value().expanded == 5);
    if (kind == "exit-later" || kind == "says-twice") std::this_thread::sleep_for(150ms);
  }
  return "";
}

struct ExpectedFault {
  const char* kind;
  const char* what;  // a part of the reason
};

void expect(std::initializer_list<ExpectedFault> all) {
  for (const ExpectedFault& expected : all) {
    CAPTURE(std::string(expected.kind));
    const auto began = std::chrono::steady_clock::now();
    const std::string got = outcome(expected.kind);
    CHECK_MESSAGE(got.find(expected.what) != got.npos, got);
    CHECK(std::chrono::steady_clock::now() - began < 60s);  // limits of a second, on a machine that is busy
  }
}

}  // namespace

TEST_CASE("external planners: a program that has gone to another group of processes is ended all the same") {
  const test::TempFolder folder;
  std::ofstream(folder.file("moves.py"))
      << "import os, subprocess, sys, time\n"
         "child = subprocess.Popen(['sleep', '3'], preexec_fn=os.setpgrp)\n"
         "os.setpgid(0, child.pid)\n"
         "sys.stdin.readline()\nprint('moved', os.getpgrp() == child.pid, flush=True)\ntime.sleep(1000)\n";
  auto child = ChildProcess::start({.command = {"python3", "-S", "-E", folder.file("moves.py")}});
  REQUIRE(child.ok());
  const auto answer = child.value()->ask("where?", std::chrono::seconds(10));
  REQUIRE_MESSAGE(answer.ok(), (answer.ok() ? "" : answer.error().message()));
  CHECK(answer.value() == "moved True");
  const auto began = std::chrono::steady_clock::now();
  CHECK_FALSE(child.value()->ask("again", std::chrono::milliseconds(50)).ok());
  CHECK(std::chrono::steady_clock::now() - began < std::chrono::seconds(10));
}

TEST_CASE(
    "external planners: a long list of events takes no more memory than its text, and is found wherever it stands") {
  const auto events_of = [](const std::string& text) {
    const auto read = read_answer(text, 7, 9, 9);
    REQUIRE_MESSAGE(read.ok(), (read.ok() ? "" : read.error().what));
    return read.value().events;
  };
  const std::string head = R"({"id":7,"path":[[1,2]],"cost":0)";
  CHECK(events_of(head + "}") == "");
  CHECK(events_of(head + R"(,"events":null})") == "");
  CHECK(events_of(head + R"(,"events":[]})") == "[]");
  CHECK(events_of(R"({"events" : [ {"type":"a]}\"["} ] ,"id":7,"path":null})") == R"([ {"type":"a]}\"["} ])");
  CHECK(events_of(R"({"note":"\"events\":[1]","more":{"events":[2]},"id":7,"path":null,"events":[3]})") == "[3]");
  CHECK(events_of(head + R"(,"\u0065vents":[4]})") == "[4]");
  for (const char* wrong : {R"(,"events":[1)", R"(,"events":["a)", R"(,"events":["a\)", R"(,"events":[1],"x"})"}) {
    CAPTURE(wrong);
    CHECK_FALSE(read_answer(head + wrong, 7, 9, 9).ok());
  }
  std::string many = head + ",\"events\":[[0]";
  for (int i = 0; i < 300'000; ++i) many += ",[0]";
  many += "]}";
  const size_t before = test::asked_bytes();
  CHECK(events_of(many).size() > 1'000'000);
  CHECK(test::asked_bytes() - before < 6 * many.size());
}

TEST_CASE("external planners: words are joined to a command that is split into the same words") {
  const std::vector<std::vector<std::string>> all = {
      {"a"}, {"python3", "it's.py", "a b", ""}, {"\\", "\"", "'", "a\tb", "$(x)", "{0}"}, {" ", "'\\\"' "}};
  for (const std::vector<std::string>& words : all) {
    const std::string text = join_command(words);
    CAPTURE(text);
    const auto split = split_command(text);
    REQUIRE(split.ok());
    CHECK(split.value() == words);
  }
}

TEST_CASE("external planners: one that behaves answers with paths that are checked") {
  const MoveGrid moves = open_field();
  auto planner = ExternalPlanner::start(misbehaving("behaves"), moves);
  REQUIRE_MESSAGE(planner.ok(), (planner.ok() ? "" : planner.error().message()));
  CHECK(planner.value()->said_name() == "misbehave");
  CHECK_FALSE(planner.value()->takes_edits());
  CHECK(planner.value()->prepared_ms() > 0);
  for (int i = 0; i < 50; ++i) {
    const auto answer = must(planner.value()->plan(moves, across()));
    CHECK(answer.fault == "");
    CHECK(answer.path.size() == 12);
    CHECK(answer.cost == 11 * profile_info(Profile::kOctile).straight);
    CHECK(answer.generated == 9);
  }
  const auto still = must(planner.value()->plan(moves, {{3, 3}, {3, 3}}));
  CHECK(still.cost == 0);
}

TEST_CASE("external planners: a program that cannot be started says why") {
  const MoveGrid moves = open_field();
  const TempFolder folder;
  std::ofstream(folder.file("text")) << "no program\n";
  const auto why = [&](std::vector<std::string> command) {
    const auto started = ExternalPlanner::start({.name = "mine", .command = std::move(command)}, moves);
    REQUIRE_FALSE(started.ok());
    return started.error().what;
  };
  CHECK(why({}) == "no program is named");
  CHECK(why({"no-such-program-anywhere"}) == "there is no such program in PATH");
  CHECK(why({folder.file("none")}) == "there is no such file");
  CHECK(why({folder.path() + "/"}) == "is a folder");
  CHECK(why({folder.file("text")}) == "cannot be executed");
  Rules large{.agent_size = 2};
  MoveGrid none;
  Clearance clearance;
  const GridMap map = field();
  clearance.build(map, large.capability);
  none.build(map, large, &clearance);
  CHECK(ExternalPlanner::start(misbehaving("behaves"), none).error().what == "plans for agents of one cell alone");
}

TEST_CASE("external planners: whatever is wrong with the start is said") {
  expect({
      {"start-exit", "has ended with exit status 3"},
      {"start-hang", "within 600 ms"},
      {"start-crash", "signal 11"},
      {"start-abort", "it said: assertion failed: map too beautiful"},
      {"start-rubbish", "is not JSON: hello, world"},
      {"start-empty", "is not JSON"},
      {"start-array", "something else than an object"},
      {"start-not-ready", "is not ready: the map is too large"},
      {"start-no-ready", "does not say whether it is ready"},
      {"start-ready-text", "does not say whether it is ready"},
      {"start-name-number", "has a name that is no text"},
      {"start-edits-text", "whether it takes edits"},
      {"start-prepared-negative", "a number below 0 as prepared_ms"},
      {"start-deep", "nest deeper"},
      {"start-binary", "is not JSON"},
      {"start-endless", "sends 1 MB without the end of a line"},
      {"start-close", "has closed its output, but goes on"},
  });
}

TEST_CASE("external planners: whatever is wrong with an answer is said, and nothing hangs") {
  expect({
      {"exit", "has ended with exit status 7"},
      {"exit-later", "has ended with exit status 0"},
      {"crash", "signal 11"},
      {"kill", "signal 9"},
      {"exception", "it said: ValueError: no idea"},
      {"hang", "does not answer within 400 ms"},
      {"hang-in-a-line", "does not answer within 400 ms"},
      {"spin", "does not answer within 400 ms"},
      {"ignores-term", "does not answer within 400 ms"},
      {"half-a-line", "in the middle of a line"},
      {"endless", "without the end of a line"},
      {"close", "has closed its output, but goes on"},
      {"close-all", "has closed its output, but goes on"},
      {"child-goes-on", "does not answer within 400 ms"},
      {"errors-endless", "does not answer within 400 ms"},
      {"unasked", "says something without being asked"},
      {"says-twice", "says something without being asked"},
      {"rubbish", "is not JSON: I do not know"},
      {"empty", "is not JSON"},
      {"null", "something else than an object"},
      {"number", "something else than an object"},
      {"array", "something else than an object"},
      {"truncated", "is not JSON"},
      {"twice-in-a-line", "is not JSON"},
      {"deep", "nest deeper"},
      {"not-utf8", "is not JSON"},
      {"no-id", "without the number of the query"},
      {"other-id", "answers query 2 instead of 1"},
      {"id-text", "without the number of the query"},
      {"id-float", "without the number of the query"},
      {"id-huge", "is not JSON"},
      {"no-path", "without a path"},
      {"path-text", "a path that is no list"},
      {"path-object", "a path that is no list"},
      {"path-empty", "a path without cells"},
      {"cell-number", "cell 1 is not [x,y]"},
      {"cell-of-three", "cell 1 is not [x,y]"},
      {"cell-floats", "cell 1 is not [x,y]"},
      {"cell-texts", "cell 1 is not [x,y]"},
      {"cell-negative", "leaves the map at its cell 1"},
      {"cell-beyond", "leaves the map at its cell 1"},
      {"cell-far", "leaves the map at its cell 1"},
      {"path-too-long", "a path of 109 cells on a map of 108"},
      {"no-cost", "without its cost"},
      {"cost-text", "something else than a number as cost"},
      {"cost-negative", "a number below 0 as cost"},
      {"cost-nan", "is not JSON"},
      {"cost-infinite", "is not JSON"},
      {"events-text", "with events that are no list"},
      {"expanded-text", "something else than a number as expanded"},
      {"expanded-negative", "a number below 0 as expanded"},
      {"expanded-huge", "beyond all counting"},
  });
}

TEST_CASE("external planners: an answer that is well formed but wrong has a fault, and the program goes on") {
  expect({
      {"other-start", "start"},
      {"other-goal", "goal"},
      {"lies", "says 5.50, walks 11.00"},
      {"none", "no path"},
  });
  CHECK(outcome("jump") != "");
  CHECK(outcome("stands") != "");
  CHECK(outcome("errors-much") == "");
  CHECK(outcome("child-answers") == "");
  CHECK(outcome("behaves") == "");
}

TEST_CASE("external planners: what a program has started ends with it") {
  const MoveGrid moves = open_field();
  auto planner = must(ExternalPlanner::start(misbehaving("child-goes-on"), moves));
  REQUIRE_FALSE(planner->plan(moves, across()).ok());
  const std::string log = planner->log();
  REQUIRE(log.starts_with("child "));
  const pid_t child = std::atoi(log.c_str() + 6);
  REQUIRE(child > 1);
  // Until its parent's parent has taken note of its end, it is a zombie at most.
  const auto lives = [&] {
    std::ifstream status(fmt::format("/proc/{}/stat", child));
    std::string number, name, state;
    status >> number >> name >> state;
    return !state.empty() && state != "Z";
  };
  for (int i = 0; i < 500 && lives(); ++i) std::this_thread::sleep_for(10ms);
  CHECK_FALSE(lives());
}

TEST_CASE("external planners: edits are told, or the program is started again") {
  GridMap map = field();
  MoveGrid moves = moves_on(map);
  const Rect wall{5, 2, 6, 9};
  const auto paint = [&] {
    Edit edit;
    for (int y = wall.y0; y < wall.y1; ++y) edit.runs.push_back({map.id({5, y}), 1, '@'});
    map.apply(edit);
    moves.update(map, wall);
  };
  ExternalProgram python{.name = "mine", .command = {"python3", test::source_path("examples/planners/astar.py")}};
  auto planner = ExternalPlanner::start(python, moves);
  REQUIRE_MESSAGE(planner.ok(), (planner.ok() ? "" : planner.error().message()));
  CHECK(planner.value()->takes_edits());
  const auto before = must(planner.value()->plan(moves, across()));
  paint();
  REQUIRE(planner.value()->edit(moves, wall).ok());
  const auto after = must(planner.value()->plan(moves, across()));
  CHECK(after.fault == "");
  CHECK(after.cost > before.cost);

  auto simple = must(ExternalPlanner::start(misbehaving("behaves"), moves));
  CHECK(simple->edit(moves, wall).ok());
  CHECK(simple->plan(moves, {{6, 0}, {9, 0}}).ok());
  for (const char* kind : {"edit-deaf", "edit-exit"}) {
    auto deaf = ExternalPlanner::start(misbehaving(kind), moves);
    REQUIRE(deaf.ok());
    Status told = success();
    for (int i = 0; i < 2000 && told; ++i) told = deaf.value()->edit(moves, moves.bounds());
    CHECK_FALSE(told.ok());
  }
}

TEST_CASE("external planners: the examples agree with A* under every profile and with weights") {
  Rng rng(5);
  Workspace workspace;
  PlanResult result;
  std::vector<std::vector<std::string>> commands = {{"python3", test::source_path("examples/planners/astar.py")}};
  if (const char* own = std::getenv("STRATA_EXTERNAL_EXAMPLE"); own != nullptr) commands.push_back({own});
  GridMap swamp = generate({SceneKind::kRooms, 40, 40, 3, 9});
  for (int i = 0; i < 300; ++i) {
    const Cell cell{rng.between(0, 39), rng.between(0, 39)};
    if (swamp.letter(cell) == '.') swamp.apply({{{swamp.id(cell), 1, 'S'}}});
  }
  for (const Profile profile : {Profile::kOctile, Profile::kPaper, Profile::kFour}) {
    Rules rules{.profile = profile};
    rules.weights[static_cast<size_t>(Terrain::kSwamp)] = 5;
    const MoveGrid moves = moves_on(swamp, rules);
    for (const auto& command : commands) {
      CAPTURE(command.front());
      auto planner = ExternalPlanner::start({.name = "mine", .command = command, .query_limit = 10s}, moves);
      REQUIRE_MESSAGE(planner.ok(), (planner.ok() ? "" : planner.error().message()));
      for (int i = 0; i < 40; ++i) {
        const PlanQuery query{{rng.between(0, 39), rng.between(0, 39)}, {rng.between(0, 39), rng.between(0, 39)}};
        if (!moves.passable(query.start) || !moves.passable(query.goal)) continue;
        plan_on_grid(moves, GridHeuristic::kDistance, query, workspace, result);
        const auto answer = planner.value()->plan(moves, query);
        REQUIRE_MESSAGE(answer.ok(), (answer.ok() ? "" : answer.error().message()));
        CHECK(answer.value().found == result.found());
        if (!result.found()) continue;
        CHECK(answer.value().fault == "");
        CHECK(answer.value().cost == result.cost);
      }
    }
  }
}

TEST_CASE("external planners: commands are split as a shell would") {
  const auto split = [](std::string_view text) { return split_command(text).value(); };
  using Words = std::vector<std::string>;
  CHECK(split("python3  a.py") == Words{"python3", "a.py"});
  CHECK(split("'a b' \"c d\" e\\ f ''") == Words{"a b", "c d", "e f", ""});
  CHECK(split("") == Words{});
  CHECK(split("a\"b c\"d") == Words{"ab cd"});
  CHECK(split_command("'a").error().what == "has no second '");
  CHECK(split_command("a\\").error().what == "ends with a backslash");
  CHECK(ExternalProgram::from_text("mine=python3 a.py").value().command == Words{"python3", "a.py"});
  for (const char* text : {"", "mine", "=a", "mine=", "mine='"}) CHECK_FALSE(ExternalProgram::from_text(text).ok());
}

TEST_CASE("external planners: any bytes in place of an answer are an error, not a crash") {
  Rng rng(9);
  const std::string good = R"({"id":1,"path":[[0,0],[1,0]],"cost":1.0,"expanded":3,"generated":4})";
  REQUIRE(read_answer(good, 1, 4, 4).ok());
  for (int i = 0; i < 20000; ++i) {
    std::string line = good;
    const int changes = rng.between(1, 6);
    for (int k = 0; k < changes; ++k) {
      const auto at = rng.below(static_cast<uint32_t>(line.size()));
      switch (rng.below(4)) {
        case 0:
          line[at] = static_cast<char>(rng.below(256));
          break;
        case 1:
          line.erase(at, rng.below(8));
          break;
        case 2:
          line.insert(at, 1, "[]{},:\"0-e.n"[rng.below(12)]);
          break;
        default:
          line.insert(at, line.substr(rng.below(static_cast<uint32_t>(line.size())), rng.below(12)));
      }
      if (line.empty()) line = "{";
    }
    const auto answer = read_answer(line, 1, 4, 4);
    if (answer) {
      for (const Cell cell : answer.value().path) CHECK((cell.x >= 0 && cell.y >= 0 && cell.x < 4 && cell.y < 4));
    } else {
      CHECK_FALSE(answer.error().what.empty());
    }
    (void)read_ready(line);
  }
}

TEST_CASE("bench queries: a program of one's own stands in the table beside the others") {
  const TempFolder folder;
  REQUIRE(save_map(generate({SceneKind::kRooms, 40, 40, 3, 9}), folder.file("a.map")).ok());
  bench::QueryOptions options;
  options.map = folder.file("a.map");
  options.pairs = 20;
  options.rounds = 1;
  options.planners = {"astar"};
  const std::string python = "python3 " + test::source_path("examples/planners/astar.py");
  options.external = {"mine=" + python, "liar=python3 " + test::source_path("tests/external/misbehave.py") + " exit"};
  const auto report = bench::run_queries(options);
  REQUIRE_MESSAGE(report.ok(), (report.ok() ? "" : report.error().message()));
  bool seen_mine = false, seen_liar = false;
  for (const bench::ReportRow& row : report.value().rows) {
    if (row["map"] != "*") continue;
    if (row["planner"] == "mine") {
      seen_mine = true;
      CHECK(row["optimal"] == 20);
      CHECK(row["illegal"] == 0);
      CHECK(row["failed"] == 0);
      CHECK(row["says_name"] == "A* in Python");
      CHECK(row["mean_expanded"] > 1);
    } else if (row["planner"] == "liar") {
      seen_liar = true;
      CHECK(row["solved"] == 0);
      CHECK(row["failed"] == 20);
      CHECK(row["fault"].get<std::string>().find("exit status 7") != std::string::npos);
    }
  }
  CHECK(seen_mine);
  CHECK(seen_liar);
  CHECK_FALSE(report.value().checks_held());
  options.external = {"mine=" + python, "mine=" + python};
  CHECK(bench::run_queries(options).error().what == "is the name of two programs");
  options.external = {"nothing"};
  CHECK_FALSE(bench::run_queries(options).ok());
}

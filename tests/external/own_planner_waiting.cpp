// Waiting for planners of the user's own: commands do not wait long for them, their rows say for how long they are
// asked, they are stopped, and what has not answered in time is not asked again before it is started again.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "app/features/external/external.hpp"
#include "app/lab/added_planner_wait.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/user_only_commands.hpp"
#include "app/playback/playback.hpp"
#include "core/io/files.hpp"
#include "tests/lab_support.hpp"
#include "tests/source_path.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;
using Clock = std::chrono::steady_clock;

namespace {

void add_slow(Lab& lab, const std::string& kind) {
  const std::string program = "python3 -S -E " + test::source_path("tests/external/misbehave.py") + " " + kind;
  const Status added = execute_by_hand(lab, {"external.add", {"mine", program}});
  REQUIRE(added.ok());
}

// Commands wait for planners of the user's own as in a window.
class WindowWait {
 public:
  WindowWait() { limit_added_wait(0.3); }
  ~WindowWait() { remove_added_wait_limit(); }
  WindowWait(const WindowWait&) = delete;
  WindowWait& operator=(const WindowWait&) = delete;

  static LabOptions options() { return {.wait_ms = 50}; }
};

double seconds_since(Clock::time_point began) { return std::chrono::duration<double>(Clock::now() - began).count(); }

const PlannerRow& mine(const Lab& lab) {
  const PlannerRow* row = lab.state().row("mine");
  REQUIRE(row != nullptr);
  return *row;
}

nlohmann::json state_of_own(Lab& lab) { return nlohmann::json::parse(dump_state(lab))["external"]["mine"]; }

// Lets frames pass until the row says this.
bool comes_to_say(Lab& lab, const std::string& text) {
  for (int i = 0; i < 3000; ++i) {
    lab.tick(0.004);
    if (mine(lab).note.find(text) != std::string::npos) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(4));
  }
  return false;
}

}  // namespace

TEST_CASE("own planner: a command that waits for all answers does not wait for a program that hangs") {
  const WindowWait wait;
  Lab lab(WindowWait::options());
  const test::TempFolder folder;
  run(lab, {"map.new 12 9 ground", "query.set 1 4 10 4"});
  add_slow(lab, "start-hang");  // for ten seconds
  const auto began = Clock::now();
  run(lab, format_command({"export.table", {folder.file("a.csv")}}));
  run(lab, format_command({"export.trace", {folder.file("a.trace.json")}}));
  run_settled(lab, "step.to 3");
  // What waits waits for all of them together, from when the program was asked.
  CHECK(seconds_since(began) < 5);
  CHECK(read_file(folder.file("a.csv")).value().find("astar") != std::string::npos);
  CHECK(lab.state().row("astar")->result.found());
  CHECK(mine(lab).waiting);
  // It was not given up: it is still asked, and a query that changes meanwhile is asked in its turn.
  run(lab, "query.goal 9 4");
  const auto again = Clock::now();
  lab.finish_updates();
  CHECK(seconds_since(again) < 5);
  CHECK(lab.state().row("jps")->result.found());
  CHECK(mine(lab).waiting);
  // The same query again asks nothing but that program: the others stay rated.
  run_settled(lab, "query.set 1 4 9 4");
  CHECK(mine(lab).waiting);
  CHECK(lab.state().row("jps")->percent_over.has_value());
  run(lab, "external.remove mine");
}

TEST_CASE("own planner: a slow answer arrives although no command has waited for it") {
  const WindowWait wait;
  Lab lab(WindowWait::options());
  run_settled(lab, {"map.new 12 9 ground", "query.set 1 4 10 4"});
  run(lab, "external.limit 30");
  add_slow(lab, "slower");  // a second and a half
  lab.finish_updates();
  CHECK_FALSE(mine(lab).solved);
  CHECK(comes_to_say(lab, "found"));
  CHECK(mine(lab).result.found());
}

TEST_CASE(
    "own planner: its row says for how long it is asked, until it is stopped; it is asked again when it is started") {
  const WindowWait wait;
  Lab lab(WindowWait::options());
  run(lab, {"map.new 12 9 ground", "query.set 1 4 10 4", "external.limit 60"});
  add_slow(lab, "hang");
  CHECK(comes_to_say(lab, "asking for 1 s"));
  CHECK(comes_to_say(lab, "asking for 2 s"));
  CHECK(own_state_text(*external_controller(lab).entry("mine")).starts_with("asking for 2 s"));
  run(lab, "external.stop mine");
  CHECK(comes_to_say(lab, "was stopped"));
  CHECK(state_of_own(lab)["state"] == "failed");
  CHECK(state_of_own(lab)["starts"] == 1);
  CHECK(lab.state().messages.empty());  // whoever has stopped it knows
  // Neither another query nor an edit starts it again.
  run_settled(lab, {"query.goal 9 4", "paint.rectangle 5 0 5 2 filled blocked"});
  // On a busy machine this answer, too, comes later than commands wait for it.
  CHECK(comes_to_say(lab, "was stopped"));
  CHECK(state_of_own(lab)["starts"] == 1);
  REQUIRE(execute_by_hand(lab, {"external.start", {"mine"}}).ok());
  CHECK(comes_to_say(lab, "asking for 1 s"));
  CHECK_FALSE(lab.execute("external.stop yours").ok());
  run(lab, "external.remove mine");
  CHECK_FALSE(lab.execute("external.stop mine").ok());
}

TEST_CASE("own planner: the time limit of queries is set, kept for the next start, and told with the failure") {
  const test::TempFolder folder;
  LabOptions options{.settings_path = folder.file("settings.json")};
  {
    Lab lab(options);
    run(lab, "external.limit 0.2");
  }
  Lab lab(options);
  CHECK(external_controller(lab).limit() == 0.2);
  CHECK(nlohmann::json::parse(dump_state(lab))["preferences"]["external"]["limit"] == "0.2");
  run(lab, {"map.new 12 9 ground", "query.set 1 4 10 4"});
  add_slow(lab, "hang");
  lab.finish_updates();
  CHECK(mine(lab).note == "does not answer within 200 ms");
  // It is not asked again by itself: its limit was reached once.
  const auto began = Clock::now();
  for (int i = 0; i < 8; ++i) {
    run_settled(lab, fmt::format("query.goal {} 4", 3 + i % 2));
  }
  CHECK(seconds_since(began) < 5);
  CHECK(state_of_own(lab)["starts"] == 1);
  // Another limit holds from the next query on, without a restart.
  run(lab, {"external.remove mine", "external.limit 20"});
  add_slow(lab, "slow");  // a quarter of a second
  lab.finish_updates();
  CHECK(mine(lab).note == "found");
  run_settled(lab, {"external.limit 0.1", "query.goal 8 4"});
  CHECK(mine(lab).note == "does not answer within 100 ms");
  CHECK(state_of_own(lab)["starts"] == 1);
  for (const char* wrong : {"0", "601", "nan", "inf", "1s", "1e999", ""}) {
    CAPTURE(wrong);
    CHECK_FALSE(lab.execute(Command{"external.limit", {wrong}}).ok());
  }
  CHECK(external_controller(lab).limit() == 0.1);
}

// Events that a planner of the user's own names itself are shown by their names: in the log, in the sentence of the
// step and in the lines at which playing stops.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "app/features/external/external.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "app/lab/user_only_commands.hpp"
#include "app/playback/playback.hpp"
#include "tests/lab_support.hpp"
#include "tests/source_path.hpp"

using namespace strata;
using namespace strata::test;

namespace {

void add_telling(Lab& lab, const std::string& name, const std::string& kind) {
  const std::string program = "python3 -S -E " + test::source_path("tests/external/misbehave.py") + " " + kind;
  REQUIRE(execute_by_hand(lab, {"external.add", {name, program}}).ok());
  run_settled(lab, "planner.trace " + name);
}

std::string log_line(const Lab& lab, size_t index) {
  const SearchEvent* event = lab.playback().event(index);
  REQUIRE(event != nullptr);
  return event_text(*event, lab.playback().places(), lab.query().trace_unit(), false, lab.query().pseudo_code());
}

std::string sentence_at(Lab& lab, int step) {
  run(lab, fmt::format("step.to {}", step));
  return nlohmann::json::parse(dump_state(lab))["playback"]["sentence"];
}

}  // namespace

TEST_CASE("own planner: an event that the program has named itself has its name in log, sentence and pseudo-code") {
  Lab lab;
  run(lab, {"map.new 12 9 ground", "query.set 1 4 10 4"});
  add_telling(lab, "mine", "events-own");
  CHECK(sentence_at(lab, 1) == "Source (1,4), g = 0.00, h = 9.00, f = 9.00.");
  CHECK(sentence_at(lab, 2) == "Prune symmetric (2,4).");
  CHECK(sentence_at(lab, 3) == "Jump (3,4).");
  CHECK(sentence_at(lab, 4) == "Jump without a cell of the map.");
  CHECK(sentence_at(lab, 5) == "Two?lines (4,4).");
  CHECK(log_line(lab, 1).starts_with("prune symmetric (2,4)"));
  CHECK(log_line(lab, 2).starts_with("jump (3,4)"));
  CHECK(log_line(lab, 3).starts_with("jump"));
  const auto lines = lab.query().pseudo_code().lines;
  CHECK(std::ranges::count(lines, "prune symmetric (the program's own)") == 1);
  CHECK(std::ranges::count(lines, "jump (the program's own)") == 1);
  const auto jump = static_cast<size_t>(std::ranges::find(lines, "jump (the program's own)") - lines.begin());
  run(lab, "step.first");
  run(lab, fmt::format("step.breakpoint {} on", jump));
  run(lab, "step.run");
  CHECK(nlohmann::json::parse(dump_state(lab))["playback"]["sentence"] == "Jump (3,4).");
  // Another search brings no second line for the same type, and what is stepped keeps its breakpoints.
  run_settled(lab, "query.set 1 5 10 5");
  CHECK(lab.query().pseudo_code().lines.size() == lines.size());
  run(lab, {"step.first", "step.run"});
  CHECK(nlohmann::json::parse(dump_state(lab))["playback"]["sentence"] == "Jump (3,5).");
}

TEST_CASE("own planner: types of events beyond the lines of the pseudo-code share one") {
  Lab lab;
  run(lab, {"map.new 12 9 ground", "query.set 1 4 10 4"});
  add_telling(lab, "mine", "events-many");
  const auto lines = lab.query().pseudo_code().lines;
  CHECK(lines.size() == 64);
  CHECK(lines.back() == "all other types");
  CHECK(sentence_at(lab, 1) == "Type 0 (1,4).");
  CHECK(sentence_at(lab, 54) == "Type 53 (1,4).");
  CHECK(sentence_at(lab, 55) == "Other (1,4).");
  CHECK(sentence_at(lab, 80) == "Other (1,4).");
}

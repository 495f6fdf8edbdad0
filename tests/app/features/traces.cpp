// Traces and plans of other programs in the lab: on which map they are opened, how they are stepped, and what is said.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/features/traces/traces.hpp"
#include "app/lab/cell_explanations.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/file_kinds.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "app/playback/playback.hpp"
#include "core/io/files.hpp"
#include "tests/lab_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;
using nlohmann::json;

namespace {

constexpr const char* kRoom = "type octile\nheight 3\nwidth 5\nmap\n.....\n.@@@.\n.....\n";
constexpr const char* kSearch = R"(version: 1.4.0
events:
- {type: source, id: 1, x: 0, y: 0, g: 0, f: 40}
- {type: destination, id: 5, x: 4, y: 0}
- {type: expanding, id: 1, g: 0, f: 40}
- {type: generating, id: 2, pId: 1, x: 1, y: 0, g: 10, f: 4}
- {type: pondering, id: 2}
- {type: expanding, id: 2, pId: 1, g: 10, f: 40}
- {type: generating, id: 7, pId: 2, x: 1, y: 1, g: 20, f: 50}
- {type: closing, id: 2}
- {type: end, id: 5, g: 40}
)";
constexpr const char* kPlan =
    "soc=7\nmakespan=2\ngoals=(2,0),(0,2),(0,0),\nsolution=\n0:(0,0),(0,2),(3,0),\n1:(1,0),(0,2),(2,0),\n"
    "2:(2,0),(0,2),(1,0),\n";

std::string put(const test::TempFolder& folder, const std::string& name, const std::string& text) {
  REQUIRE(write_file_atomic(folder.file(name), text).ok());
  return folder.file(name);
}

json state_of(Lab& lab) { return json::parse(dump_state(lab)); }

}  // namespace

TEST_CASE("a trace of another program is opened with the map beside it and stepped as a search is") {
  const test::TempFolder folder;
  Lab lab;
  put(folder, "room.map", kRoom);
  run_settled(lab, test::open_line(put(folder, "room.trace.yaml", kSearch), "trace.open"));
  CHECK(lab.world().map().width() == 5);
  CHECK(lab.state().query == PlanQuery{{0, 0}, {4, 0}});
  json state = state_of(lab)["opened_trace"];
  CHECK(state["map"] == "on the map beside it");
  CHECK(state["events"] == 9);
  CHECK(state["expanded"] == 2);
  CHECK(state["straight"] == 10);
  CHECK(state["cost"] == 40);
  CHECK(state["stepped"] == true);
  CHECK(state["faults"] == 2);  // f < g at event 4, and event 7 is in a wall
  CHECK(state["first_fault"] == "event 4, line 6: f is less than g");
  // The timeline has every event of the file, under its own name.
  const Playback& playback = lab.playback();
  REQUIRE(playback.size() == 9);
  CHECK(playback.cursor() == 0);
  CHECK(lab.query().pseudo_code().lines[4] == "pondering (the program's own)");
  const auto text_of = [&](size_t i) {
    return event_text(*playback.event(i), playback.places(), lab.query().trace_unit(), false,
                      lab.query().pseudo_code());
  };
  CHECK(text_of(2) == "expanding (0,0)  g 0.00  h 4.00  f 4.00");
  CHECK(text_of(4) == "pondering (1,0)  g 1.00");
  run(lab, "step.to 7");
  CHECK(explained_step(lab) == "Generating (1,1), g = 2.00, f = 5.00, from (1,0). Fault: in a blocked cell.");
  CHECK(playback.counts().expanded == 2);
  CHECK(playback.node(0, lab.world().map().id({1, 0})).state == NodeState::kExpanded);
  run(lab, "step.to 9");
  CHECK(explained_step(lab) == "End (4,0), g = 4.00.");
}

TEST_CASE("one event without a place is told in the singular") {
  const test::TempFolder folder;
  Lab lab;
  put(folder, "room.map", kRoom);
  const std::string text = std::string(kSearch) + "- {type: pondering, id: 9}\n";
  run(lab, test::open_line(put(folder, "room.trace.yaml", text), "trace.open"));
  CHECK(lab.state().messages.back().text.ends_with("; 1 event without a place"));
}

TEST_CASE("a trace is left for the search of ours and taken up again, and closed with its map") {
  const test::TempFolder folder;
  Lab lab;
  put(folder, "room.map", kRoom);
  CHECK(test::failure(lab, "trace.step").find("no trace is open") != std::string::npos);
  CHECK(test::failure(lab, "trace.close").find("no trace is open") != std::string::npos);
  run_settled(lab, test::open_line(put(folder, "room.trace.yaml", kSearch), "trace.open"));
  run_settled(lab, {"planner.trace jps", "planner.trace astar"});
  CHECK(state_of(lab)["opened_trace"]["stepped"] == false);
  CHECK(lab.playback().event(lab.playback().size() - 1)->type == EventType::kFound);
  run(lab, "trace.step");
  CHECK(lab.playback().size() == 9);
  run_settled(lab, "trace.step off");
  CHECK(lab.playback().event(lab.playback().size() - 1)->type == EventType::kFound);
  run(lab, {"trace.step", "map.new 4 4 ground force"});
  CHECK(state_of(lab)["opened_trace"].is_null());
  CHECK(lab.state().process == nullptr);
}

TEST_CASE(
    "without a map beside it, a trace is opened on the open map if it fits, and else on an empty one, which is said") {
  const test::TempFolder folder;
  Lab lab;
  const std::string trace = put(folder, "alone.trace.yaml", kSearch);
  run(lab, "map.new 9 9 ground force");
  run(lab, test::open_line(trace, "trace.open"));
  CHECK(state_of(lab)["opened_trace"]["map"] == "on the open map");
  CHECK(lab.world().map().width() == 9);
  run(lab, "map.new 2 2 ground force");
  run(lab, test::open_line(trace, "trace.open"));
  CHECK(state_of(lab)["opened_trace"]["map"] == "on an empty map, guessed from its extent");
  CHECK(lab.world().map().width() == 5);
  CHECK(lab.world().map().height() == 2);
  // On the open map by the user's word, though it is too small: the check says what lies off it.
  run(lab, "map.new 2 2 ground force");
  run(lab, format_command({"trace.open", {trace, "here"}}));
  CHECK(lab.world().map().width() == 2);
  CHECK(state_of(lab)["opened_trace"]["faults"] > 1);
  lab.finish_updates();
  CHECK(lab.playback().size() == 9);
  // With a map that is named.
  const std::string map = put(folder, "other.map", kRoom);
  run(lab, format_command({"trace.open", {trace, map}}));
  CHECK(state_of(lab)["opened_trace"]["map"] == "on the map that was named");
  // What cannot be read changes nothing.
  const std::string before = dump_state(lab);
  CHECK(test::failure(lab, test::open_line(put(folder, "bad.yaml", "events:\n- 5\n"), "trace.open")) ==
        folder.file("bad.yaml") + ":2: an event must be an object");
  CHECK(dump_state(lab) == before);
}

TEST_CASE("a plan of another program is stepped by time steps, checked, and its faults are told") {
  const test::TempFolder folder;
  Lab lab;
  put(folder, "room.map", kRoom);
  run_settled(lab, test::open_line(put(folder, "room.plan", kPlan), "plan.open"));
  json state = state_of(lab)["opened_plan"];
  CHECK(state["agents"] == 3);
  CHECK(state["steps"] == 3);
  CHECK(state["makespan"] == 2);
  CHECK(state["sum_of_costs"] == 4);
  CHECK(state["claims"] == json({"The file says soc 7; it is 4."}));
  CHECK(state["task"] == "the file itself");
  CHECK(state["at_goal"] == 2);
  CHECK(state["counts"]["swap"] == 1);
  CHECK(state["counts"]["goal not reached"] == 1);
  CHECK(state["faults"] == 2);
  CHECK(lab.playback().size() == 3);
  run(lab, "step.to 1");
  CHECK(explained_step(lab) == "Time step 0: 3 agents are at their starts.");
  run(lab, "step.forward");
  CHECK(state_of(lab)["opened_plan"]["step"] == 1);
  CHECK(explained_step(lab) == "Time step 1 of 2: 2 of 3 agents move.");
  // A breakpoint at the line of faults stops there.
  run(lab, {"step.to 1", "step.breakpoint 2 on", "step.run"});
  CHECK(lab.playback().cursor() == 3);
  CHECK(explained_step(lab) ==
        "Time step 2 of 2: 2 of 3 agents move. Fault: agents 0 and 2 exchange (1,0) and (2,0). Fault: agent 2 ends at "
        "(1,0), not at its goal.");
  // A wall that is painted where an agent stands is found at once.
  run_settled(lab, "paint.line 0 2 0 2 blocked");
  CHECK(state_of(lab)["opened_plan"]["counts"]["in a blocked cell"] == 3);
  run(lab, "edit.undo");
  CHECK(state_of(lab)["opened_plan"]["counts"]["in a blocked cell"] == 0);
  run(lab, "plan.close");
  CHECK(state_of(lab)["opened_plan"].is_null());
}

TEST_CASE("starts and goals of a plan come from the scenario beside it") {
  const test::TempFolder folder;
  Lab lab;
  put(folder, "room.map", kRoom);
  put(folder, "room.scen", "version 1\n0\troom.map\t5\t3\t0\t0\t1\t0\t1\n0\troom.map\t5\t3\t4\t0\t4\t2\t2\n");
  run(lab, test::open_line(
               put(folder, "room.json", R"({"start": [[0, 0, "E"], [2, 4, "N"]], "actualPaths": ["F,W", "F,F"]})"),
               "plan.open"));
  const json state = state_of(lab)["opened_plan"];
  CHECK(state["task"] == "the scenario room.scen");
  CHECK(state["counts"]["wrong start"] == 1);
  CHECK(state["counts"]["goal not reached"] == 1);
  CHECK(state["at_goal"] == 1);
}

TEST_CASE("traces and plans are opened as other files are, by what they hold, and together with a map") {
  const test::TempFolder folder;
  const Lab lab;
  const auto opens = [&](const std::vector<std::string>& paths) {
    const Result<Command> command = command_to_open(lab, paths);
    return command ? command.value() : Command{command.error().message(), {}};
  };
  const std::string yaml = put(folder, "a.trace.yaml", kSearch), plan = put(folder, "a.txt", kPlan);
  const std::string league = put(folder, "a.json", R"({"teamSize": 1, "start": [[0,0,"E"]], "actualPaths": ["W"]})");
  const std::string trace = put(folder, "b.json", R"({"version": "1.4.0", "events": []})");
  const std::string map = put(folder, "c.map", kRoom);
  CHECK(opens({yaml}) == Command{"trace.open", {yaml}});
  CHECK(opens({trace}) == Command{"trace.open", {trace}});
  CHECK(opens({plan}) == Command{"plan.open", {plan}});
  CHECK(opens({league}) == Command{"plan.open", {league}});
  CHECK(opens({yaml, map}) == Command{"trace.open", {yaml, map}});
  CHECK(opens({map, league}) == Command{"plan.open", {league, map}});
  Lab other;
  CHECK(test::failure(other, test::open_line(yaml)).find("trace.open opens it") != std::string::npos);
  CHECK(test::failure(other, test::open_line(plan)).find("plan.open opens it") != std::string::npos);
}

TEST_CASE("a trace that Strata exports is opened again, event by event, and a script of the log opens it too") {
  const test::TempFolder folder;
  Lab lab;
  lab.finish_updates();
  const std::string file = folder.file("own.trace.json");
  run(lab, format_command({"export.trace", {file}}));
  const size_t expanded = lab.playback().counts().expanded;
  const PlanQuery query = lab.state().query;
  const Cost cost = lab.state().row("astar")->result.cost;
  const double in_steps = static_cast<double>(cost) / cost_unit(lab.world());
  run(lab, "query.swap");
  run_settled(lab, format_command({"trace.open", {file}}));
  CHECK(lab.state().query == query);
  const json state = state_of(lab)["opened_trace"];
  CHECK(state["faults"] == 0);
  CHECK(state["expanded"] == expanded);
  CHECK(state["cost"].get<double>() / state["straight"].get<double>() == doctest::Approx(in_steps));
  run(lab, fmt::format("step.to {}", lab.playback().size()));
  CHECK(lab.playback().counts().expanded == expanded);
  run(lab, "step.to 20");
  const std::string script = lab.log().reproduction();
  CHECK(script.find("trace.open") != std::string::npos);
  Lab again;
  for (size_t begin = 0; begin < script.size();) {
    const size_t end = script.find('\n', begin);
    const Status done = again.execute(script.substr(begin, end - begin));
    CHECK_MESSAGE(done.ok(), script.substr(begin, end - begin));
    begin = end + 1;
  }
  again.finish_updates();
  CHECK(state_of(again)["opened_trace"] == state_of(lab)["opened_trace"]);
  CHECK(again.playback().cursor() == 20);
}

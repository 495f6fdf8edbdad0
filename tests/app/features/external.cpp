// Planners of the user's own in the lab: a program beside the planners of the library, whatever it does; and nothing
// but the user's own hand starts it.
#include "app/features/external/external.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "app/base/untrusted_commands.hpp"
#include "app/features/workspace/workspace_file.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "app/lab/script.hpp"
#include "app/lab/user_only_commands.hpp"
#include "app/lab/view_searches.hpp"
#include "app/lesson/lesson_commands.hpp"
#include "app/playback/playback.hpp"
#include "core/world/added_planner.hpp"
#include "tests/lab_support.hpp"
#include "tests/source_path.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

std::string python_example() { return "python3 " + test::source_path("examples/planners/astar.py"); }
std::string wrong_program(const std::string& kind) {
  return "python3 -S -E " + test::source_path("tests/external/misbehave.py") + " " + kind;
}

Status add_own(Lab& lab, const std::string& name, const std::string& command) {
  return execute_by_hand(lab, {"external.add", {name, command}});
}
void must_add(Lab& lab, const std::string& name, const std::string& command) {
  const Status added = add_own(lab, name, command);
  REQUIRE_MESSAGE(added.ok(), (added.ok() ? "" : added.error().message()));
}

nlohmann::json state_of(Lab& lab) { return nlohmann::json::parse(dump_state(lab)); }

// An open field, on which the misbehaving programs find their way.
void open_field_in(Lab& lab) { run(lab, {"map.new 12 9 ground", "query.set 1 4 10 6"}); }

bool row_answered(const Lab& lab, std::string_view name) {
  const PlannerRow* row = lab.state().row(name);
  return row != nullptr && (row->solved || !row->allowed) && !row->waiting;
}

}  // namespace

TEST_CASE("own planner: an example stands in the comparison, with a legal path of the optimal cost") {
  Lab lab;
  must_add(lab, "mine", python_example());
  lab.finish_updates();
  const PlannerRow* mine = lab.state().row("mine");
  REQUIRE(mine != nullptr);
  CHECK(mine->shown);
  CHECK(mine->solved);
  CHECK(mine->note == "found");
  CHECK(mine->result.cost == lab.state().row("astar")->result.cost);
  CHECK(mine->percent_over == 0);
  CHECK(mine->result.stats.total().expanded > 100);
  CHECK(mine->micros > 0);
  CHECK(mine->build_micros > 0);
  CHECK(state_of(lab)["planners"]["mine"]["cost"] == state_of(lab)["planners"]["astar"]["cost"]);
  CHECK(state_of(lab)["external"]["mine"]["says_name"] == "A* in Python");
  // Other queries, edits and rules are asked anew.
  run_settled(lab, "query.set 3 3 30 30");
  CHECK(lab.state().row("mine")->result.cost == lab.state().row("astar")->result.cost);
  run_settled(lab, {"paint.rectangle 10 5 12 30 filled blocked", "paint.rectangle 20 2 21 12 filled swamp",
                    "terrain.weight swamp 4"});
  CHECK(lab.state().row("mine")->note == "found");
  CHECK(lab.state().row("mine")->result.cost == lab.state().row("astar")->result.cost);
  run_settled(lab, "rules.profile four");
  CHECK(lab.state().row("mine")->result.cost == lab.state().row("astar")->result.cost);
  run_settled(lab, {"edit.undo", "map.new 20 20 ground", "query.set 1 1 18 17"});
  CHECK(lab.state().row("mine")->result.cost == lab.state().row("astar")->result.cost);
  run_settled(lab, "query.clear");
  run_settled(lab, {"agent.size 2", "query.set 1 1 17 17"});
  CHECK(lab.state().row("mine")->note == "plans for agents of one cell alone");
}

TEST_CASE("own planner: its time is that of the program, without what the lab does about it") {
  Lab lab;
  open_field_in(lab);
  must_add(lab, "mine", wrong_program("slow"));
  lab.finish_updates();
  CHECK(lab.state().row("mine")->micros >= 250'000);
  CHECK(lab.state().row("mine")->micros < 5'000'000);
  CHECK(lab.state().row("mine")->result.stats.total().expanded == 5);
}

TEST_CASE("own planner: whatever is wrong with it is said in its row") {
  struct WrongReply {
    const char* kind;
    const char* note;
  };
  for (const WrongReply& wrong :
       {WrongReply{"start-exit", "has ended with exit status 3"},
        WrongReply{"start-not-ready", "is not ready: the map is too large"},
        WrongReply{"exit", "has ended with exit status 7"}, WrongReply{"crash", "was ended by signal 11"},
        WrongReply{"exception", "it said: ValueError: no idea"}, WrongReply{"hang", "does not answer within 1 s"},
        WrongReply{"endless", "without the end of a line"},
        WrongReply{"close-all", "has closed its output, but goes on"},
        WrongReply{"rubbish", "is not JSON: I do not know"}, WrongReply{"other-id", "answers query 2 instead of 1"},
        WrongReply{"cell-far", "leaves the map at its cell 1"}, WrongReply{"jump", "its path is wrong: "},
        WrongReply{"other-goal", "its path is wrong: "},
        WrongReply{"lies", "found, but its cost is wrong: it says 5.50, walks 11.00"}, WrongReply{"none", "no path"}}) {
    CAPTURE(std::string(wrong.kind));
    Lab lab;
    open_field_in(lab);
    must_add(lab, "mine", wrong_program(wrong.kind));
    lab.finish_updates();
    const PlannerRow* mine = lab.state().row("mine");
    REQUIRE(mine != nullptr);
    // On a slow machine the time is over before all of an endless line that may be read is there.
    const bool late =
        std::string_view(wrong.kind) == "endless" && mine->note.find("does not answer within 1 s") != std::string::npos;
    CHECK_MESSAGE((late || mine->note.find(wrong.note) != std::string::npos), mine->note);
    CHECK(lab.state().row("astar")->result.found());
    lab.tick(0.1);
    // The others are answered all the same.
    run_settled(lab, "query.set 1 1 9 7");
    CHECK(lab.state().row("jps")->result.found());
    CHECK_FALSE(lab.state().row("mine")->note.empty());
  }
  Lab lab;
  open_field_in(lab);
  must_add(lab, "mine", "no-such-program-anywhere --fast");
  lab.finish_updates();
  CHECK(lab.state().row("mine")->note == "there is no such program in PATH");
  CHECK(state_of(lab)["external"]["mine"]["state"] == "failed");
}

TEST_CASE("own planner: no path where there is one is told, and costs above the optimum are") {
  Lab lab;
  open_field_in(lab);
  must_add(lab, "mine", wrong_program("none"));
  lab.finish_updates();
  CHECK(lab.state().query_note == "mine finds no path where there is one");
  run(lab, {"external.remove mine", "paint.rectangle 5 0 5 7 filled blocked"});
  // The misbehaving program goes straight through walls.
  must_add(lab, "mine", wrong_program("behaves"));
  lab.finish_updates();
  CHECK(lab.state().row("mine")->note.starts_with("its path is wrong: "));
  CHECK(lab.state().row("mine")->result.path.empty());
}

TEST_CASE("own planner: a program that hangs holds up no frame and no command") {
  Lab lab({.wait_ms = 50});
  open_field_in(lab);
  lab.finish_updates();
  must_add(lab, "mine", wrong_program("start-hang"));  // for ten seconds
  using Clock = std::chrono::steady_clock;
  double longest = 0;
  const auto began = Clock::now();
  int frames = 0;
  while (Clock::now() - began < std::chrono::milliseconds(1500)) {
    const auto frame = Clock::now();
    if (frames % 10 == 3) run(lab, fmt::format("query.goal {} 6", 2 + frames / 10 % 9));
    if (frames % 10 == 6) run(lab, fmt::format("paint.stroke brush blocked 0 round 11,{}", frames / 10 % 9));
    lab.tick(0.016);
    longest = std::max(longest, std::chrono::duration<double>(Clock::now() - frame).count());
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    ++frames;
  }
  CHECK(frames > 20);
  CHECK(longest < 5);  // on a busy machine; the program is waited for ten seconds
  CHECK(lab.state().row("astar")->solved);
  CHECK_FALSE(row_answered(lab, "mine"));
  CHECK(lab.state().row("mine")->note.starts_with("starting for "));
  run(lab, "external.remove mine");
  CHECK(lab.state().row("mine") == nullptr);
  lab.finish_updates();
}

TEST_CASE("own planner: its search is stepped as it tells it; if it tells nothing, that is said") {
  Lab lab;
  must_add(lab, "mine", python_example());
  run_settled(lab, "planner.trace mine");
  const size_t expanded = lab.state().row("mine")->result.stats.total().expanded;
  size_t events = 0, expansions = 0;
  for (const SearchEvent& event : lab.trace().events()) {
    ++events;
    expansions += event.type == EventType::kExpand;
  }
  CHECK(expansions == expanded);
  CHECK(events > 2 * expanded);
  CHECK(lab.trace().events().back().type == EventType::kFound);
  CHECK(lab.trace().events().back().g == lab.state().row("mine")->result.cost);
  run(lab, "step.to 4");
  nlohmann::json state = state_of(lab);
  CHECK(state["playback"]["sentence"] == "Expanding (3,15), g = 0.00, h = 33.00, f = 33.00.");
  CHECK(state["external"]["mine"]["events"]["faults"] == 0);
  CHECK(state["external"]["mine"]["events"]["expanding"] == expanded);
  // The same keys and commands as for others.
  run(lab, {"step.next_expansion", "step.breakpoint 4 on", "step.run"});
  CHECK(state_of(lab)["playback"]["sentence"].get<std::string>().starts_with("Updating"));
  run(lab, "step.last");
  CHECK(state_of(lab)["playback"]["sentence"].get<std::string>().find("answers with a path") != std::string::npos);

  open_field_in(lab);
  must_add(lab, "silent", wrong_program("behaves"));
  run_settled(lab, "planner.trace silent");
  run(lab, "step.to 1");
  state = state_of(lab);
  CHECK(state["playback"]["sentence"] == "Silent gives no events of its search: only its answer is known.");
  CHECK(state["external"]["silent"]["events"]["given"] == false);
  must_add(lab, "rubbish", wrong_program("events-rubbish"));
  run_settled(lab, "planner.trace rubbish");
  run(lab, "step.to 1");
  CHECK(state_of(lab)["playback"]["sentence"].get<std::string>().find("cannot be read") != std::string::npos);
  must_add(lab, "far", wrong_program("events-off-map"));
  run_settled(lab, "planner.trace far");
  CHECK(state_of(lab)["external"]["far"]["events"]["faults"] > 0);
}

TEST_CASE("own planner: views show it beside others, and their difference") {
  Lab lab;
  must_add(lab, "mine", python_example());
  run_settled(lab, {"view.compare 2", "view.planner 2 mine", "view.difference on"});
  CHECK(lab.view_searches().planner(1).name == "mine");
  CHECK(lab.view_searches().playback(1).size() > 100);
  CHECK(lab.view_searches().difference(1).done());
  // Taken off the list, it leaves the views as well.
  run_settled(lab, {"planner.trace mine", "paint.rectangle 5 12 5 18 filled blocked", "external.remove mine"});
  lab.tick(0.1);
  CHECK(lab.state().traced == "astar");
  CHECK(lab.view_searches().planner(1).name != "mine");
  CHECK(lab.state().row("mine") == nullptr);
}

TEST_CASE("own planner: it takes part in runs over scenarios and in sweeps") {
  Lab lab;
  const TempFolder folder;
  std::ofstream(folder.file("a.scen"))
      << "version 1\n0\ta.map\t12\t9\t1\t4\t10\t6\t9.8\n0\ta.map\t12\t9\t0\t0\t9\t5\t11\n";
  open_field_in(lab);
  must_add(lab, "mine", python_example());
  lab.finish_updates();
  run(lab, format_command({"scenario.open", {folder.file("a.scen"), "here"}}));
  run(lab, "scenario.run");
  for (int i = 0; i < 20'000 && state_of(lab)["scenario"]["run"]["complete"] != true; ++i) {
    lab.tick(0.001);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const nlohmann::json results = state_of(lab)["scenario"]["run"]["planners"];
  REQUIRE(results.contains("mine"));
  CHECK(results["mine"]["found"] == 2);
  CHECK(results["mine"]["excess"] == results["astar"]["excess"]);
  run_settled(lab, {"sweep.choose hpa.cluster_size 4 6 2", "sweep.run"});
  CHECK(state_of(lab)["sweep"]["values"] == 3);  // 4, 6, and the present value
}

TEST_CASE("own planner: a lesson checks what the learner has programmed") {
  const TempFolder folder;
  std::ofstream(folder.file("own.lesson"))
      << "lesson own 1\ntitle \"A planner of your own\"\nstep \"Yours\"\nsetup map.new 12 9 ground\n"
         "setup query.set 1 4 10 6\nbuild \"Add your planner as mine.\"\n"
         "check planners.mine.note == found \"There is no planner called mine, or it gives no path.\"\n"
         "check planners.mine.percent_over == 0 \"Its path is not the shortest.\"\nbecause \"A* it is.\"\nreveal "
         "planner.trace astar\n";
  Lab lab;
  run(lab, format_command({"lesson.open", {folder.file("own.lesson")}}));
  run(lab, "lesson.done");
  CHECK(state_of(lab)["lesson"]["verdict"] == "wrong");
  must_add(lab, "mine", wrong_program("jump"));
  run(lab, "lesson.done");
  CHECK(state_of(lab)["lesson"]["verdict"] == "wrong");
  run(lab, "external.remove mine");
  must_add(lab, "mine", python_example());
  run(lab, "lesson.done");
  CHECK(state_of(lab)["lesson"]["verdict"] == "right");
}

TEST_CASE("own planner: no file starts a program") {
  Lab lab;
  const TempFolder folder;
  const std::string line = format_command({"external.add", {"mine", "touch " + folder.file("started")}});
  const auto refused = [&](const Status& status) {
    REQUIRE_FALSE(status.ok());
    CHECK_MESSAGE(status.error().message().find("no file may do") != std::string::npos, status.error().message());
  };
  refused(lab.execute(line));
  lab.run(line);  // from wherever it is not the user's hand
  auto script = ScriptRunner::from_text(line + "\n", "a.script");
  REQUIRE(script.ok());
  refused(run_script(lab, script.value()));
  CHECK_FALSE(check_lesson_command(parse_command(line).value()).ok());
  CHECK_FALSE(check_lesson_command(parse_command("external.start mine").value()).ok());
  CHECK_FALSE(check_lesson_command(parse_command("external.remove mine").value()).ok());
  for (const char* name : {"external.add", "external.start", "external.remove"}) {
    CHECK_FALSE(is_allowed_in_workspace({name, {"mine", "touch x"}}));
    CHECK_FALSE(CommandLog::is_logged(*command_named(name)));
    for (int file = 0; file < kForeignFiles; ++file) {
      CHECK_FALSE(may_give(static_cast<UntrustedFileKind>(file), *command_named(name)));
    }
  }
  // A command of the user's hand that carries out a file gives its own hand to none of its lines.
  std::ofstream(folder.file("b.script")) << line << "\n";
  (void)execute_by_hand(lab, {"script.run", {folder.file("b.script")}});
  for (int i = 0; i < 10; ++i) lab.tick(0.016);
  CHECK(lab.state().row("mine") == nullptr);
  CHECK(external_controller(lab).entries().empty());
  refused(lab.execute("external.start mine"));
  CHECK_FALSE(std::ifstream(folder.file("started")).good());
}

TEST_CASE("own planner: it is remembered, and started by hand alone") {
  const TempFolder folder;
  LabOptions options{.settings_path = folder.file("settings.json")};
  {
    Lab lab(options);
    must_add(lab, "mine", python_example());
    must_add(lab, "other", wrong_program("behaves"));
    run_settled(lab, "external.remove other");
  }
  Lab lab(options);
  CHECK(lab.state().messages.empty());
  lab.finish_updates();
  REQUIRE(external_controller(lab).entries().size() == 1);
  CHECK(external_controller(lab).entries()[0].command == python_example());
  CHECK(external_controller(lab).entries()[0].planner == nullptr);
  CHECK(lab.state().row("mine") == nullptr);
  CHECK(state_of(lab)["external"]["mine"]["state"] == "not started");
  REQUIRE(execute_by_hand(lab, {"external.start", {"mine"}}).ok());
  lab.finish_updates();
  CHECK(lab.state().row("mine")->result.found());
}

TEST_CASE("own planner: a program that has failed is started again by hand") {
  Lab lab;
  const TempFolder folder;
  // It fails at its first start alone.
  std::ofstream(folder.file("once.sh")) << "if [ ! -e " << folder.file("seen") << " ]; then touch "
                                        << folder.file("seen") << "; exit 5; fi\nexec " << python_example() << "\n";
  must_add(lab, "mine", "sh " + folder.file("once.sh"));
  lab.finish_updates();
  CHECK(lab.state().row("mine")->note == "has ended with exit status 5");
  lab.tick(0.1);
  REQUIRE_FALSE(lab.state().messages.empty());
  CHECK(lab.state().messages.back().text == "mine has failed: it has ended with exit status 5");
  run_settled(lab, "query.set 3 3 30 30");
  CHECK(lab.state().row("mine")->note == "has ended with exit status 5");  // not by itself
  REQUIRE(execute_by_hand(lab, {"external.start", {"mine"}}).ok());
  lab.finish_updates();
  CHECK(lab.state().row("mine")->note == "found");
}

TEST_CASE("own planner: names, commands and their number are checked, and a refusal changes nothing") {
  Lab lab;
  const auto why = [&](const std::string& name, const std::string& command) {
    const size_t rows = lab.state().rows.size();
    const Status added = add_own(lab, name, command);
    REQUIRE_FALSE(added.ok());
    CHECK(lab.state().rows.size() == rows);
    return added.error().what;
  };
  CHECK(why("", "a").find("expected a name") != std::string::npos);
  CHECK(why("my planner", "a").find("expected a name") != std::string::npos);
  CHECK(why("7up", "a").find("expected a name") != std::string::npos);
  CHECK(why(std::string(21, 'x'), "a").find("expected a name") != std::string::npos);
  CHECK(why("astar", "a") == "'astar' is a planner of Strata");
  CHECK(why("mine", "") == "the command names no program");
  CHECK(why("mine", "'a").find("has no second") != std::string::npos);
  CHECK(why("mine", "a\nb") == "the command has a letter that cannot be shown");
  CHECK(why("mine", std::string(1001, 'a')) == "the command has more than 1000 letters");
  for (const char* name : {"a1", "a2", "a3", "a4", "a5"}) must_add(lab, name, wrong_program("behaves"));
  CHECK(why("a6", "b") == "there are 5 planners of your own already: remove one first");
  CHECK(why("a1", "b") == "there is a planner 'a1' already: remove it first");
  CHECK_FALSE(lab.execute("external.remove b").ok());
  lab.finish_updates();
  run(lab, "external.remove a2");
  must_add(lab, "b2", wrong_program("behaves"));
  lab.finish_updates();
}

TEST_CASE("own planner: reproductions, settings and recovery copies name no planner of one's own") {
  Lab lab;
  must_add(lab, "mine", python_example());
  run_settled(lab, {"planner.trace mine", "step.breakpoint 2 on", "view.compare 2", "view.planner 2 mine",
                    "pay.against mine", "planner.show mine off", "planner.show mine on", "query.set 3 3 30 30"});
  run(lab, "step.to 7");
  const std::string text = lab.log().reproduction();
  CHECK(text.find("mine") == std::string::npos);
  for (const std::string& line : lab.log().setting_lines()) CHECK(line.find("mine") == std::string::npos);
  Lab again;
  auto script = must(ScriptRunner::from_text(text, "reproduction"));
  const Status ran = run_script(again, script);
  CHECK_MESSAGE(ran.ok(), (ran.ok() ? "" : ran.error().message()));
  CHECK(again.state().query == lab.state().query);
}

TEST_CASE("own planner: up to five have colours and dashes of their own") {
  Lab lab;
  for (const char* name : {"a1", "a2", "a3", "a4", "a5"}) must_add(lab, name, wrong_program("behaves"));
  for (size_t i = 0; i < lab.state().rows.size(); ++i) {
    for (size_t k = 0; k < i; ++k) {
      const PlannerStyle a = planner_style(lab.state(), lab.state().rows[i].planner->name);
      const PlannerStyle b = planner_style(lab.state(), lab.state().rows[k].planner->name);
      CHECK_FALSE((a.color == b.color && a.dash == b.dash));
    }
  }
}

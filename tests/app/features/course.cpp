// Dynamic scenarios in the lab: opening, phases, the run, and the recording of one.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>

#include "app/features/course/course.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/session.hpp"
#include "app/lab/undo_history.hpp"
#include "core/base/rng.hpp"
#include "tests/rounds.hpp"
#include "tests/scenario_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// Writes a scenario of three phases on 6 x 4 cells: free; a wall with a gap below; no gap. Its lengths are octile.
std::string write_course(const TempFolder& folder) {
  REQUIRE(write_file_atomic(folder.file("a.patch"),
                            "type patch\npatches 2\npatch 0\nheight 3\nwidth 1\nmap\n@\n@\n@\n"
                            "patch 1\nheight 1\nwidth 1\nmap\n@\n")
              .ok());
  REQUIRE(write_file_atomic(folder.file("a.scen"),
                            "version 2\nheight 4\nwidth 6\ncost 1 octile\npatch a.patch\ncommands\n"
                            "Q 0 0 0 5 0 5\n"
                            "P 1 0 2 0\n"
                            "Q 1 0 0 5 0 9.24264069\n"
                            "Q 1 0 3 5 3 5\n"
                            "P 2 1 2 3\n"
                            "Q 2 0 0 5 0 -1\n"
                            "Q 2 3 0 5 0 2\n"
                            "Q 2 0 0 2 1 -1\n")
              .ok());
  return folder.file("a.scen");
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::string letters(const GridMap& map) { return {map.letters().begin(), map.letters().end()}; }

// Returns the map of a phase from a fresh replay.
std::string replayed(const DynamicCourse& course, size_t phase) { return letters(CourseReplay(course).map_at(phase)); }

std::string now(const Lab& lab) { return letters(lab.world().map()); }

nlohmann::json dumped(Lab& lab) { return nlohmann::json::parse(dump_state(lab))["course"]; }

}  // namespace

TEST_CASE("course: a scenario of version 2 opens by every command that opens files, with the map of its first phase") {
  const TempFolder folder;
  const std::string file = write_course(folder);
  for (const char* command : {"scenario.open", "map.open"}) {
    Lab lab(fixed_clock());
    run_settled(lab, open_line(file, command));
    const CourseController& course = course_controller(lab);
    REQUIRE(course.is_open());
    CHECK(course.course().phases.size() == 3);
    CHECK(now(lab) == std::string(24, '.'));
    CHECK(lab.state().query == PlanQuery{{0, 0}, {5, 0}});
    CHECK_FALSE(lab.session().map_unsaved());
    REQUIRE(scenarios_controller(lab).rows().size() == 1);
    CHECK(scenarios_controller(lab).current() == 0);
    CHECK_FALSE(scenarios_controller(lab).unsaved());
    CHECK(scenarios_controller(lab).problems().all() == 0);
    CHECK(dumped(lab)["phases"] == 3);
    // Its rows are no scenario of their own.
    CHECK(has(failure(lab, "scenario.add"), "a dynamic scenario"));
    CHECK(has(failure(lab, "scenario.save " + folder.file("b.scen")), "a dynamic scenario"));
    CHECK(has(failure(lab, "scenario.open " + file + " here"), "a map of its own"));
    // Another map closes it.
    run_settled(lab, "map.new 8 8 force");
    CHECK_FALSE(course.is_open());
    CHECK(scenarios_controller(lab).rows().empty());
  }
}

TEST_CASE("course: on a large map a thread makes the map, with the same end") {
  const TempFolder folder;
  const std::string file = write_course(folder);
  Lab lab({.large_cells = 0});
  lab.run(open_line(file, "scenario.open"));
  REQUIRE(lab.state().large.on);
  CHECK_FALSE(course_controller(lab).is_open());
  wait_for_work(lab);
  CHECK(course_controller(lab).is_open());
}

TEST_CASE("course: a file that cannot be read leaves everything as it was, and the error has its place") {
  const TempFolder folder;
  const std::string file = write_course(folder);
  Lab lab(fixed_clock());
  run_settled(lab, {open_line(file, "scenario.open"), "course.next"});
  const std::string before = now(lab);
  const auto refused = [&](const std::string& text) {
    REQUIRE(write_file_atomic(folder.file("b.scen"), text).ok());
    const std::string why = failure(lab, "scenario.open " + folder.file("b.scen") + " force");
    CHECK(now(lab) == before);
    CHECK(course_controller(lab).phase() == 1);
    CHECK(course_controller(lab).course().path == file);
    CHECK(scenarios_controller(lab).rows().size() == 2);
    return why;
  };
  const std::string head = "version 2\nheight 4\nwidth 6\ncost 1 octile\n";
  CHECK(has(refused(head + "patch none.patch\ncommands\n"), "none.patch"));
  CHECK(has(refused(head + "patch ../a.patch\ncommands\n"), "b.scen:5: "));
  CHECK(has(refused(head + "patch a.patch\ncommands\nP 0 7 0 0\n"), "b.scen:7: there is no patch"));
  CHECK(has(refused(head + "patch a.patch\ncommands\nQ 0 0 0 9 0 1\n"), "b.scen:7: goal column"));
  CHECK(has(refused("version 2\n"), "b.scen:2: "));
  CHECK(has(refused(head + "patch a.patch\ncommands\nP 0 0 5 3\n"), "does not lie within"));
}

TEST_CASE("course: next, back and go give the map of a fresh replay, whatever was painted between") {
  const TempFolder folder;
  Lab lab(fixed_clock());
  run_settled(lab, open_line(write_course(folder), "scenario.open"));
  const CourseController& controller = course_controller(lab);
  const auto at = [&](size_t phase) {
    CHECK(controller.phase() == phase);
    CHECK(now(lab) == replayed(controller.course(), phase));
    CHECK(scenarios_controller(lab).rows().size() == controller.course().phases[phase].queries.size());
  };
  CHECK(has(failure(lab, "course.back"), "first phase"));
  run_settled(lab, "course.next");
  at(1);
  CHECK(controller.course().phases[1].cells == 3);
  CHECK(now(lab) == "..@.....@.....@.........");
  run_settled(lab, "course.next");
  at(2);
  CHECK(has(failure(lab, "course.next"), "last phase"));
  CHECK(has(failure(lab, "course.go 4"), "phases 1 to 3, not 4"));
  run_settled(lab, "course.back");
  at(1);
  CHECK_FALSE(lab.session().map_unsaved());  // nobody has painted
  run_settled(lab, "paint.line 0 0 5 3 swamp");
  CHECK(lab.session().map_unsaved());
  run_settled(lab, "course.go 1");
  at(0);
  CHECK(lab.session().map_unsaved());
  // Undo and redo know the phase of each map.
  run_settled(lab, "edit.undo");
  CHECK(controller.phase() == 1);
  run_settled(lab, "edit.undo");
  at(1);
  run_settled(lab, "edit.undo");
  at(2);
  run_settled(lab, {"edit.redo", "edit.redo", "edit.redo"});
  at(0);
  run_settled(lab, "course.next");
  CHECK(lab.log().lines().back() == "course.go 2");
  run_settled(lab, "course.close");
  CHECK_FALSE(controller.is_open());
  CHECK(now(lab) == "..@.....@.....@.........");
  CHECK(scenarios_controller(lab).rows().empty());
}

TEST_CASE("course: playing goes to the next phase each second, and ends at the last") {
  const TempFolder folder;
  Lab lab(fixed_clock());
  run_settled(lab, {open_line(write_course(folder), "scenario.open"), "course.play on"});
  lab.tick(0.6);
  CHECK(course_controller(lab).phase() == 0);
  lab.tick(0.6);
  CHECK(course_controller(lab).phase() == 1);
  CHECK(course_controller(lab).playing());
  lab.tick(1);
  CHECK(course_controller(lab).phase() == 2);
  CHECK_FALSE(course_controller(lab).playing());
  run_settled(lab, "course.play on");  // from the beginning
  CHECK(course_controller(lab).phase() == 0);
}

TEST_CASE("course: the rows of a phase are run as those of a scenario, also those without a path") {
  const TempFolder folder;
  Lab lab(fixed_clock());
  run_settled(lab, {open_line(write_course(folder), "scenario.open"), "course.go 3"});
  show_only(lab, {"astar", "jps"});
  run_settled(lab, "scenario.run");
  const ScenariosController& rows = scenarios_controller(lab);
  CHECK(rows.results().complete());
  CHECK(rows.results().asked_rows.size() == 3);  // a blocked end is listed as a query without a path
  CHECK(rows.problems().all() == 0);
  // With the wall open again there are paths where none is listed.
  run_settled(lab, {"paint.line 2 0 2 3 ground", "scenario.run"});
  CHECK(rows.problem(0) == RowProblem::kHasPath);
  CHECK(rows.problem(1) == RowProblem::kNone);
}

TEST_CASE("course: a run over all phases agrees with the scenario, at once or in the background") {
  const TempFolder folder;
  const std::string file = write_course(folder);
  for (const bool fixed : {true, false}) {
    Lab lab({.fixed_clock = fixed});
    run_settled(lab, {open_line(file, "scenario.open"), "course.go 2"});
    show_only(lab, {"astar", "jps", "hpa1"});
    CHECK(has(failure(lab, "course.csv " + folder.file("a.csv")), "no totals"));
    run(lab, "course.run");
    const CourseController& course = course_controller(lab);
    for (int i = 0; i < 100'000 && course.running(); ++i) {
      lab.tick(1e-4);
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    REQUIRE(course.totals().size() == 3);
    for (const CourseTotals& one : course.totals()) {
      CAPTURE(std::string(one.planner->name));
      CHECK(one.refused.empty());
      CHECK(one.queries == 6);
      CHECK(one.found == 4);
      CHECK(one.changes == 2);
      CHECK(one.contradicting == 0);
      if (one.planner->name != "hpa1") CHECK(one.longer == 0);
      CHECK(is_figure(one.total) == !fixed);
      if (!fixed) CHECK(one.total >= one.changes_total + one.longest);
    }
    CHECK(course.phase() == 1);  // the lab's own map stays
    run(lab, "course.csv " + folder.file("a.csv"));
    const std::string table = read_file(folder.file("a.csv")).value();
    CHECK(std::count(table.begin(), table.end(), '\n') == 4);
    CHECK(has(table, "\njps,done,6,4,0,0,"));
    CHECK_FALSE(course.outdated());
    run_settled(lab, "hpa.cluster_size 5");
    CHECK(course.outdated());
  }
}

TEST_CASE("course: a wrong listed length is told") {
  const TempFolder folder;
  const std::string file = write_course(folder);
  std::string text = read_file(file).value();
  text.replace(text.find("9.24264069"), 10, "9.84264069");
  REQUIRE(write_file_atomic(file, text).ok());
  Lab lab(fixed_clock());
  run_settled(lab, open_line(file, "scenario.open"));
  show_only(lab, {"astar"});
  run_settled(lab, "course.run");
  REQUIRE(course_controller(lab).totals().size() == 1);
  CHECK(course_controller(lab).totals()[0].contradicting == 1);
}

TEST_CASE("course: what is recorded reads back as the same maps and queries, over random strokes, undo and redo") {
  const TempFolder folder;
  for (uint64_t seed = 1; seed <= (kSanitized ? 4 : 30); ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    Lab lab(fixed_clock());
    run(lab, "map.new 20 15 force");
    const auto cell = [&] { return fmt::format("{} {}", rng.below(20), rng.below(15)); };
    run(lab, "paint.line " + cell() + " " + cell() + " blocked");
    run(lab, "course.record on");
    size_t queries = 0;
    std::string asked;
    for (int i = 0; i < 25; ++i) {
      const uint32_t what = rng.below(10);
      if (what < 4) {
        run(lab, "paint.line " + cell() + " " + cell() + (rng.below(3) == 0 ? " ground" : " blocked"));
      } else if (what < 6) {
        (void)lab.execute(what == 4 ? "edit.undo" : "edit.redo");
      } else {
        const std::string query = cell() + " " + cell();
        const bool had = lab.state().has_query;
        const PlanQuery before = lab.state().query;
        run(lab, "query.set " + query);
        queries += !had || before != lab.state().query;
      }
    }
    const std::string file = folder.file(fmt::format("r{}.scen", seed));
    run(lab, "course.save " + file);
    const DynamicCourse course = must(load_course(file));
    CHECK(replayed(course, course.phases.size() - 1) == now(lab));
    CHECK(course.queries >= queries);
    // The lengths are those of A*: a run of it finds no other answer.
    Lab reader(fixed_clock());
    run_settled(reader, open_line(file, "scenario.open"));
    show_only(reader, {"astar", "jps"});
    run_settled(reader, "course.run");
    for (const CourseTotals& one : course_controller(reader).totals()) {
      CHECK(one.queries == course.queries);
      CHECK(one.contradicting + one.longer == 0);
    }
  }
}

TEST_CASE("course: only maps of free and blocked cells are recorded") {
  const TempFolder folder;
  Lab lab(fixed_clock());
  run(lab, {"map.new 8 6 force", "brush.radius 0", "paint.line 1 1 1 1 swamp"});
  CHECK(has(failure(lab, "course.record on"), "cell 1,1 is swamp"));
  CHECK(has(failure(lab, "course.save " + folder.file("a.scen")), "nothing is recorded"));
  run(lab, {"edit.undo", "course.record on", "paint.line 2 0 2 4 blocked", "paint.line 4 4 4 4 swamp"});
  CHECK_FALSE(course_controller(lab).recording());
  CHECK(said(lab, "The recording of a dynamic scenario has ended"));
  // What came before is saved.
  CHECK(has(failure(lab, "course.save " + folder.file("a.map")), "ends in .scen"));
  run(lab, "course.save " + folder.file("a.scen"));
  CHECK(replayed(must(load_course(folder.file("a.scen"))), 0)[2] == '@');
  // Without a folder neither file is written.
  CHECK_FALSE(lab.execute("course.save " + folder.file("none/a.scen")).ok());
  CHECK_FALSE(std::filesystem::exists(folder.file("none")));
}

TEST_CASE("course: the edit between two maps takes weights and links away") {
  GridMap from(4, 3), to(4, 3);
  (void)from.apply({.runs = {weight_run(5, 2, 7), {0, 4, '@'}}, .links = {{.from = 1, .to = 9, .length = 250}}});
  (void)to.apply({.runs = {{8, 4, '@'}}});
  (void)from.apply(difference(from, to));
  CHECK(from == to);
  CHECK(difference(from, to).empty());
}

TEST_CASE("course: the published scenarios are valid in every phase" *
          doctest::skip(std::getenv("STRATA_DATA") == nullptr)) {
  const std::filesystem::path data = std::filesystem::path(std::getenv("STRATA_DATA")) / "course";
  for (const char* name : {"dao_arena2.scen", "switch_sc1_Aurora_TheFrozenSea.scen"}) {
    const std::string file = (data / name).string();
    if (!std::filesystem::exists(file)) continue;
    CAPTURE(file);
    Lab lab(fixed_clock());
    run(lab, open_line(file, "scenario.open"));
    const CourseController& course = course_controller(lab);
    const size_t last = course.course().phases.size() - 1;
    for (const size_t phase : {last, last / 2, last / 2 + 1, size_t{0}}) {
      run(lab, fmt::format("course.go {}", phase + 1));
      CHECK(now(lab) == replayed(course.course(), phase));
    }
    if (kSanitized || last < 50) continue;  // the larger one takes a minute by A*
    show_only(lab, {"astar", "jps"});
    run(lab, "course.run");
    REQUIRE(course.totals().size() == 2);
    for (const CourseTotals& one : course.totals()) {
      CHECK(one.queries == course.course().queries);
      CHECK(one.contradicting + one.longer == 0);
    }
  }
}

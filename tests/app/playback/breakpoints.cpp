// Every line of every pseudo-code can be stopped at, and playing stops exactly where a plain scan of the trace says.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "app/playback/playback.hpp"
#include "core/ch/contraction_code.hpp"
#include "core/search/pseudo_code.hpp"
#include "core/world/planners.hpp"
#include "tests/explain_support.hpp"
#include "tests/lab_support.hpp"
#include "tests/source_path.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// Where breakpoints on a line stop, by running to them one after the other.
std::vector<size_t> stops_of(Playback& playback, uint8_t line) {
  std::vector<size_t> stops;
  playback.breakpoints().set(line, true);
  playback.jump(0);
  while (playback.run_to_breakpoint()) stops.push_back(playback.cursor() - 1);
  CHECK(playback.at_end());
  playback.breakpoints().set(line, false);
  return stops;
}

// The same by playing.
std::vector<size_t> plays_of(Playback& playback, uint8_t line) {
  std::vector<size_t> stops;
  playback.breakpoints().set(line, true);
  playback.clock().set_speed(1'000'000);
  playback.jump(0);
  for (size_t i = 0; i <= playback.size(); ++i) {
    playback.play();
    playback.advance(10);
    if (playback.clock().playing()) FAIL("ten seconds at this speed are enough");
    // At the end it stops anyway: there by a breakpoint only if the last event is one.
    if (playback.at_end()) break;
    stops.push_back(playback.cursor() - 1);
  }
  playback.breakpoints().set(line, false);
  return stops;
}

using ReachedLines = std::map<const PseudoCode*, uint64_t>;

void check_stops(Lab& lab, ReachedLines& reached) {
  const PseudoCode& code = lab.query().pseudo_code();
  Playback& playback = lab.playback();
  const std::vector<SearchEvent>& events = lab.trace().events();
  if (events.empty()) return;
  CellId goal = kNoCell;
  for (const SearchEvent& event : events) {
    REQUIRE(event.line < code.lines.size());
    if (event.type == EventType::kDestination) goal = event.node;
  }
  const int width = lab.world().map().width();
  for (size_t line = 0; line < code.lines.size(); ++line) {
    CAPTURE(std::string(code.lines[line]));
    std::vector<size_t> plain;
    for (size_t i = 0; i < events.size(); ++i) {
      const uint64_t lines = code.lines_of(events[i], i == 0, NodePlaces(width), goal);
      REQUIRE((lines >> events[i].line & 1) == 1);
      REQUIRE((lines & ~code.lines_of(events[i].line)) == 0);
      if ((lines >> line & 1) != 0) plain.push_back(i);
    }
    CHECK(stops_of(playback, static_cast<uint8_t>(line)) == plain);
    if (!plain.empty()) reached[&code] |= uint64_t{1} << line;
    if (events.size() > 500) continue;  // playing starts anew after each stop
    if (!plain.empty() && plain.back() + 1 == events.size()) plain.pop_back();
    CHECK(plays_of(playback, static_cast<uint8_t>(line)) == plain);
  }
}

void check_all_planners(Lab& lab, ReachedLines& reached) {
  for (const Planner& planner : planners()) {
    CAPTURE(std::string(planner.name));
    const PlannerRow* row = lab.state().row(planner.name);
    if (!row->allowed) continue;
    run_settled(lab, "planner.trace " + std::string(planner.name));
    check_stops(lab, reached);
  }
}

}  // namespace

TEST_CASE("every line of every pseudo-code stops somewhere, and exactly where a scan of the trace says") {
  ReachedLines reached;
  std::vector<std::string> all = test::structure_switches({"rooms", "mesh-classes"});
  all.insert(all.end(), {"sectors.second 24", "hpa.cluster_size 5", "plan.ida_expansions 2000"});
  const std::vector<std::vector<std::string>> scenes = {
      {"map.scene running-example"},
      {"map.scene running-example", "paint.line 20 0 20 39 blocked"},  // no way
      {"map.generate cave 48 40 3", "query.random 7"},
      {"map.generate forest 40 40 2", "query.random 3"},
      {"map.new 30 20", "query.set 2 9 27 9", "paint.line 15 0 15 19 blocked", "link.add 8,9 20,12 3"},
      {"map.new 30 30", "query.start 2 2", "query.goal 4 3"},  // next to each other
      {"map.generate random 96 96 5", "query.random 2", "sectors.size 8"},
      // No way, and so few cells that IDA* finds out.
      {"map.new 9 3", "paint.rectangle 0 0 8 0 filled blocked", "paint.rectangle 0 2 8 2 filled blocked",
       "paint.rectangle 4 1 4 1 filled blocked", "query.start 1 1", "query.goal 7 1"},
  };
  const std::vector<std::vector<std::string>> ways = {
      {},
      {"ch.graph hpa", "ch.order large", "cch.graph hpa", "labels.graph hpa"},
      {"ch.graph sectors", "cch.graph cells", "ch.order customisable", "plan.potentials off", "labels.graph sectors"},
      {"plan.smooth off", "plan.segment 1", "ch.graph cells", "cch.graph corners", "labels.graph cells"},
  };
  for (const auto& scene : scenes) {
    CAPTURE(scene.back());
    Lab lab;
    for (const std::string& line : scene) run(lab, line);
    for (const std::string& line : all) run(lab, line);
    for (const auto& way : ways) {
      for (const std::string& line : way) run(lab, line);
      lab.finish_updates();
      check_all_planners(lab, reached);
    }
    // Rooms are for four neighbours.
    run(lab, {"rules.profile four", "rooms on"});
    for (const char* seed : {"0", "1"}) {
      run_settled(lab, fmt::format("plan.interleave {}", seed));
      check_all_planners(lab, reached);
    }
  }
  {
    Lab lab;  // searches that are repaired
    run_settled(lab, "repairs on");
    for (const char* line : {"paint.line 5 16 5 18 blocked", "query.start 12 27", "paint.line 26 28 26 30 blocked",
                             "edit.undo", "query.start 3 15", "paint.line 32 16 32 18 blocked"}) {
      run_settled(lab, line);
      for (const char* planner : {"planner.trace lpa", "planner.trace dlite"}) {
        run_settled(lab, planner);
        check_stops(lab, reached);
      }
    }
  }
  {
    Lab lab;  // of corners, by priority
    run(lab, {"ch.order large", "ch.contract on"});
    check_stops(lab, reached);
  }
  {
    Lab lab;
    test::draw_graph(lab);
    check_all_planners(lab, reached);
    for (const char* order : {"nested", "large", "own"}) {
      run(lab, fmt::format("ch.order {}", order));
      run_settled(lab, "ch.contract on");
      REQUIRE(&lab.query().pseudo_code() == &contraction_code::kCode);
      check_stops(lab, reached);
    }
  }
  // On a level, where Detour searches: a way, none with a way to somewhere near, and one within a polygon.
  for (const char* change : {"query.goal 215 130", "paint.rectangle 88 0 90 164 filled blocked", "query.goal 81 31"}) {
    CAPTURE(change);
    Lab lab;
    run(lab, strata::test::open_line(strata::test::source_path("assets/levels/courtyard.obj")));
    for (const char* line : {"query.start 80 30", "query.goal 215 130", change}) run(lab, line);
    lab.finish_updates();
    check_all_planners(lab, reached);
  }
  test::each_construction([&](Lab& lab) { check_stops(lab, reached); });
  {
    Lab lab;  // a graph whose nodes are also the ends of links
    run_settled(lab, {"map.new 30 20", "link.add 8,9 20,12 3", "hpa.construct"});
    check_stops(lab, reached);
  }
  std::vector<const PseudoCode*> codes = {&contraction_code::kCode};
  for (const Feature* feature : features()) {
    if (feature->process != nullptr && !feature->process->code->lines.empty()) codes.push_back(feature->process->code);
  }
  for (const Planner& planner : planners()) codes.push_back(planner.pseudo_code);
  for (const PseudoCode* code : codes) {
    REQUIRE(code->lines.size() <= 64);
    for (size_t line = 0; line < code->lines.size(); ++line) {
      CAPTURE(std::string(code->lines[0]));
      CAPTURE(std::string(code->lines[line]));
      CHECK((reached[code] >> line & 1) == 1);
    }
  }
}

TEST_CASE("a breakpoint on the loop over neighbours stops at every neighbour that is noted, not at the start") {
  Lab lab;
  lab.finish_updates();
  const std::vector<SearchEvent>& events = lab.trace().events();
  std::vector<size_t> noted, expanded, updated;
  for (size_t i = 0; i < events.size(); ++i) {
    const bool reached = events[i].parent != kNoCell;
    const bool update = events[i].type == EventType::kUpdate;
    if ((events[i].type == EventType::kGenerate || update) && reached) noted.push_back(i);
    if (update) updated.push_back(i);
    if (events[i].type == EventType::kExpand) expanded.push_back(i);
  }
  REQUIRE(!noted.empty());
  REQUIRE(!updated.empty());
  CHECK(stops_of(lab.playback(), 4) == noted);     // for each neighbour m of n
  CHECK(stops_of(lab.playback(), 5) == noted);     // if m has not been seen
  CHECK(stops_of(lab.playback(), 7) == updated);   // else if ...
  CHECK(stops_of(lab.playback(), 1) == expanded);  // while open is not empty
}

TEST_CASE("breakpoints go with their pseudo-code, and only with it") {
  Lab lab;
  run(lab, {"planner.trace hpa1", "step.breakpoint 7 on"});
  run(lab, "planner.trace hpa2");  // the same pseudo-code
  CHECK(lab.playback().breakpoints().at(7));
  run(lab, "planner.trace astar");
  CHECK_FALSE(lab.playback().breakpoints().at(7));
  run(lab, {"step.breakpoint 4 on", "ch.contract on"});
  CHECK_FALSE(lab.playback().breakpoints().at(4));
  run(lab, {"step.breakpoint 4 on", "ch.contract off"});
  CHECK_FALSE(lab.playback().breakpoints().at(4));
  run(lab, {"planner.trace alt", "step.breakpoint 3 on"});
  run(lab, "landmarks off");  // A* takes over
  CHECK_FALSE(lab.playback().breakpoints().at(3));
}

// The break-even in the lab: the times of the comparison, the arithmetic of the bench program, strokes and settings.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

#include "app/features/break_even/break_even.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "bench/commands.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/planner_costs.hpp"
#include "tests/overlay_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

const BreakEvenController::MeasuredPlanner* line_of(const Lab& lab, std::string_view planner) {
  for (const BreakEvenController::MeasuredPlanner& line : break_even_controller(lab).lines()) {
    if (line.planner->name == planner) return &line;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("break-even: the lines are the planners of the comparison, with its times") {
  Lab lab;
  lab.finish_updates();
  const BreakEvenController& controller = break_even_controller(lab);
  size_t answered = 0;
  for (const PlannerRow& row : lab.state().rows) answered += row.shown && row.solved && row.result.found();
  CHECK(controller.lines().size() == answered);
  CHECK(answered >= 3);
  for (const BreakEvenController::MeasuredPlanner& line : controller.lines()) {
    CAPTURE(line.planner->name);
    CHECK(line.times.query == nanos_of_micros(lab.state().row(line.planner->name)->micros));
    CHECK(line.times.edit == kUnknownTime);
    CHECK(line.times.prepare == nanos_of_micros(prepare_micros(lab.world(), *line.planner)));
    CHECK(line.times.prepare == nanos_of_micros(lab.state().row(line.planner->name)->build_micros));
    const double moves = lab.world().state(StructureId::kMoves).built_micros;
    if (line.planner->needs == StructureId::kMoves) CHECK(line.times.prepare == nanos_of_micros(moves));
    if (line.planner->needs == StructureId::kHpa) {
      // A planner over fewer levels than there are is not charged for the others.
      const double whole = moves + lab.world().state(StructureId::kHpa).built_micros;
      const bool all = line.planner->abstract_level == lab.world().get<MapHpa>().hpa().levels();
      CHECK((line.times.prepare < nanos_of_micros(whole)) == !all);
      CHECK(line.times.prepare > nanos_of_micros(moves));
    }
  }
  REQUIRE(controller.baseline() != nullptr);
  CHECK(controller.baseline()->planner->name == "astar");
  REQUIRE(!controller.leaders().empty());
  CHECK(controller.leaders().front().from == 1);
  // A planner that is not compared takes no part, and the next one is held against then.
  run_settled(lab, "planner.show astar off");
  CHECK(line_of(lab, "astar") == nullptr);
  CHECK(controller.baseline()->planner->name != "astar");
}

TEST_CASE("break-even: the screen says what the bench program says of the same times") {
  Lab lab;
  lab.finish_updates();
  LabState& state = lab.mutable_state();
  double micros = 937.125;
  for (PlannerRow& row : state.rows) {
    if (!row.shown) continue;
    row.micros = micros;
    micros *= 0.61;
  }
  run(lab, "paint.stroke brush blocked 1 round 20,35 22,35");
  lab.tick(0.01);
  std::vector<bench::TimedPlanner> paid;
  for (const BreakEvenController::MeasuredPlanner& line : break_even_controller(lab).lines()) {
    paid.push_back({std::string(line.planner->name), line.times});
  }
  REQUIRE(paid.size() >= 3);
  bench::Report report;
  bench::append_break_even("map", paid, report);
  // Each of them is held against in turn.
  size_t counted = 0, compared = 0;
  for (const bench::TimedPlanner& other : paid) {
    run(lab, "pay.against " + other.planner);
    for (const bool edits : {false, true}) {
      for (const BreakEvenController::BaselineComparison& said :
           edits ? break_even_controller(lab).edits() : break_even_controller(lab).pairs()) {
        CAPTURE(said.text);
        const auto row = std::ranges::find_if(report.rows, [&](const bench::ReportRow& one) {
          return one["planner"] == said.planner->name && one["against"] == other.planner;
        });
        REQUIRE(row != report.rows.end());
        CHECK((*row)[edits ? "with_edits" : "pays"] == break_even_kind_name(said.found.when));
        ++compared;
        const bench::ReportRow& queries = (*row)[edits ? "queries_per_edit" : "queries"];
        if (queries.is_null()) continue;
        CHECK(said.found.queries == queries.get<uint64_t>());
        CHECK(said.text.find(fmt::format(" {} quer", queries.get<uint64_t>())) != std::string::npos);
        ++counted;
      }
    }
  }
  CHECK(counted > 0);
  CHECK(compared == 2 * report.rows.size());
  CHECK(report.rows.size() == paid.size() * (paid.size() - 1));
}

TEST_CASE("break-even: an edit takes the median of the strokes, each with all of its edits") {
  Lab lab;
  lab.finish_updates();
  run_settled(lab, "sectors on");
  double hpa = 0;
  for (int i = 0; i < 3; ++i) {
    run_settled(lab, i == 1 ? "paint.stroke erase ground 0 round 8,34 9,34 11,35"
                            : "paint.stroke brush blocked 0 round 8,34 9,34 11,35");
    if (i == 0) {
      for (const UpdateMeterStructure& done : lab.state().meter.structures) {
        if (done.structure == StructureId::kHpa) hpa = done.micros;
      }
      CHECK(break_even_controller(lab).strokes() == 1);
      // A planner is charged for its own levels of HPA*, and that of all levels for all that HPA* has spent.
      const std::string top = fmt::format("hpa{}", lab.world().get<MapHpa>().hpa().levels());
      run_settled(lab, "planner.show " + top + " on");
      CHECK(line_of(lab, top)->times.edit == nanos_of_micros(hpa));
      CHECK(line_of(lab, "hpa1")->times.edit > 0);
      CHECK(line_of(lab, "hpa1")->times.edit < line_of(lab, top)->times.edit);
      CHECK(line_of(lab, "astar")->times.edit == 0);
      CHECK(line_of(lab, "sectors")->times.edit > 0);
    }
  }
  CHECK(break_even_controller(lab).strokes() == 3);
  for (int i = 0; i < 40; ++i) run(lab, i % 2 == 0 ? "edit.undo" : "edit.redo");
  CHECK(break_even_controller(lab).strokes() == BreakEvenController::kMaxStrokes);
  // They are those of this map.
  run(lab, "map.new 30 30 force");
  CHECK(break_even_controller(lab).strokes() == 0);
}

TEST_CASE("break-even: scale and the planner held against are settings, and are checked") {
  Lab lab;
  lab.finish_updates();
  CHECK(failure(lab, "pay.scale round").find("expected linear or log") != std::string::npos);
  CHECK(failure(lab, "pay.against nobody").find("there is no planner 'nobody'") != std::string::npos);
  run(lab, {"pay.scale linear", "pay.against hpa2"});
  CHECK_FALSE(break_even_controller(lab).logarithmic());
  CHECK(break_even_controller(lab).baseline()->planner->name == "hpa2");
  const std::string script = lab.log().reproduction();
  CHECK(script.find("pay.scale linear") != std::string::npos);
  CHECK(script.find("pay.against hpa2") != std::string::npos);
  const uint64_t asked = lab.state().tab_request.times;
  run(lab, "pay.show");
  CHECK(lab.state().tab_request.times == asked + 1);
}

TEST_CASE("break-even: nothing is said under a fixed clock, and nothing is read anew while nothing changes") {
  Lab fixed({.fixed_clock = true});
  fixed.finish_updates();
  CHECK(break_even_controller(fixed).lines().empty());
  Lab lab;
  lab.finish_updates();
  const BreakEvenController::MeasuredPlanner* before = break_even_controller(lab).lines().data();
  const PlannerTimes times = before->times;
  for (int i = 0; i < 5; ++i) lab.tick(0.01);
  CHECK(break_even_controller(lab).lines().data()->times == times);
}

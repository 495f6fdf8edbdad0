// "Does it pay?" in the lab: the times of the comparison, the arithmetic of the bench program, strokes and settings.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

#include "app/features/pay/pay.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/logbook.hpp"
#include "bench/commands.hpp"
#include "tests/overlay_support.hpp"

using namespace strata;
using test::failure;
using test::holds;
using test::run;

namespace {

const PayDesk::Line* line_of(const Lab& lab, std::string_view planner) {
  for (const PayDesk::Line& line : pay_desk(lab).lines()) {
    if (line.planner->name == planner) return &line;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("does it pay: the lines are the planners of the comparison, with its times") {
  Lab lab;
  lab.settle();
  const PayDesk& desk = pay_desk(lab);
  size_t answered = 0;
  for (const PlannerRow& row : lab.state().rows) answered += row.shown && row.solved && row.result.found();
  CHECK(desk.lines().size() == answered);
  CHECK(answered >= 3);
  for (const PayDesk::Line& line : desk.lines()) {
    CAPTURE(line.planner->name);
    CHECK(line.times.query == nanos_of_micros(lab.state().row(line.planner->name)->micros));
    CHECK(line.times.edit == kUnknownTime);
    if (line.planner->needs == StructureId::kMoves) CHECK(line.times.prepare == 0);
    if (line.planner->needs == StructureId::kHpa) {
      CHECK(line.times.prepare == nanos_of_micros(lab.world().state(StructureId::kHpa).built_micros));
      CHECK(line.times.prepare > 0);
    }
  }
  REQUIRE(desk.against() != nullptr);
  CHECK(desk.against()->planner->name == "astar");
  REQUIRE(!desk.leaders().empty());
  CHECK(desk.leaders().front().from == 1);
  // A planner that is not compared takes no part, and the next one is held against then.
  run(lab, "planner.show astar off");
  lab.settle();
  CHECK(line_of(lab, "astar") == nullptr);
  CHECK(desk.against()->planner->name != "astar");
}

TEST_CASE("does it pay: the screen says what the bench program says of the same times") {
  Lab lab;
  lab.settle();
  LabState& state = lab.mutable_state();
  double micros = 937.125;
  for (PlannerRow& row : state.rows) {
    if (!row.shown) continue;
    row.micros = micros;
    micros *= 0.61;
  }
  run(lab, "paint.stroke brush blocked 1 round 20,35 22,35");
  lab.tick(0.01);
  std::vector<bench::PaidPlanner> paid;
  for (const PayDesk::Line& line : pay_desk(lab).lines()) {
    paid.push_back({std::string(line.planner->name), line.times});
  }
  REQUIRE(paid.size() >= 3);
  bench::Report report;
  bench::append_pay("map", paid, report);
  // Each of them is held against in turn.
  size_t counted = 0, compared = 0;
  for (const bench::PaidPlanner& other : paid) {
    run(lab, "pay.against " + other.planner);
    for (const bool edits : {false, true}) {
      for (const PayDesk::Sentence& said : edits ? pay_desk(lab).edits() : pay_desk(lab).pairs()) {
        CAPTURE(said.text);
        const auto row = std::ranges::find_if(report.rows, [&](const bench::Row& one) {
          return one["planner"] == said.planner->name && one["against"] == other.planner;
        });
        REQUIRE(row != report.rows.end());
        CHECK((*row)[edits ? "with_edits" : "pays"] == pays_name(said.found.when));
        ++compared;
        const bench::Row& queries = (*row)[edits ? "queries_per_edit" : "queries"];
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

TEST_CASE("does it pay: an edit takes the median of the strokes, each with all of its edits") {
  Lab lab;
  lab.settle();
  run(lab, "sectors on");
  lab.settle();
  double hpa = 0;
  for (int i = 0; i < 3; ++i) {
    run(lab, i == 1 ? "paint.stroke erase ground 0 round 8,34 9,34 11,35"
                    : "paint.stroke brush blocked 0 round 8,34 9,34 11,35");
    lab.settle();
    if (i == 0) {
      for (const MeterStructure& done : lab.state().meter.structures) {
        if (done.structure == StructureId::kHpa) hpa = done.micros;
      }
      CHECK(pay_desk(lab).strokes() == 1);
      CHECK(line_of(lab, "hpa1")->times.edit == nanos_of_micros(hpa));
      CHECK(line_of(lab, "astar")->times.edit == 0);
      CHECK(line_of(lab, "sectors")->times.edit > 0);
    }
  }
  CHECK(pay_desk(lab).strokes() == 3);
  for (int i = 0; i < 40; ++i) run(lab, i % 2 == 0 ? "edit.undo" : "edit.redo");
  CHECK(pay_desk(lab).strokes() == PayDesk::kMostStrokes);
  // They are those of this map.
  run(lab, "map.new 30 30 force");
  CHECK(pay_desk(lab).strokes() == 0);
}

TEST_CASE("does it pay: scale and the planner held against are settings, and are checked") {
  Lab lab;
  lab.settle();
  CHECK(failure(lab, "pay.scale round").find("neither linear nor log") != std::string::npos);
  CHECK(failure(lab, "pay.against nobody").find("there is no planner 'nobody'") != std::string::npos);
  run(lab, "pay.scale linear");
  run(lab, "pay.against hpa2");
  CHECK_FALSE(pay_desk(lab).logarithmic());
  CHECK(pay_desk(lab).against()->planner->name == "hpa2");
  const std::string script = lab.log().reproduction();
  CHECK(script.find("pay.scale linear") != std::string::npos);
  CHECK(script.find("pay.against hpa2") != std::string::npos);
  const uint64_t asked = pay_desk(lab).asked();
  run(lab, "pay.show");
  CHECK(pay_desk(lab).asked() == asked + 1);
}

TEST_CASE("does it pay: nothing is said under a fixed clock, and nothing is read anew while nothing changes") {
  LabOptions options;
  options.fixed_clock = true;
  Lab fixed(options);
  fixed.settle();
  CHECK(pay_desk(fixed).lines().empty());
  Lab lab;
  lab.settle();
  const PayDesk::Line* before = pay_desk(lab).lines().data();
  const PayTimes times = before->times;
  for (int i = 0; i < 5; ++i) lab.tick(0.01);
  CHECK(pay_desk(lab).lines().data()->times == times);
}

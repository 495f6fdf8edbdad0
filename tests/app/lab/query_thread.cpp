// Queries that are answered in a thread: the same answers, never those of a map that is gone.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "app/features/ch/ch.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "app/lab/timed_runs.hpp"
#include "app/playback/playback.hpp"
#include "core/base/rng.hpp"
#include "core/search/plan_options.hpp"
#include "tests/app/lab/random_commands.hpp"
#include "tests/draw_support.hpp"
#include "tests/lab_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

LabOptions in_thread() { return {.wait_cells = 0}; }

}  // namespace

TEST_CASE("answers, records and what is said of them are the same from a thread") {
  for (const char* map : {"map.scene running-example", "map.generate city 70 60 3", "map.generate maze 60 60 1"}) {
    CAPTURE(map);
    LabOptions here{.wait_cells = UINT32_MAX};
    Lab threaded(in_thread()), plain(here);
    for (Lab* lab : {&threaded, &plain}) {
      for (const char* line : {map, "sectors on", "landmarks on", "ch on", "cch on", "tables on", "rooms on",
                               "planner.show dijkstra on", "planner.trace hpa2"}) {
        run(*lab, line);
      }
    }
    for (const char* line :
         {"wait.ready", "query.random 5", "plan.smooth off", "planner.show astar off", "query.swap", "planner.trace ch",
          "plan.weight 3", "planner.show theta on", "planner.show bidirectional on",
          "paint.rectangle 0 0 200 200 filled blocked", "edit.undo", "planner.show astar on",
          "paint.rectangle 20 0 22 200 filled blocked", "rules.profile four", "planner.trace alt", "query.clear",
          "query.random 9", "ch.contract"}) {
      CAPTURE(line);
      for (Lab* lab : {&threaded, &plain}) {
        run(*lab, line);
        lab->finish_updates();
      }
      const auto one = nlohmann::json::parse(dump_state(threaded)), other = nlohmann::json::parse(dump_state(plain));
      CHECK_MESSAGE(one == other, nlohmann::json::diff(one, other).dump(1));
      CHECK(threaded.trace().events() == plain.trace().events());
    }
  }
}

TEST_CASE("whatever is done while answers are worked out, those shown are true") {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    Lab lab(in_thread());
    lab.gestures().set_view_size(400, 400);
    OverlayBuilder builder;
    run(lab, fmt::format("map.generate {} 90 70 {}", seed % 2 == 0 ? "city" : "random", seed));
    PointerEvent event;
    for (int i = 0; i < 250; ++i) {
      if (rng.percent(50)) {
        event.kind = rng.percent(30)   ? PointerEvent::Kind::kPress
                     : rng.percent(40) ? PointerEvent::Kind::kRelease
                                       : PointerEvent::Kind::kMove;
        event.x = rng.between(0, 400);
        event.y = rng.between(0, 400);
        lab.gestures().pointer(event);
      } else {
        (void)lab.execute(test::random_line(rng, lab));
      }
      if (rng.percent(70)) lab.tick(1.0 / 60);
      if (rng.percent(30)) test::draw_views(builder, lab);
      if (rng.percent(20)) std::this_thread::yield();
      for (const PlannerRow& row : lab.state().rows) CHECK_FALSE((row.solved && row.waiting));
      if (i % 25 != 24) continue;
      lab.gestures().cancel();
      lab.finish_updates();
      CHECK_FALSE(lab.state().solving);
      Workspace workspace;
      PlanResult result;
      for (const PlannerRow& row : lab.state().rows) {
        CHECK_FALSE(row.waiting);
        if (!row.solved) continue;
        CAPTURE(row.planner->name);
        plan(lab.world(), *row.planner, lab.state().query, lab.state().plan_options(), workspace, result);
        CHECK(result.status == row.result.status);
        CHECK(result.cost == row.result.cost);
        CHECK(result.path == row.result.path);
      }
    }
  }
}

TEST_CASE("while an answer is worked out the one before stays, marked as waiting, and ticks do not wait for it") {
  Lab lab(in_thread());
  run_settled(lab, {"map.generate random 1200 1200 1 5", "planner.show dijkstra on"});
  const PlannerRow& dijkstra = *lab.state().row("dijkstra");
  REQUIRE(dijkstra.solved);
  const std::vector<CellId> before = dijkstra.result.path;
  run(lab, "query.random 77");
  lab.tick(0);
  CHECK(lab.state().solving);
  CHECK(dijkstra.waiting);
  CHECK_FALSE(dijkstra.solved);
  CHECK(dijkstra.result.path == before);
  CHECK(lab.state().trace_waiting);
  lab.finish_updates();
  CHECK(dijkstra.solved);
  CHECK(dijkstra.result.path != before);
  CHECK_FALSE(lab.state().trace_waiting);
}

TEST_CASE("a search that is recorded in a thread is coloured as it is asked for, whatever was recorded there before") {
  LabOptions here{.wait_cells = UINT32_MAX};
  Lab threaded(in_thread()), plain(here);
  for (const char* line : {"map.generate city 120 90 3", "wait.ready", "planner.trace dijkstra", "wait.ready",
                           "planner.trace hpa1", "wait.ready", "step.heat cost", "planner.trace astar", "wait.ready",
                           "planner.trace dijkstra", "wait.ready", "step.heat order", "planner.trace hpa2"}) {
    run(threaded, line);
    run(plain, line);
  }
  threaded.finish_updates();
  plain.finish_updates();
  CHECK(threaded.playback().heat().cells == plain.playback().heat().cells);
  CHECK(threaded.playback().cursor() == plain.playback().cursor());
}

TEST_CASE("a contraction that is left is not drawn while the search is recorded in a thread") {
  Lab lab(in_thread());
  lab.gestures().set_view_size(400, 400);
  OverlayBuilder builder;
  run(lab, {"map.generate city 80 60 3", "ch on", "wait.ready", "ch.contract", "step.to 40"});
  test::draw_views(builder, lab);
  for (const char* line : {"ch.contract off", "planner.trace hpa1", "ch.contract", "ch.graph cells", "ch off"}) {
    CAPTURE(line);
    (void)lab.execute(line);
    test::draw_views(builder, lab);
    lab.tick(0);
    test::draw_views(builder, lab);
    if (!hierarchy_controller(lab).contracting()) CHECK_FALSE(lab.playback().outline().contracting);
  }
}

TEST_CASE("an answer that still holds is not asked for again") {
  Lab lab(in_thread());
  run_settled(lab, "map.generate city 100 100 1");
  const uint64_t answered = lab.query().plan_version();
  run(lab, "planner.trace hpa2");
  lab.tick(0);
  CHECK(lab.state().row("astar")->solved);
  CHECK(lab.state().trace_waiting);
  lab.finish_updates();
  CHECK(lab.query().plan_version() > answered);
}

TEST_CASE("one slow first run does not stand as the median") {
  TimedRuns times(10'000, 250'000);
  times.add(60'000);
  CHECK_FALSE(times.enough());
  int more = 0;
  while (!times.enough()) {
    times.add(15);
    ++more;
  }
  CHECK(more >= 2);
  CHECK(times.median() == 15);
  CHECK(times.runs() == more + 1);
}

TEST_CASE("runs are repeated until their median is stable, or the budget is spent") {
  TimedRuns steady(10'000, 250'000);
  while (!steady.enough()) steady.add(100);
  CHECK(steady.runs() < 10);
  CHECK(steady.median() == 100);
  TimedRuns noisy(10'000, 250'000);
  int i = 0;
  while (!noisy.enough()) noisy.add(100 + 40 * (++i % 5));
  CHECK(noisy.runs() > steady.runs());
  TimedRuns slow(10'000, 250'000);
  slow.add(300'000);
  CHECK(slow.enough());  // it is shown as the one run that it is
  CHECK(slow.runs() == 1);
  TimedRuns spent(10'000, 250'000);
  int runs = 0;
  while (!spent.enough()) spent.add(6'000 + ++runs);
  CHECK(runs == 3);
}

TEST_CASE("runs that warm up do not count, and one that exceeds the limit is the only one") {
  TimedRuns times(10'000, 250'000, 2'000);
  for (int i = 0; i < 25; ++i) times.add(80);  // 2,000 in all
  CHECK(times.runs() == 0);
  CHECK_FALSE(times.enough());
  while (!times.enough()) times.add(15);
  CHECK(times.median() == 15);
  CHECK(times.runs() >= 7);
  TimedRuns slow(10'000, 250'000, 2'000);
  slow.add(300'000);
  CHECK(slow.enough());
  CHECK(slow.median() == 300'000);
  TimedRuns nothing(10'000, 250'000, 2'000);  // too short to be measured
  int runs = 0;
  while (!nothing.enough() && runs < 1000) {
    nothing.add(0);
    ++runs;
  }
  CHECK(nothing.enough());
}

TEST_CASE(
    "times of single runs do not stay: medians of warmed runs take their place as soon as nothing else is to do") {
  Lab lab;
  lab.finish_updates();
  // The runs that measure were stopped, as after work in the background.
  const auto shown_and_cold = [&] {
    return std::ranges::any_of(lab.state().rows,
                               [](const PlannerRow& row) { return row.shown && row.solved && !row.timed; });
  };
  lab.query().thread().stop();
  for (PlannerRow& row : lab.mutable_state().rows) {
    row.timed = false;
    row.repeats = 1;
    row.micros = 1e9;
  }
  REQUIRE(shown_and_cold());
  for (int i = 0; i < 5000 && shown_and_cold(); ++i) {
    lab.tick(0);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  CHECK_FALSE(shown_and_cold());
  for (const PlannerRow& row : lab.state().rows) {
    if (!row.shown || !row.solved) continue;
    CAPTURE(row.planner->name);
    CHECK(row.repeats >= 3);
    CHECK(row.micros < 1e9);
  }
}

TEST_CASE("a lab records as many events as a trace holds where nobody says otherwise") {
  CHECK(LabOptions().trace_capacity == Trace::kDefaultCapacity);
}

TEST_CASE("a count of the graphs that is stopped before it is there is made again") {
  Lab lab(in_thread());
  lab.finish_updates();
  lab.tick(0);
  const std::array<size_t, kStructures> memory = lab.state().memory;
  lab.mutable_state().memory = {};
  lab.query().count_soon();
  lab.tick(0);  // it begins, in the thread
  CHECK(lab.query().thread().busy());
  lab.query().thread().stop();
  const auto counted = [&] { return lab.state().memory == memory; };
  for (int i = 0; i < 2000 && !counted(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    lab.tick(0);
  }
  CHECK(counted());
}

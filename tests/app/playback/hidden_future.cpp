// A playback with a hidden future is that of the recording cut off at the cursor, and moves as the open one does.
#include <doctest/doctest.h>

#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "app/playback/open_list.hpp"
#include "app/playback/playback.hpp"
#include "tests/explain_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

Trace cut_off(const Trace& whole, size_t events) {
  Trace trace;
  for (size_t i = 0; i < events; ++i) trace.add(whole.events()[i]);
  return trace;
}

void check_same_moment(const Playback& hidden, const Playback& cut) {
  CHECK(hidden.size() == cut.size());
  CHECK(hidden.cursor() == cut.cursor());
  CHECK(hidden.counts() == cut.counts());
  CHECK(hidden.heat().cells == cut.heat().cells);
  CHECK(hidden.outline().phases.size() == cut.outline().phases.size());
  CHECK(hidden.outline().searches == cut.outline().searches);
  CHECK(hidden.outline().top_level == cut.outline().top_level);
  CHECK(hidden.outline().max_g == cut.outline().max_g);
}

}  // namespace

TEST_CASE("a hidden future leaves the recording that ends at the cursor, for all planners") {
  Lab lab;
  run_settled(lab, {"sectors on", "landmarks on", "ch on", "labels on", "rooms on"});
  size_t compared = 0;
  test::each_planner(lab, [&](Lab& own) {
    const Trace& trace = own.trace();
    const int width = own.world().map().width(), height = own.world().map().height();
    if (!trace.places(width).are_cells()) return;
    Playback hidden, open;
    hidden.load(&trace, width, height);
    open.load(&trace, width, height);
    hide_future(hidden, true);
    CHECK(hidden.at_end());
    CHECK_FALSE(hidden.future_hidden());
    const size_t size = trace.events().size();
    for (const size_t at : {size / 3, size_t{0}, size - 1, size / 2, size}) {
      hidden.jump(at);
      const Trace shorter = cut_off(trace, at);
      Playback cut;
      cut.load(&shorter, width, height);
      check_same_moment(hidden, cut);
      CHECK(hidden.future_hidden() == (at < size));
      CHECK(hidden.at_end() == (at == size));
      CHECK_FALSE(hidden.empty());
      CHECK(hidden.event(at) == nullptr);
      ++compared;
    }
    // It moves to where the open one moves.
    hidden.jump(size / 4);
    open.jump(size / 4);
    const CellId goal = static_cast<CellId>(own.world().map().id(own.state().query.goal));
    for (int i = 0; i < 6; ++i) {
      CHECK(hidden.next_expansion() == open.next_expansion());
      CHECK(hidden.cursor() == open.cursor());
    }
    CHECK(hidden.previous_expansion() == open.previous_expansion());
    CHECK(hidden.next_event_of(goal) == open.next_event_of(goal));
    CHECK(hidden.cursor() == open.cursor());
    for (Playback* one : {&hidden, &open}) {
      one->jump(size / 5);
      one->breakpoints().set(BreakCondition::kFGrows, true);
      one->run_to_breakpoint();
    }
    CHECK(hidden.cursor() == open.cursor());
    hidden.step(-3);
    open.step(-3);
    hide_future(hidden, false);
    CHECK(hidden.size() == open.size());
    CHECK(hidden.cursor() == open.cursor());
    CHECK(hidden.heat().cells == open.heat().cells);
  });
  CHECK(compared > 30);
}

TEST_CASE("a search that is recorded anew begins hidden at its beginning, and nodes not reached have no place") {
  Lab lab;
  run_settled(lab, {"predict.hide future", "query.goal 30 30"});
  CHECK(lab.playback().cursor() == 0);
  CHECK(lab.playback().future_hidden());
  run_settled(lab, {"navmesh on", "planner.trace polyanya"});
  REQUIRE(lab.playback().future_hidden());
  run(lab, "step.forward 4");
  const Trace& whole = lab.trace();
  size_t known = 0, unknown = 0;
  for (const SearchEvent& event : whole.events()) {
    if (event.node == kNoNodeId) continue;
    const bool has = lab.playback().places().index(event.level, event.node) != NodePlaceTable::kNone;
    ++(has ? known : unknown);
  }
  CHECK(known > 0);
  CHECK(unknown > 0);
  run(lab, "step.last");
  CHECK(lab.playback().at_end());
  CHECK(lab.playback().size() == whole.events().size());
}

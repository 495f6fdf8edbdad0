#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "app/base/palette.hpp"
#include "app/playback/playback.hpp"
#include "core/base/rng.hpp"
#include "core/base/work_count.hpp"
#include "core/search/workspace.hpp"
#include "core/world/planners.hpp"
#include "core/world/scenes.hpp"
#include "core/world/world.hpp"

using namespace strata;

namespace {

// A trace of a planner on a generated map.
struct RecordedQuery {
  World world;
  Trace trace;
  PlanResult result;

  RecordedQuery(const char* planner, const SceneSpec& spec) : world(generate(spec)) {
    world.finish_updates();
    const auto query = suggested_query(world.map(), spec.seed);
    REQUIRE(query.has_value());
    Workspace workspace;
    plan(world, *planner_named(planner), *query, {}, workspace, result, &trace);
    REQUIRE(result.found());
  }
  int width() const { return world.map().width(); }
  int height() const { return world.map().height(); }
};

// The moment at `cursor`, told by the events alone.
struct NaiveState {
  std::map<std::pair<int, CellId>, SearchEvent> last;
  std::map<CellId, uint8_t> colour;  // 1 open, 2 expanded
  size_t expanded = 0, generated = 0;

  NaiveState(const Trace& trace, size_t cursor) {
    for (size_t i = 0; i < cursor; ++i) {
      const SearchEvent& event = trace.events()[i];
      const bool expand = event.type == EventType::kExpand;
      if (!expand && event.type != EventType::kGenerate && event.type != EventType::kUpdate) continue;
      last[{event.level, event.node}] = event;
      if (event.level == 0) colour[event.node] = expand ? 2 : 1;
      expanded += expand;
      generated += !expand;
    }
  }
};

void check_moment(const Playback& playback, const Trace& trace) {
  const NaiveState retold(trace, playback.cursor());
  CHECK(playback.counts().expanded == retold.expanded);
  CHECK(playback.counts().generated == retold.generated);
  size_t coloured = 0;
  for (CellId id = 0; id < playback.heat().cells.size(); ++id) {
    const uint8_t heat = playback.heat().cells[id];
    const auto it = retold.colour.find(id);
    const uint8_t expected = it == retold.colour.end() ? 0 : it->second;
    const uint8_t is = heat == 0 ? 0 : heat_is_open(heat) ? 1 : 2;
    if (is != expected) FAIL("cell " << id << " at cursor " << playback.cursor());
    coloured += heat != 0;
  }
  CHECK(coloured == retold.colour.size());
  for (const auto& [key, event] : retold.last) {
    const NodeAtCursor node = playback.node(static_cast<uint8_t>(key.first), key.second);
    const NodeState state = event.type == EventType::kExpand ? NodeState::kExpanded : NodeState::kOpen;
    if (node.state != state || node.g != event.g || node.h != event.h) FAIL("node " << key.second);
  }
}

}  // namespace

TEST_CASE("scrubbing anywhere shows what replaying from the start shows") {
  for (const char* planner : {"dijkstra", "astar", "hpa1"}) {
    CAPTURE(planner);
    const RecordedQuery recorded(planner, {SceneKind::kCave, 48, 40, 3, 0});
    Playback playback;
    playback.load(&recorded.trace, recorded.width(), recorded.height());
    CHECK(playback.at_end());
    check_moment(playback, recorded.trace);
    Rng rng(11);
    for (int i = 0; i < 40; ++i) {
      if (rng.percent(30)) {
        playback.step(rng.between(-3, 3));
      } else {
        playback.jump(rng.below(static_cast<uint32_t>(playback.size() + 1)));
      }
      // The open list is counted from the beginning of the search under way, whatever way the cursor came.
      Playback fresh;
      fresh.load(&recorded.trace, recorded.width(), recorded.height());
      fresh.jump(0);
      fresh.jump(playback.cursor());
      CHECK(playback.counts().open == fresh.counts().open);
      CHECK(playback.heat().cells == fresh.heat().cells);
      check_moment(playback, recorded.trace);
    }
    playback.jump(0);
    for (const uint8_t heat : playback.heat().cells) CHECK(heat == 0);
    CHECK(playback.counts().open == 0);
  }
}

TEST_CASE("single steps back undo single steps forward, in every phase") {
  const RecordedQuery recorded("hpa1", {SceneKind::kRooms, 40, 40, 5, 0});
  Playback playback;
  playback.load(&recorded.trace, recorded.width(), recorded.height());
  std::vector<size_t> open(playback.size() + 1);
  playback.jump(0);
  for (size_t i = 0; i <= playback.size(); ++i) {
    open[i] = playback.counts().open;
    playback.step(1);
  }
  for (size_t i = playback.size(); i > 0; --i) {
    CHECK(playback.counts().open == open[i]);
    playback.step(-1);
  }
  CHECK(playback.cursor() == 0);
  playback.step(-5);
  CHECK(playback.cursor() == 0);
}

TEST_CASE("the parent chain of the goal is the path") {
  const RecordedQuery recorded("astar", {SceneKind::kMaze, 41, 41, 2, 0});
  Playback playback;
  playback.load(&recorded.trace, recorded.width(), recorded.height());
  std::vector<CellId> chain;
  playback.parent_chain(0, recorded.result.path.back(), chain);
  CHECK(std::vector<CellId>(chain.rbegin(), chain.rend()) == recorded.result.path);
}

TEST_CASE("only cells inside the dirty rectangle changed") {
  const RecordedQuery recorded("astar", {SceneKind::kRandom, 64, 64, 9, 0});
  Playback playback;
  playback.load(&recorded.trace, recorded.width(), recorded.height());
  (void)playback.take_heat_dirty();
  std::vector<uint8_t> shown = playback.heat().cells;
  Rng rng(3);
  for (int i = 0; i < 60; ++i) {
    if (i == 30) {
      playback.set_heat_by(HeatMapQuantity::kCost);
    } else {
      playback.jump(rng.below(static_cast<uint32_t>(playback.size() + 1)));
    }
    const Rect dirty = playback.take_heat_dirty();
    for (int y = dirty.y0; y < dirty.y1; ++y) {
      for (int x = dirty.x0; x < dirty.x1; ++x) {
        const auto at = static_cast<size_t>(y * recorded.width() + x);
        shown[at] = playback.heat().cells[at];
      }
    }
    CHECK(shown == playback.heat().cells);
  }
  // Another trace leaves nothing of the first one behind.
  Trace empty;
  playback.load(&empty, recorded.width(), recorded.height());
  const Rect dirty = playback.take_heat_dirty();
  for (size_t at = 0; at < shown.size(); ++at) {
    const Cell cell{static_cast<int>(at) % recorded.width(), static_cast<int>(at) / recorded.width()};
    if (dirty.contains(cell)) shown[at] = 0;
  }
  CHECK(std::count(shown.begin(), shown.end(), uint8_t{0}) == static_cast<std::ptrdiff_t>(shown.size()));
}

TEST_CASE("playing moves by speed and stops at breakpoints and at the end") {
  const RecordedQuery recorded("astar", {SceneKind::kRooms, 40, 40, 1, 0});
  Playback playback;
  playback.load(&recorded.trace, recorded.width(), recorded.height());
  playback.play();  // at the end: from the start
  CHECK(playback.cursor() == 0);
  playback.clock().set_speed(60);
  for (int i = 0; i < 30; ++i) playback.advance(1.0 / 60);
  CHECK(playback.cursor() >= 29);
  CHECK(playback.cursor() <= 30);
  playback.clock().set_speed(0.5);
  const size_t before = playback.cursor();
  playback.advance(1.9);
  CHECK(playback.cursor() == before);
  playback.advance(0.2);
  CHECK(playback.cursor() == before + 1);
  const uint8_t line = recorded.trace.events().back().line;
  playback.breakpoints().set(line, true);
  playback.clock().set_speed(1'000'000);
  playback.advance(10);
  CHECK_FALSE(playback.clock().playing());
  CHECK(current_line(playback) == line);
  playback.jump(0);
  CHECK(playback.run_to_breakpoint());
  CHECK(playback.current()->line == line);
  CHECK(playback.next_expansion() == false);
  CHECK(playback.previous_expansion());
  CHECK(playback.current()->type == EventType::kExpand);
}

TEST_CASE("the usual speed suits the length of the recording until another is chosen") {
  const auto length = [](const PlayClock& clock, size_t events) { return static_cast<double>(events) / clock.speed(); };
  PlayClock clock;
  clock.suit(250);  // about 100 expansions of A*
  CHECK(length(clock, 250) >= 10);
  CHECK(length(clock, 250) <= 15);
  for (const size_t events : {size_t{700}, size_t{5'000}, size_t{2'000'000}}) {
    clock.suit(events);
    CHECK(length(clock, events) == doctest::Approx(30));
  }
  clock.set_speed(7);
  CHECK(clock.speed() == 7);
  clock.suit(100'000);
  CHECK(clock.speed() == 7);
  clock.set_speed(0);
  CHECK(clock.chosen() == 0);
  CHECK(length(clock, 100'000) == doctest::Approx(30));
  // A recording that is loaded brings its length.
  const RecordedQuery recorded("astar", {SceneKind::kRooms, 40, 40, 1, 0});
  Playback playback;
  playback.load(&recorded.trace, recorded.width(), recorded.height());
  const auto events = static_cast<double>(playback.size());
  CHECK(playback.clock().speed() == std::max(PlayClock::kSlowest, events / PlayClock::kLongest));
  CHECK(playback.clock().chosen() == 0);
}

TEST_CASE("all events of a cell are found, and the phases cover the trace without gaps") {
  const RecordedQuery recorded("hpa1", {SceneKind::kCity, 64, 64, 4, 0});
  Playback playback;
  playback.load(&recorded.trace, recorded.width(), recorded.height());
  const CellId goal = recorded.result.path.back();
  size_t count = 0;
  for (const SearchEvent& event : recorded.trace.events()) count += event.node == goal;
  CHECK(playback.events_of(goal).size() == count);
  CHECK(count > 0);
  size_t end = 0;
  for (const PhaseSpan& span : playback.outline().phases) {
    CHECK(span.begin == end);
    CHECK(span.end > span.begin);
    end = span.end;
  }
  CHECK(end == playback.size());
}

TEST_CASE("jumping about in a trace of four million events goes through a fraction of them") {
  // A made-up sweep: what counts is the number of events.
  constexpr int kSide = 1448;
  Trace trace;
  for (uint32_t id = 0; trace.events().size() + 2 <= Trace::kDefaultCapacity; id = (id + 1447) % (kSide * kSide)) {
    trace.add({EventType::kGenerate, Phase::kMain, 0, 6, id, kNoCell, id, 0});
    trace.add({EventType::kExpand, Phase::kMain, 0, 2, id, kNoCell, id, 0});
  }
  Playback playback;
  playback.load(&trace, kSide, kSide);
  Rng rng(1);
  uint64_t most = 0;
  for (int i = 0; i < 20; ++i) {
    const uint64_t before = work_of_this_thread();
    playback.jump(rng.below(static_cast<uint32_t>(playback.cursor() + 1)));  // back
    most = std::max(most, work_of_this_thread() - before);
    playback.jump(playback.size());
  }
  CHECK(most > 0);
  CHECK(most < playback.size() / 5);
}

TEST_CASE("the heat map's lightness rises evenly") {
  double before = -1;
  for (int i = 0; i <= 20; ++i) {
    const Rgba color = heat_color(i / 20.0);
    const auto channel = [&](int shift) { return std::pow((color >> shift & 0xff) / 255.0, 2.2); };
    const double luminance = 0.2126 * channel(0) + 0.7152 * channel(8) + 0.0722 * channel(16);
    CHECK(luminance > before);
    before = luminance;
  }
}

// The cones of Polyanya's recorded search: what the trace keeps of them, what is drawn, and what is told in words.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <set>
#include <tuple>

#include "app/draw/overlay.hpp"
#include "app/features/navmesh/navmesh.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "app/playback/playback.hpp"
#include "core/navmesh/polyanya.hpp"
#include "core/navmesh/polyanya_code.hpp"
#include "tests/overlay_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

constexpr float kOpenWidth = 2.6f, kExpandedWidth = 1.6f;      // of intervals
constexpr float kRootsWidth = 2.5f, kAheadWidth = 1.8f;        // of the two parts of f
constexpr float kCurrentWidth = 4.5f, kSuccessorWidth = 3.0f;  // of intervals

void step_polyanya(Lab& lab, const char* map) {
  lab.gestures().set_view_size(900, 700);
  run(lab, map);
  run_settled(lab, {"view.fit", "navmesh on", "query.random 3", "planner.trace polyanya"});
  REQUIRE(lab.playback().size() > 20);
}

// The cones of the query as the search itself tells them, by node.
std::vector<NodeCone> cones_of(const Lab& lab) {
  const MapNavmesh& mesh = lab.world().get<MapNavmesh>();
  const PlanQuery& query = lab.state().query;
  PolyanyaMemory memory;
  MeshPath path;
  Trace trace;
  std::vector<NodeCone> cones;
  plan_polyanya(mesh.mesh(), {mesh.end_at(query.start), mesh.end_at(query.goal)}, memory, path, trace, cones,
                &mesh.tiles()->unions());
  return cones;
}

double length_of(const Drawn& shown, float width) {
  double sum = 0;
  for (const DrawLine& line : shown.lines) {
    if (line.width == width) sum += std::hypot(line.x1 - line.x0, line.y1 - line.y0);
  }
  return sum;
}

using LineEnds = std::tuple<float, float, float, float>;
std::multiset<LineEnds> lines_of_width(const Drawn& shown, float width) {
  std::multiset<LineEnds> found;
  for (const DrawLine& line : shown.lines) {
    if (line.width == width) found.insert({line.x0, line.y0, line.x1, line.y1});
  }
  return found;
}
LineEnds ends_of(const NodeCone& cone) { return {cone.left.x, cone.left.y, cone.right.x, cone.right.y}; }

bool has_facet(const Drawn& shown, const NodeCone& cone) {
  return std::any_of(shown.facets.begin(), shown.facets.end(), [&](const DrawFacet& f) {
    return f.x[0] == cone.root.x && f.y[0] == cone.root.y && f.x[1] == cone.left.x && f.y[1] == cone.left.y &&
           f.x[2] == cone.right.x && f.y[2] == cone.right.y;
  });
}

}  // namespace

TEST_CASE("the recording keeps the cone of every node, whatever is searched afterwards") {
  Lab lab;
  step_polyanya(lab, "map.generate rooms 60 50 4");
  const std::vector<NodeCone> cones = cones_of(lab);
  const Trace kept = lab.trace();
  const Playback& playback = lab.playback();
  const auto check = [&](const NodePlaces& places) {
    for (const SearchEvent& event : kept.events()) {
      const NodeCone* cone = places.cone(0, event.node);
      REQUIRE(cone != nullptr);
      CHECK(*cone == cones[event.node]);
      CHECK(places.at(0, event.node) == cone->place());
      CHECK(places.cone(1, event.node) == nullptr);
    }
    CHECK(places.cone(0, 4'000'000'000) == nullptr);
  };
  check(playback.places());
  run_settled(lab, "query.random 8");
  check(kept.places(60));
  // The nodes of other searches are points.
  run_settled(lab, "planner.trace navmesh");
  CHECK(playback.places().cone(0, playback.event(3)->node) == nullptr);
  run_settled(lab, "planner.trace astar");
  CHECK(playback.places().cone(0, playback.event(3)->node) == nullptr);
}

TEST_CASE("the cone at the cursor is drawn as it was searched, with its successors, and its ways add up to f") {
  Lab lab;
  OverlayBuilder builder;
  step_polyanya(lab, "map.generate cave 70 60 6");
  const std::vector<NodeCone> cones = cones_of(lab);
  const Playback& playback = lab.playback();
  std::vector<NodeId> chain;
  size_t expanded = 0, successors = 0, turned = 0;
  NodeId opened = kNoNodeId;
  std::multiset<LineEnds> next;
  for (size_t i = 0; i + 1 < playback.size() && i < 400; ++i) {
    const SearchEvent& event = *playback.event(i);
    CAPTURE(i);
    if (event.type == EventType::kExpand) {
      opened = event.node;
      next.clear();
    }
    if (event.type == EventType::kStall) opened = kNoNodeId;  // an open interval is dropped: nothing is expanded
    if (event.type == EventType::kGenerate && event.node != kPolyanyaGoal) next.insert(ends_of(cones[event.node]));
    if (opened == kNoNodeId || opened == kPolyanyaGoal) continue;
    run(lab, fmt::format("step.to {}", i + 1));
    const Drawn shown = only(lab, builder, kConeLayer);
    // It, and those on the way to it: all but the start, which is a point.
    playback.parent_chain(0, opened, chain);
    REQUIRE(chain.front() == opened);
    REQUIRE(chain.back() == kPolyanyaStart);
    CHECK(shown.facets.size() == chain.size() - 1);
    for (const NodeId node : chain) CHECK((node == kPolyanyaStart || has_facet(shown, cones[node])));
    CHECK(lines_of_width(shown, kCurrentWidth) == std::multiset<LineEnds>{ends_of(cones[opened])});
    CHECK(lines_of_width(shown, kSuccessorWidth) == next);
    successors += next.size();
    if (event.type != EventType::kExpand) continue;
    ++expanded;
    turned += event.g > 0;
    const double unit = lab.query().trace_unit();
    CHECK(length_of(shown, kRootsWidth) == doctest::Approx(event.g / unit).epsilon(0.005));
    CHECK(length_of(shown, kAheadWidth) == doctest::Approx(event.h / unit).epsilon(0.005));
  }
  CHECK(expanded > 10);
  CHECK(turned > 5);
  CHECK(successors > 20);
}

TEST_CASE("intervals of all nodes so far are drawn: those in the open list, and those that were opened") {
  Lab lab;
  OverlayBuilder builder;
  step_polyanya(lab, "map.generate rooms 80 60 5");
  const Playback& playback = lab.playback();
  for (size_t at = 0; at <= playback.size(); at += 1 + playback.size() / 40) {
    run(lab, fmt::format("step.to {}", at));
    CAPTURE(at);
    std::set<NodeId> open, expanded;
    for (size_t i = 0; i < at; ++i) {
      const SearchEvent& event = *playback.event(i);
      if (event.node == kPolyanyaGoal) continue;
      if (event.type == EventType::kGenerate) open.insert(event.node);
      if (event.type == EventType::kExpand && open.erase(event.node) > 0) expanded.insert(event.node);
    }
    const Drawn shown = only(lab, builder, kConeLayer);
    CHECK(lines_of_width(shown, kOpenWidth).size() == open.size());
    CHECK(lines_of_width(shown, kExpandedWidth).size() == expanded.size());
  }
}

TEST_CASE("without a recording of Polyanya there are no cones, and the layer says what to do") {
  Lab lab;
  OverlayBuilder builder;
  step_polyanya(lab, "map.generate rooms 60 50 4");
  holds(lab, "layers.mesh-cones.on == true");
  const auto cones = [&] {
    const Drawn shown = only(lab, builder, kConeLayer);
    return shown.lines.size() + shown.facets.size();
  };
  const auto note = [&] { return lab.state().layer(kConeLayer).note; };
  CHECK(cones() > 0);
  CHECK(note().empty());
  run(lab, "view.level 1 1");
  CHECK(cones() == 0);
  run(lab, "view.level 1 0");
  CHECK(cones() > 0);
  run(lab, "step.first");
  CHECK(cones() == 0);
  for (const char* other : {"navmesh", "astar"}) {
    run_settled(lab, fmt::format("planner.trace {}", other));
    CHECK(cones() == 0);
    CHECK(note() == "step Polyanya to see its cones: click its name in the comparison");
  }
  run_settled(lab, "planner.trace polyanya");
  CHECK(cones() > 0);
  run_settled(lab, "query.clear");
  CHECK(cones() == 0);
  run_settled(lab, "navmesh off");
  CHECK_FALSE(on(lab, kConeLayer));
  CHECK(cones() == 0);
}

TEST_CASE("of a very large search the intervals are left out, which the layer says, but not the cone at the cursor") {
  Lab lab;
  OverlayBuilder builder;
  step_polyanya(lab, "map.generate random 768 768 3");
  const Playback& playback = lab.playback();
  REQUIRE(playback.size() > Painter::kMaxSparseEvents + 1000);
  size_t opened = Painter::kMaxSparseEvents + 500;
  while (playback.event(opened)->type != EventType::kExpand) ++opened;
  run(lab, fmt::format("step.to {}", opened + 1));
  Drawn shown = only(lab, builder, kConeLayer);
  CHECK(lab.state().layer(kConeLayer).note.starts_with("too many intervals"));
  CHECK(lines_of_width(shown, kOpenWidth).empty());
  CHECK(lines_of_width(shown, kExpandedWidth).empty());
  CHECK(lines_of_width(shown, kCurrentWidth).size() == 1);
  CHECK(shown.facets.size() > 1);
  run(lab, "step.to 1000");
  shown = only(lab, builder, kConeLayer);
  CHECK(lab.state().layer(kConeLayer).note.empty());
  CHECK(lines_of_width(shown, kOpenWidth).size() > 10);
}

TEST_CASE("nodes that are intervals are told as such, with what sees them") {
  Trace trace;
  const auto event_of = [](EventType type, Phase phase, NodeId node, NodeId parent, Cost g, Cost h) {
    return SearchEvent{type, phase, 0, polyanya_code::kSeen, node, parent, g, h};
  };
  using enum EventType;
  trace.add(event_of(kSource, Phase::kMain, 0, kNoNodeId, 0, 0));
  trace.add(event_of(kGenerate, Phase::kMain, 2, 0, 0, 816 * 9));
  trace.add(event_of(kExpand, Phase::kMain, 2, kNoNodeId, 0, 816 * 9));
  trace.add(event_of(kGenerate, Phase::kMain, 3, 2, 816 * 4, 816 * 6));
  trace.add(event_of(kGenerate, Phase::kMain, 1, 3, 816 * 10, 0));
  trace.add(event_of(kFound, Phase::kMain, 1, kNoNodeId, 816 * 10, 0));
  trace.add(event_of(kPathEdge, Phase::kRefine, 3, 2, 816 * 4, 0));
  const std::vector<NodeCone> cones = {{{0.5f, 0.5f}, {0.5f, 0.5f}, {0.5f, 0.5f}},
                                       {{4, 2}, {9.5f, 3.5f}, {9.5f, 3.5f}},
                                       {{0.5f, 0.5f}, {4, 0}, {4, 2}},
                                       {{4, 2}, {7, 2.5f}, {7, 4}}};
  trace.add(event_of(kPathEdge, Phase::kRefine, 2, 0, 0, 0));
  trace.keep_cones([&](int, NodeId node) { return cones[node]; });
  const NodePlaces places = trace.places(20);
  const auto text = [&](size_t i) { return event_text(trace.events()[i], places, 816, false, polyanya_code::kCode); };
  CHECK(text(0) == "source (0.5,0.5)");
  CHECK(text(1) == "generate (4.0,0.0)-(4.0,2.0) seen from (0.5,0.5)  g 0.00  h 9.00  f 9.00");
  CHECK(text(2) == "expand (4.0,0.0)-(4.0,2.0) seen from (0.5,0.5)  g 0.00  h 9.00  f 9.00");
  CHECK(text(3) == "generate (7.0,2.5)-(7.0,4.0) round (4.0,2.0)  g 4.00  h 6.00  f 10.00  behind (4.0,0.0)-(4.0,2.0)");
  CHECK(text(4) == "generate (9.5,3.5) seen from (4.0,2.0)  g 10.00  h 0.00  f 10.00  behind (7.0,2.5)-(7.0,4.0)");
  CHECK(text(5) == "found (9.5,3.5)  cost 10.00");
  CHECK(text(6) == "path (7.0,2.5)-(7.0,4.0) round (4.0,2.0)  cost 4.00");
  CHECK(text(7) == "path (4.0,0.0)-(4.0,2.0) seen from (0.5,0.5)");
  TraceOutline outline;
  outline.read(&trace, places);
  REQUIRE(outline.phases.size() == 2);
  CHECK(span_title(outline.phases[0], polyanya_code::kCode) == "search");
  CHECK(span_title(outline.phases[1], polyanya_code::kCode) == "path");
}

TEST_CASE("while its way is told, the drill-down leads over the roots of the cones to the goal") {
  Lab lab;
  OverlayBuilder builder;
  step_polyanya(lab, "map.generate cave 70 60 6");
  const Playback& playback = lab.playback();
  REQUIRE(lab.state().row("polyanya")->result.points.size() > 2);
  // The last event of all is the end of the way: behind it the path itself is shown.
  run(lab, fmt::format("step.to {}", playback.size() - 1));
  const Drawn before = only(lab, builder, Layer::kDrillDown);
  const std::vector<HalfCellPoint>& points = lab.state().row("polyanya")->result.points;
  const auto shown = [&](size_t from, size_t to) {
    return std::any_of(before.lines.begin(), before.lines.end(), [&](const DrawLine& line) {
      return line.x0 * 2 == static_cast<float>(points[from].x) && line.y0 * 2 == static_cast<float>(points[from].y) &&
             line.x1 * 2 == static_cast<float>(points[to].x) && line.y1 * 2 == static_cast<float>(points[to].y);
    });
  };
  for (size_t i = 1; i + 1 < points.size(); ++i) CHECK(shown(i - 1, i));
  CHECK_FALSE(shown(points.size() - 2, points.size() - 1));  // the goal comes with the last event
}

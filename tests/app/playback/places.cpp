// Nodes of a trace need not be cells. Planners that name their nodes otherwise, but say where these lie, are stepped,
// drawn, exported and inspected as those are whose searches they repeat.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/layer_auto_hide.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "app/playback/playback.hpp"
#include "core/base/rng.hpp"
#include "core/ch/ch.hpp"
#include "core/hpa/hpa.hpp"
#include "core/io/trace_export.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/planners.hpp"
#include "tests/draw_support.hpp"
#include "tests/lab_support.hpp"

using namespace strata;
using namespace strata::test;
using nlohmann::json;

namespace {

// Ids of every level by a rule of its own: none is the cell's, and the same id stands for different cells.
NodeId renamed(int level, CellId cell) {
  const auto step = static_cast<uint32_t>(3 + level);
  return cell == kNoCell ? kNoNodeId : cell * step + 7;
}
CellId cell_of(int level, NodeId node) {
  return node == kNoNodeId ? kNoCell : (node - 7) / static_cast<uint32_t>(3 + level);
}

struct AstarToy {
  static constexpr std::string_view kName = "astar", kToy = "toy-astar";
};
struct JpsToy {
  static constexpr std::string_view kName = "jps", kToy = "toy-jps";
};
struct HpaToy {
  static constexpr std::string_view kName = "hpa2", kToy = "toy-hpa2";
};
struct ChToy {
  static constexpr std::string_view kName = "ch", kToy = "toy-ch";
};
struct PolygonToy {
  static constexpr std::string_view kName = "hpa2", kToy = "toy-polygons";
};

SearchEvent renamed(SearchEvent event) {
  event.node = renamed(event.level, event.node);
  event.parent = renamed(event.level, event.parent);
  return event;
}

template <class Toy>
void plan_renamed(const World& world, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
                  PlanResult& result, Trace* trace) {
  const Planner& original = *planner_named(Toy::kName);
  if (trace == nullptr) return original.plan(world, query, options, workspace, result, nullptr);
  Trace cells(trace->capacity());
  original.plan(world, query, options, workspace, result, &cells);
  trace->clear();
  for (const SearchEvent& event : cells.events()) trace->add(renamed(event));
}

NodePlace place_renamed(const World& world, const PlanQuery&, int level, NodeId node) {
  const CellId cell = cell_of(level, node);
  return place_of_cell(world.map().cell(cell), cell);
}

// The same corner of each cell: nodes that are no cells.
NodePlace place_polygon(const World& world, const PlanQuery&, int level, NodeId node) {
  const Cell cell = world.map().cell(cell_of(level, node));
  return {static_cast<float>(cell.x) + 0.25f, static_cast<float>(cell.y) + 0.75f};
}

template <class Toy>
Cost edge_way_renamed(const World& world, const SearchEvent& event, NodeId from, Workspace& workspace,
                      std::vector<std::vector<NodeId>>& chains) {
  SearchEvent cells = event;
  cells.node = cell_of(event.level, event.node);
  cells.parent = cell_of(event.level, event.parent);
  const Cost cost = planner_named(Toy::kName)->edge_way(world, cells, cell_of(event.level, from), workspace, chains);
  for (size_t level = 1; level < chains.size(); ++level) {
    for (NodeId& node : chains[level]) node = renamed(static_cast<int>(level), node);
  }
  return cost;
}

template <class Toy>
Planner toy() {
  Planner planner = *planner_named(Toy::kName);
  planner.name = planner.title = Toy::kToy;
  planner.shown = PlannerVisibility::kOnRequest;
  planner.plan = plan_renamed<Toy>;
  planner.place = place_renamed;
  if (planner.edge_way != nullptr) planner.edge_way = edge_way_renamed<Toy>;
  return planner;
}

std::span<const Planner> planners_and_toys() {
  static const std::vector<Planner> kAll = [] {
    std::vector<Planner> all(planners().begin(), planners().end());
    for (const Planner& planner : {toy<AstarToy>(), toy<JpsToy>(), toy<HpaToy>(), toy<ChToy>(), toy<PolygonToy>()}) {
      all.push_back(planner);
    }
    all.back().place = place_polygon;
    all.back().sparse = true;
    return all;
  }();
  return kAll;
}

// A lab with toys that steps one planner, and shows the answer of none.
struct SteppedLab {
  Lab lab{[] { return LabOptions{.planners = planners_and_toys(), .fixed_clock = true}; }()};
  OverlayBuilder builder;

  explicit SteppedLab(std::string_view planner) {
    lab.gestures().set_view_size(900, 900);
    run(lab, {"map.generate rooms 40 40 4", "query.start 2 3", "query.goal 37 35", "hpa.levels 3", "hpa.cluster_size 6",
              "ch on", "layer tree on", "layer search on", "view.fit"});
    run(lab, fmt::format("planner.trace {}", planner));
    // The layers of the planner that a toy stands for are none of the toy's.
    for (const Layer layer : layers()) {
      if (layer_auto_hide(lab).follows(layer)) run(lab, fmt::format("layer {} off", layer_name(layer)));
    }
    for (const char* layer : {"clusters", "ch"}) run(lab, fmt::format("layer {} on", layer));
    for (const Planner& other : planners_and_toys()) {
      if (lab.state().row(other.name)->shown) run(lab, fmt::format("planner.show {} off", other.name));
    }
    lab.finish_updates();
    REQUIRE(lab.trace().events().size() > 30);
  }

  using Line = std::tuple<float, float, float, float, float, float, Rgba>;
  using Marker = std::tuple<float, float, float, float, MarkerShape, Rgba>;
  struct Picture {
    std::vector<Line> lines;
    std::vector<Marker> markers;
    std::vector<std::tuple<float, float, Rgba, std::string>> labels;
    bool operator==(const Picture&) const = default;
  };
  Picture picture() {
    Picture out;
    const Overlay& overlay = test::draw(builder, lab);
    for (const DrawBatch& batch : overlay.batches) {
      for (const DrawLine& l : batch.list->lines) {
        out.lines.emplace_back(l.x0, l.y0, l.x1, l.y1, l.width, l.dash, l.color);
      }
      for (const DrawMarker& m : batch.list->markers) {
        out.markers.emplace_back(m.x, m.y, m.radius, m.min_cell, m.shape, m.color);
      }
    }
    for (const DrawLabel& l : overlay.labels) out.labels.emplace_back(l.x, l.y, l.color, l.text);
    return out;
  }
  json dump() {
    json all = json::parse(dump_state(lab));
    all["playback"].erase("sentence");  // in the words of the algorithm, which the toys are not known for
    if (all["inspected"].is_object()) all["inspected"].erase("explained");
    return {all["playback"], all["inspected"], all["notes"]};
  }
  std::string text(size_t index) {
    const Playback& playback = lab.playback();
    return event_text(*playback.event(index), playback.places(), 816, playback.outline().unpacks(index));
  }
};

std::vector<size_t> stops_at(Playback& playback, uint8_t line) {
  std::vector<size_t> stops;
  playback.breakpoints().set(line, true);
  playback.jump(0);
  while (playback.run_to_breakpoint()) stops.push_back(playback.cursor());
  playback.breakpoints().set(line, false);
  return stops;
}

void check_moment(SteppedLab& cells, SteppedLab& toy) {
  Playback& a = cells.lab.playback();
  Playback& b = toy.lab.playback();
  CAPTURE(a.cursor());
  REQUIRE(a.cursor() == b.cursor());
  CHECK(a.counts().open == b.counts().open);
  CHECK(a.counts().expanded == b.counts().expanded);
  CHECK(a.counts().generated == b.counts().generated);
  CHECK(a.heat().cells == b.heat().cells);
  for (const SearchEvent& event : cells.lab.trace().events()) {
    for (const bool backward : {false, true}) {
      const NodeAtCursor is = a.node(event.level, event.node, backward);
      const NodeAtCursor other = b.node(event.level, renamed(event.level, event.node), backward);
      if (is.state != other.state || is.g != other.g || is.h != other.h || is.last_event != other.last_event ||
          renamed(event.level, is.parent) != other.parent) {
        FAIL("node " << event.node << " of level " << int{event.level});
      }
      if (a.heat_of(is) != b.heat_of(other)) FAIL("heat of node " << event.node);
    }
  }
  CHECK(cells.picture() == toy.picture());
  CHECK(cells.dump() == toy.dump());
}

// The same moments, however the cursor gets there.
void check_same(std::string_view planner, std::string_view toy_name) {
  CAPTURE(std::string(planner));
  SteppedLab cells(planner), toy(toy_name);
  Playback& a = cells.lab.playback();
  Playback& b = toy.lab.playback();
  REQUIRE(a.size() == b.size());
  CHECK(a.places().are_cells());
  CHECK_FALSE(b.places().are_cells());
  check_moment(cells, toy);
  Rng rng(5);
  for (int i = 0; i < 25; ++i) {
    std::string line = fmt::format("step.to {}", rng.below(static_cast<uint32_t>(a.size() + 1)));
    if (rng.percent(40)) line = rng.percent(50) ? "step.back 1" : "step.forward 1";
    if (rng.percent(10)) line = "step.next_expansion";
    if (rng.percent(10)) line = "step.previous_expansion";
    run(cells.lab, line);
    run(toy.lab, line);
    check_moment(cells, toy);
  }
  for (const char* line : {"step.heat cost", "view.zoom 4", "step.to 20"}) {
    run(cells.lab, line);
    run(toy.lab, line);
    check_moment(cells, toy);
  }
  for (size_t i = 0; i < a.size(); ++i) CHECK(cells.text(i) == toy.text(i));
  for (uint8_t line = 0; line < cells.lab.query().pseudo_code().lines.size(); ++line) {
    CAPTURE(int{line});
    CHECK(stops_at(a, line) == stops_at(b, line));
  }
  // Every cell that the trace names has the same events, and stepping from one to the next goes the same way.
  for (size_t i = 0; i < a.size(); i += 7) {
    const Cell cell = cells.lab.world().map().cell(a.event(i)->node);
    for (Lab* lab : {&cells.lab, &toy.lab}) run(*lab, fmt::format("inspect {} {}", cell.x, cell.y));
    REQUIRE_FALSE(cells.lab.state().inspected->events.empty());
    CHECK(cells.lab.state().inspected->events == toy.lab.state().inspected->events);
    a.jump(i);
    b.jump(i);
    for (Lab* lab : {&cells.lab, &toy.lab}) run(*lab, fmt::format("step.next_of {} {}", cell.x, cell.y));
    check_moment(cells, toy);
  }
  // Exported, only the names differ.
  const GridMap& map = cells.lab.world().map();
  json out = json::parse(format_trace(cells.lab.trace(), map));
  json other = json::parse(format_trace(toy.lab.trace(), map));
  REQUIRE(out["events"].size() == other["events"].size());
  for (size_t i = 0; i < out["events"].size(); ++i) {
    json& event = out["events"][i];
    for (const char* name : {"id", "pId"}) {
      if (!event.contains(name)) continue;
      const uint64_t level = event["level"].get<uint64_t>();
      const auto node = renamed(static_cast<int>(level), event[name].get<CellId>() - 1);
      event[name] = (level << 32) + node + 1;
    }
    CHECK(event == other["events"][i]);
  }
}

}  // namespace

TEST_CASE("a trace of nodes with names of their own shows what it would show with the names of cells: A*") {
  check_same("astar", "toy-astar");
}

TEST_CASE("a trace of nodes with names of their own shows what it would show with the names of cells: jump points") {
  check_same("jps", "toy-jps");
}

TEST_CASE("a trace of nodes with names of their own shows what it would show with the names of cells: HPA*") {
  check_same("hpa2", "toy-hpa2");
}

TEST_CASE("a trace of nodes with names of their own shows what it would show with the names of cells: both ends") {
  check_same("ch", "toy-ch");
}

TEST_CASE("nodes that are no cells lie where their planner says, and colour no cells") {
  SteppedLab cells("hpa2"), toy("toy-polygons");
  const GridMap& map = cells.lab.world().map();
  Playback& a = cells.lab.playback();
  Playback& b = toy.lab.playback();
  REQUIRE(a.size() == b.size());
  Rng rng(3);
  for (int i = 0; i < 20; ++i) {
    const size_t to = rng.below(static_cast<uint32_t>(a.size())) + 1;
    a.jump(to);
    b.jump(to);
    CHECK(a.counts().open == b.counts().open);
    CHECK(a.counts().expanded == b.counts().expanded);
    CHECK(std::all_of(b.heat().cells.begin(), b.heat().cells.end(), [](uint8_t heat) { return heat == 0; }));
    const SearchEvent& event = *a.current();
    const Cell cell = map.cell(event.node);
    const NodePlace place = b.place(event.level, b.current()->node);
    CHECK(place == NodePlace{static_cast<float>(cell.x) + 0.25f, static_cast<float>(cell.y) + 0.75f});
    CHECK(b.node_in(event.level, event.node).state == a.node(event.level, event.node).state);
    CHECK(b.events_of(event.node) == a.events_of(event.node));
    if (b.at_end()) continue;
    // The event at the cursor is marked there.
    bool marked = false;
    for (const auto& [x, y, radius, share, shape, color] : toy.picture().markers) {
      marked |= x == place.x && y == place.y && shape == MarkerShape::kDiamond;
    }
    CHECK(marked);
  }
  // Nodes of level 0 are marked one by one, in lines to their parents.
  b.jump(b.size() / 4);
  const SteppedLab::Picture picture = toy.picture();
  size_t off_middle = 0;
  for (const auto& [x0, y0, x1, y1, width, dash, color] : picture.lines) {
    off_middle += x0 - std::floor(x0) == 0.25f && x1 - std::floor(x1) == 0.25f && y0 - std::floor(y0) == 0.75f;
  }
  CHECK(off_middle > 10);
  CHECK(place_text({2.25f, 3.75f}) == "(2.2,3.8)");
  const json out = json::parse(format_trace(toy.lab.trace(), map));
  CHECK(out["events"][0]["x"] == 2 + 0.25 - 0.5);
  CHECK(out["events"][0]["y"] == 3 + 0.75 - 0.5);
  // Told in words by their places.
  CHECK(toy.text(0).find('.') != std::string::npos);
  CHECK(json::parse(dump_state(toy.lab))["playback"]["event"]["cell"][0].get<double>() -
            std::floor(json::parse(dump_state(toy.lab))["playback"]["event"]["cell"][0].get<double>()) ==
        0.25);
}

TEST_CASE("places are looked up by node and by cell, and what a trace does not name is not there") {
  Trace trace;
  for (const NodeId node : {NodeId{4'000'000'000}, NodeId{9}, NodeId{9}, NodeId{70'000}}) {
    trace.add({EventType::kGenerate, Phase::kMain, 2, 0, node, 5, 1, 0});
  }
  CHECK(trace.places(100).are_cells());
  int asked = 0;
  trace.keep_places([&](int level, NodeId node) {
    CHECK(level == 2);
    ++asked;
    return NodePlace{static_cast<float>(node % 7) + 0.5f, 3.25f};
  });
  CHECK(asked == 4);
  const NodePlaces places = trace.places(100);
  CHECK_FALSE(places.are_cells());
  CHECK(places.index(2, 5) == 0);
  CHECK(places.index(2, 4'000'000'000) == 3);
  CHECK(places.index(2, 6) == NodePlaceTable::kNone);
  CHECK(places.index(1, 5) == NodePlaceTable::kNone);
  CHECK(places.at(2, 9) == NodePlace{2.5f, 3.25f});
  CHECK(places.lies_in(2, 9, 302));
  CHECK_FALSE(places.lies_in(2, 9, 303));
  CHECK_FALSE(places.lies_in(1, 9, 302));
  CHECK(places.in_cell(2, 302).size() == 1);
  CHECK(places.in_cell(2, 300 + 4'000'000'000 % 7).size() >= 1);
  CHECK(places.in_cell(2, 2).empty());
  trace.clear();
  CHECK(trace.places(100).are_cells());
}

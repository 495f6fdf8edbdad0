// Contraction hierarchies on the screen: stepping, contraction, inspection, layers.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/base/palette.hpp"
#include "app/features/ch/ch.hpp"
#include "app/features/graph/graph.hpp"
#include "app/lab/cell_explanations.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "app/playback/playback.hpp"
#include "core/base/rng.hpp"
#include "core/ch/contraction_code.hpp"
#include "tests/draw_support.hpp"
#include "tests/lab_support.hpp"
#include "tests/source_path.hpp"

using namespace strata;
using namespace strata::test;

namespace {

SearchEvent event_of(EventType type, Phase phase, CellId node, CellId parent, Cost g, Cost h = 0, uint8_t level = 1) {
  return {.type = type, .phase = phase, .level = level, .line = 0, .node = node, .parent = parent, .g = g, .h = h};
}

// A search from both ends over nodes 0..9 of a map of 10 x 1 cells, made up: node 3 is reached from both.
Trace two_ways() {
  using enum EventType;
  constexpr Phase kRefining = Phase::kRefine, kForward = Phase::kForward, kBackward = Phase::kBackward;
  Trace trace;
  for (const SearchEvent& event :
       {event_of(kSource, kForward, 0, kNoCell, 0), event_of(kDestination, kBackward, 9, kNoCell, 0),
        event_of(kGenerate, kForward, 0, kNoCell, 0, 9), event_of(kGenerate, kBackward, 9, kNoCell, 0, 9),
        event_of(kExpand, kForward, 0, kNoCell, 0, 9), event_of(kGenerate, kForward, 3, 0, 4, 6),
        event_of(kExpand, kBackward, 9, kNoCell, 0, 9), event_of(kGenerate, kBackward, 3, 9, 6, 3),
        event_of(kMeet, kBackward, 3, kNoCell, 10), event_of(kStall, kForward, 3, 5, 4, 3),
        event_of(kExpand, kBackward, 3, 9, 6, 3), event_of(kRefine, kRefining, 3, 0, 4),
        event_of(kPathEdge, kRefining, 1, 0, 2), event_of(kPathEdge, kRefining, 3, 1, 2),
        event_of(kPathEdge, kRefining, 9, 3, 6), event_of(kRefine, kRefining, 1, 0, 2),
        event_of(kPathEdge, kRefining, 1, 0, 2, 0, 0), event_of(kFound, kRefining, 9, kNoCell, 10)}) {
    trace.add(event);
  }
  return trace;
}

}  // namespace

TEST_CASE("a search from both ends keeps what each of them knows of a node") {
  const Trace trace = two_ways();
  Playback playback;
  playback.load(&trace, 10, 1);
  REQUIRE(playback.outline().two_way);
  CHECK_FALSE(playback.outline().contracting);
  CHECK(playback.node(1, 3).state == NodeState::kStalled);
  CHECK(playback.node(1, 3).parent == 0);  // not the node that it was stalled for
  CHECK(playback.node(1, 3).h == 6);
  CHECK(playback.node(1, 3, true).state == NodeState::kExpanded);
  CHECK(playback.node(1, 3, true).parent == 9);
  CHECK(playback.node(1, 9).state == NodeState::kUnseen);
  CHECK(playback.meeting() == 3);
  CHECK(playback.counts().expanded == 3);
  playback.jump(8);  // before they met
  CHECK(playback.meeting() == kNoCell);
  CHECK(playback.node(1, 3).state == NodeState::kOpen);
  CHECK(playback.counts().open == 2);
  std::vector<CellId> chain;
  playback.parent_chain(1, 3, chain, 100, true);
  CHECK(chain == std::vector<CellId>{3, 9});
}

TEST_CASE("stepping a search from both ends back shows what replaying it shows") {
  const Trace trace = two_ways();
  Playback playback, fresh;
  playback.load(&trace, 10, 1);
  for (size_t cursor = trace.events().size(); cursor-- > 0;) {
    CAPTURE(cursor);
    playback.step(-1);
    fresh.load(&trace, 10, 1);
    fresh.jump(0);
    fresh.jump(cursor);
    CHECK(playback.counts().open == fresh.counts().open);
    CHECK(playback.counts().expanded == fresh.counts().expanded);
    for (CellId node = 0; node < 10; ++node) {
      for (const bool backward : {false, true}) {
        CHECK(playback.node(1, node, backward).state == fresh.node(1, node, backward).state);
      }
    }
  }
}

TEST_CASE("both directions are one search on the timeline, and unpacking is told from refinement") {
  const Trace trace = two_ways();
  Playback playback;
  playback.load(&trace, 10, 1);
  std::vector<std::string> titles;
  for (const PhaseSpan& span : playback.outline().phases) titles.push_back(span_title(span));
  CHECK(titles == std::vector<std::string>{"search L1", "unpack L1", "refine L1"});
  CHECK(playback.outline().phase_end(Phase::kMain) == 11);
  CHECK(playback.outline().phase_end(Phase::kBackward) == 11);
  CHECK(playback.outline().unpacks(11));
  CHECK_FALSE(playback.outline().unpacks(15));
  std::vector<PathEdge> edges;
  playback.path_edges(1, edges);
  REQUIRE(edges.size() == 3);
  CHECK(edges[0].refined);
  CHECK_FALSE(edges[1].refined);
}

TEST_CASE("a search from both ends over cells has no level below its way") {
  using enum EventType;
  Trace trace;
  trace.add(event_of(kGenerate, Phase::kForward, 0, kNoCell, 0, 0, 0));
  trace.add(event_of(kRefine, Phase::kRefine, 2, 0, 2, 0, 0));
  trace.add(event_of(kPathEdge, Phase::kRefine, 1, 0, 1, 0, 0));
  trace.add(event_of(kPathEdge, Phase::kRefine, 2, 1, 1, 0, 0));
  Playback playback;
  playback.load(&trace, 3, 1);
  std::vector<PathEdge> edges;
  playback.path_edges(0, edges);
  REQUIRE(edges.size() == 2);
  CHECK_FALSE(edges[0].refined);
  CHECK(playback.outline().unpacks(1));
}

TEST_CASE("a contraction knows at every moment which nodes are gone and which shortcuts there are") {
  using enum EventType;
  Trace trace;
  const Phase phase = Phase::kContract;
  trace.add(event_of(kContract, phase, 1, kNoCell, 0, 5));
  trace.add(event_of(kWitness, phase, 2, 0, kInfinite, 4));
  trace.add(event_of(kAddArc, phase, 2, 0, 4));
  trace.add(event_of(kContract, phase, 2, kNoCell, 1, 0));
  trace.add(event_of(kWitness, phase, 3, 0, 6, 7));
  trace.add(event_of(kPathEdge, phase, 3, 0, 6));
  Playback playback;
  playback.load(&trace, 4, 1);
  REQUIRE(playback.outline().contracting);
  CHECK_FALSE(playback.outline().two_way);
  CHECK(playback.before_cursor(playback.outline().contracted).size() == 2);
  CHECK(playback.before_cursor(playback.outline().added_arcs).size() == 1);
  std::vector<PathEdge> edges;
  playback.path_edges(1, edges);
  CHECK(edges.empty());  // the edges of a witness are no path
  CHECK(playback.events_of(0) == std::vector<size_t>{1, 2, 4});
  playback.jump(0);
  CHECK(playback.next_expansion());
  CHECK(playback.cursor() == 1);
  CHECK(playback.next_expansion());
  CHECK(playback.cursor() == 4);
  CHECK(playback.before_cursor(playback.outline().contracted).size() == 2);
  CHECK(playback.previous_expansion());
  CHECK(playback.cursor() == 1);
  CHECK(playback.before_cursor(playback.outline().added_arcs).empty());
  REQUIRE(playback.outline().phases.size() == 1);
  CHECK(span_title(playback.outline().phases[0]) == "contract L1");
}

TEST_CASE("events of hierarchies say in words what happened") {
  using enum EventType;
  const NodePlaces places(10);
  CHECK(event_text(event_of(kStall, Phase::kForward, 3, 5, 816 * 4, 816 * 3), places, 816) ==
        "stall forward L1 (3,0)  g 4.00, but 3.00 over (5,0)");
  CHECK(event_text(event_of(kMeet, Phase::kBackward, 3, kNoCell, 816), places, 816) == "meet (3,0)  cost 1.00");
  CHECK(event_text(event_of(kWitness, Phase::kContract, 3, 5, kInfinite, 1632), places, 816) ==
        "witness L1 (5,0) - (3,0)  none costs 2.00 or less");
  CHECK(event_text(event_of(kWitness, Phase::kContract, 3, 5, 816, 1632), places, 816) ==
        "witness L1 (5,0) - (3,0)  cost 1.00, not more than 2.00");
  CHECK(event_text(event_of(kAddArc, Phase::kContract, 3, 5, 1632), places, 816) ==
        "add shortcut L1 (5,0) - (3,0)  cost 2.00");
  CHECK(event_text(event_of(kContract, Phase::kContract, 3, kNoCell, 7, 12), places, 816) ==
        "contract L1 (3,0)  rank 8  priority 12");
  CHECK(event_text(event_of(kRefine, Phase::kRefine, 3, 5, 816), places, 816, true) ==
        "unpack L1 (5,0) - (3,0)  cost 1.00");
}

// --- In the lab ---------------------------------------------------------------------------------------------------

namespace {

// Shortest way between two nodes of a drawn graph, by relaxing every edge as often as there are nodes.
Cost plain_way(const DrawnGraph& graph, uint32_t from, uint32_t to) {
  std::vector<Cost> cost(graph.node_count(), kInfinite);
  cost[from] = 0;
  for (uint32_t round = 0; round < graph.node_count(); ++round) {
    for (const DrawnGraphEdge& edge : graph.edges()) {
      for (const auto& [a, b] : {std::pair(edge.a, edge.b), std::pair(edge.b, edge.a)}) {
        if (cost[a] != kInfinite && cost[a] + edge.weight < cost[b]) cost[b] = cost[a] + edge.weight;
      }
    }
  }
  return cost[to];
}

const PlannerRow& row_of(Lab& lab, const char* name) {
  lab.finish_updates();
  const PlannerRow* row = lab.state().row(name);
  REQUIRE(row != nullptr);
  return *row;
}

void random_graph(Lab& lab, Rng& rng, int nodes) {
  run(lab, "graph.clear");
  while (static_cast<int>(graph_controller(lab).graph().node_count()) < nodes) {
    (void)lab.execute(fmt::format("graph.node {},{}", rng.below(30), rng.below(20)));
  }
  const auto cell = [&](uint32_t node) {
    const Cell at = graph_controller(lab).graph().nodes()[node];
    return fmt::format("{},{}", at.x, at.y);
  };
  const auto count = static_cast<uint32_t>(nodes);
  for (uint32_t i = 0; i < 2 * count; ++i) {
    const uint32_t a = rng.below(count), b = rng.below(count);
    if (a != b) run(lab, fmt::format("graph.edge {} {} {}.{}", cell(a), cell(b), 1 + rng.below(9), rng.below(10)));
  }
}

}  // namespace

TEST_CASE("over a drawn graph the hierarchy finds the shortest ways in every order, and so it is after every edit") {
  for (uint64_t seed = 1; seed <= 3; ++seed) {
    CAPTURE(seed);
    Rng rng(seed);
    Lab lab;
    run(lab, {"map.new 30 20", "graph.node 0,0", "ch.graph drawn", "ch on", "planner.trace ch"});
    random_graph(lab, rng, 12);
    for (const char* order : {"nested", "large", "small", "own", "customisable"}) {
      CAPTURE(order);
      run(lab, std::string("ch.order ") + order);
      for (int i = 0; i < 4; ++i) {
        const uint32_t from = rng.below(12), to = rng.below(12);
        const Cell a = graph_controller(lab).graph().nodes()[from], b = graph_controller(lab).graph().nodes()[to];
        if (i == 2) (void)lab.execute(fmt::format("graph.edge {},{} {},{} 0.5", a.x, a.y, b.x, b.y));
        run(lab, fmt::format("query.start {} {}", a.x, a.y));
        run(lab, fmt::format("query.goal {} {}", b.x, b.y));
        const Cost best = plain_way(graph_controller(lab).graph(), from, to);
        const PlannerRow& row = row_of(lab, "ch");
        REQUIRE(row.solved);
        CHECK(row.result.found() == (best != kInfinite));
        if (best != kInfinite) CHECK(row.result.cost == best);
        CHECK(row.percent_over < 0);  // it is not compared with ways over the map
        // The recorded search ends with the same cost.
        if (best != kInfinite && from != to) {
          REQUIRE_FALSE(lab.playback().empty());
          CHECK(lab.playback().event(lab.playback().size() - 1)->g == best);
        }
      }
    }
  }
}

TEST_CASE("a contraction in steps adds the shortcuts that the hierarchy has") {
  Lab lab;
  run(lab, test::open_line(test::source_path("assets/graphs/five-nodes.graph"), "graph.open"));
  run_settled(lab, {"ch.graph drawn", "ch.order own", "ch on"});
  CHECK(counts_of<HierarchyCounts>(lab, StructureId::kCh).shortcuts == 1);
  CHECK(state_json(lab)["ch"]["height"] == counts_of<HierarchyCounts>(lab, StructureId::kCh).height);
  run(lab, "ch.contract");
  REQUIRE(lab.playback().outline().contracting);
  CHECK(lab.playback().cursor() == 0);
  CHECK(lab.query().pseudo_code().lines.size() == contraction_code::kCode.lines.size());
  run(lab, "step.last");
  CHECK(lab.playback().before_cursor(lab.playback().outline().contracted).size() == 5);
  CHECK(lab.playback().before_cursor(lab.playback().outline().added_arcs).size() == 1);
  // The second node finds the witness that the first one's shortcut is.
  size_t witnesses = 0;
  for (const SearchEvent& event : lab.trace().events()) {
    witnesses += event.type == EventType::kWitness && event.g != kInfinite;
  }
  CHECK(witnesses == 1);
  // An edit records it anew, stepping a planner leaves it.
  run_settled(lab, "graph.edge 3,6 15,6 4");
  REQUIRE(lab.playback().outline().contracting);
  CHECK(lab.playback().cursor() == 0);
  run(lab, "step.last");
  CHECK(lab.playback().before_cursor(lab.playback().outline().added_arcs).empty());
  run_settled(lab, "planner.trace ch");
  CHECK_FALSE(lab.playback().outline().contracting);
  CHECK(lab.playback().outline().two_way);
  run_settled(lab, {"ch.contract", "ch.contract off"});
  CHECK_FALSE(lab.playback().outline().contracting);
}

TEST_CASE("the order of contraction decides how deep the hierarchy of a line is") {
  // Arcs on the longest climb from any node.
  const auto depth = [](Lab& lab) {
    const HierarchyPicture& picture = hierarchy_controller(lab).picture(StructureId::kCh);
    std::vector<size_t> height(picture.nodes().size(), 0);
    for (auto place = static_cast<uint32_t>(height.size()); place-- > 0;) {
      for (const HierarchyArc& arc : picture.arcs_up(place)) {
        height[place] = std::max(height[place], height[picture.place_of(arc.upper)] + 1);
      }
    }
    return *std::max_element(height.begin(), height.end());
  };
  for (const auto& each : {std::pair("line-from-one-end", 16), std::pair("line-every-second", 5)}) {
    const char* const file = each.first;
    const int wanted = each.second;
    CAPTURE(file);
    Lab lab;
    run(lab, test::open_line(test::source_path(fmt::format("assets/graphs/{}.graph", file)), "graph.open"));
    run_settled(lab, {"ch.graph drawn", "ch.order own", "ch on"});
    CHECK(static_cast<int>(depth(lab)) <= wanted);
    CHECK(static_cast<int>(depth(lab)) >= wanted - 1);
    CHECK(row_of(lab, "ch").result.cost == 32 * kDrawnUnit);
  }
}

TEST_CASE("contractions of too large graphs, and of none, are refused with the reason") {
  Lab lab;
  run(lab, {"map.new 100 100", "ch.graph cells"});
  CHECK(test::failure(lab, "ch.contract").find("10000 nodes, and only up to 5000") != std::string::npos);
  // What is known to be refused is not offered: the button, the menu and the list of searches say why.
  const HierarchyController& hierarchies = hierarchy_controller(lab);
  const auto why = [&] { return std::string(hierarchies.why_not_contracted()); };
  CHECK(why().find("10000 nodes, and only up to 5000") != std::string::npos);
  const auto entry = [](const Lab& of) {
    for (size_t menu = 0; menu < menus().size(); ++menu) {
      for (const MenuEntry& one : menu_entries(of, MenuContext{}, menu)) {
        if (one.name == "menu.search.construction") return one;
      }
    }
    return MenuEntry{};
  };
  Lab stepped;
  run(stepped, {"map.new 100 100", "ch.graph cells"});
  CHECK(entry(stepped).name.empty());  // A* builds nothing
  run_settled(stepped, "planner.trace ch");
  CHECK(stepped.state().traced == "ch");
  CHECK(entry(stepped).name == "menu.search.construction");
  CHECK_FALSE(entry(stepped).enabled);
  CHECK(entry(stepped).why_not == hierarchy_controller(stepped).why_not_contracted());
  run(lab, "ch.graph drawn");
  CHECK(why() == "there is no drawn graph yet");
  run(lab, "ch.graph sectors");
  CHECK(why() == "sectors are off: switch them on");
  run(lab, "ch.graph drawn");
  CHECK(test::failure(lab, "ch.contract").find("no drawn graph") != std::string::npos);
  run(lab, "ch.graph sectors");
  CHECK(test::failure(lab, "ch.contract").find("sectors are off") != std::string::npos);
  CHECK_FALSE(hierarchy_controller(lab).contracting());
  CHECK(test::failure(lab, "ch.graph roads").find("or drawn, not 'roads'") != std::string::npos);
  CHECK(test::failure(lab, "ch.order mine").find("or customisable, not 'mine'") != std::string::npos);
  CHECK(test::failure(lab, "ch.cancel").find("off") != std::string::npos);
  // A hierarchy that is built tells how many nodes there are, before anybody asks to step it.
  run_settled(lab, {"ch on", "ch.graph hpa"});
  CHECK(why().empty());
  run(lab, "planner.trace ch");
  CHECK(entry(lab).enabled);
  run_settled(lab, "ch.graph cells");
  CHECK(why().find("10000 nodes, and only up to 5000") != std::string::npos);
}

TEST_CASE("hierarchies over the map find optimal ways through every stroke, live over sectors") {
  Lab lab;
  run(lab, {"planner.show dijkstra on", "ch on", "cch on"});
  CHECK(lab.world().has(StructureId::kSectors));  // which the live one stands on
  Rng rng(4);
  for (int i = 0; i < 12; ++i) {
    CAPTURE(i);
    run(lab, fmt::format("paint.stroke {} 1 round {},{} {},{}", i % 3 == 0 ? "erase ground" : "brush blocked",
                         rng.below(40), rng.below(40), rng.below(40), rng.below(40)));
    run(lab, fmt::format("query.random {}", i));
    const PlannerRow& best = row_of(lab, "dijkstra");
    const PlannerRow& ch = row_of(lab, "ch");
    REQUIRE(ch.solved);
    CHECK(ch.result.cost == best.result.cost);
    CHECK(ch.percent_over == 0);
    const PlannerRow& live = row_of(lab, "cch");
    REQUIRE(live.solved);
    CHECK(live.result.found() == best.result.found());
    // The recording has several events for the path over regions; it counts once, and the search has ended before.
    run_settled(lab, "planner.trace cch");
    const Playback& playback = lab.playback();
    if (!live.result.found() || !playback.outline().two_way) continue;
    std::vector<PathEdge> edges;
    playback.path_edges(1, edges);
    CHECK(edges.size() + 1 == row_of(lab, "cch").result.abstract_path.size());
    size_t searches = 0;
    for (const PhaseSpan& span : playback.outline().phases) searches += span.phase == Phase::kMain;
    CHECK(searches == 1);
  }
  CHECK(lab.state().meter.count(StructureId::kCch, "sectors", 0) > 0);
  // Without sectors the live one waits, and its row says for what.
  run_settled(lab, "sectors off");
  CHECK_FALSE(row_of(lab, "cch").solved);
  CHECK(row_of(lab, "cch").note.find("sectors") != std::string::npos);
  run(lab, "sectors on");
  CHECK(row_of(lab, "cch").solved);
}

TEST_CASE("inspecting a node tells its rank and arcs, inspecting an arc what it opens into") {
  Lab lab;
  run(lab, test::open_line(test::source_path("assets/graphs/line-every-second.graph"), "graph.open"));
  run_settled(lab, {"ch.graph drawn", "ch.order own", "ch on"});
  run(lab, "inspect 4 11");
  const HierarchyInspection& node = hierarchy_controller(lab).inspected(StructureId::kCh);
  REQUIRE(node.known);
  CHECK(node.place == 0);
  CHECK(node.up.size() == 2);
  CHECK(node.down == 0);
  CHECK(test::failure(lab, "inspect.arc ch 4,11 8,11").find("no arc") != std::string::npos);
  CHECK(test::failure(lab, "inspect.arc hpa 4,11 8,11").find("ch or cch") != std::string::npos);
  run(lab, "inspect.arc ch 34,11 2,11");
  const ArcInspection& arc = hierarchy_controller(lab).inspected_arc();
  REQUIRE(arc.known);
  CHECK(arc.arc.weight == 32 * kDrawnUnit);
  CHECK(lab.world().map().cell(arc.arc.middle) == Cell{18, 11});
  CHECK(arc.cells.size() == 17);
  // A click beside the nodes, on the arc, does the same.
  run(lab, "inspect.clear");
  lab.gestures().set_view_size(740, 340);
  run(lab, "view.fit");
  const ArcCurve curve(Cell{2, 11}, Cell{18, 11}, true);
  PointerEvent event{.kind = PointerEvent::Kind::kPress,
                     .x = lab.state().camera.screen_x(curve.x(0.5f)),
                     .y = lab.state().camera.screen_y(curve.y(0.5f))};
  lab.gestures().pointer(event);
  event.kind = PointerEvent::Kind::kRelease;
  lab.gestures().pointer(event);
  REQUIRE(lab.state().inspected.has_value());
  REQUIRE(hierarchy_controller(lab).inspected_arc().known);
  CHECK(hierarchy_controller(lab).inspected_arc().cells.size() == 9);
  // When the graph changes and the arc is gone, so is what was said of it.
  run_settled(lab, "graph.remove 10,11");
  CHECK_FALSE(hierarchy_controller(lab).inspected_arc().known);
}

TEST_CASE("layers of hierarchies build nothing at rest, and show fewer nodes from afar") {
  Lab lab;
  run(lab, {"map.generate forest 256 256 5", "ch.graph cells", "ch on", "cch on"});
  lab.gestures().set_view_size(500, 500);
  run_settled(lab, "view.fit");
  OverlayBuilder builder;
  test::draw(builder, lab);
  CHECK(lab.state().layer(kChLayer).note.find("most important of") != std::string::npos);
  const uint64_t built = builder.rebuilt();
  test::draw(builder, lab);
  CHECK(builder.rebuilt() == built);
  const auto markers = [&] {
    size_t count = 0;
    for (const DrawBatch& batch : test::draw(builder, lab).batches) count += batch.list->markers.size();
    return count;
  };
  const size_t many = markers();
  run(lab, "ch.top 1");
  CHECK(markers() < many);
  run(lab, "ch.top 100");
  CHECK(markers() == many);
  // Near enough every node is there.
  run(lab, "view.center 100 100 24");
  test::draw(builder, lab);
  CHECK(lab.state().layer(kChLayer).note.find("most important of") == std::string::npos);
  CHECK(lab.state().layer(kCchLayer).note.find("most important of") == std::string::npos);
  // A little way aside lies within what was drawn.
  const uint64_t near = builder.rebuilt();
  run(lab, "view.pan 0.01 0");
  test::draw(builder, lab);
  CHECK(builder.rebuilt() - near <= 3);
}

TEST_CASE("a search from both ends is drawn with two shapes, its stalled nodes crossed out, its meeting node ringed") {
  Lab lab;
  run_settled(lab, {"map.generate rooms 128 128 3", "ch.graph cells", "ch.order large", "plan.potentials off", "ch on",
                    "planner.trace ch", "layer all off", "layer search on"});
  REQUIRE(lab.playback().outline().two_way);
  run(lab, fmt::format("step.to {}", lab.playback().outline().phase_end(Phase::kMain)));
  OverlayBuilder builder;
  std::map<std::pair<MarkerShape, Rgba>, size_t> drawn;
  for (const DrawBatch& batch : test::draw(builder, lab).batches) {
    for (const DrawMarker& marker : batch.list->markers) ++drawn[{marker.shape, marker.color}];
  }
  std::map<std::pair<bool, CellId>, NodeState> nodes;
  for (size_t i = 0; i < lab.playback().cursor(); ++i) {
    const SearchEvent& event = *lab.playback().event(i);
    if (event.phase != Phase::kForward && event.phase != Phase::kBackward) continue;
    const bool backward = event.phase == Phase::kBackward;
    const NodeAtCursor node = lab.playback().node(event.level, event.node, backward);
    if (node.state != NodeState::kUnseen) nodes[{backward, event.node}] = node.state;
  }
  size_t forward = 0, backward = 0, stalled = 0;
  for (const auto& [key, state] : nodes) {
    (key.first ? backward : forward) += 1;
    stalled += state == NodeState::kStalled;
  }
  REQUIRE(stalled > 0);
  CHECK(drawn[{MarkerShape::kDisc, palette::kForward}] == forward);
  CHECK(drawn[{MarkerShape::kSquare, palette::kBackward}] == backward);
  CHECK(drawn[{MarkerShape::kCross, palette::kBlack}] == stalled);
  CHECK(drawn[{MarkerShape::kRing, palette::kPurple}] == 1);
  CHECK_FALSE(test::draw(builder, lab).heat.on);
}

TEST_CASE("a hierarchy over a graph without a heuristic is spoken of by g alone") {
  const auto says = [](const char* card, std::string_view words) {
    Lab lab;
    run_settled(lab, fmt::format("figure.open {} force", card));
    REQUIRE(lab.state().traced == "ch");
    size_t count = 0;
    for (size_t i = 1; i <= lab.playback().size(); ++i) {
      run(lab, fmt::format("step.to {}", i));
      count += explained_step(lab).find(words) != std::string::npos;
    }
    return count;
  };
  CHECK(says("SG-6b", " h 0.00") == 0);
  CHECK(says("SG-6b", "h = 0.00") == 0);
  CHECK(says("SG-6b", "has the smallest g = ") + says("SG-6b", "open on this side") > 0);
}

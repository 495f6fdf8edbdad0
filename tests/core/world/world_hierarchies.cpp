// Contraction hierarchies of a world: what is built in the background is that of the map when it comes in, what is live
// is true at once, and both answer like the graphs that they stand on.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

#include "core/base/byte_text.hpp"
#include "core/ch/drawn_graph.hpp"
#include "core/hpa/hpa_options.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/trace.hpp"
#include "core/world/hierarchy_view.hpp"
#include "core/world/map_cch.hpp"
#include "core/world/map_labels.hpp"
#include "core/world/map_sectors.hpp"
#include "core/world/planners.hpp"
#include "core/world/refusal.hpp"
#include "core/world/scenes.hpp"
#include "tests/support.hpp"

namespace strata::test {
namespace {

// Returns the largest number of nodes on a path over arcs from lower to upper ends.
size_t height_of(const std::vector<HierarchyNode>& nodes, const std::vector<HierarchyArc>& arcs) {
  std::map<CellId, size_t> longest;  // by node: the largest number of nodes on such a path that ends there
  for (const HierarchyNode& node : nodes) longest[node.cell] = 1;
  size_t height = nodes.empty() ? 0 : 1;
  for (bool grows = true; grows;) {
    grows = false;
    for (const HierarchyArc& arc : arcs) {
      const size_t with = longest[arc.lower] + 1;
      if (with <= longest[arc.upper]) continue;
      longest[arc.upper] = with;
      height = std::max(height, with);
      grows = true;
    }
  }
  return height;
}

}  // namespace

TEST_CASE("hierarchies of a world answer like what they stand on, whatever the graph, order and edits") {
  Rng rng(35);
  Workspace workspace;
  size_t read = 0;
  PlanResult result, expected, traced;
  Trace trace;
  for (int round = 0; round < 6; ++round) {
    CAPTURE(round);
    const Rules rules = all_rules()[static_cast<size_t>(round)];
    World world(random_rooms(60, 44, 9, rng.next()), rules, {.cluster_size = 8, .levels = 2});
    world.set<MapSectors>(SectorOptions{.sector_size = 8, .improve_centres = round % 2 == 1});
    world.set<MapCch>(CchOptions{});
    for (const ChGraph graph : {ChGraph::kCorners, ChGraph::kCells, ChGraph::kHpa, ChGraph::kSectors}) {
      for (const ChOrder order : {ChOrder::kNested, ChOrder::kLarge, ChOrder::kSmall}) {
        world.set<MapHierarchy>(ChOptions{graph, order});
        if (graph != ChGraph::kCorners) {
          world.set<MapCch>(CchOptions{order == ChOrder::kNested ? ChGraph::kSectors : graph});
        }
        LabelsOptions labels{.graph = graph};
        if (round % 2 == 1) labels.full_label_bytes = round == 1 ? 0 : 10'000;
        world.set<MapLabels>(order == ChOrder::kNested ? std::optional(labels) : std::nullopt);
        for (int edit = 0; edit < 3; ++edit) {
          world.apply(random_edit(world.map(), 8, rng));
          world.finish_updates();
          REQUIRE(world.ready(StructureId::kCh));
          REQUIRE(world.ready(StructureId::kCch));
          for (int q = 0; q < 8; ++q) {
            const PlanQuery query{random_cell(world.map(), rng), random_cell(world.map(), rng)};
            const PlanOptions options{.smooth = false, .levels = 1, .segment = 0, .refine = graph != ChGraph::kSectors};
            const char* base = graph == ChGraph::kHpa ? "hpa1" : graph == ChGraph::kSectors ? "sectors" : "astar";
            plan(world, *planner_named(base), query, options, workspace, expected);
            plan(world, *planner_named("ch"), query, options, workspace, result);
            REQUIRE(result.status == expected.status);
            REQUIRE(result.cost == expected.cost);
            plan(world, *planner_named("ch"), query, options, workspace, traced, &trace);
            REQUIRE(traced.path == result.path);
            REQUIRE(traced.abstract_path == result.abstract_path);
            if (world.ready(StructureId::kLabels)) {
              plan(world, *planner_named("labels"), query, options, workspace, result);
              REQUIRE(result.status == expected.status);
              REQUIRE(result.cost == expected.cost);
              plan(world, *planner_named("labels"), query, options, workspace, traced, &trace);
              REQUIRE(traced.path == result.path);
              REQUIRE(traced.abstract_path == result.abstract_path);
              REQUIRE(traced.stats.total().expanded == result.stats.total().expanded);
              ++read;
            }
            plan(world, *planner_named("cch"), query, {.refine = false}, workspace, result);
            plan(world, *planner_named("cch"), query, {.refine = false}, workspace, traced, &trace);
            REQUIRE(traced.cost == result.cost);
            REQUIRE(traced.path == result.path);
            REQUIRE(result.status == expected.status);
            if (world.get<MapCch>().is_live()) {
              plan(world, *planner_named("sectors"), query, {.refine = false}, workspace, expected);
              REQUIRE(result.cost == expected.cost);
            }
          }
        }
      }
    }
  }
  CHECK(read == 6 * 4 * 3 * 8);
}

TEST_CASE(
    "a hierarchy is out of date from an edit on until the background has built another, and not during a stroke") {
  World world(random_rooms(80, 80, 9, 3));
  world.set<MapHierarchy>(ChOptions{});
  Workspace workspace;
  PlanResult result, expected;
  const Planner& ch = *planner_named("ch");
  plan(world, ch, {{5, 5}, {70, 70}}, {}, workspace, result);
  CHECK(result.status == PlanStatus::kStale);
  world.finish_updates();
  const uint64_t version = world.state(StructureId::kCh).version;
  world.begin_stroke("Brush");
  world.apply(brush_line(world.map(), {20, 20}, {30, 20}, {2, BrushShape::kRound}, '@'));
  world.work(1);
  CHECK_FALSE(world.state(StructureId::kCh).building);
  plan(world, ch, {{5, 5}, {70, 70}}, {}, workspace, result);
  CHECK(result.status == PlanStatus::kStale);
  world.end_stroke();
  world.work(1);
  CHECK(world.state(StructureId::kCh).building);
  world.finish_updates();
  CHECK(world.state(StructureId::kCh).version > version);
  Rng rng(4);
  for (int i = 0; i < 200; ++i) {
    const PlanQuery query{random_cell(world.map(), rng), random_cell(world.map(), rng)};
    plan(world, ch, query, {}, workspace, result);
    plan(world, *planner_named("astar"), query, {}, workspace, expected);
    CHECK(result.status == expected.status);
    CHECK(result.cost == expected.cost);
  }
  // An edit that changes the letter of a cell but no legal move does not rebuild the hierarchy.
  const uint64_t settled = world.state(StructureId::kCh).version;
  Edit same;
  same.runs.push_back({world.map().id({20, 20}), 1, 'T'});
  world.apply(same);
  CHECK(world.ready(StructureId::kCh));
  world.finish_updates();
  CHECK(world.state(StructureId::kCh).version == settled);
  plan(world, ch, {{5, 5}, {70, 70}}, {}, workspace, result);
  CHECK(result.status != PlanStatus::kStale);
}

TEST_CASE("the build of a hierarchy can be cancelled, asked for again, and overtaken by edits") {
  World world(generate({.kind = SceneKind::kCave, .width = 300, .height = 300, .seed = 2}));
  world.set<MapHierarchy>(ChOptions{ChGraph::kCells, ChOrder::kNested});
  world.work(1e9);
  CHECK(world.state(StructureId::kCh).building);
  world.cancel(StructureId::kCh);
  CHECK(world.state(StructureId::kCh).cancelled);
  CHECK_FALSE(world.state(StructureId::kCh).building);
  for (int i = 0; i < 3; ++i) world.work(1);
  CHECK_FALSE(world.ready(StructureId::kCh));
  world.finish_updates();
  CHECK_FALSE(world.ready(StructureId::kCh));
  world.rebuild(StructureId::kCh);
  world.finish_updates();
  CHECK(world.ready(StructureId::kCh));
  CHECK(world.state(StructureId::kCh).progress == 1);
  CHECK(memory_bytes(world, StructureId::kCh) > 0);
  CHECK(world.state(StructureId::kCh).built_micros > 0);
  // Painting while it is under way: the next one is that of the map as it is then.
  for (int i = 0; i < 5; ++i) {
    world.apply(brush_line(world.map(), {5 + i, 5}, {200, 90 + i}, {1, BrushShape::kSquare}, i % 2 == 0 ? '.' : '@'));
    world.work(1);
  }
  world.finish_updates();
  CHECK(world.ready(StructureId::kCh));
  Workspace workspace;
  PlanResult result, expected;
  Rng rng(5);
  for (int i = 0; i < 50; ++i) {
    const PlanQuery query{random_cell(world.map(), rng), random_cell(world.map(), rng)};
    plan(world, *planner_named("ch"), query, {}, workspace, result);
    plan(world, *planner_named("astar"), query, {}, workspace, expected);
    CHECK(result.cost == expected.cost);
  }
  // Given up, it takes no memory; and a world may go away while one is under way.
  world.set<MapHierarchy>(std::nullopt);
  CHECK_FALSE(world.has(StructureId::kCh));
  CHECK(memory_bytes(world, StructureId::kCh) == 0);
  world.set<MapHierarchy>(ChOptions{ChGraph::kCells, ChOrder::kNested});
  world.work(1);
}

TEST_CASE("no hierarchy answers for the map of before: edits that come before the background is looked at") {
  World world(GridMap(60, 40, '.'));
  world.set<MapSectors>(SectorOptions{.sector_size = 8});
  world.set<MapCch>(CchOptions{});
  world.set<MapHierarchy>(ChOptions{});
  world.finish_updates();
  Workspace workspace;
  PlanResult result;
  const PlanQuery across{{3, 20}, {55, 20}};
  for (int round = 0; round < 4; ++round) {
    if (round % 2 == 0) world.rebuild(StructureId::kCch);
    world.apply(rectangle(world.map(), {30, 0}, {30, 39}, true, round % 2 == 0 ? '@' : '.'));
    for (const char* planner : {"ch", "cch"}) {
      plan(world, *planner_named(planner), across, {}, workspace, result);
      CHECK((result.status == PlanStatus::kStale || result.found() == (round % 2 == 1)));
    }
    world.finish_updates();
    for (const char* planner : {"ch", "cch"}) {
      plan(world, *planner_named(planner), across, {}, workspace, result);
      CHECK(result.status == (round % 2 == 1 ? PlanStatus::kFound : PlanStatus::kNoPath));
    }
  }
}

TEST_CASE("a letter that changes no move while a hierarchy is being built does not put it out of date") {
  World world(generate({.kind = SceneKind::kCave, .width = 200, .height = 200, .seed = 2}));
  for (const ChGraph graph : {ChGraph::kCorners, ChGraph::kCells}) {
    world.set<MapHierarchy>(ChOptions{graph, ChOrder::kNested});
    world.work(1e9);
    REQUIRE(world.state(StructureId::kCh).building);
    CellId blocked = 0;
    while (world.moves().passable(blocked)) ++blocked;
    Edit edit;
    edit.runs.push_back({blocked, 1, world.map().letter(blocked) == '@' ? 'T' : '@'});
    world.apply(edit);
    world.finish_updates();
    REQUIRE(world.ready(StructureId::kCh));
    Workspace workspace;
    PlanResult result, expected;
    Rng rng(6);
    for (int i = 0; i < 20; ++i) {
      const PlanQuery query{random_cell(world.map(), rng), random_cell(world.map(), rng)};
      plan(world, *planner_named("ch"), query, {}, workspace, result);
      plan(world, *planner_named("astar"), query, {}, workspace, expected);
      CHECK(result.status == expected.status);
      CHECK(result.cost == expected.cost);
    }
  }
}

TEST_CASE("ways too dear for a hierarchy are said to be, and never told a wrong cost") {
  // A maze with a single corridor, over terrain of the highest weight.
  const int side = 501;
  GridMap map(side, side, '@');
  Edit edit;
  for (int y = 0; y < side; y += 2) {
    edit.runs.push_back({map.id({0, y}), static_cast<uint32_t>(side), 'S'});
    if (y + 2 < side) edit.runs.push_back({map.id({y / 2 % 2 == 0 ? side - 1 : 0, y + 1}), 1, 'S'});
  }
  map.apply(edit);
  Rules rules{.capability = Capability(0b1111), .weights = {16, 16, 16, 16}};
  World world(map, rules);
  Workspace workspace;
  PlanResult result, expected;
  const PlanQuery whole{{0, 0}, {side % 4 == 1 ? 0 : side - 1, side - 1}};
  plan(world, *planner_named("astar"), whole, {}, workspace, expected);
  REQUIRE(expected.found());
  REQUIRE(expected.cost > Cch::kNone);
  for (const ChGraph graph : {ChGraph::kCorners, ChGraph::kCells, ChGraph::kHpa}) {
    for (const ChOrder order : {ChOrder::kNested, ChOrder::kSmall}) {
      world.set<MapHierarchy>(ChOptions{graph, order});
      world.finish_updates();
      REQUIRE(world.ready(StructureId::kCh));
      plan(world, *planner_named("ch"), whole, {}, workspace, result);
      const bool told = result.found() ? result.cost == expected.cost : result.status == PlanStatus::kCostOverflow;
      CHECK_MESSAGE(told, ch_graph_name(graph), " ", ch_order_name(order), ": ", status_text(result.status), " ",
                    result.cost, " for ", expected.cost);
      const PlanQuery part{{0, 0}, {side / 2, side / 4 * 2}};
      plan(world, *planner_named("astar"), part, {}, workspace, expected);
      plan(world, *planner_named("ch"), part, {}, workspace, result);
      CHECK(result.status == expected.status);
      if (result.found()) CHECK(result.cost == expected.cost);
      plan(world, *planner_named("astar"), whole, {}, workspace, expected);
    }
  }
}

TEST_CASE("labels that would take too much are refused with their size, and had again with more room or fewer nodes") {
  World world(random_map(60, 50, 10, 4));
  world.set<MapLabels>(LabelsOptions{.graph = ChGraph::kCells, .max_bytes = 20'000});
  CHECK(refusal(world, StructureId::kLabels).empty());  // not known yet
  world.finish_updates();
  CHECK_FALSE(world.ready(StructureId::kLabels));
  CHECK(world.state(StructureId::kLabels).failed);
  const std::string why = refusal(world, StructureId::kLabels);
  CAPTURE(why);
  CHECK(why.starts_with("labels would take "));
  CHECK(why.find("20.0 kB at most") != why.npos);
  Workspace workspace;
  PlanResult result;
  plan(world, *planner_named("labels"), {{1, 1}, {2, 2}}, {}, workspace, result);
  CHECK(result.status == PlanStatus::kRefused);
  world.set<MapLabels>(LabelsOptions{.graph = ChGraph::kCells});
  world.finish_updates();
  REQUIRE(world.ready(StructureId::kLabels));
  const GraphCh& graph = *world.get<MapLabels>().hierarchy().graph();
  CHECK(graph.labels().entry_count() * 5 < graph.labels().entry_bytes());
  CHECK(why.find(bytes_text(graph.labels().entry_bytes())) != why.npos);
  CHECK(memory_bytes(world, StructureId::kLabels) > graph.labels().entry_bytes());
  // An edit puts them out of date until the background has made them anew.
  world.apply(random_edit(world.map(), 8, *std::make_unique<Rng>(3)));
  CHECK_FALSE(world.ready(StructureId::kLabels));
  world.finish_updates();
  CHECK(world.ready(StructureId::kLabels));
  world.set<MapLabels>(LabelsOptions{.graph = ChGraph::kCorners, .max_bytes = 1u << 20});
  world.finish_updates();
  CHECK(world.ready(StructureId::kLabels));
}

TEST_CASE("a drawn graph loses what lies outside of the map") {
  DrawnGraph drawn;
  REQUIRE(drawn.add_node({2, 2}));
  REQUIRE(drawn.add_node({40, 2}));
  REQUIRE(drawn.add_node({6, 2}));
  REQUIRE(drawn.set_edge(0, 1, 5000));
  REQUIRE(drawn.set_edge(1, 2, 5000));
  World world(GridMap(20, 6, '.'));
  world.set_drawn_graph(drawn);
  CHECK(world.drawn_graph().node_count() == 2);
  CHECK(world.drawn_graph().edges().empty());
}

TEST_CASE("a map too large for a hierarchy over its cells is refused, and can still be had over its corners") {
  World world(GridMap(800, 800, '.'));
  world.set<MapHierarchy>(ChOptions{ChGraph::kCells, ChOrder::kLarge});
  world.finish_updates();
  CHECK(world.state(StructureId::kCh).failed);
  CHECK(world.state(StructureId::kCh).cancelled);
  CHECK_FALSE(world.ready(StructureId::kCh));
  world.finish_updates();  // does not try again by itself
  CHECK_FALSE(world.state(StructureId::kCh).building);
  world.set<MapHierarchy>(ChOptions{});
  CHECK_FALSE(world.state(StructureId::kCh).failed);
  world.finish_updates();
  CHECK(world.ready(StructureId::kCh));
}

TEST_CASE("the arcs that an overlay is given unpack into edges of the same cost") {
  Rng rng(36);
  World world(random_rooms(50, 40, 9, 11), {}, {.cluster_size = 8});
  world.set<MapSectors>(SectorOptions{.sector_size = 8});
  world.set<MapHierarchy>(ChOptions{});
  world.set<MapCch>(CchOptions{});
  for (const ChGraph graph : {ChGraph::kCorners, ChGraph::kCells, ChGraph::kHpa, ChGraph::kSectors}) {
    world.set<MapHierarchy>(ChOptions{graph, ChOrder::kLarge});
    world.finish_updates();
    for (const StructureId structure : {StructureId::kCh, StructureId::kCch}) {
      const CsrGraph base =
          hierarchy_input(world.inputs(), structure == StructureId::kCh ? graph : ChGraph::kSectors)->graph;
      std::vector<HierarchyNode> nodes;
      std::vector<HierarchyArc> arcs;
      append_hierarchy_nodes(world, structure, nodes);
      append_hierarchy_arcs(world, structure, arcs);
      const HierarchyCounts counts = hierarchy_counts(world, structure);
      CHECK(nodes.size() == base.node_count());
      CHECK(counts.nodes == nodes.size());
      CHECK(counts.arcs == arcs.size());
      CHECK(counts.edges == base.edge_count() / 2);
      size_t shortcuts = 0;
      if (structure == StructureId::kCh) CHECK(counts.height == height_of(nodes, arcs));
      for (const HierarchyArc& arc : arcs) {
        shortcuts += arc.middle != kNoCell;
        std::vector<CellId> cells;
        REQUIRE(unpack_hierarchy_arc(world, structure, arc.lower, arc.upper, cells));
        CHECK(cells.front() == arc.lower);
        CHECK(cells.back() == arc.upper);
        CHECK((cells.size() == 2) == (arc.middle == kNoCell));
        if (arc.middle != kNoCell) CHECK(std::find(cells.begin(), cells.end(), arc.middle) != cells.end());
        if (&arc - arcs.data() > 400) break;
      }
      if (arcs.size() < 400) CHECK(counts.shortcuts == shortcuts);
    }
  }
  std::vector<CellId> cells;
  CHECK_FALSE(unpack_hierarchy_arc(world, StructureId::kCh, 0, 0, cells));
}

TEST_CASE("a drawn graph is searched from node to node") {
  DrawnGraph drawn;
  for (int i = 0; i < 9; ++i) REQUIRE(drawn.add_node({3 * i, 2}));
  for (uint32_t i = 0; i + 1 < 9; ++i) REQUIRE(drawn.set_edge(i, i + 1, kDrawnUnit * (1 + i % 3)));
  World world(GridMap(30, 6, '.'));
  world.set_drawn_graph(drawn);
  Workspace workspace;
  PlanResult result;
  for (const ChOrder order : {ChOrder::kNested, ChOrder::kLarge, ChOrder::kSmall, ChOrder::kOwn}) {
    world.set<MapHierarchy>(ChOptions{ChGraph::kDrawn, order});
    world.finish_updates();
    plan(world, *planner_named("ch"), {{0, 2}, {24, 2}}, {}, workspace, result);
    REQUIRE(result.found());
    CHECK(result.cost == kDrawnUnit * (1 + 2 + 3 + 1 + 2 + 3 + 1 + 2));
    CHECK(result.abstract_path.size() == 9);
    CHECK(result.path.empty());
    plan(world, *planner_named("ch"), {{1, 2}, {24, 2}}, {}, workspace, result);
    CHECK(result.status == PlanStatus::kStartBlocked);
  }
  REQUIRE(drawn.remove_edge(3, 4));
  world.set_drawn_graph(drawn);
  CHECK_FALSE(world.ready(StructureId::kCh));
  world.finish_updates();
  plan(world, *planner_named("ch"), {{0, 2}, {24, 2}}, {}, workspace, result);
  CHECK(result.status == PlanStatus::kNoPath);
  // Painting the map does not concern it.
  const uint64_t version = world.state(StructureId::kCh).version;
  world.apply(rectangle(world.map(), {4, 0}, {9, 5}, true, '@'));
  CHECK(world.ready(StructureId::kCh));
  world.finish_updates();
  CHECK(world.state(StructureId::kCh).version == version);
}

}  // namespace strata::test

#include <doctest/doctest.h>

#include <algorithm>

#include "core/hpa/hpa.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/trace.hpp"
#include "core/search/workspace.hpp"
#include "core/world/map_hpa.hpp"
#include "core/world/world.hpp"
#include "tests/support.hpp"

using namespace strata;

namespace {

// Shortest distances from `start` inside `rect`, from the rules alone: everything outside counts as blocked.
std::vector<Cost> distances_inside(const GridMap& map, const Rules& rules, const Rect& rect, Cell start) {
  GridMap cut = map;
  Edit edit;
  for (CellId id = 0; id < map.cell_count(); ++id) {
    if (!rect.contains(map.cell(id))) edit.runs.push_back({id, 1, '@'});
  }
  cut.apply(edit);
  return test::plain_dijkstra(cut, rules, start);
}

// The shortest cost through the abstract graph, found by Bellman-Ford over its edges and freshly computed links.
Cost abstract_cost(const Hpa& hpa, const GridMap& map, const Rules& rules, const PlanQuery& query) {
  std::vector<HpaEdge> edges = hpa.inter_edges();
  const std::vector<HpaEdge> intra = hpa.intra_edges();
  edges.insert(edges.end(), intra.begin(), intra.end());
  std::vector<Cost> g(map.cell_count(), kInfinite);
  const ClusterGrid& clusters = hpa.clusters();
  const auto link = [&](Cell end) {
    const Rect rect = clusters.rect(clusters.cluster_of(end));
    return std::pair(rect, distances_inside(map, rules, rect, end));
  };
  const auto [start_rect, from_start] = link(query.start);
  const auto [goal_rect, from_goal] = link(query.goal);
  for (const HpaNode& node : hpa.nodes()) {
    if (start_rect.contains(map.cell(node.cell))) g[node.cell] = from_start[node.cell];
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const HpaEdge& edge : edges) {
      for (const auto& [a, b] : {std::pair(edge.from, edge.to), std::pair(edge.to, edge.from)}) {
        if (g[a] == kInfinite || g[a] + edge.cost >= g[b]) continue;
        g[b] = g[a] + edge.cost;
        changed = true;
      }
    }
  }
  Cost best = start_rect == goal_rect ? from_start[map.id(query.goal)] : kInfinite;
  for (const HpaNode& node : hpa.nodes()) {
    if (!goal_rect.contains(map.cell(node.cell)) || g[node.cell] == kInfinite || from_goal[node.cell] == kInfinite)
      continue;
    best = std::min(best, g[node.cell] + from_goal[node.cell]);
  }
  return best;
}

struct HpaCase {
  const char* name;
  GridMap map;
};
std::vector<HpaCase> map_kinds() {
  return {{"random 20 %", test::random_map(53, 47, 20, 11)}, {"random 35 %", test::random_map(64, 40, 35, 12)},
          {"rooms", test::random_rooms(61, 61, 9, 13)},      {"open", GridMap(40, 33)},
          {"one row", test::random_map(57, 1, 5, 14)},       {"one column", test::random_map(1, 31, 3, 15)}};
}

}  // namespace

TEST_CASE("intra-edges are exactly the distances inside the clusters") {
  for (const Rules& rules : test::all_rules()) {
    for (const bool cache : {false, true}) {
      const GridMap map = test::random_map(34, 27, 25, 5);
      const MoveGrid grid = test::moves_on(map, rules);
      auto hpa = test::built<Hpa>(grid, HpaOptions{9, 4, cache ? 2 : 0, cache});
      std::vector<HpaEdge> expected;
      for (const HpaNode& a : hpa.nodes()) {
        const std::vector<Cost> distance =
            distances_inside(map, rules, hpa.clusters().rect(a.cluster), map.cell(a.cell));
        for (const HpaNode& b : hpa.nodes()) {
          if (b.cluster == a.cluster && b.cell > a.cell && distance[b.cell] != kInfinite) {
            expected.push_back({a.cell, b.cell, distance[b.cell]});
          }
        }
      }
      std::sort(expected.begin(), expected.end());
      REQUIRE(hpa.intra_edges() == expected);
    }
  }
}

TEST_CASE("HPA* finds a path exactly when there is one, at the cost of its abstract graph") {
  Workspace workspace;
  PlanResult astar;
  PlanResult hpa_result;
  PlanResult traced;
  int found = 0;
  int lost = 0;
  for (const Rules& rules : test::all_rules()) {
    for (const HpaCase& kind : map_kinds()) {
      CAPTURE(kind.name);
      const MoveGrid grid = test::moves_on(kind.map, rules);
      for (const HpaOptions& options : {HpaOptions{10, 6, 0, false}, HpaOptions{10, 6, 4, true},
                                        HpaOptions{7, 3, 0, true}, HpaOptions{2, 6, 0, false}}) {
        auto hpa = test::built<Hpa>(grid, options);
        Rng rng(17);
        for (int i = 0; i < 25; ++i) {
          const PlanQuery query{test::random_cell(kind.map, rng), i % 5 == 0
                                                                      ? Cell{std::min(kind.map.width() - 1, 3), 0}
                                                                      : test::random_cell(kind.map, rng)};
          plan_on_grid(grid, GridHeuristic::kDistance, query, workspace, astar);
          hpa.plan(grid, query, {true, true}, workspace, hpa_result);
          REQUIRE(hpa_result.status == astar.status);
          Trace trace;
          hpa.plan(grid, query, {true, true}, workspace, traced, &trace);
          REQUIRE(traced.path == hpa_result.path);
          REQUIRE(traced.raw_path == hpa_result.raw_path);
          REQUIRE(traced.cost == hpa_result.cost);
          REQUIRE(traced.stats == hpa_result.stats);
          if (!astar.found()) {
            ++lost;
            continue;
          }
          ++found;
          if (i < 5) REQUIRE(hpa_result.raw_cost == abstract_cost(hpa, kind.map, rules, query));
          const auto raw_fault = path_fault(grid, hpa_result.raw_path, query.start, query.goal, hpa_result.raw_cost);
          REQUIRE_MESSAGE(!raw_fault, *raw_fault);
          const auto fault = path_fault(grid, hpa_result.path, query.start, query.goal, hpa_result.cost);
          REQUIRE_MESSAGE(!fault, *fault);
          REQUIRE(hpa_result.cost <= hpa_result.raw_cost);
          REQUIRE(hpa_result.cost >= astar.cost);
          REQUIRE(hpa_result.abstract_path.front() == grid.id(query.start));
          REQUIRE(hpa_result.abstract_path.back() == grid.id(query.goal));
        }
      }
    }
  }
  CHECK(found > 1000);
  CHECK(lost > 100);
}

TEST_CASE("stored moves and searches give the same cost") {
  const GridMap map = test::random_rooms(90, 90, 11, 3);
  const MoveGrid grid = test::moves_on(map);
  auto searched = test::built<Hpa>(grid, HpaOptions{10, 6, 3, false});
  auto stored = test::built<Hpa>(grid, HpaOptions{10, 6, 3, true});
  Workspace workspace;
  PlanResult a;
  PlanResult b;
  Rng rng(1);
  for (int i = 0; i < 300; ++i) {
    const PlanQuery query{test::random_cell(map, rng), test::random_cell(map, rng)};
    searched.plan(grid, query, {}, workspace, a);
    stored.plan(grid, query, {}, workspace, b);
    REQUIRE(a.status == b.status);
    REQUIRE(a.raw_cost == b.raw_cost);
    REQUIRE(a.abstract_path == b.abstract_path);
  }
}

TEST_CASE("a cell that is cheaper than all others does not change the paths that other clusters store") {
  const Rules rules{Profile::kOctile, Capability(0b1111), {5, 3, 9, 7}};
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    World world(test::random_map(40, 40, 20, seed), rules, {.cluster_size = 8, .cache_paths = true, .levels = 2});
    for (const int16_t weight : {1, 0}) {
      world.apply({{{0, 1, '.', weight}}});
      world.finish_updates();
      const auto fresh = test::built<Hpa>(test::moves_on(world.map(), rules), *world.get<MapHpa>().options());
      CHECK(fresh == world.get<MapHpa>().hpa());
    }
  }
}

TEST_CASE(
    "after every one of 10,000 random edits, undo and redo among them, update equals a fresh build on 1 to 4 levels") {
  int edits = 0;
  int rebuilt = 0;
  uint64_t seed = 100;
  for (const HpaCase& kind : map_kinds()) {
    for (const Rules& rules : test::all_rules()) {
      const HpaOptions options{5 + static_cast<int>(seed % 7), 4 + static_cast<int>(seed % 3),
                               static_cast<int>(seed % 4),     seed % 2 == 0,
                               1 + static_cast<int>(seed % 4), 2 + static_cast<int>(seed / 3 % 2)};
      World world(kind.map, rules, options);
      world.finish_updates();
      Rng rng(++seed);
      for (int i = 0; i < 190; ++i) {
        if (rng.percent(10)) {
          world.undo();
        } else if (rng.percent(8)) {
          world.redo();
        } else if (rng.percent(15)) {
          world.begin_stroke("Stroke");
          for (int piece = 0; piece < 3; ++piece)
            world.apply(test::random_edit(world.map(), options.cluster_size, rng));
          world.end_stroke();
        } else {
          world.apply(test::random_edit(world.map(), options.cluster_size, rng));
        }
        ++edits;
        REQUIRE(world.ready());
        const MoveGrid grid = test::moves_on(world.map(), rules);
        REQUIRE(grid == world.moves());
        auto fresh = test::built<Hpa>(grid, options);
        REQUIRE(fresh == world.get<MapHpa>().hpa());
        rebuilt += fresh.node_count() > 0;
      }
    }
  }
  CHECK(edits >= 10000);
  CHECK(rebuilt > 5000);
}

TEST_CASE("a build reports each node, border and edge once") {
  const MoveGrid grid = test::moves_on(test::random_rooms(95, 83, 9, 4));
  for (const bool cache : {false, true}) {
    Hpa hpa;
    const HpaUpdate report = hpa.build(grid, {10, 6, 0, cache});
    const HpaCounts counts = hpa.counts();
    CHECK(report.clusters.size() == counts.clusters);
    CHECK(report.inter_edges == counts.inter_edges);
    CHECK(report.transitions == counts.inter_edges);
    CHECK(report.intra_edges == counts.intra_edges);
    CHECK(hpa.inter_edges().size() == counts.inter_edges);
    CHECK(hpa.intra_edges().size() == counts.intra_edges);
  }
}

TEST_CASE("an edit redoes only the clusters it touches") {
  World world(GridMap(100, 100), {}, {10, 6, 0, false});
  world.finish_updates();
  const auto clusters = [](const EditReport& report) {
    std::vector<uint32_t> redone;
    for (const RebuiltPart& part : report.touched(StructureId::kHpa)->parts) redone.push_back(part.number);
    return redone;
  };
  // An edit in the middle of a cluster rebuilds that cluster only.
  const EditReport inside = world.apply({{{world.map().id({45, 45}), 1, '@'}}});
  CHECK(clusters(inside) == std::vector<uint32_t>{44});
  CHECK(inside.touched(StructureId::kHpa)->count("borders") == 0);
  // On a border without a change of its transitions: one entrance becomes two, so the neighbour is redone.
  const EditReport border = world.apply({{{world.map().id({49, 45}), 1, '@'}}});
  CHECK(clusters(border) == std::vector<uint32_t>{44, 45});
  // Ground to swamp of the same weight: nothing.
  const EditReport same = world.apply({{{world.map().id({5, 5}), 1, 'S'}}});
  CHECK(clusters(same).empty());
  CHECK(world.ready());
  // A long diagonal stroke is not its bounding box.
  const EditReport diagonal = world.apply(brush_line(world.map(), {2, 2}, {97, 97}, {}, '@'));
  CHECK(clusters(diagonal).size() < 40);
  const EditReport undone = *world.undo();
  CHECK(clusters(undone).size() < 40);
}

TEST_CASE("a build in slices, with edits in between, ends where a build in one go does") {
  const GridMap map = test::random_rooms(150, 150, 9, 8);
  Rng rng(9);
  for (int round = 0; round < 10; ++round) {
    GridMap edited = map;
    MoveGrid grid = test::moves_on(edited);
    Hpa hpa;
    hpa.reset(grid, {8, 6, 0, round % 2 == 0, 1 + round % 4});
    HpaUpdate report;
    PlanResult result;
    Workspace workspace;
    int slices = 0;
    while (!hpa.update_some(grid, report, 7)) {
      ++slices;
      hpa.plan(grid, {{0, 0}, {149, 149}}, {}, workspace, result);
      if (grid.passable(Cell{0, 0}) && grid.passable(Cell{149, 149})) REQUIRE(result.status == PlanStatus::kStale);
      if (slices % 3 == 0 && slices < 60) {
        const EditResult edit = edited.apply(test::random_edit(edited, 8, rng));
        if (edit.dirty.empty()) continue;
        hpa.mark_dirty(grid, grid.update(edited, edit.dirty));
      }
    }
    CHECK(slices > 20);
    auto fresh = test::built<Hpa>(grid, HpaOptions{8, 6, 0, round % 2 == 0, 1 + round % 4});
    REQUIRE(fresh == hpa);
  }
}

TEST_CASE("a plan on an abstraction of another revision is refused") {
  GridMap map(30, 30);
  MoveGrid grid = test::moves_on(map);
  auto hpa = test::built<Hpa>(grid, HpaOptions{});
  const EditResult edit = map.apply({{{40, 5, '@'}}});
  grid.update(map, edit.dirty);
  Workspace workspace;
  PlanResult result;
  hpa.plan(grid, {{0, 0}, {29, 29}}, {}, workspace, result);
  CHECK(result.status == PlanStatus::kStale);
  hpa.update(grid, edit.dirty);
  hpa.plan(grid, {{0, 0}, {29, 29}}, {}, workspace, result);
  CHECK(result.found());
}

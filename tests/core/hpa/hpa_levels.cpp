// The abstract levels above the first.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "core/base/sort_unique.hpp"
#include "core/hpa/hpa.hpp"
#include "core/io/movingai.hpp"
#include "core/search/grid_search.hpp"
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/trace.hpp"
#include "core/search/workspace.hpp"
#include "core/world/scenes.hpp"
#include "core/world/world.hpp"
#include "tests/support.hpp"

using namespace strata;

namespace {

struct DeepKind {
  const char* name;
  GridMap map;
};
std::vector<DeepKind> deep_kinds() {
  return {{"random 20 %", test::random_map(73, 67, 20, 21)},    {"random 35 %", test::random_map(64, 90, 35, 22)},
          {"rooms", test::random_rooms(81, 81, 9, 23)},         {"open", GridMap(70, 53)},
          {"cave", generate({SceneKind::kCave, 96, 80, 5, 0})}, {"one row", test::random_map(97, 1, 5, 24)}};
}

// Distances inside a rectangle over a set of edges, by relaxing until nothing changes.
std::map<CellId, Cost> distances(CellId from, const std::vector<HpaEdge>& edges) {
  std::map<CellId, Cost> cost{{from, 0}};
  for (bool changed = true; changed;) {
    changed = false;
    for (const HpaEdge& edge : edges) {
      for (const auto& [a, b] : {std::pair(edge.from, edge.to), std::pair(edge.to, edge.from)}) {
        const auto at = cost.find(a);
        if (at == cost.end()) continue;
        const Cost next = at->second + edge.cost;
        const auto [place, fresh] = cost.try_emplace(b, next);
        if (!fresh && place->second <= next) continue;
        place->second = next;
        changed = true;
      }
    }
  }
  return cost;
}

}  // namespace

TEST_CASE("the nodes of a level are the ends of inter-edges that cross its borders, raised from the level below") {
  for (const DeepKind& kind : deep_kinds()) {
    CAPTURE(kind.name);
    const MoveGrid grid = test::moves_on(kind.map, {});
    auto hpa = test::built<Hpa>(grid, HpaOptions{5, 4, 0, false, 4, 2});
    const std::vector<HpaEdge> all = hpa.inter_edges(1);
    for (int level = 1; level <= 4; ++level) {
      const int side = 5 << (level - 1);
      CHECK(hpa.clusters(level).cluster_size() == side);
      std::vector<CellId> ends;
      std::vector<HpaEdge> crossing;
      for (const HpaEdge& edge : all) {
        const Cell a = kind.map.cell(edge.from);
        const Cell b = kind.map.cell(edge.to);
        if (a.x / side == b.x / side && a.y / side == b.y / side) continue;
        crossing.push_back(edge);
        ends.push_back(edge.from);
        ends.push_back(edge.to);
      }
      sort_unique(ends);
      std::vector<CellId> nodes;
      for (const HpaNode& node : hpa.nodes(level)) nodes.push_back(node.cell);
      std::sort(nodes.begin(), nodes.end());
      REQUIRE(nodes == ends);
      REQUIRE(hpa.inter_edges(level) == crossing);
      for (const CellId cell : nodes) {
        REQUIRE(hpa.level_of(cell) >= level);
        REQUIRE(hpa.node(static_cast<uint32_t>(hpa.node_at(cell, level)), level).cell == cell);
      }
    }
  }
}

TEST_CASE("intra-edges of a level are the distances inside its clusters over the level below") {
  for (const Rules& rules : {Rules{}, Rules{Profile::kPaper, Capability(0b1111), {1, 3, 16, 7}}}) {
    for (const bool cache : {false, true}) {
      const GridMap map = test::random_map(50, 41, 25, 6);
      const MoveGrid grid = test::moves_on(map, rules);
      auto hpa = test::built<Hpa>(grid, HpaOptions{5, 4, 0, cache, 3, 2});
      for (int level = 2; level <= 3; ++level) {
        std::vector<HpaEdge> expected;
        for (uint32_t cluster = 0; cluster < hpa.clusters(level).count(); ++cluster) {
          const Rect rect = hpa.clusters(level).rect(cluster);
          std::vector<HpaEdge> inside = hpa.inter_edges(level - 1);
          for (const HpaEdge& edge : hpa.intra_edges(level - 1)) inside.push_back(edge);
          std::erase_if(inside, [&](const HpaEdge& edge) {
            return !rect.contains(map.cell(edge.from)) || !rect.contains(map.cell(edge.to));
          });
          std::vector<CellId> nodes;
          for (const HpaNode& node : hpa.nodes(level)) {
            if (node.cluster == cluster) nodes.push_back(node.cell);
          }
          for (const CellId from : nodes) {
            const std::map<CellId, Cost> cost = distances(from, inside);
            for (const CellId to : nodes) {
              if (to > from && cost.contains(to)) expected.push_back({from, to, cost.at(to)});
            }
          }
        }
        std::sort(expected.begin(), expected.end());
        REQUIRE(expected.size() > 100);
        REQUIRE(hpa.intra_edges(level) == expected);
      }
    }
  }
}

TEST_CASE("the abstract path costs the same on every level, stored ways or not, traced or not") {
  Workspace workspace;
  PlanResult astar, plain, result, traced;
  size_t found = 0;
  size_t lost = 0;
  for (const Rules& rules : test::all_rules()) {
    for (const DeepKind& kind : deep_kinds()) {
      CAPTURE(kind.name);
      const MoveGrid grid = test::moves_on(kind.map, rules);
      for (const HpaOptions& options :
           {HpaOptions{10, 6, 0, false, 4, 2}, HpaOptions{6, 6, 3, true, 4, 2}, HpaOptions{4, 3, 0, true, 3, 3}}) {
        auto hpa = test::built<Hpa>(grid, options);
        Rng rng(31);
        for (int i = 0; i < 14; ++i) {
          const Cell start = test::random_cell(kind.map, rng);
          Cell goal = test::random_cell(kind.map, rng);
          if (i % 4 == 0) goal = {std::min(start.x + 7, kind.map.width() - 1), start.y};
          if (i % 5 == 0 && hpa.node_count(2) > 0) {  // an end that is a node already
            goal = kind.map.cell(
                hpa.node(static_cast<uint32_t>(rng.below(static_cast<uint32_t>(hpa.node_count(2)))), 2).cell);
          }
          const PlanQuery query{start, goal};
          plan_on_grid(grid, GridHeuristic::kDistance, query, workspace, astar);
          hpa.plan(grid, query, {true, true, 1}, workspace, plain);
          REQUIRE(plain.status == astar.status);
          for (int level = 2; level <= hpa.levels(); ++level) {
            hpa.plan(grid, query, {true, true, level}, workspace, result);
            REQUIRE(result.status == astar.status);
            Trace trace;
            hpa.plan(grid, query, {true, true, level}, workspace, traced, &trace);
            REQUIRE(traced.path == result.path);
            REQUIRE(traced.raw_path == result.raw_path);
            REQUIRE(traced.abstract_path == result.abstract_path);
            REQUIRE(traced.stats == result.stats);
            if (!astar.found()) continue;
            REQUIRE(result.raw_cost == plain.raw_cost);
            const auto raw_fault = path_fault(grid, result.raw_path, start, goal, result.raw_cost);
            REQUIRE_MESSAGE(!raw_fault, *raw_fault);
            const auto fault = path_fault(grid, result.path, start, goal, result.cost);
            REQUIRE_MESSAGE(!fault, *fault);
            REQUIRE(result.cost <= result.raw_cost);
            REQUIRE(result.cost >= astar.cost);
          }
          ++(astar.found() ? found : lost);
        }
      }
    }
  }
  CHECK(found > 1000);
  CHECK(lost > 100);
}

TEST_CASE("the events of a refinement spell out the path of every level, down to the cells") {
  const GridMap map = running_example();
  const MoveGrid grid = test::moves_on(map, {});
  for (const bool cache : {false, true}) {
    auto hpa = test::built<Hpa>(grid, HpaOptions{5, 6, 0, cache, 3, 2});
    Workspace workspace;
    PlanResult result;
    Trace trace;
    hpa.plan(grid, running_example_query(), {false, true}, workspace, result, &trace);
    REQUIRE(result.found());
    for (int level = 3; level >= 0; --level) {
      CellId at = grid.id(running_example_query().start);
      Cost cost = 0;
      for (const SearchEvent& event : trace.events()) {
        if (event.type != EventType::kPathEdge || event.level != level) continue;
        REQUIRE(event.parent == at);
        at = event.node;
        cost += event.g;
      }
      CHECK(at == grid.id(running_example_query().goal));
      CHECK(cost == result.raw_cost);
    }
  }
}

TEST_CASE("the first moves of a lazy refinement are those of the whole path") {
  Workspace workspace;
  PlanResult whole, first;
  int cut = 0;
  for (const DeepKind& kind : deep_kinds()) {
    const MoveGrid grid = test::moves_on(kind.map, {});
    for (const bool cache : {false, true}) {
      auto hpa = test::built<Hpa>(grid, HpaOptions{6, 6, 0, cache, 3, 2});
      Rng rng(41);
      for (int i = 0; i < 60; ++i) {
        const PlanQuery query{test::random_cell(kind.map, rng), test::random_cell(kind.map, rng)};
        hpa.plan(grid, query, {false, false}, workspace, whole);
        if (!whole.found()) continue;
        for (const uint32_t moves : {1u, 5u, 20u, 100000u}) {
          PlanOptions options{.first_moves = moves};
          hpa.plan(grid, query, options, workspace, first);
          REQUIRE(first.found());
          REQUIRE(first.cost == whole.cost);
          REQUIRE(first.path.size() == std::min<size_t>(whole.path.size(), moves + 1));
          REQUIRE(std::equal(first.path.begin(), first.path.end(), whole.path.begin()));
          REQUIRE(first.complete == (first.path.size() == whole.path.size()));
          cut += !first.complete;
        }
      }
    }
  }
  CHECK(cut > 300);
}

TEST_CASE("a goal linked once serves every start as a query of its own does, and goes stale with the graph") {
  GridMap map = test::random_rooms(80, 80, 9, 4);
  MoveGrid grid = test::moves_on(map, {});
  for (const bool cache : {false, true}) {
    auto hpa = test::built<Hpa>(grid, HpaOptions{10, 6, 0, cache, 3, 2});
    Workspace workspace;
    Rng rng(6);
    PlanResult single, shared;
    LinkedHpaGoal goal;
    int found = 0;
    for (int g = 0; g < 10; ++g) {
      const Cell target = test::random_cell(map, rng);
      const PlanStatus status = hpa.insert_goal(grid, target, workspace, goal);
      REQUIRE(status == (grid.passable(target) ? PlanStatus::kFound : PlanStatus::kGoalBlocked));
      for (int i = 0; i < 20 && status == PlanStatus::kFound; ++i) {
        const Cell start = test::random_cell(map, rng);
        PlanOptions options{.levels = i % 4};
        hpa.plan(grid, {start, target}, options, workspace, single);
        hpa.plan(grid, start, goal, options, workspace, shared);
        REQUIRE(shared.status == single.status);
        REQUIRE(shared.path == single.path);
        REQUIRE(shared.cost == single.cost);
        if (!single.found()) continue;
        ++found;
        REQUIRE(shared.stats.of(Phase::kMain) == single.stats.of(Phase::kMain));
        REQUIRE(shared.stats.total().touched <= single.stats.total().touched);
      }
    }
    CHECK(found > 100);
    const Cell free_cell = map.cell(hpa.node(0).cell);
    REQUIRE(hpa.insert_goal(grid, free_cell, workspace, goal) == PlanStatus::kFound);
    const EditResult edit = map.apply({{{map.id({40, 41}), 1, map.letter(Cell{40, 41}) == '.' ? '@' : '.'}}});
    hpa.update(grid, grid.update(map, edit.dirty));
    hpa.plan(grid, map.cell(hpa.node(3).cell), goal, {}, workspace, shared);
    CHECK(shared.status == PlanStatus::kStale);
    // Other clusters or rules make another graph, even where the map is the same.
    REQUIRE(hpa.insert_goal(grid, free_cell, workspace, goal) == PlanStatus::kFound);
    hpa.build(grid, {8, 6, 0, cache, 2, 2});
    hpa.plan(grid, map.cell(hpa.node(3).cell), goal, {}, workspace, shared);
    CHECK(shared.status == PlanStatus::kStale);
  }
}

TEST_CASE("large clusters are built in small slices, and begun again when something below them changes") {
  GridMap map = test::random_map(128, 128, 15, 3);
  MoveGrid grid = test::moves_on(map, {});
  for (const bool cache : {false, true}) {
    const HpaOptions options{4, 6, 0, cache, 5, 2};
    Hpa hpa, fresh;
    hpa.reset(grid, options);
    Rng rng(8);
    size_t slices = 0, upper_slices = 0;
    for (HpaUpdate report; !hpa.update_some(grid, report, 5); ++slices) {
      upper_slices += hpa.pending() == 1;
      if (upper_slices % 5 == 4 && slices < 400) {
        const EditResult edit = map.apply(test::random_edit(map, 4, rng));
        if (!edit.dirty.empty()) hpa.mark_dirty(grid, grid.update(map, edit.dirty));
      }
    }
    CHECK(upper_slices > 50);
    fresh.build(grid, options);
    REQUIRE(fresh == hpa);
  }
}

TEST_CASE("what lies under an edge costs what the edge does, on every level down to the cells") {
  Workspace workspace;
  std::vector<CellId> path;
  for (const DeepKind& kind : deep_kinds()) {
    const MoveGrid grid = test::moves_on(kind.map, {});
    for (const bool cache : {false, true}) {
      auto hpa = test::built<Hpa>(grid, HpaOptions{5, 4, 0, cache, 3, 2});
      for (int level = 1; level <= 3; ++level) {
        std::vector<HpaEdge> edges = hpa.intra_edges(level);
        for (const HpaEdge& edge : hpa.inter_edges(level)) edges.push_back(edge);
        Rng rng(static_cast<uint64_t>(level));
        for (int i = 0; i < 30 && !edges.empty(); ++i) {
          const HpaEdge edge = edges[rng.below(static_cast<uint32_t>(edges.size()))];
          const Cell from = kind.map.cell(edge.from);
          const Cell to = kind.map.cell(edge.to);
          for (int down_to = 0; down_to < level; ++down_to) {
            REQUIRE(hpa.edge_path(grid, level, from, to, down_to, workspace, path) == edge.cost);
            REQUIRE(path.front() == edge.from);
            REQUIRE(path.back() == edge.to);
            if (down_to == 0) {
              const auto fault = path_fault(grid, path, from, to, edge.cost);
              REQUIRE_MESSAGE(!fault, *fault);
            }
            for (const CellId cell : path) REQUIRE(hpa.level_of(cell) >= down_to);
          }
        }
      }
    }
  }
}

TEST_CASE("an update climbs no farther than something changes") {
  // A plain of 80x80 under clusters of 5, 10, 20 and 40 cells.
  World world(GridMap(80, 80), {}, {5, 6, 0, false, 4, 2});
  world.finish_updates();
  const auto touched = [](const EditReport& report) {
    const RebuiltParts* hpa = report.touched(StructureId::kHpa);
    return hpa != nullptr ? *hpa : RebuiltParts{};
  };
  // Clusters of a level that came out other than they were: from these an update climbs.
  const auto changed = [](const RebuiltParts& hpa, int level) {
    return hpa.parts_on(level) - hpa.count("unchanged", level);
  };
  const RebuiltParts inside = touched(world.apply({{{world.map().id({42, 42}), 1, '@'}}}));
  CHECK(inside.parts_on(1) == 1);
  // The cell is no node, and other ways of the same length lead past it from border to border of the level-2 cluster.
  CHECK(inside.parts_on(2) <= 1);
  CHECK(inside.parts_on(3) <= changed(inside, 2));
  CHECK(inside.parts_on(4) <= changed(inside, 3));
  size_t stopped = inside.parts_on(2) == 0 || inside.count("unchanged", 2) == 1;
  // The same all over the map: most edits of single cells stop below the top.
  Rng rng(12);
  for (int i = 0; i < 200; ++i) {
    const EditReport report = world.apply(test::random_edit(world.map(), 5, rng));
    if (report.changed_cells == 0) continue;
    const RebuiltParts hpa = touched(report);
    for (int level = 3; level <= 4; ++level) CHECK(hpa.parts_on(level) <= hpa.parts_on(level - 1));
    stopped += changed(hpa, 4) == 0;
  }
  CHECK(stopped > 20);
  // Ground to swamp of the same weight: nothing at all.
  const RebuiltParts none = touched(world.apply({{{world.map().id({1, 1}), 1, 'S'}}}));
  for (int level = 2; level <= 4; ++level) CHECK(none.parts_on(level) == 0);
}

TEST_CASE("120 game maps: graph sizes as an independent implementation has them, and 12,000 queries of equal cost" *
          doctest::skip(std::getenv("STRATA_DATA") == nullptr)) {
  const std::filesystem::path folder = std::filesystem::path(std::getenv("STRATA_DATA")) / "maps" / "bg";
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".map") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  Workspace workspace;
  PlanResult astar, plain, result;
  size_t queries = 0;
  std::array<double, 4> nodes{}, intra{};
  double inter = 0;
  for (const std::filesystem::path& file : files) {
    CAPTURE(file.string());
    const Result<LoadedMap> loaded = load_map(file.string());
    REQUIRE(loaded.ok());
    const MoveGrid grid = test::moves_on(loaded.value().map, {Profile::kPaper});
    Hpa searched, stored;
    searched.build(grid, {10, 6, 0, false, 4, 2});
    stored.build(grid, {10, 6, 0, true, 4, 2});
    for (int level = 1; level <= 3; ++level) {
      nodes[static_cast<size_t>(level)] += static_cast<double>(searched.counts(level).nodes);
      intra[static_cast<size_t>(level)] += static_cast<double>(searched.counts(level).intra_edges);
    }
    inter += static_cast<double>(searched.counts().inter_edges);
    Rng rng(9);
    for (int pairs = 0, tries = 0; pairs < 100 && tries < 100'000; ++tries) {
      const PlanQuery query{test::random_cell(loaded.value().map, rng), test::random_cell(loaded.value().map, rng)};
      plan_on_grid(grid, GridHeuristic::kDistance, query, workspace, astar);
      if (!astar.found()) continue;
      ++pairs;
      ++queries;
      searched.plan(grid, query, {true, true, 1}, workspace, plain);
      REQUIRE(plain.found());
      for (const Hpa* hpa : {&searched, &stored}) {
        for (int level = 1; level <= 4; ++level) {
          hpa->plan(grid, query, {true, true, level}, workspace, result);
          REQUIRE(result.found());
          REQUIRE(result.raw_cost == plain.raw_cost);
          REQUIRE(!path_fault(grid, result.raw_path, query.start, query.goal, result.raw_cost));
          REQUIRE(!path_fault(grid, result.path, query.start, query.goal, result.cost));
        }
      }
    }
  }
  if (files.size() != 120) return;
  CHECK(queries == 12'000);
  const auto near = [](double sum, double reference) { return doctest::Approx(reference).epsilon(0.02) == sum / 120; };
  CHECK(near(inter, 214.7));
  CHECK(near(nodes[1], 330.5));
  CHECK(near(nodes[1] - nodes[2], 141.8));  // by exact level
  CHECK(near(nodes[2] - nodes[3], 89.9));
  CHECK(near(nodes[3], 98.9));
  CHECK(near(intra[1], 513));
  CHECK(near(intra[2], 611));
  CHECK(near(intra[3], 482));
}

TEST_CASE("options out of range are told apart") {
  CHECK(HpaOptions{}.valid());
  CHECK(HpaOptions{10, 6, 0, false, 4, 2}.valid());
  CHECK_FALSE(HpaOptions{1}.valid());
  CHECK_FALSE(HpaOptions{65}.valid());
  CHECK_FALSE(HpaOptions{10, 6, 0, false, 0}.valid());
  CHECK_FALSE(HpaOptions{10, 6, 0, false, 11}.valid());
  CHECK_FALSE(HpaOptions{64, 6, 0, false, 6, 2}.valid());  // 2048 cells wide
  CHECK_FALSE(HpaOptions{10, 6, 0, false, 2, 9}.valid());
  for (int size = 2; size <= 64; ++size) {
    for (int factor = 2; factor <= 8; ++factor) {
      for (int levels = 1; levels <= HpaOptions::kMaxLevels; ++levels) {
        const double side = size * std::pow(factor, levels - 1);
        REQUIRE(HpaOptions{size, 6, 0, false, levels, factor}.valid() ==
                (levels == 1 || side <= HpaOptions::kMaxTopSide));
      }
    }
  }
}

TEST_CASE("a way that costs too much for an abstract edge is called that, not missing") {
  // A snake of weight 16 through 512x330 cells: about 84,000 steps of 13,056.
  std::string rows;
  for (int y = 0; y < 330; ++y) {
    std::string row(512, y % 2 == 0 ? 'T' : '@');
    if (y % 2 == 1) row[y % 4 == 1 ? 511 : 0] = 'T';
    rows += row + '\n';
  }
  const GridMap map = map_from_text(rows);
  const MoveGrid grid = test::moves_on(map, {Profile::kOctile, Capability(0b1111), {1, 1, 1, 16}});
  Workspace workspace;
  PlanResult astar, result;
  const PlanQuery query{{0, 0}, {0, 328}};
  plan_on_grid(grid, GridHeuristic::kDistance, query, workspace, astar);
  REQUIRE(astar.found());
  REQUIRE(astar.cost > 1u << 30);
  for (const bool cache : {false, true}) {
    auto hpa = test::built<Hpa>(grid, HpaOptions{64, 6, 0, cache, 4, 2});
    hpa.plan(grid, query, {true, false, 1}, workspace, result);
    CHECK(result.found());
    CHECK(result.cost == astar.cost);
    hpa.plan(grid, query, {true, false, 4}, workspace, result);
    if (result.found()) {
      CHECK(result.cost == astar.cost);
    } else {
      CHECK(result.status == PlanStatus::kCostOverflow);
    }
    // Half of it is near enough.
    hpa.plan(grid, {{0, 0}, {0, 200}}, {true, false, 4}, workspace, result);
    CHECK(result.found());
  }
}

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <queue>
#include <thread>

#include "core/grid/clearance.hpp"
#include "core/io/movingai.hpp"
#include "core/search/path.hpp"
#include "core/search/pseudo_code.hpp"
#include "core/tables/tables.hpp"
#include "core/world/scenes.hpp"
#include "tests/support.hpp"

using namespace strata;

namespace {

// A map with tables and what they stand on, edited together.
struct Stand {
  GridMap map;
  Clearance clearance;
  MoveGrid grid;
  Hpa hpa;
  Tables tables;
  std::shared_ptr<const TableDistances> all;

  Stand(GridMap from, const Rules& rules, int cluster_size, bool cache_paths = false) : map(std::move(from)) {
    clearance.build(map, rules.capability);
    grid.build(map, rules, &clearance);
    hpa.build(grid, {.cluster_size = cluster_size, .cache_paths = cache_paths});
    tables.build(grid, hpa, {});
  }
  void compute_all() { all = TableDistances::compute(tables, nullptr); }
  // The hpa follows the edit, the tables do not yet.
  void edit_below(const Edit& edit) {
    Rect dirty = map.apply(edit).dirty;
    dirty.include(clearance.update(map, dirty));
    hpa.update(grid, grid.update(map, dirty, &clearance));
  }
  TablesUpdate edit(const Edit& edit) {
    edit_below(edit);
    return tables.update(grid, hpa);
  }
  Query random_query(Rng& rng) const { return {test::random_cell(map, rng), test::random_cell(map, rng)}; }
};

GridMap map_of(int kind, int width, int height, uint64_t seed) {
  switch (kind) {
    case 0:
      return GridMap(width, height);
    case 1:
      return test::random_map(width, height, static_cast<uint32_t>(15 + seed % 30), seed);
    case 2:
      return test::random_rooms(width, height, 5 + static_cast<int>(seed % 6), seed);
    case 3:
      return test::random_map(width, height, 4, seed);
    default:
      if (width < 8 || height < 8) return test::random_map(width, height, 30, seed);
      return generate({static_cast<SceneKind>(kind % kSceneKinds), width, height, seed, 0});
  }
}
constexpr int kKinds = 10;

std::vector<Rules> rules_of_all_kinds() {
  std::vector<Rules> rules = test::all_rules();
  for (int size = 2; size <= 3; ++size) {
    for (int p = 0; p < kProfiles; ++p) {
      Rules r{static_cast<Profile>(p)};
      r.agent_size = size;
      rules.push_back(r);
    }
  }
  return rules;
}

// Costs from a cell to all that can be reached by moves inside `area`; kNoWay: none.
std::vector<Cost> plain_ways(const MoveGrid& grid, const Rect& area, CellId from) {
  std::vector<Cost> cost(grid.cell_count(), kNoWay);
  using Entry = std::pair<Cost, CellId>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  cost[from] = 0;
  open.push({0, from});
  while (!open.empty()) {
    const auto [g, id] = open.top();
    open.pop();
    if (g != cost[id]) continue;
    for (int d = 0; d < kDirections; ++d) {
      if ((grid.moves(id) >> d & 1) == 0) continue;
      const CellId next = grid.neighbour(id, d);
      const Cost way = g + grid.step_cost(id, d);
      if (!area.contains(grid.cell(next)) || way >= cost[next]) continue;
      cost[next] = way;
      open.push({way, next});
    }
  }
  return cost;
}

// The graph of level 1, nodes known by their cells.
struct CellGraph {
  struct Arc {
    CellId to;
    Cost cost;
  };
  const MoveGrid& grid;
  std::vector<std::vector<Arc>> arcs;

  CellGraph(const MoveGrid& moves, const Hpa& hpa) : grid(moves), arcs(moves.cell_count()) {
    const auto add = [&](const std::vector<HpaEdge>& edges) {
      for (const HpaEdge& edge : edges) {
        arcs[edge.from].push_back({edge.to, edge.cost});
        arcs[edge.to].push_back({edge.from, edge.cost});
      }
    };
    add(hpa.inter_edges());
    add(hpa.intra_edges());
  }
  std::vector<Cost> from(CellId source, const Rect& area) const {
    std::vector<Cost> cost(arcs.size(), kNoWay);
    using Entry = std::pair<Cost, CellId>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    cost[source] = 0;
    open.push({0, source});
    while (!open.empty()) {
      const auto [g, id] = open.top();
      open.pop();
      if (g != cost[id]) continue;
      for (const Arc& arc : arcs[id]) {
        if (!area.contains(grid.cell(arc.to)) || g + arc.cost >= cost[arc.to]) continue;
        cost[arc.to] = g + arc.cost;
        open.push({cost[arc.to], arc.to});
      }
    }
    return cost;
  }
};

// The nodes of levels 1, 2, ... as cells, in the order of the tables.
std::vector<std::vector<CellId>> nodes_by_level(const TablesView& view) {
  std::vector<std::vector<CellId>> nodes(static_cast<size_t>(view.levels) + 1);
  nodes[1].assign(view.node_cell, view.node_cell + view.nodes);
  for (int l = 2; l < view.levels; ++l) {
    const TableLevel& level = view.level[l];
    nodes[static_cast<size_t>(l)].assign(view.level[l + 1].nodes, kNoCell);
    for (int q = 0; q < level.columns * level.rows; ++q) {
      const TableUpper& upper = level.clusters[q];
      for (uint32_t i = 0; i < upper.borders; ++i)
        nodes[static_cast<size_t>(l)][upper.first_border + i] =
            nodes[static_cast<size_t>(l) - 1][upper.first + upper.border[i]];
    }
  }
  return nodes;
}

// Everything in the tables, against plain searches.
void check_tables(const Stand& s) {
  const TablesView view = s.tables.view(s.grid);
  const ClusterGrid& clusters = s.hpa.clusters();
  REQUIRE(view.nodes == s.hpa.node_count());
  for (uint32_t c = 0; c < clusters.count(); ++c) {
    const TableCluster& table = view.clusters[c];
    const Rect rect = clusters.rect(c);
    std::vector<CellId> cells;
    for (int y = rect.y0; y < rect.y1; ++y) {
      for (int x = rect.x0; x < rect.x1; ++x) {
        const uint32_t local = view.local_of(table, {x, y});
        REQUIRE((local != kBlockedLocal) == s.grid.passable(Cell{x, y}));
        if (local == kBlockedLocal) continue;
        REQUIRE(local == cells.size());
        cells.push_back(s.grid.id({x, y}));
      }
    }
    REQUIRE(table.cells == cells.size());
    REQUIRE(std::ranges::equal(s.hpa.nodes_of(c), std::span(view.node_cell + table.first, table.nodes)));
    for (uint32_t to = 0; to < table.cells; ++to) {
      const std::vector<Cost> ways = plain_ways(s.grid, rect, cells[to]);
      const auto node = std::ranges::find(s.hpa.nodes_of(c), cells[to]);
      const auto slot = static_cast<size_t>(node - s.hpa.nodes_of(c).begin());
      for (uint32_t from = 0; from < table.cells; ++from) {
        const CellId id = cells[from];
        uint32_t move = kMoveNone;
        for (int d = kDirections - 1; d >= 0 && ways[id] < kNoWay; --d) {
          if ((s.grid.moves(id) >> d & 1) == 0 || !rect.contains(s.grid.cell(s.grid.neighbour(id, d)))) continue;
          if (ways[s.grid.neighbour(id, d)] + s.grid.step_cost(id, d) == ways[id]) move = static_cast<uint32_t>(d);
        }
        if (from == to) move = kMoveHere;
        REQUIRE(TablesView::first_move(table, from, to) == move);
        if (slot < table.nodes) REQUIRE(table.to_nodes[from * table.nodes + slot] == ways[id]);
      }
      if (slot == table.nodes) continue;
      for (uint32_t k = 0; k < table.nodes; ++k)
        REQUIRE(table.between[slot * table.nodes + k] == ways[view.node_cell[table.first + k]]);
      std::vector<TableLink> links;
      for (const Hpa::InterEdge& e : s.hpa.links_of(c)) {
        if (e.slot == slot) links.push_back({e.to, e.to_slot, e.cost});
      }
      REQUIRE(std::ranges::equal(
          links, std::span(table.links + table.link_begin[slot], table.links + table.link_begin[slot + 1])));
    }
  }

  const CellGraph graph(s.grid, s.hpa);
  const std::vector<std::vector<CellId>> nodes = nodes_by_level(view);
  uint32_t offset = 0;
  for (int l = 2; l <= view.levels; ++l) {
    const TableLevel& level = view.level[l];
    const std::vector<CellId>& below = nodes[static_cast<size_t>(l) - 1];
    REQUIRE(level.nodes == below.size());
    REQUIRE(level.offset == offset);
    offset += level.nodes;
    const int side = view.side << (l - 1);
    size_t counted = 0;
    for (uint32_t q = 0; q < static_cast<uint32_t>(level.columns * level.rows); ++q) {
      const TableUpper& upper = level.clusters[q];
      const int x = static_cast<int>(q) % level.columns * side, y = static_cast<int>(q) / level.columns * side;
      const Rect rect = Rect{x, y, x + side, y + side}.clipped(s.grid.bounds());
      std::vector<uint16_t> border;
      for (uint32_t i = 0; i < upper.nodes; ++i) {
        const CellId from = below[upper.first + i];
        REQUIRE(rect.contains(s.grid.cell(from)));
        REQUIRE(level.owner[upper.first + i] == q);
        if (std::ranges::any_of(graph.arcs[from],
                                [&](const CellGraph::Arc& arc) { return !rect.contains(s.grid.cell(arc.to)); }))
          border.push_back(static_cast<uint16_t>(i));
        const std::vector<Cost> ways = graph.from(from, rect);
        for (uint32_t k = 0; k < upper.nodes; ++k)
          REQUIRE(upper.inside[static_cast<size_t>(i) * upper.nodes + k] == ways[below[upper.first + k]]);
      }
      REQUIRE(std::ranges::equal(border, std::span(upper.border, upper.borders)));
      counted += upper.nodes;
    }
    REQUIRE(counted == level.nodes);
  }
  REQUIRE(view.row_length == offset);

  // The distances: all of them, rows on demand, and the shared functions of the back ends.
  const auto all = TableDistances::compute(s.tables, nullptr);
  REQUIRE(all->true_for(s.tables));
  const FilledRows rows = all->rows();
  std::vector<Cost> row(view.row_length);
  for (uint32_t node = 0; node < view.nodes; ++node) {
    const std::vector<Cost> ways = graph.from(view.node_cell[node], s.grid.bounds());
    for (uint32_t other = 0; other < view.nodes; ++other) REQUIRE(rows.row(node)[other] == ways[view.node_cell[other]]);
    if (node % 7 != 0) continue;
    const uint32_t source = view.node_cluster[node];
    for (int l = 2; l <= view.levels; ++l) {
      const TableUpper& upper = view.level[l].clusters[view.ancestor(source, l)];
      for (uint32_t x = 0; x < upper.nodes; ++x)
        row[view.level[l].offset + upper.first + x] = table_climb(view, row.data(), node, source, l, x);
    }
    for (int l = view.levels - 1; l >= 2; --l) {
      for (uint32_t q = 0; q < static_cast<uint32_t>(view.level[l].columns * view.level[l].rows); ++q) {
        const TableUpper& upper = view.level[l].clusters[q];
        Cost* part = row.data() + view.level[l].offset + upper.first;
        for (uint32_t x = 0; x < upper.nodes; ++x)
          part[x] = table_descend(view, row.data(), upper, l, x, view.ancestor(source, l) == q ? part[x] : kNoWay);
      }
    }
    REQUIRE(std::ranges::equal(std::span(row).first(view.nodes), std::span(rows.row(node), view.nodes)));
  }
  TableRows on_demand;
  Rng rng(view.nodes);
  for (int i = 0; i < 20; ++i) {
    const uint32_t goal_cluster = rng.below(clusters.count());
    on_demand.begin(view, s.tables.version(), goal_cluster);
    for (int k = 0; k < 5; ++k) {
      const uint32_t cluster = rng.below(clusters.count());
      on_demand.open(cluster);
      const TableCluster &goal = view.clusters[goal_cluster], &at = view.clusters[cluster];
      for (uint32_t b = goal.first; b < goal.first + goal.nodes; ++b) {
        REQUIRE(std::ranges::equal(std::span(on_demand.row(b) + at.first, at.nodes),
                                   std::span(rows.row(b) + at.first, at.nodes)));
      }
    }
  }
}

// The answer is the way inside a common cluster if nothing is cheaper, else the lowest pair of nodes among the
// cheapest.
void check_choice(const Stand& s, const TablesView& view, const TableAnswer& answer, const Query& query) {
  const uint32_t start_cluster = view.cluster_of(query.start), goal_cluster = view.cluster_of(query.goal);
  const TableCluster &a = view.clusters[start_cluster], &b = view.clusters[goal_cluster];
  const uint32_t from = view.local_of(a, query.start), to = view.local_of(b, query.goal);
  const FilledRows rows = s.all->rows();
  Cost best = kNoWay;
  uint32_t first = kNoTableNode, last = kNoTableNode;
  if (start_cluster == goal_cluster)
    best = plain_ways(s.grid, s.hpa.clusters().rect(start_cluster), s.grid.id(query.start))[s.grid.id(query.goal)];
  for (uint32_t i = 0; i < a.nodes; ++i) {
    for (uint32_t k = 0; k < b.nodes; ++k) {
      const Cost cost =
          a.to_nodes[from * a.nodes + i] + rows.row(b.first + k)[a.first + i] + b.to_nodes[to * b.nodes + k];
      if (cost >= best) continue;
      best = cost;
      first = a.first + i;
      last = b.first + k;
    }
  }
  REQUIRE(answer.cost == best);
  REQUIRE(answer.from == first);
  REQUIRE(answer.to == last);
}

// One query with all distances and with rows on demand against HPA* on level 1.
void check_query(const Stand& s, const Query& query, Workspace& workspace, const PlanResult& expected) {
  CAPTURE(query.start.x);
  CAPTURE(query.start.y);
  CAPTURE(query.goal.x);
  CAPTURE(query.goal.y);
  PlanResult result, other;
  const PlanOptions options{.smooth = false};
  s.tables.plan(s.grid, s.all.get(), query, options, workspace, result);
  REQUIRE(result.status == expected.status);
  s.tables.plan(s.grid, nullptr, query, options, workspace, other);
  REQUIRE(other.status == expected.status);
  REQUIRE(other.path == result.path);
  REQUIRE(other.abstract_path == result.abstract_path);
  if (!result.found()) return;
  REQUIRE(result.raw_cost == expected.raw_cost);
  REQUIRE(result.cost == result.raw_cost);
  REQUIRE(other.raw_cost == result.raw_cost);
  REQUIRE(!path_fault(s.grid, result.path, query.start, query.goal, result.cost));
  REQUIRE(result.abstract_path.front() == s.grid.id(query.start));
  REQUIRE(result.abstract_path.back() == s.grid.id(query.goal));
  const ClusterGrid& clusters = s.hpa.clusters();
  for (size_t i = 1; i < result.abstract_path.size(); ++i) {
    const CellId a = result.abstract_path[i - 1], b = result.abstract_path[i];
    const bool inside = clusters.cluster_of(s.grid.cell(a)) == clusters.cluster_of(s.grid.cell(b));
    REQUIRE(a != b);
    REQUIRE((inside || s.grid.direction_between(a, b) >= 0));
    if (i + 1 < result.abstract_path.size()) REQUIRE(s.hpa.node_at(b) >= 0);
  }
}

}  // namespace

TEST_CASE("tables find what HPA* finds on level 1: 300,000 look-ups on maps, rules and cluster sizes of all kinds") {
  const std::vector<Rules> rules = rules_of_all_kinds();
  Workspace workspace;
  PlanResult expected;
  const PlanOptions options{.smooth = false};
  size_t queries = 0, found = 0, planned = 0;
  for (uint64_t seed = 1; queries < 300'000; ++seed) {
    Rng rng(seed);
    const int side = seed % 9 == 0 ? rng.between(1, 7) : rng.between(8, 72);
    const int width = seed % 5 == 0 ? rng.between(1, 90) : side, height = seed % 5 == 0 ? rng.between(1, 40) : side;
    const int cluster_size = seed % 11 == 0 ? 32 : rng.between(4, 20);
    Stand s(map_of(static_cast<int>(seed % kKinds), width, height, seed), rules[seed % rules.size()], cluster_size,
            true);
    CAPTURE(seed);
    REQUIRE(s.tables.ready());
    s.compute_all();
    const TablesView view = s.tables.view(s.grid);
    FilledRows rows = s.all->rows();
    HpaGoal linked;
    for (int goals = 0; goals < 12; ++goals) {
      const Cell goal = test::random_cell(s.map, rng);
      const PlanStatus status = s.hpa.insert_goal(s.grid, goal, workspace, linked);
      for (int starts = 0; starts < 250; ++starts) {
        const Query query{starts == 0 ? goal : test::random_cell(s.map, rng), goal};
        ++queries;
        if (status == PlanStatus::kFound) {
          s.hpa.plan(s.grid, query.start, linked, options, workspace, expected);
        } else {
          s.hpa.plan(s.grid, query, options, workspace, expected);
        }
        const TableAnswer answer = table_look_up(view, rows, s.grid.id(query.start), s.grid.id(query.goal));
        CAPTURE(starts);
        CAPTURE(goals);
        REQUIRE(answer.status == expected.status);
        if (expected.found()) {
          ++found;
          REQUIRE(answer.cost == expected.raw_cost);
        }
        if (starts % 10 != 0) continue;
        ++planned;
        if (expected.found()) check_choice(s, view, answer, query);
        check_query(s, query, workspace, expected);
      }
    }
  }
  CHECK(found > queries / 4);
  CHECK(planned >= queries / 10);
}

TEST_CASE("what tables hold is what plain searches find, inside clusters of every level and between all nodes") {
  const std::vector<Rules> rules = rules_of_all_kinds();
  for (uint64_t seed = 1; seed <= 45; ++seed) {
    Rng rng(seed);
    CAPTURE(seed);
    const int width = rng.between(1, 60), height = seed % 4 == 0 ? rng.between(1, 9) : rng.between(20, 60);
    const Stand s(map_of(static_cast<int>(seed % kKinds), width, height, seed), rules[seed % rules.size()],
                  seed % 9 == 0 ? 32 : rng.between(2, 14));
    check_tables(s);
  }
}

TEST_CASE("one cell, one cluster, nothing passable: tables of maps without nodes") {
  Workspace workspace;
  PlanResult result, expected;
  for (const int blocked : {0, 100}) {
    Stand s(test::random_map(1, 1, static_cast<uint32_t>(blocked), 1), {}, 4);
    CHECK(s.tables.ready());
    CHECK(s.tables.levels() == 1);
    CHECK(s.tables.nodes() == 0);
    s.compute_all();
    CHECK(s.all->memory_bytes() == 0);
    s.hpa.plan(s.grid, {{0, 0}, {0, 0}}, {}, workspace, expected);
    check_query(s, {{0, 0}, {0, 0}}, workspace, expected);
    CHECK(expected.found() == (blocked == 0));
  }
  Stand s(test::random_map(9, 7, 20, 3), {}, 10);
  CHECK(s.tables.nodes() == 0);
  check_tables(s);
  s.tables.plan(s.grid, nullptr, {{-1, 0}, {3, 3}}, {}, workspace, result);
  CHECK(result.status == PlanStatus::kStartBlocked);
  s.tables.plan(s.grid, nullptr, {{0, 0}, {9, 3}}, {}, workspace, result);
  CHECK(result.status != PlanStatus::kFound);
}

TEST_CASE("after every edit updated tables equal tables built anew") {
  const std::vector<Rules> rules = rules_of_all_kinds();
  Workspace workspace;
  PlanResult expected;
  size_t redone = 0, kept = 0;
  for (uint64_t seed = 1; seed <= 24; ++seed) {
    Rng rng(seed);
    CAPTURE(seed);
    const int cluster_size = rng.between(2, 12);
    Stand s(map_of(static_cast<int>(seed % kKinds), rng.between(20, 70), rng.between(20, 70), seed),
            rules[seed % rules.size()], cluster_size);
    for (int i = 0; i < 40; ++i) {
      CAPTURE(i);
      const TablesUpdate report = s.edit(test::random_edit(s.map, cluster_size, rng));
      REQUIRE(std::ranges::is_sorted(report.clusters));
      redone += report.clusters.size();
      for (const TablesLevelUpdate& upper : report.upper) {
        REQUIRE(std::ranges::is_sorted(upper.clusters));
        kept += upper.unchanged;
      }
      Tables fresh;
      fresh.build(s.grid, s.hpa, {});
      REQUIRE(s.tables == fresh);
      REQUIRE(s.tables.memory_bytes() > 0);
      if (i % 10 != 0) continue;
      s.compute_all();
      for (int k = 0; k < 20; ++k) {
        const Query query = s.random_query(rng);
        s.hpa.plan(s.grid, query, {.smooth = false}, workspace, expected);
        check_query(s, query, workspace, expected);
      }
    }
    check_tables(s);
  }
  CHECK(redone > 1000);
  CHECK(kept > 100);
}

TEST_CASE("tables settle in slices, and edits may come between any two of them") {
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    Rng rng(seed);
    CAPTURE(seed);
    Stand s(test::random_rooms(60, 44, 7, seed), {}, 6);
    for (int i = 0; i < 12; ++i) {
      s.edit_below(test::random_edit(s.map, 6, rng));
      s.tables.mark_dirty(s.grid, s.hpa);
      TablesUpdate report;
      size_t slices = 0, edits = 0;
      while (!s.tables.settle(s.grid, s.hpa, report, 1)) {
        REQUIRE(!s.tables.ready());
        REQUIRE(s.tables.pending() > 0);
        REQUIRE(++slices < 2000);
        if (edits > 4 || !rng.percent(20)) continue;
        ++edits;
        s.edit_below(test::random_edit(s.map, 6, rng));
        s.tables.mark_dirty(s.grid, s.hpa);
      }
      REQUIRE(s.tables.pending() == 0);
      REQUIRE(s.tables.ready());
      Tables fresh;
      fresh.build(s.grid, s.hpa, {});
      REQUIRE(s.tables == fresh);
    }
    // A whole build, cluster by cluster.
    Tables sliced;
    sliced.reset(s.grid, s.hpa, {});
    TablesUpdate report;
    size_t slices = 0;
    while (!sliced.settle(s.grid, s.hpa, report, 1)) ++slices;
    REQUIRE(slices >= s.hpa.clusters().count());
    REQUIRE(report.clusters.size() == s.hpa.clusters().count());
    REQUIRE(sliced == s.tables);
    // Another hpa below: everything anew.
    s.hpa.build(s.grid, {.cluster_size = 9});
    s.tables.update(s.grid, s.hpa);
    Tables fresh;
    fresh.build(s.grid, s.hpa, {});
    REQUIRE(s.tables == fresh);
  }
}

TEST_CASE("clusters of high levels are computed in slices too, begun anew after an edit, and by a copy on its own") {
  Rng rng(6);
  Stand s(test::random_map(160, 160, 3, 6), {}, 4);
  size_t half_done = 0;
  for (int i = 0; i < 60; ++i) {
    s.edit_below(test::random_edit(s.map, 4, rng));
    s.tables.mark_dirty(s.grid, s.hpa);
    TablesUpdate report, ignored;
    // Down to the last cluster, the root.
    const auto root_is_left = [&] {
      return report.upper.size() > 1 && !report.upper[report.upper.size() - 2].clusters.empty();
    };
    bool done = false;
    while (!done && !root_is_left()) done = s.tables.settle(s.grid, s.hpa, report, 1);
    if (done) continue;
    ++half_done;
    Tables copy = s.tables;
    s.edit_below(test::random_edit(s.map, 4, rng));
    s.tables.mark_dirty(s.grid, s.hpa);
    copy.mark_dirty(s.grid, s.hpa);
    size_t slices = 0;
    while (!s.tables.settle(s.grid, s.hpa, ignored, 1)) ++slices;
    CHECK(slices > 2);
    copy.settle(s.grid, s.hpa, ignored);
    Tables fresh;
    fresh.build(s.grid, s.hpa, {});
    REQUIRE(s.tables == fresh);
    REQUIRE(copy == fresh);
  }
  CHECK(half_done > 5);
}

TEST_CASE("a copy of tables stays as it was while the original is updated, also half way through an update") {
  Rng rng(4);
  Stand s(test::random_rooms(64, 64, 7, 4), {}, 8);
  for (int i = 0; i < 30; ++i) {
    const Tables copy = s.tables;
    Tables fresh;
    fresh.build(s.grid, s.hpa, {});
    const auto before = TableDistances::compute(s.tables, nullptr);
    s.edit_below(test::random_edit(s.map, 8, rng));
    s.tables.mark_dirty(s.grid, s.hpa);
    TablesUpdate report;
    s.tables.settle(s.grid, s.hpa, report, rng.below(6));
    Tables half = s.tables;
    s.tables.settle(s.grid, s.hpa, report);
    half.settle(s.grid, s.hpa, report);
    REQUIRE(half == s.tables);
    REQUIRE(copy == fresh);
    const auto after = TableDistances::compute(copy, nullptr);
    REQUIRE(after->true_for(copy));
    REQUIRE(before->nodes() == after->nodes());
    const size_t count = size_t{before->nodes()} * before->nodes();
    REQUIRE(std::ranges::equal(std::span(before->rows().values, count), std::span(after->rows().values, count)));
  }
}

TEST_CASE("versions tell which tables have changed") {
  Stand s(test::random_rooms(64, 64, 7, 2), {}, 8);
  s.compute_all();
  const uint64_t first = s.tables.version();
  Tables other;
  other.build(s.grid, s.hpa, {});
  CHECK(other.version() != first);
  CHECK(Tables(s.tables).version() == first);
  CHECK(s.all->true_for(s.tables));
  CHECK(!s.all->true_for(other));
  // Ground to swamp of the same weight: another revision, the same tables.
  const Cell inside{11, 12};
  const char letter = s.grid.passable(inside) ? '@' : '.';
  s.edit({{{s.map.id(inside), 1, s.grid.passable(inside) ? 'S' : '@'}}});
  CHECK(s.tables.version() == first);
  CHECK(s.all->true_for(s.tables));
  // One cluster changes, and those above it.
  s.edit({{{s.map.id(inside), 1, letter}}});
  CHECK(s.tables.version() > first);
  for (uint32_t c = 0; c < s.hpa.clusters().count(); ++c)
    CHECK((s.tables.changed_at(1, c) > first) == (c == s.hpa.clusters().cluster_of(inside)));
  CHECK(s.tables.changed_at(2, 5) <= first);
  CHECK(s.all->true_for(s.tables) == (s.tables.graph_version() == first));
}

TEST_CASE("distances between nodes outlive an edit that leaves all ways between nodes as they are") {
  // A nook that no node's way leads through.
  Stand s(GridMap(24, 24), {}, 8);
  Edit walls;
  for (const Cell c : {Cell{2, 2}, Cell{3, 2}, Cell{2, 3}, Cell{2, 4}, Cell{3, 4}})
    walls.runs.push_back({s.map.id(c), 1, '@'});
  s.edit(walls);
  s.compute_all();
  const uint64_t version = s.tables.version();
  s.edit({{{s.map.id({3, 3}), 1, '@'}}});
  CHECK(s.tables.version() != version);
  CHECK(s.all->true_for(s.tables));
  Rng rng(3);
  Workspace workspace;
  PlanResult expected;
  for (int i = 0; i < 300; ++i) {
    const Query query = s.random_query(rng);
    s.hpa.plan(s.grid, query, {.smooth = false}, workspace, expected);
    check_query(s, query, workspace, expected);
  }
}

TEST_CASE("tables that are not up to date, or were never built, say so") {
  Stand s(test::random_rooms(40, 40, 7, 2), {}, 8);
  Workspace workspace;
  PlanResult result;
  const Query query{{1, 1}, {2, 1}};
  s.edit({{{s.map.id({1, 1}), 2, '.'}, {s.map.id({20, 20}), 1, '@'}}});
  s.tables.plan(s.grid, nullptr, query, {}, workspace, result);
  CHECK(result.found());
  s.edit_below({{{s.map.id({20, 20}), 1, '.'}}});
  s.tables.plan(s.grid, nullptr, query, {}, workspace, result);
  CHECK(result.status == PlanStatus::kStale);
  Tables().plan(s.grid, nullptr, query, {}, workspace, result);
  CHECK(result.status == PlanStatus::kStale);
}

TEST_CASE("a traced plan of tables finds what the plain one finds, and its events lead there") {
  Workspace workspace;
  PlanResult plain, traced;
  Trace trace;
  size_t found = 0;
  const size_t lines = tables_pseudo_code().size();
  for (uint64_t seed = 1; seed <= 12; ++seed) {
    Rng rng(seed);
    Stand s(map_of(static_cast<int>(seed % kKinds), 50, 40, seed), {}, rng.between(4, 12));
    s.compute_all();
    for (int i = 0; i < 60; ++i) {
      const Query query = s.random_query(rng);
      PlanOptions options{.smooth = i % 2 == 0, .keep_raw_path = i % 4 == 0};
      if (i % 5 == 0) options.first_moves = static_cast<uint32_t>(rng.between(1, 12));
      const TableDistances* all = i % 3 == 0 ? nullptr : s.all.get();
      s.tables.plan(s.grid, all, query, options, workspace, plain);
      trace.clear();
      s.tables.plan(s.grid, all, query, options, workspace, traced, trace);
      REQUIRE(plain.status == traced.status);
      REQUIRE(plain.cost == traced.cost);
      REQUIRE(plain.raw_cost == traced.raw_cost);
      REQUIRE(plain.path == traced.path);
      REQUIRE(plain.raw_path == traced.raw_path);
      REQUIRE(plain.abstract_path == traced.abstract_path);
      REQUIRE(plain.complete == traced.complete);
      REQUIRE(plain.stats == traced.stats);
      Cost abstract = 0, refined = 0, expanded = kInfinite;
      for (const SearchEvent& event : trace.events()) {
        REQUIRE(event.line < lines);
        REQUIRE(event.node < s.grid.cell_count());
        if (event.type == EventType::kPathEdge) (event.level == 1 ? abstract : refined) += event.g;
        if (event.type == EventType::kExpand) expanded = event.g + event.h;
      }
      if (!plain.found()) {
        REQUIRE((trace.events().empty() || trace.events().back().type == EventType::kNoPath));
        continue;
      }
      ++found;
      REQUIRE(trace.events().back().type == EventType::kFound);
      REQUIRE(trace.events().back().g == plain.cost);
      REQUIRE(abstract == plain.raw_cost);
      if (plain.complete) REQUIRE(refined == plain.raw_cost);
      if (expanded != kInfinite) REQUIRE(expanded == plain.raw_cost);
    }
  }
  CHECK(found > 300);
}

TEST_CASE("the first moves of a plan are those of the whole path, and smoothing never makes it longer") {
  Rng rng(5);
  Stand s(test::random_rooms(70, 60, 8, 5), {}, 10);
  s.compute_all();
  Workspace workspace;
  PlanResult whole, lazy, smooth;
  size_t shortened = 0;
  for (int i = 0; i < 400; ++i) {
    const Query query = s.random_query(rng);
    s.tables.plan(s.grid, s.all.get(), query, {.smooth = false, .keep_raw_path = true}, workspace, whole);
    if (!whole.found()) continue;
    REQUIRE(whole.raw_path == whole.path);
    for (const uint32_t moves : {1u, 5u, 20u, 1000u}) {
      s.tables.plan(s.grid, s.all.get(), query, {.first_moves = moves}, workspace, lazy);
      REQUIRE(lazy.found());
      REQUIRE(lazy.cost == whole.cost);
      const size_t cells = std::min<size_t>(whole.path.size(), moves + 1);
      REQUIRE(std::ranges::equal(lazy.path, std::span(whole.path).first(cells)));
      REQUIRE(lazy.complete == (cells == whole.path.size()));
      REQUIRE(lazy.abstract_path == whole.abstract_path);
    }
    s.tables.plan(s.grid, s.all.get(), query, {.keep_raw_path = true}, workspace, smooth);
    REQUIRE(smooth.raw_path == whole.path);
    REQUIRE(smooth.raw_cost == whole.cost);
    REQUIRE(smooth.cost <= whole.cost);
    REQUIRE(!path_fault(s.grid, smooth.path, query.start, query.goal, smooth.cost));
    shortened += smooth.cost < whole.cost;
  }
  CHECK(shortened > 50);
}

TEST_CASE("all distances in several threads are those of one; a cancelled computation leaves nothing") {
  Stand s(generate({SceneKind::kCave, 120, 100, 3, 0}), {}, 8);
  JobControl control;
  const auto one = TableDistances::compute(s.tables, &control);
  REQUIRE(one != nullptr);
  CHECK(control.progress() == 1);
  CHECK(one->memory_bytes() == s.tables.distance_bytes());

  const auto many = TableDistances::begin(s.tables);
  const TablesView view = s.tables.view();
  std::atomic<uint32_t> next = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&] {
      TableRows rows;
      for (uint32_t c = next++; c < s.tables.clusters(); c = next++) many->fill(view, c, rows);
    });
  }
  for (std::thread& thread : threads) thread.join();
  const size_t count = size_t{one->nodes()} * one->nodes();
  CHECK(std::ranges::equal(std::span(one->rows().values, count), std::span(many->rows().values, count)));
  for (uint32_t a = 0; a < one->nodes(); ++a) {
    for (uint32_t b = 0; b < a; ++b) REQUIRE(one->rows().row(a)[b] == one->rows().row(b)[a]);
  }

  JobControl cancelled;
  cancelled.cancel();
  CHECK(TableDistances::compute(s.tables, &cancelled) == nullptr);
}

TEST_CASE("tables that would be too large are not built") {
  Stand s(test::random_map(64, 64, 10, 1), {}, 8);
  const size_t bytes = s.tables.memory_bytes();
  CHECK(s.tables.needed_bytes() > bytes / 2);
  CHECK(s.tables.needed_bytes() < bytes * 2);
  CHECK(!s.tables.too_large());
  Workspace workspace;
  PlanResult result;
  Tables tables;
  TablesOptions options;
  options.max_bytes = s.tables.needed_bytes() - 1;
  tables.build(s.grid, s.hpa, options);
  CHECK(tables.too_large());
  CHECK(!tables.ready());
  CHECK(tables.pending() == 0);
  CHECK(tables.needed_bytes() == s.tables.needed_bytes());
  CHECK(tables.memory_bytes() == 0);
  tables.plan(s.grid, nullptr, {{0, 0}, {1, 1}}, {}, workspace, result);
  CHECK(result.status != PlanStatus::kFound);
  // They stay so until the hpa is built anew, as do those that grow too large by an edit.
  s.edit_below(rectangle(s.map, {0, 0}, {63, 63}, true, '@'));
  tables.update(s.grid, s.hpa);
  CHECK(tables.too_large());
  s.hpa.build(s.grid, s.hpa.options());
  tables.update(s.grid, s.hpa);
  CHECK(tables.ready());
  CHECK(!tables.too_large());
  options.max_bytes = 100'000;
  tables.build(s.grid, s.hpa, options);
  CHECK(tables.ready());
  s.edit_below(rectangle(s.map, {0, 0}, {63, 63}, true, '.'));
  tables.update(s.grid, s.hpa);
  CHECK(tables.too_large());
  CHECK(!tables.ready());
  CHECK(tables.memory_bytes() == 0);

  s.hpa.build(s.grid, {.cluster_size = Tables::kMaxClusterSize + 1});
  tables.build(s.grid, s.hpa, {});
  CHECK(tables.too_large());
  CHECK(!tables.ready());
}

TEST_CASE("ways that are too long for the tables are told as that, and no cost is ever wrong") {
  // One corridor up and down the map, of heavy ground, and a room that nothing leads to.
  constexpr int kSide = 512;
  GridMap map(kSide, kSide);
  Edit walls;
  for (int x = 1; x < kSide; x += 2) {
    for (int y = 0; y < kSide; ++y) {
      if (y != (x % 4 == 1 ? kSide - 1 : 0)) walls.runs.push_back({map.id({x, y}), 1, '@'});
    }
  }
  for (int y = 0; y < kSide; ++y) walls.runs.push_back({map.id({kSide - 3, y}), 1, '@'});
  map.apply(walls);
  for (const int weight : {16, 1}) {
    Rules rules;
    rules.weights.fill(static_cast<uint8_t>(weight));
    Stand s(map, rules, 32);
    CHECK((s.tables.view(s.grid).node_component != nullptr) == (weight == 16));
    Workspace workspace;
    PlanResult expected, result;
    Rng rng(8);
    size_t too_long = 0, apart = 0, found = 0;
    for (int i = 0; i < 200; ++i) {
      Query query = s.random_query(rng);
      if (i % 10 == 0) query.goal.x = kSide - rng.between(1, 2);
      s.hpa.plan(s.grid, query, {.smooth = false}, workspace, expected);
      if (expected.found() && expected.raw_cost >= kNoWay) expected.status = PlanStatus::kCostOverflow;
      too_long += expected.status == PlanStatus::kCostOverflow;
      apart += expected.status == PlanStatus::kNoPath;
      found += expected.found();
      check_query(s, query, workspace, expected);
    }
    CHECK((too_long > 2) == (weight == 16));
    CHECK(apart > 3);
    CHECK(found > 20);
  }
}

TEST_CASE("maps of games: tables and HPA* on level 1 agree on whole scenarios" *
          doctest::skip(std::getenv("STRATA_DATA") == nullptr)) {
  const std::filesystem::path folder = std::filesystem::path(std::getenv("STRATA_DATA")) / "maps" / "bg512";
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".map") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  Workspace workspace;
  PlanResult expected;
  size_t queries = 0;
  for (size_t i = 0; i < files.size(); i += 9) {
    CAPTURE(files[i].string());
    Result<LoadedMap> loaded = load_map(files[i].string());
    REQUIRE(loaded.ok());
    const Result<Scenario> scenario = load_scenario(files[i].string() + ".scen");
    REQUIRE(scenario.ok());
    Stand s(std::move(loaded.value().map), {}, i % 2 == 0 ? 16 : 10, true);
    s.compute_all();
    Rng rng(i);
    for (size_t row = 0; row < scenario.value().rows.size(); row += 3) {
      const ScenarioRow& r = scenario.value().rows[row];
      const Query query{{r.start_x, r.start_y}, {r.goal_x, r.goal_y}};
      s.hpa.plan(s.grid, query, {.smooth = false}, workspace, expected);
      REQUIRE(expected.found());
      check_query(s, query, workspace, expected);
      ++queries;
    }
    for (int k = 0; k < 20; ++k) s.edit(test::random_edit(s.map, 16, rng));
    Tables fresh;
    fresh.build(s.grid, s.hpa, {});
    REQUIRE(s.tables == fresh);
  }
  CHECK(queries > 1000);
}

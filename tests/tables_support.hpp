// Purpose: What the tests of tables share: maps with tables that are edited together, and plain searches for what the
//          tables hold.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>

#include "core/grid/clearance.hpp"
#include "core/search/path.hpp"
#include "core/tables/tables.hpp"
#include "core/world/scenes.hpp"
#include "tests/support.hpp"

namespace strata::tables_test {

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

inline GridMap map_of(int kind, int width, int height, uint64_t seed) {
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
inline constexpr int kKinds = 10;

inline std::vector<Rules> rules_of_all_kinds() {
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
inline std::vector<Cost> plain_ways(const MoveGrid& grid, const Rect& area, CellId from) {
  return test::plain_search(grid.cell_count(), from, kNoWay, [&](CellId id, auto&& visit) {
    for (int d = 0; d < kDirections; ++d) {
      if ((grid.moves(id) >> d & 1) == 0) continue;
      const CellId next = grid.neighbour(id, d);
      if (area.contains(grid.cell(next))) visit(next, grid.step_cost(id, d));
    }
  });
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
    return test::plain_search(arcs.size(), source, kNoWay, [&](CellId id, auto&& visit) {
      for (const Arc& arc : arcs[id]) {
        if (area.contains(grid.cell(arc.to))) visit(arc.to, arc.cost);
      }
    });
  }
};

// The nodes of levels 1, 2, ... as cells, in the order of the tables.
inline std::vector<std::vector<CellId>> nodes_by_level(const TablesView& view) {
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

// The tables of the clusters of level 1: cells, nodes, first moves, ways and links.
inline void check_first_level(const Stand& s, const TablesView& view) {
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
}

// The tables of the levels above: their nodes, which of these lie on the border, and the ways inside clusters.
inline void check_upper_levels(const Stand& s, const TablesView& view, const CellGraph& graph) {
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
}

// The distances between all nodes: all of them, rows on demand, and the shared functions of the back ends.
inline void check_distances(const Stand& s, const TablesView& view, const CellGraph& graph) {
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
    const uint32_t goal_cluster = rng.below(s.hpa.clusters().count());
    on_demand.begin(view, s.tables.version(), goal_cluster);
    for (int k = 0; k < 5; ++k) {
      const uint32_t cluster = rng.below(s.hpa.clusters().count());
      on_demand.open(cluster);
      const TableCluster &goal = view.clusters[goal_cluster], &at = view.clusters[cluster];
      for (uint32_t b = goal.first; b < goal.first + goal.nodes; ++b) {
        REQUIRE(std::ranges::equal(std::span(on_demand.row(b) + at.first, at.nodes),
                                   std::span(rows.row(b) + at.first, at.nodes)));
      }
    }
  }
}

// Everything in the tables, against plain searches.
inline void check_tables(const Stand& s) {
  const TablesView view = s.tables.view(s.grid);
  const CellGraph graph(s.grid, s.hpa);
  check_first_level(s, view);
  check_upper_levels(s, view, graph);
  check_distances(s, view, graph);
}

// The answer is the way inside a common cluster if nothing is cheaper, else the lowest pair of nodes among the
// cheapest.
inline void check_choice(const Stand& s, const TablesView& view, const TableAnswer& answer, const Query& query) {
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
inline void check_query(const Stand& s, const Query& query, Workspace& workspace, const PlanResult& expected) {
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

}  // namespace strata::tables_test

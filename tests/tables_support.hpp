// Purpose: These helpers of the tests of next-hop tables provide maps with tables, edited together, and check the
//          tables by plain searches.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>

#include "core/grid/clearance.hpp"
#include "core/search/path.hpp"
#include "core/tables/label_goal.hpp"
#include "core/tables/table_labels.hpp"
#include "core/tables/tables.hpp"
#include "core/world/scenes.hpp"
#include "tests/rounds.hpp"
#include "tests/support.hpp"

namespace strata::tables_test {

// A map with tables and their input structures, edited together.
struct TablesTestMap {
  GridMap map;
  Clearance clearance;
  MoveGrid grid;
  Hpa hpa;
  Tables tables;
  std::shared_ptr<const TableLabels> all, spare;

  TablesTestMap(GridMap from, const Rules& rules, int cluster_size, bool cache_paths = false) : map(std::move(from)) {
    clearance.build(map, rules.capability);
    grid.build(map, rules, &clearance);
    hpa.build(grid, {.cluster_size = cluster_size, .cache_paths = cache_paths});
    tables.build(grid, hpa, {});
  }
  // Reuses the memory of the labels before the last ones, as a world does.
  void compute_all() {
    auto next = TableLabels::build(tables, all.get(), nullptr, std::move(spare));
    spare = std::exchange(all, std::move(next));
  }
  // Applies an edit to HPA*, but not yet to the tables.
  void edit_below(const Edit& edit) {
    Rect dirty = map.apply(edit).dirty;
    dirty.include(clearance.update(map, dirty));
    hpa.update(grid, grid.update(map, dirty, &clearance));
  }
  TablesUpdate edit(const Edit& edit) {
    edit_below(edit);
    return tables.update(grid, hpa);
  }
  PlanQuery random_query(Rng& rng) const { return {test::random_cell(map, rng), test::random_cell(map, rng)}; }
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
      r.capability = Capability(0b1111);
      r.weights = {1, 3, 16, 7};
      rules.push_back(r);
    }
  }
  return rules;
}

// Returns the costs from a cell to all cells that are reachable inside `area`; kNoWay: unreachable.
inline std::vector<Cost> plain_ways(const MoveGrid& grid, const Rect& area, CellId from) {
  return test::plain_search(grid.cell_count(), from, kNoWay, [&](CellId id, auto&& visit) {
    for (int d = 0; d < kDirections; ++d) {
      if ((grid.moves(id) >> d & 1) == 0) continue;
      const CellId next = grid.neighbour(id, d);
      if (area.contains(grid.cell(next))) visit(next, grid.step_cost(id, d));
    }
  });
}

// The graph of level 1, whose nodes are identified by their cells.
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

// Checks the tables of the clusters of level 1: cells, nodes, first moves, distances and links.
inline void check_first_level(const TablesTestMap& s, const TablesView& view) {
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
      std::vector<TableInterEdge> links;
      for (const Hpa::InterEdge& e : s.hpa.links_of(c)) {
        if (e.slot == slot) links.push_back({e.to, e.to_slot, e.cost});
      }
      REQUIRE(std::ranges::equal(
          links, std::span(table.links + table.link_begin[slot], table.links + table.link_begin[slot + 1])));
    }
  }
}

// Returns a random cell on which an agent can stand, or any cell if some tries find none.
inline Cell random_stand(const TablesTestMap& s, Rng& rng) {
  Cell cell = test::random_cell(s.map, rng);
  for (int i = 0; i < 50 && !s.grid.passable(cell); ++i) cell = test::random_cell(s.map, rng);
  return cell;
}

// Checks all distances between nodes by labels, also with an order kept over edits, and the costs from nodes to cells:
// as computed by the host, as by a device, and against a search.
inline void check_distances(const TablesTestMap& s, const TablesView& view, const CellGraph& graph) {
  const auto fresh = TableLabels::build(s.tables, nullptr, nullptr);
  const auto labels = s.all != nullptr ? TableLabels::build(s.tables, s.all.get(), nullptr) : fresh;
  REQUIRE(labels->is_current_for(s.tables));
  REQUIRE(fresh->is_current_for(s.tables));
  std::vector<std::vector<Cost>> ways(view.nodes);
  for (uint32_t node = 0; node < view.nodes; ++node) {
    ways[node] = graph.from(view.node_cell[node], s.grid.bounds());
    for (uint32_t other = 0; other < view.nodes; ++other) {
      const Cost way = ways[node][view.node_cell[other]];
      REQUIRE(std::min(labels->distance(node, other), kNoWay) == way);
      REQUIRE(std::min(fresh->distance(node, other), kNoWay) == way);
    }
  }
  Rng rng(view.nodes);
  const TableLabelsView of_labels = labels->view();
  GoalMemory memory;
  for (int i = 0; i < 12; ++i) {
    const Cell start = random_stand(s, rng), goal = random_stand(s, rng);
    const TableEnds ends = table_ends(view, s.grid.id(start), s.grid.id(goal));
    if (ends.status != PlanStatus::kFound) continue;
    const TableCluster& cluster = view.clusters[ends.goal_cluster];
    if (cluster.nodes == 0) continue;
    REQUIRE(of_labels.clusters[ends.goal_cluster].shared <= labels->max_shared_ancestors());
    std::vector<Cost> room(labels->max_shared_ancestors() + 1), plain_room(labels->max_shared_ancestors() + 1);
    GoalLabelCosts<HostLabelSums> by_host(of_labels, cluster, ends.goal_cluster, ends.goal_local, room.data());
    GoalLabelCosts<PlainSums> by_device(of_labels, cluster, ends.goal_cluster, ends.goal_local, plain_room.data());
    memory.searched.search(view, ends, s.grid.id(start));
    std::vector<uint32_t> order(view.nodes);
    for (uint32_t node = 0; node < view.nodes; ++node) order[node] = node;
    for (uint32_t n = view.nodes; n > 1; --n) std::swap(order[n - 1], order[rng.below(n)]);
    std::vector<Cost> rest(view.nodes, kNoWay);
    for (const uint32_t node : order) {
      const Cost* arrivals = cluster.to_nodes + size_t{ends.goal_local} * cluster.nodes;
      for (uint32_t k = 0; k < cluster.nodes; ++k)
        rest[node] = std::min(rest[node], arrivals[k] + ways[node][view.node_cell[cluster.first + k]]);
      REQUIRE(std::min(by_host(node), kNoWay) == rest[node]);
      REQUIRE(std::min(by_device(node), kNoWay) == rest[node]);
      REQUIRE(memory.searched(node) >= rest[node]);
    }
    // For nodes on a cheapest path the search must have the exact cost.
    const TableCluster& from = view.clusters[ends.start_cluster];
    const Cost* departures = from.to_nodes + size_t{ends.start_local} * from.nodes;
    const TableAnswer answer = table_look_up(view, ends, s.grid.id(start), by_host);
    for (uint32_t k = 0; k < from.nodes; ++k) {
      if (answer.status == PlanStatus::kFound && departures[k] + rest[from.first + k] == answer.cost)
        REQUIRE(memory.searched(from.first + k) == rest[from.first + k]);
    }
  }
}

// Checks everything in the tables against plain searches.
inline void check_tables(const TablesTestMap& s) {
  const TablesView view = s.tables.view(s.grid);
  const CellGraph graph(s.grid, s.hpa);
  check_first_level(s, view);
  check_distances(s, view, graph);
}

// Checks the choice of the answer: the path inside a common cluster if nothing is cheaper, else the path over the
// lowest of the best nodes.
inline void check_choice(const TablesTestMap& s, const TablesView& view, const TableAnswer& answer,
                         const PlanQuery& query) {
  const uint32_t start_cluster = view.cluster_of(query.start), goal_cluster = view.cluster_of(query.goal);
  const TableCluster &a = view.clusters[start_cluster], &b = view.clusters[goal_cluster];
  const uint32_t from = view.local_of(a, query.start), to = view.local_of(b, query.goal);
  Cost best = kNoWay;
  uint32_t first = kNoTableNode;
  if (start_cluster == goal_cluster)
    best = plain_ways(s.grid, s.hpa.clusters().rect(start_cluster), s.grid.id(query.start))[s.grid.id(query.goal)];
  for (uint32_t i = 0; i < a.nodes; ++i) {
    for (uint32_t k = 0; k < b.nodes; ++k) {
      const Cost between = std::min(s.all->distance(a.first + i, b.first + k), kNoWay);
      const Cost cost = a.to_nodes[from * a.nodes + i] + between + b.to_nodes[to * b.nodes + k];
      if (cost >= best) continue;
      best = cost;
      first = a.first + i;
    }
  }
  REQUIRE(answer.cost == best);
  REQUIRE(answer.from == first);
}

// Checks one query, by labels and by a search, against HPA* on level 1.
inline void check_query(const TablesTestMap& s, const PlanQuery& query, Workspace& workspace,
                        const PlanResult& expected) {
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

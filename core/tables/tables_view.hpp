// Purpose: What a batch planner reads of the tables over HPA*'s abstraction, as plain pointers, and the functions that
//          answer one agent: cost, first hop, abstract path, moves. The same code runs in the library, in the threads
//          of the CPU batch planner and in CUDA kernels.
// Source: Ours. The abstraction is that of Botea, Müller, Schaeffer 2004, level 1.
// Units: Costs as in core/grid/cost.hpp. Inside tables kNoWay stands for "none, or too much to be told": as signed
//        numbers two such costs can be added, as unsigned ones four.
// Shapes: 1-clusters are row-major; a cell of one is counted among its passable cells, row-major ("local"). Nodes are
//         numbered by cluster in Morton order, then by cell ("slot"), so that those of a 2^k x 2^k block of clusters
//         are contiguous. A level l >= 2 has clusters of 2^(l-1) x 2^(l-1) 1-clusters, row-major; its nodes are those
//         nodes of level l - 1 with an inter-edge that leaves the l-cluster, numbered in the same order.
// Ties: the lowest slot, link or direction; so that every back end answers the same.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/check.hpp"
#include "core/grid/cell.hpp"
#include "core/grid/cost.hpp"
#include "core/search/plan.hpp"

namespace strata {

inline constexpr Cost kNoWay = (1u << 30) - 1;
inline constexpr uint32_t kNoTableNode = 0xffffffffu;
inline constexpr uint16_t kBlockedLocal = 0xffff;
// Values of first moves beside the directions.
inline constexpr uint32_t kMoveHere = 8;
inline constexpr uint32_t kMoveNone = 15;

// An inter-edge.
struct TableLink {
  uint32_t cluster = 0;  // of the node it leads to
  uint32_t slot = 0;
  Cost cost = 0;
  friend bool operator==(const TableLink&, const TableLink&) = default;
};

// One cluster of level 1: 64 bytes, a cache line.
struct TableCluster {
  const uint16_t* local = nullptr;  // side * height of the cluster: the passable cells counted, or kBlockedLocal
  const Cost* to_nodes = nullptr;   // T0: cells x nodes, inside the cluster
  const Cost* between = nullptr;    // W: nodes x nodes, inside the cluster
  const uint8_t* first_moves =
      nullptr;                       // [goal][from], 4 bits each, the low ones first; a row is (cells + 1) / 2 bytes
  const TableLink* links = nullptr;  // by slot, then by cluster and slot of the target
  const uint16_t* link_begin = nullptr;  // nodes + 1
  uint32_t cells = 0;
  uint32_t nodes = 0;
  uint32_t first = 0;  // of its nodes
  uint32_t unused = 0;
};

// One cluster of a level l >= 2.
struct TableUpper {
  const Cost* inside = nullptr;      // F: nodes x nodes, the shortest ways between them that stay in the cluster
  const uint16_t* border = nullptr;  // which of the nodes are nodes of level l
  uint32_t nodes = 0;                // of level l - 1
  uint32_t borders = 0;
  uint32_t first = 0;         // of `nodes` in the numbering of level l - 1
  uint32_t first_border = 0;  // of `border` in the numbering of level l
};

// A level l >= 2.
struct TableLevel {
  const TableUpper* clusters = nullptr;
  const uint32_t* owner = nullptr;  // by node of level l - 1: its l-cluster
  int32_t columns = 0;
  int32_t rows = 0;
  uint32_t nodes = 0;   // of level l - 1, all clusters together
  uint32_t offset = 0;  // of the nodes of level l - 1 in a row of distances
};

struct TablesView {
  static constexpr int kMaxLevels = 13;  // 4096 / 2 clusters a side at most, and one for good measure

  int32_t width = 0, height = 0;   // cells
  int32_t side = 1;                // of a 1-cluster, in cells
  int32_t columns = 0;             // of 1-clusters
  const uint8_t* moves = nullptr;  // of the MoveGrid, by cell
  const uint8_t* weights = nullptr;
  Cost straight = 0, diagonal = 0;              // of a step over terrain of weight 1
  Cost least_straight = 0, least_diagonal = 0;  // the least that a step costs, for the distance bound
  const TableCluster* clusters = nullptr;
  const CellId* node_cell = nullptr;         // by node
  const uint32_t* node_cluster = nullptr;    // by node
  const uint32_t* node_component = nullptr;  // by node; null where no way can be too long for the tables
  uint32_t nodes = 0;
  int32_t levels = 1;                // the highest; the one cluster of that level holds the whole map
  uint32_t row_length = 0;           // of a row of distances: the nodes of levels 1 to levels - 1 one after the other
  TableLevel level[kMaxLevels + 1];  // from 2 on

  STRATA_HD CellId id(Cell c) const {
    return static_cast<CellId>(c.y) * static_cast<CellId>(width) + static_cast<CellId>(c.x);
  }
  STRATA_HD Cell cell(CellId id) const {
    return {static_cast<int>(id % static_cast<CellId>(width)), static_cast<int>(id / static_cast<CellId>(width))};
  }
  STRATA_HD uint32_t cluster_of(Cell c) const {
    return static_cast<uint32_t>(c.y / side) * static_cast<uint32_t>(columns) + static_cast<uint32_t>(c.x / side);
  }
  // The cluster of `level` >= 2 that holds a 1-cluster.
  STRATA_HD uint32_t ancestor(uint32_t cluster, int at) const {
    const uint32_t cx = cluster % static_cast<uint32_t>(columns), cy = cluster / static_cast<uint32_t>(columns);
    return (cy >> (at - 1)) * static_cast<uint32_t>(level[at].columns) + (cx >> (at - 1));
  }
  // Of a cell inside its cluster; kBlockedLocal if no agent can stand there.
  STRATA_HD uint32_t local_of(const TableCluster& cluster, Cell c) const {
    return cluster
        .local[static_cast<uint32_t>(c.y % side) * static_cast<uint32_t>(side) + static_cast<uint32_t>(c.x % side)];
  }
  STRATA_HD bool contains(CellId at) const { return at < static_cast<CellId>(width) * static_cast<CellId>(height); }
  STRATA_HD CellId neighbour(CellId from, int direction) const {
    // A table in constant memory would need a copy for either side.
    const int dx = (direction & 3) == 0 ? 0 : (direction < 4 ? 1 : -1);
    const int dy = direction == 0 || direction == 1 || direction == 7 ? -1 : (direction >= 3 && direction <= 5 ? 1 : 0);
    return static_cast<CellId>(static_cast<int64_t>(from) + static_cast<int64_t>(dy) * width + dx);
  }
  STRATA_HD Cost step_cost(CellId from, int direction) const {
    const Cost base = (direction & 1) != 0 ? diagonal : straight;
    return base / 2 * static_cast<Cost>(weights[from] + weights[neighbour(from, direction)]);
  }
  // The first step inside the cluster from one of its cells to another, by local numbers: a direction, kMoveHere or
  // kMoveNone.
  STRATA_HD static uint32_t first_move(const TableCluster& cluster, uint32_t from, uint32_t to) {
    const uint8_t pair = cluster.first_moves[static_cast<size_t>(to) * ((cluster.cells + 1) / 2) + from / 2];
    return (from & 1) != 0 ? pair >> 4 : pair & 15u;
  }
};

// Rows of distances between nodes: either all of them or those of one goal cluster. `row(node)` leads to the costs from
// `node`, by node; an entry may be read once the cluster of its node was opened.
struct FilledRows {
  const Cost* values = nullptr;
  size_t stride = 0;   // between the rows
  uint32_t first = 0;  // the node of the first row
  STRATA_HD void open(uint32_t) const {}
  STRATA_HD const Cost* row(uint32_t node) const { return values + static_cast<size_t>(node - first) * stride; }
};

// Which way the tables send an agent.
struct TableAnswer {
  PlanStatus status = PlanStatus::kNoPath;
  Cost cost = kInfinite;
  uint32_t from = kNoTableNode;  // the node over which it leaves, and the one over which it comes in:
  uint32_t to = kNoTableNode;    // none if it stays inside the cluster
};

// The cost of the first moves from one cell of a cluster to another, which lead there.
STRATA_HD inline Cost table_local_cost(const TablesView& view, const TableCluster& cluster, CellId from, uint32_t to) {
  Cost cost = 0;
  for (uint32_t step = 0; step <= cluster.cells; ++step) {
    const uint32_t move = TablesView::first_move(cluster, view.local_of(cluster, view.cell(from)), to);
    if (move == kMoveHere) return cost;
    if (move == kMoveNone) return kNoWay;
    cost += view.step_cost(from, static_cast<int>(move));
    from = view.neighbour(from, static_cast<int>(move));
  }
  return kNoWay;
}

// True if some way joins the two cells' clusters' nodes, however long: then "none" means "too long".
STRATA_HD inline bool table_joined(const TablesView& view, const TableCluster& a, uint32_t from, const TableCluster& b,
                                   uint32_t to) {
  if (view.node_component == nullptr) return false;
  for (uint32_t i = 0; i < a.nodes; ++i) {
    if (a.to_nodes[static_cast<size_t>(from) * a.nodes + i] >= kNoWay) continue;
    for (uint32_t k = 0; k < b.nodes; ++k) {
      if (b.to_nodes[static_cast<size_t>(to) * b.nodes + k] >= kNoWay) continue;
      if (view.node_component[a.first + i] == view.node_component[b.first + k]) return true;
    }
  }
  return false;
}

// cost(S, G) = min over nodes a, b of T0[S][a] + D[a][b] + T0[G][b]; inside one cluster also the local way, which is
// taken when it is no dearer. The pair (a, b) is the lowest of those that cost as little.
template <class Rows>
STRATA_HD inline TableAnswer table_look_up(const TablesView& view, Rows& rows, CellId start, CellId goal) {
  TableAnswer answer;
  if (!view.contains(start) || view.moves == nullptr) {
    answer.status = PlanStatus::kStartBlocked;
    return answer;
  }
  const Cell start_cell = view.cell(start);
  const uint32_t start_cluster = view.cluster_of(start_cell);
  const TableCluster& a = view.clusters[start_cluster];
  const uint32_t from = view.local_of(a, start_cell);
  if (from == kBlockedLocal) {
    answer.status = PlanStatus::kStartBlocked;
    return answer;
  }
  if (!view.contains(goal)) {
    answer.status = PlanStatus::kGoalBlocked;
    return answer;
  }
  const Cell goal_cell = view.cell(goal);
  const uint32_t goal_cluster = view.cluster_of(goal_cell);
  const TableCluster& b = view.clusters[goal_cluster];
  const uint32_t to = view.local_of(b, goal_cell);
  if (to == kBlockedLocal) {
    answer.status = PlanStatus::kGoalBlocked;
    return answer;
  }
  Cost best = kNoWay;
  constexpr uint32_t kNoPair = 0xffffffffu;
  uint32_t best_pair = kNoPair;  // slots of a and b
  if (start_cluster == goal_cluster) best = table_local_cost(view, a, start, to);
  const Cost* start_costs = a.to_nodes + static_cast<size_t>(from) * a.nodes;
  const Cost* goal_costs = b.to_nodes + static_cast<size_t>(to) * b.nodes;
  rows.open(start_cluster);
  for (uint32_t k = 0; k < b.nodes; ++k) {
    const Cost last = goal_costs[k];
    if (last >= best) continue;
    const Cost* row = rows.row(b.first + k) + a.first;
    for (uint32_t i = 0; i < a.nodes; ++i) {
      const Cost cost = start_costs[i] + row[i] + last;
      const uint32_t pair = i << 16 | k;
      if (cost > best || (cost == best && pair >= best_pair)) continue;
      if (cost == best && best_pair == kNoPair) continue;  // the local way
      best = cost;
      best_pair = pair;
    }
  }
  if (best >= kNoWay) {
    answer.status = table_joined(view, a, from, b, to) ? PlanStatus::kCostOverflow : PlanStatus::kNoPath;
    return answer;
  }
  answer.status = PlanStatus::kFound;
  answer.cost = best;
  if (best_pair != kNoPair) {
    answer.from = a.first + (best_pair >> 16);
    answer.to = b.first + (best_pair & 0xffffu);
  }
  return answer;
}

// The node that follows `node` on the way to `to`: over an inter-edge if one leads on, else inside the cluster to the
// target or to a node from which one leads on (a way needs no two edges inside a cluster in a row, as they are shortest
// ways). kNoTableNode never happens on rows that are true.
template <class Rows>
STRATA_HD inline uint32_t table_next_node(const TablesView& view, Rows& rows, uint32_t node, uint32_t to) {
  const Cost* row = rows.row(to);
  const TableCluster& cluster = view.clusters[view.node_cluster[node]];
  const uint32_t slot = node - cluster.first;
  const Cost left = row[node];
  for (uint32_t e = cluster.link_begin[slot]; e < cluster.link_begin[slot + 1]; ++e) {
    const TableLink& link = cluster.links[e];
    rows.open(link.cluster);
    const uint32_t other = view.clusters[link.cluster].first + link.slot;
    if (link.cost + row[other] == left) return other;
  }
  const Cost* between = cluster.between + static_cast<size_t>(slot) * cluster.nodes;
  if (to - cluster.first < cluster.nodes && between[to - cluster.first] == left) return to;
  for (uint32_t i = 0; i < cluster.nodes; ++i) {
    if (i == slot || between[i] + row[cluster.first + i] != left) continue;
    for (uint32_t e = cluster.link_begin[i]; e < cluster.link_begin[i + 1]; ++e) {
      const TableLink& link = cluster.links[e];
      rows.open(link.cluster);
      const uint32_t other = view.clusters[link.cluster].first + link.slot;
      if (link.cost + row[other] == row[cluster.first + i]) return cluster.first + i;
    }
  }
  return kNoTableNode;
}

// emit(cell) for every cell of the abstract path: start, nodes, goal, none twice in a row. Neighbours on it lie in one
// cluster or are the two ends of an inter-edge. Returns how many there are; 0 if the rows are not true.
template <class Rows, class Emit>
STRATA_HD inline uint32_t table_walk(const TablesView& view, Rows& rows, const TableAnswer& answer, CellId start,
                                     CellId goal, Emit&& emit) {
  emit(start);
  uint32_t count = 1;
  CellId last = start;
  if (answer.from != kNoTableNode) {
    uint32_t node = answer.from;
    for (uint32_t step = 0;; ++step) {
      const CellId at = view.node_cell[node];
      if (at != last) {
        emit(at);
        ++count;
        last = at;
      }
      if (node == answer.to) break;
      node = table_next_node(view, rows, node, answer.to);
      if (node == kNoTableNode || step > view.nodes) return 0;
    }
  }
  if (goal != last) {
    emit(goal);
    ++count;
  }
  return count;
}

// The direction of the next step from a cell towards the next cell of its abstract path: kMoveHere if it is there,
// kMoveNone if there is no way any more.
STRATA_HD inline uint32_t table_next_move(const TablesView& view, CellId from, CellId to) {
  if (from == to) return kMoveHere;
  const Cell a = view.cell(from), b = view.cell(to);
  const uint32_t cluster = view.cluster_of(a);
  if (cluster == view.cluster_of(b)) {
    const TableCluster& table = view.clusters[cluster];
    const uint32_t local_from = view.local_of(table, a), local_to = view.local_of(table, b);
    if (local_from == kBlockedLocal || local_to == kBlockedLocal) return kMoveNone;
    return TablesView::first_move(table, local_from, local_to);
  }
  for (uint32_t direction = 0; direction < kDirections; ++direction) {
    if (((view.moves[from] >> direction) & 1) == 0) continue;
    if (view.neighbour(from, static_cast<int>(direction)) == to) return direction;
  }
  return kMoveNone;
}

// --- Rows of distances ----------------------------------------------------------------------------------------------
//
// A row holds the costs from one node b to the nodes of every level, unrestricted: level after level (TableLevel::
// offset), those of level 1 first, which are what the functions above read. It is filled upwards over the clusters that
// hold b (ways inside them), then downwards over all clusters, or those that are wanted (ways from their border).

// Upwards, at level `at` >= 2: from node b of the 1-cluster `source` to node x of the l-cluster that holds it, inside
// that.
STRATA_HD inline Cost table_climb(const TablesView& view, const Cost* row, uint32_t b, uint32_t source, int at,
                                  uint32_t x) {
  const TableUpper& upper = view.level[at].clusters[view.ancestor(source, at)];
  if (at == 2) return upper.inside[static_cast<size_t>(b - upper.first) * upper.nodes + x];
  const TableUpper& child = view.level[at - 1].clusters[view.ancestor(source, at - 1)];
  const Cost* below = row + view.level[at - 1].offset + child.first;
  const Cost* inside = upper.inside + static_cast<size_t>(child.first_border - upper.first) * upper.nodes + x;
  Cost best = kNoWay;
  for (uint32_t z = 0; z < child.borders; ++z) {
    const Cost cost = below[child.border[z]] + inside[static_cast<size_t>(z) * upper.nodes];
    best = cost < best ? cost : best;
  }
  return best;
}

// Downwards, at level `at` >= 2: to node x of an l-cluster, over its border. `best` is what is known: the way inside if
// the cluster holds b, else kNoWay.
STRATA_HD inline Cost table_descend(const TablesView& view, const Cost* row, const TableUpper& upper, int at,
                                    uint32_t x, Cost best) {
  if (upper.borders == 0) return best;
  const Cost* above = row + view.level[at + 1].offset + upper.first_border;
  for (uint32_t y = 0; y < upper.borders; ++y) {
    const Cost cost = above[y] + upper.inside[static_cast<size_t>(upper.border[y]) * upper.nodes + x];
    best = cost < best ? cost : best;
  }
  return best;
}

}  // namespace strata

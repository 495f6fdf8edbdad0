// Purpose: TablesView and TableLabelsView give access to next-hop tables over HPA* and to the hub labels of its nodes
//          by plain pointers. The functions below look up cost, first hop, abstract path and moves for one agent. The
//          same code runs in the library, in threads of the batch planner and in CUDA kernels.
// Source: Ours, over level 1 of Botea, Müller, Schaeffer 2004; labels: core/ch/labels.hpp.
// Units: Costs as in core/grid/cost.hpp. In tables kNoWay stands for "no path, or a path too long": the sum of two such
//        costs fits into a signed number, of four into an unsigned one.
// Shapes: 1-clusters are row-major; the cells of a 1-cluster are numbered among its passable cells, row-major
//         ("local"). Nodes are numbered by cluster in Morton order, then by cell ("slot"), so that nodes near each
//         other on the map are mostly near each other in memory.
// Ties: Every function defines its choice among equal costs, so that all back ends give the same results.
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
// The values of first moves that are no directions.
inline constexpr uint32_t kMoveHere = 8;
inline constexpr uint32_t kMoveNone = 15;

// An inter-edge of a node.
struct TableInterEdge {
  uint32_t cluster = 0;  // cluster of the node at the other end
  uint32_t slot = 0;
  Cost cost = 0;
  friend bool operator==(const TableInterEdge&, const TableInterEdge&) = default;
};

// A link between cells (core/grid/map_links.hpp) as an edge between two nodes, which leads one way.
struct TableLink {
  uint32_t node = 0;   // the node by which links are sorted
  uint32_t other = 0;  // the node at the other end
  Cost cost = 0;
  friend bool operator==(const TableLink&, const TableLink&) = default;
};

// A cluster of level 1. It takes 64 bytes, a cache line.
struct TableCluster {
  const uint16_t* local = nullptr;  // by cell, `side` per row: local number of a passable cell, or kBlockedLocal
  const Cost* to_nodes = nullptr;   // T0: by cell and node, inside the cluster
  const Cost* between = nullptr;    // W: by node and node, inside the cluster
  // First moves of paths inside the cluster, by goal, then by start: 4 bits each, the lower half of a byte first. A row
  // of one goal has (cells + 1) / 2 bytes.
  const uint8_t* first_moves = nullptr;
  const TableInterEdge* links = nullptr;  // sorted by slot, then by cluster and slot of the target
  const uint16_t* link_begin = nullptr;   // by slot, with an end mark
  uint32_t cells = 0;
  uint32_t nodes = 0;
  uint32_t first = 0;  // number of the cluster's first node
  uint32_t unused = 0;
};

struct TablesView {
  int32_t width = 0, height = 0;  // size of the map, in cells
  int32_t side = 1;               // side of a 1-cluster, in cells
  int32_t columns = 0;            // number of 1-clusters in a row
  // Factors that replace the divisions by width and side, see set_shape.
  uint64_t width_inverse = 0;
  uint64_t side_inverse = 0;
  const uint8_t* moves = nullptr;  // by cell: moves of the MoveGrid
  const uint8_t* weights = nullptr;
  Cost straight = 0, diagonal = 0;              // cost of a step over terrain of weight 1
  Cost least_straight = 0, least_diagonal = 0;  // lower bound of the cost of a step, for the distance bound
  const TableCluster* clusters = nullptr;
  const CellId* node_cell = nullptr;         // by node: its cell
  const uint32_t* node_cluster = nullptr;    // by node: its cluster
  const uint32_t* node_component = nullptr;  // by node: its component; null if no path can be too long for the tables
  // The links of the map, sorted by the node where they begin, and by that where they end. With links the bound on the
  // cost of a step is 0, as they make every distance of cells useless. A device has none.
  const TableLink* links_from = nullptr;
  const TableLink* links_into = nullptr;
  uint32_t nodes = 0;
  uint32_t link_count = 0;

  // The inverses are rounded up, so that products with them give exact quotients for all cells of a map of 8192 x 8192:
  // the rounding error stays below 1.
  static constexpr int kInverseBits = 40;
  void set_shape(int32_t map_width, int32_t map_height, int32_t cluster_side) {
    width = map_width;
    height = map_height;
    side = cluster_side;
    width_inverse = (uint64_t{1} << kInverseBits) / static_cast<uint64_t>(width) + 1;
    side_inverse = (uint64_t{1} << kInverseBits) / static_cast<uint64_t>(side) + 1;
    columns = (width + side - 1) / side;
  }
  STRATA_HD CellId id(Cell c) const {
    return static_cast<CellId>(c.y) * static_cast<CellId>(width) + static_cast<CellId>(c.x);
  }
  STRATA_HD Cell cell(CellId id) const {
    const auto y = static_cast<uint32_t>((id * width_inverse) >> kInverseBits);
    return {static_cast<int>(id - y * static_cast<CellId>(width)), static_cast<int>(y)};
  }
  STRATA_HD int32_t over_side(int32_t cells) const {
    return static_cast<int32_t>((static_cast<uint64_t>(cells) * side_inverse) >> kInverseBits);
  }
  STRATA_HD uint32_t cluster_of(Cell c) const {
    return static_cast<uint32_t>(over_side(c.y)) * static_cast<uint32_t>(columns) +
           static_cast<uint32_t>(over_side(c.x));
  }
  // Returns a number of a cell under which the cells of a cluster are nearly consecutive: cells are numbered by rows of
  // clusters, and column by column inside such a row.
  STRATA_HD uint32_t key_of(CellId id) const {
    const Cell c = cell(id);
    const int32_t top = over_side(c.y) * side;
    const int32_t tall = top + side <= height ? side : height - top;
    return static_cast<uint32_t>(top) * static_cast<uint32_t>(width) +
           static_cast<uint32_t>(c.x) * static_cast<uint32_t>(tall) + static_cast<uint32_t>(c.y - top);
  }
  // Returns the local number of a cell in its cluster; kBlockedLocal if the agent cannot stand there.
  STRATA_HD uint32_t local_of(const TableCluster& cluster, Cell c) const {
    const int32_t x = c.x - over_side(c.x) * side, y = c.y - over_side(c.y) * side;
    return cluster.local[static_cast<uint32_t>(y) * static_cast<uint32_t>(side) + static_cast<uint32_t>(x)];
  }
  STRATA_HD bool contains(CellId at) const { return at < static_cast<CellId>(width) * static_cast<CellId>(height); }
  STRATA_HD CellId neighbour(CellId from, int direction) const {
    // The offsets are computed and not looked up: a table in constant memory would need a copy for the host and
    // one for the device.
    const int dx = (direction & 3) == 0 ? 0 : (direction < 4 ? 1 : -1);
    const int dy = direction == 0 || direction == 1 || direction == 7 ? -1 : (direction >= 3 && direction <= 5 ? 1 : 0);
    return static_cast<CellId>(static_cast<int64_t>(from) + static_cast<int64_t>(dy) * width + dx);
  }
  STRATA_HD Cost step_cost(CellId from, int direction) const {
    const Cost base = (direction & 1) != 0 ? diagonal : straight;
    return base / 2 * static_cast<Cost>(weights[from] + weights[neighbour(from, direction)]);
  }
  // Returns a lower bound of the cost of any path between two cells.
  STRATA_HD Cost least_cost(Cell a, Cell b) const {
    const auto dx = static_cast<Cost>(a.x < b.x ? b.x - a.x : a.x - b.x);
    const auto dy = static_cast<Cost>(a.y < b.y ? b.y - a.y : a.y - b.y);
    const Cost less = dx < dy ? dx : dy;
    return least_straight * (dx < dy ? dy : dx) + (least_diagonal - least_straight) * less;
  }
  // Returns the place of the first link of a node, or of a later node, in one of both lists.
  STRATA_HD uint32_t first_link(const TableLink* links, uint32_t node) const {
    uint32_t first = 0;
    for (uint32_t left = link_count; left > 0;) {
      const uint32_t half = left / 2;
      const bool before = links[first + half].node < node;
      first += before ? half + 1 : 0;
      left = before ? left - half - 1 : half;
    }
    return first;
  }
  // Returns the first move of the path inside the cluster between two cells, given by local numbers: a direction,
  // kMoveHere or kMoveNone.
  STRATA_HD static uint32_t first_move(const TableCluster& cluster, uint32_t from, uint32_t to) {
    const uint8_t pair = cluster.first_moves[static_cast<size_t>(to) * ((cluster.cells + 1) / 2) + from / 2];
    return (from & 1) != 0 ? pair >> 4 : pair & 15u;
  }
};

// The position of a node's label, and of the node in the elimination tree.
struct NodeLabelRef {
  uint32_t first = 0;  // index of its first entry
  uint32_t place = 0;  // index of the node in preorder of the elimination tree
};
// A node of the contraction hierarchy, by rank.
struct TableLabelRank {
  uint32_t first = 0;     // index of the first entry of its label
  CellId cell = kNoCell;  // cell of the node
  uint32_t arcs = 0;      // first upward arc; the node's arcs end where those of the next rank begin
  uint32_t depth = 0;     // number of ancestors in the elimination tree
};
// The labels of the nodes of a 1-cluster.
struct ClusterLabelInfo {
  uint32_t place = 0;   // index of its first node in preorder
  uint32_t shared = 0;  // number of ancestors that all nodes of the cluster share
  uint32_t nodes = 0;
  uint32_t block = 0;  // index of the block of these ancestors in TableLabelsView::blocks
};

// The labels of all nodes of the tables (core/tables/table_labels.hpp).
struct TableLabelsView {
  const Cost* entries = nullptr;
  const NodeLabelRef* nodes = nullptr;         // by node: where its label is
  const ClusterLabelInfo* clusters = nullptr;  // by 1-cluster; not valid for clusters without nodes
  const uint16_t* least = nullptr;             // Labels::least(), which gives the number of common ancestors
  uint32_t count = 0;                          // number of nodes
  uint32_t height = 0;                         // number of entries of the longest label; 0: there are no labels
  // Host only, by cluster: for each shared ancestor the entries of all its nodes side by side, padded with kNoWay to a
  // multiple of kBlockLanes.
  static constexpr uint32_t kBlockLanes = 4;
  const Cost* blocks = nullptr;
  // The following arrays serve to unpack paths.
  const uint32_t* rank_of = nullptr;      // by node
  const TableLabelRank* ranks = nullptr;  // by rank, with an end mark
  const uint8_t* upper_ends = nullptr;    // Labels::upper_ends()
  const uint32_t* targets = nullptr;      // upper rank by arc
  const uint32_t* middles = nullptr;      // middle rank by arc; kNoTableNode: the arc is an edge
  const Cost* weights = nullptr;          // by arc: its weight
  uint64_t made = 0;                      // unique number of this set of labels

  // Returns the number of ancestors that two different nodes share, given by their indices in preorder. These are the
  // first entries of both labels.
  STRATA_HD uint32_t common(uint32_t a, uint32_t b) const {
    const uint32_t from = a < b ? a : b, to = a < b ? b : a;
#if defined(__CUDA_ARCH__)
    const auto level = static_cast<uint32_t>(31 - __clz(static_cast<int>(to - from)));
#else
    const auto level = static_cast<uint32_t>(31 - __builtin_clz(to - from));
#endif
    const uint16_t* row = least + static_cast<size_t>(level) * count;
    const uint32_t one = row[from + 1], other = row[to - (1u << level) + 1];
    return one < other ? one : other;
  }
};

// The path of an agent, looked up in the tables.
struct TableAnswer {
  PlanStatus status = PlanStatus::kNoPath;
  Cost cost = kInfinite;
  // The node by which the path leaves the start's cluster; kNoTableNode if it stays inside the cluster.
  uint32_t from = kNoTableNode;
};

// Returns the cost of the path of first moves between two cells of a cluster; kNoWay if there is none.
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

// Returns whether the nodes of the clusters of two cells are connected by a path of any length: then a missing path is
// too long for the tables.
template <class Lanes>
STRATA_HD inline bool table_joined(const TablesView& view, const TableCluster& a, uint32_t from, const TableCluster& b,
                                   uint32_t to) {
  if (view.node_component == nullptr) return false;
  bool joined = false;
  for (uint32_t i = Lanes::index(); i < a.nodes && !joined; i += Lanes::kCount) {
    if (a.to_nodes[static_cast<size_t>(from) * a.nodes + i] >= kNoWay) continue;
    for (uint32_t k = 0; k < b.nodes && !joined; ++k) {
      if (b.to_nodes[static_cast<size_t>(to) * b.nodes + k] >= kNoWay) continue;
      joined = view.node_component[a.first + i] == view.node_component[b.first + k];
    }
  }
  return Lanes::least(joined ? 0 : 1) == 0;
}

// --- From a node to the goal --------------------------------------------------------------------------------------
//
// Look-ups for an agent need the costs from nodes to its goal, which come from labels (label_unpack.hpp) or from a
// search on the host (core/tables/tables_search.hpp).
// A Goal is called with a node and returns the cost from it to the goal; kNoWay or more if there is no path, or if the
// node is on no cheapest path.

// The start and goal of an agent, and whether it can stand at both.
struct TableEnds {
  PlanStatus status = PlanStatus::kFound;  // kStartBlocked, kGoalBlocked
  uint32_t start_cluster = 0, goal_cluster = 0;
  uint32_t start_local = 0, goal_local = 0;
};
STRATA_HD inline TableEnds table_ends(const TablesView& view, CellId start, CellId goal) {
  TableEnds ends;
  const auto find = [&](CellId id, PlanStatus blocked, uint32_t& cluster, uint32_t& local) {
    if (view.contains(id) && view.moves != nullptr) {
      const Cell cell = view.cell(id);
      cluster = view.cluster_of(cell);
      local = view.local_of(view.clusters[cluster], cell);
      if (local != kBlockedLocal) return true;
    }
    ends.status = blocked;
    return false;
  };
  if (find(start, PlanStatus::kStartBlocked, ends.start_cluster, ends.start_local)) {
    find(goal, PlanStatus::kGoalBlocked, ends.goal_cluster, ends.goal_local);
  }
  return ends;
}

// Sets `over` to the node of a cluster with the cheapest path to the goal (the lowest of several) and `best` to the
// cost, if that is below `best`. `costs` are the costs from the start to the nodes.
template <class Goal>
STRATA_HD inline void choose_one_by_one(Goal& goal, const TableCluster& cluster, const Cost* costs, Cost& best,
                                        uint32_t& over) {
  for (uint32_t i = 0; i < cluster.nodes; ++i) {
    if (costs[i] >= best) continue;
    const Cost cost = costs[i] + goal(cluster.first + i);
    if (cost >= best) continue;
    best = cost;
    over = cluster.first + i;
  }
}

// Looks up the cost from start S to goal G:
//   cost(S, G) = min over nodes a of T0[S][a] + cost(a, G)
// If both are in one cluster, the path inside it is compared, too, and preferred at equal cost. Of several nodes with
// equal cost the lowest is chosen.
template <class Goal>
STRATA_HD inline TableAnswer table_look_up(const TablesView& view, const TableEnds& ends, CellId start, Goal& goal) {
  const TableCluster &a = view.clusters[ends.start_cluster], &b = view.clusters[ends.goal_cluster];
  TableAnswer answer;
  Cost best = kNoWay;
  if (ends.start_cluster == ends.goal_cluster) best = table_local_cost(view, a, start, ends.goal_local);
  if (a.nodes > 0 && b.nodes > 0) {
    const Cost* costs = a.to_nodes + static_cast<size_t>(ends.start_local) * a.nodes;
    goal.choose(a, ends.start_cluster, costs, best, answer.from);
  }
  if (best >= kNoWay) {
    const bool joined = table_joined<typename Goal::Lanes>(view, a, ends.start_local, b, ends.goal_local);
    answer.status = joined ? PlanStatus::kCostOverflow : PlanStatus::kNoPath;
    return answer;
  }
  answer.status = PlanStatus::kFound;
  answer.cost = best;
  return answer;
}

// The inter-edge or link by which a cheapest path leaves a cluster, from node `over` to node `to`. A link may also lead
// to a node of the same cluster.
struct TableExit {
  uint32_t over = kNoTableNode;
  uint32_t to = kNoTableNode;
  Cost left = 0;  // cost from `to` to the goal
};
// Returns the inter-edge or link by which the path continues from a node with the cost `left` to the goal, if the goal
// is not reached inside the cluster. Of several cheapest paths it takes the one with the least sum of the cost inside
// the cluster and the bound on the rest, then the lowest node and inter-edge, and a link last. With exact costs there
// always is one.
template <class Goal>
STRATA_HD inline TableExit table_exit(const TablesView& view, uint32_t node, Cost left, Cell target, Goal& goal) {
  const TableCluster& cluster = view.clusters[view.node_cluster[node]];
  const Cost* between = cluster.between + static_cast<size_t>(node - cluster.first) * cluster.nodes;
  uint64_t last = 0;  // bound and slot of the previous candidate, plus 1
  for (;;) {
    uint64_t next = ~uint64_t{0};
    for (uint32_t i = 0; i < cluster.nodes; ++i) {
      if (between[i] > left) continue;
      const Cost bound = between[i] + view.least_cost(view.cell(view.node_cell[cluster.first + i]), target);
      const uint64_t key = (static_cast<uint64_t>(bound) << 16 | i) + 1;
      if (bound <= left && key > last && key < next) next = key;
    }
    if (next == ~uint64_t{0}) return {};
    last = next;
    const auto i = static_cast<uint32_t>((next - 1) & 0xffffu);
    for (uint32_t e = cluster.link_begin[i]; e < cluster.link_begin[i + 1]; ++e) {
      const TableInterEdge& link = cluster.links[e];
      const Cost here = between[i] + link.cost;
      if (here > left) continue;
      const uint32_t to = view.clusters[link.cluster].first + link.slot;
      if (here + goal(to) == left) return {cluster.first + i, to, left - here};
    }
    const uint32_t over = cluster.first + i;
    for (uint32_t e = view.first_link(view.links_from, over); e < view.link_count && view.links_from[e].node == over;
         ++e) {
      const TableLink& link = view.links_from[e];
      const Cost here = between[i] + link.cost;
      if (here > left) continue;
      if (here + goal(link.other) == left) return {over, link.other, left - here};
    }
  }
}

// Calls emit(cell) for the cells of the abstract path (start, nodes, goal, without repetitions) while it returns
// true. Consecutive cells lie in one cluster or are the ends of an inter-edge or link. Returns the number of cells; 0
// if the costs are not exact.
template <class Goal, class Emit>
STRATA_HD inline uint32_t table_walk(const TablesView& view, const TableEnds& ends, const TableAnswer& answer,
                                     CellId start, CellId goal_cell, Goal& goal, Emit&& emit) {
  uint32_t count = 0;
  CellId last = kNoCell;
  const auto put = [&](CellId cell) {
    if (cell == last) return true;
    last = cell;
    ++count;
    return static_cast<bool>(emit(cell));
  };
  if (!put(start)) return count;
  if (answer.from != kNoTableNode) {
    const TableCluster& first = view.clusters[ends.start_cluster];
    const TableCluster& target = view.clusters[ends.goal_cluster];
    const Cost* arrivals = target.to_nodes + static_cast<size_t>(ends.goal_local) * target.nodes;
    const Cell goal_at = view.cell(goal_cell);
    uint32_t node = answer.from;
    Cost left =
        answer.cost - first.to_nodes[static_cast<size_t>(ends.start_local) * first.nodes + (node - first.first)];
    for (uint32_t step = 0;; ++step) {
      if (!put(view.node_cell[node])) return count;
      const uint32_t slot = node - target.first;
      if (slot < target.nodes && arrivals[slot] == left) break;
      const TableExit exit = table_exit(view, node, left, goal_at, goal);
      if (exit.to == kNoTableNode || step > view.nodes) return 0;
      if (!put(view.node_cell[exit.over])) return count;
      node = exit.to;
      left = exit.left;
    }
  }
  put(goal_cell);
  return count;
}

// Returns the first cell of the abstract path that is not the start, else the goal.
template <class Goal>
STRATA_HD inline CellId table_hop(const TablesView& view, const TableEnds& ends, const TableAnswer& answer,
                                  CellId start, CellId goal_cell, Goal& goal) {
  if (answer.from == kNoTableNode) return goal_cell;
  if (view.node_cell[answer.from] != start) return view.node_cell[answer.from];
  CellId hop = goal_cell;
  const uint32_t count = table_walk(view, ends, answer, start, goal_cell, goal, [&](CellId cell) {
    hop = cell;
    return cell == start;
  });
  return count == 0 ? kNoCell : hop;
}

// Returns the direction of the next step towards the next cell of the abstract path: kMoveHere if the agent is there,
// kMoveNone if there no longer is a path.
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

// Returns the cost of the link from one node's cell to that of another; kNoWay if there is none.
STRATA_HD inline Cost table_link_cost(const TablesView& view, CellId from, CellId to) {
  if (view.link_count == 0) return kNoWay;
  const TableCluster& cluster = view.clusters[view.cluster_of(view.cell(from))];
  for (uint32_t node = cluster.first; node < cluster.first + cluster.nodes; ++node) {
    if (view.node_cell[node] != from) continue;
    for (uint32_t e = view.first_link(view.links_from, node); e < view.link_count && view.links_from[e].node == node;
         ++e) {
      if (view.node_cell[view.links_from[e].other] == to) return view.links_from[e].cost;
    }
  }
  return kNoWay;
}

// Returns whether the step between two consecutive cells of an abstract path goes over a link: one joins them, and
// moves do not, or cost more.
STRATA_HD inline bool table_steps_over_link(const TablesView& view, CellId from, CellId to) {
  const Cost link = table_link_cost(view, from, to);
  if (link >= kNoWay) return false;
  const Cell target = view.cell(to);
  const uint32_t number = view.cluster_of(target);
  if (number == view.cluster_of(view.cell(from))) {
    const TableCluster& cluster = view.clusters[number];
    return link < table_local_cost(view, cluster, from, view.local_of(cluster, target));
  }
  const uint32_t move = table_next_move(view, from, to);
  return move >= kMoveHere || link < view.step_cost(from, static_cast<int>(move));
}

}  // namespace strata

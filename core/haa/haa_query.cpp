// This file answers a query of HAA*: insertion of start and goal, search of the abstract graph over the edges that the
// agent can use, refinement (section 6), smoothing.
#include <algorithm>

#include "core/base/check.hpp"
#include "core/haa/haa.hpp"
#include "core/haa/haa_code.hpp"
#include "core/search/astar.hpp"
#include "core/search/cell_space.hpp"
#include "core/search/goal_events.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/refinement.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

// The token of a node holds its parent, and whether an intra-edge led to it: then only inter-edges
// are followed from it.
constexpr uint32_t kByIntra = 1u << 31;
constexpr uint32_t kParent = kByIntra - 1;

// Limit of g of a search, and a bound of the cost of an edge: a path inside a cluster of 64 x 64 cells over cells of
// weight 255 costs less.
constexpr Cost kMaxPath = 1u << 31;
constexpr Cost kMaxEdge = 1u << 30;
static_assert(uint64_t{Haa::kMaxClusterSize} * Haa::kMaxClusterSize * 816 * kMaxCellWeight < kMaxEdge);

}  // namespace

// A query. Nodes 0..n-1 are those of the graph, n is the start and n + 1 the goal. The graph does not change.
template <class Observer>
struct HaaQuery {
  const Haa& haa;
  const MoveGrid& grid;  // moves of the agent's class
  const size_t agent_class;
  const Agent agent;
  const Haa::SmallestGraph part;
  const PlanQuery& query;
  const PlanOptions& options;
  Workspace& workspace;
  PlanResult& result;
  Observer observer;

  const uint32_t start_node = static_cast<uint32_t>(haa.nodes_.size());
  const uint32_t goal_node = start_node + 1;
  const CellId start_cell = grid.id(query.start);
  const CellId goal_cell = grid.id(query.goal);
  const uint32_t start_cluster = haa.cluster_grid_.cluster_of(query.start);
  const uint32_t goal_cluster = haa.cluster_grid_.cluster_of(query.goal);
  const size_t classes = static_cast<size_t>(haa.options_.max_size) * haa.options_.capabilities.size();
  const DistanceBound bound = grid.bound();
  const bool pays_more = agent.size > 1;  // inter-edges may cost the agent more than an agent of size 1
  Cost direct_cost = kInfinite;           // cost from start to goal inside their common cluster

  // --- The search space of the abstract graph -----------------------------------------------------------------------

  NodeRecords& records = workspace.nodes;
  BucketQueue& queue = workspace.queue;

  uint32_t index(uint32_t node) const { return node; }
  CellId cell(uint32_t node) const {
    if (node < start_node) return haa.nodes_[node].cell;
    return node == start_node ? start_cell : goal_cell;
  }
  Cost h(uint32_t node) const {
    if (node < start_node) {
      const HaaNode& n = haa.nodes_[node];
      return bound(n.x - query.goal.x, n.y - query.goal.y);
    }
    return node == start_node ? bound(query.start, query.goal) : 0;
  }

  template <class Edge>
  bool usable(const Edge& edge) const {
    return edge.clearance >= agent.size && (edge.capability & ~agent.capability.bits()) == 0;
  }

  // Returns the cost of a straight step for the agent; steps over borders are straight.
  Cost straight_step(CellId from, CellId to) const {
    return grid.base(0) / 2 * static_cast<Cost>(grid.weights()[from] + grid.weights()[to]);
  }

  // Visits the edges of a node. For each class of agents, the edges that it can use have the exact distances between
  // the nodes of a cluster; so two consecutive intra-edges are never shorter than the edge between their outer ends.
  template <class Visit>
  void successors(uint32_t node, uint32_t, Visit&& visit) const {
    if (node == start_node) {
      for (const NodeLink& link : workspace.start_links) visit(link.node, link.node, link.cost, node | kByIntra);
      if (direct_cost != kInfinite) visit(goal_node, goal_node, direct_cost, node);
      return;
    }
    const uint32_t cluster = haa.nodes_[node].cluster;
    const Haa::ClusterGraph& graph = haa.graphs_[cluster];
    const uint32_t first = haa.first_node_[cluster];
    const uint32_t slot = node - first;
    for (uint32_t e = graph.inter_begin[slot]; e < graph.inter_begin[slot + 1]; ++e) {
      const Haa::InterEdge& edge = graph.inter[e];
      if (edge.part > part || !usable(edge)) continue;
      const uint32_t next = haa.first_node_[edge.to] + edge.to_slot;
      visit(next, next, pays_more ? straight_step(haa.nodes_[node].cell, haa.nodes_[next].cell) : edge.cost, node);
    }
    if ((records.token(node) & kByIntra) != 0) return;
    const Haa::NodeEdges& row = graph.rows[slot];
    const uint32_t end = part == Haa::SmallestGraph::kLow    ? row.begin + row.low
                         : part == Haa::SmallestGraph::kHigh ? row.begin + row.high
                                                             : graph.rows[slot + 1].begin;
    for (uint32_t e = row.begin; e < end; ++e) {
      const Haa::IntraEdge& edge = graph.intra[e];
      if (usable(edge)) visit(first + edge.to, first + edge.to, edge.cost, node | kByIntra);
    }
    if (cluster == goal_cluster && workspace.goal_link_cost[slot] != kInfinite) {
      visit(goal_node, goal_node, workspace.goal_link_cost[slot], node);
    }
  }

  // --- Insertion -------------------------------------------------------------------------------------------------

  Rect rect_of(uint32_t cluster) const { return haa.cluster_grid_.rect(cluster); }

  uint32_t local(const Rect& rect, Cell c) const {
    return static_cast<uint32_t>(c.y - rect.y0) * static_cast<uint32_t>(rect.width()) +
           static_cast<uint32_t>(c.x - rect.x0);
  }

  // Links `from` to the nodes of its cluster that the agent can reach inside the cluster, in the order of their cells.
  void insert(Phase phase, Cell from, uint32_t cluster, std::vector<NodeLink>& links) {
    links.clear();
    const uint8_t line = phase == Phase::kInsertStart ? haa_code::kInsertStart : haa_code::kInsertGoal;
    const Haa::ClusterGraph& graph = haa.graphs_[cluster];
    const uint32_t first = haa.first_node_[cluster];
    const size_t count = graph.nodes.size();
    if (count == 0) return;
    const Rect rect = rect_of(cluster);
    const auto component = [&](size_t slot) { return graph.component[slot * classes + agent_class]; };
    const auto is_part = [&](size_t slot) { return part != Haa::SmallestGraph::kLow || graph.low[slot] != 0; };
    with_cell_space<true>(grid, rect, workspace.area, workspace.queue, DistanceBound{}, from, [&](auto& space) {
      // The first settled node tells how many nodes there are to find: those of its component.
      size_t left = 0;
      const auto all_settled = [&](uint32_t id, uint32_t) {
        const int x = space.x_of(id);
        const int y = space.y_of(id);
        if (x != rect.x0 && x != rect.x1 - 1 && y != rect.y0 && y != rect.y1 - 1) return false;
        const CellId at = space.cell(id);
        const auto place = std::lower_bound(graph.nodes.begin(), graph.nodes.end(), at);
        if (place == graph.nodes.end() || *place != at) return false;
        const auto slot = static_cast<size_t>(place - graph.nodes.begin());
        if (!is_part(slot)) return false;
        if (left == 0) {
          for (size_t s = 0; s < count; ++s) left += is_part(s) && component(s) == component(slot);
        }
        return --left == 0;
      };
      best_first_search(space, space.begin(from), CellRecords::kStart, kInfinite, all_settled, result.stats.of(phase),
                        observer, EventContext{phase, 0, line, line, line});
      for (size_t slot = 0; slot < count; ++slot) {
        if (!is_part(slot)) continue;
        const uint32_t place = local(rect, grid.cell(graph.nodes[slot]));
        if (!space.records.seen(place)) continue;
        links.push_back({first + static_cast<uint32_t>(slot), space.records.g(place)});
      }
    });
    if constexpr (Observer::kEnabled) {
      for (const NodeLink& link : links) {
        observer.on({EventType::kLink, phase, 1, line, cell(link.node), grid.id(from), link.cost, 0});
      }
    }
  }

  Cost search_inside(uint32_t cluster, Cell from, Cell to, Phase phase, uint8_t line, std::vector<CellId>* path) {
    return search_inside_area(grid, rect_of(cluster), from, to, workspace, result.stats.of(phase), observer,
                              EventContext{phase, 0, line, line, line}, path);
  }

  void insert_both() {
    insert(Phase::kInsertStart, query.start, start_cluster, workspace.start_links);
    insert(Phase::kInsertGoal, query.goal, goal_cluster, workspace.goal_links);
    const uint32_t first = haa.first_node_[goal_cluster];
    workspace.goal_link_cost.assign(haa.graphs_[goal_cluster].nodes.size(), kInfinite);
    for (const NodeLink& link : workspace.goal_links) workspace.goal_link_cost[link.node - first] = link.cost;
    if (start_cluster == goal_cluster) {
      direct_cost =
          search_inside(goal_cluster, query.start, query.goal, Phase::kInsertGoal, haa_code::kInsertGoal, nullptr);
      if constexpr (Observer::kEnabled) {
        if (direct_cost != kInfinite) {
          observer.on(
              {EventType::kLink, Phase::kInsertGoal, 1, haa_code::kInsertGoal, start_cell, goal_cell, direct_cost, 0});
        }
      }
    }
  }

  // --- Search and refinement -------------------------------------------------------------------------------------

  bool search_abstract_graph() {
    const std::optional<Cost> limit = cost_limit_over_edges(grid, kMaxEdge, kMaxPath);
    if (!limit) {
      result.status = PlanStatus::kCostOverflow;
      return false;
    }
    records.begin(haa.nodes_.size() + 2);
    queue.begin(kAbstractRise, h(start_node));
    const EventContext context{Phase::kMain, 1, haa_code::kPop, haa_code::kGenerate, haa_code::kUpdate};
    const auto is_goal = [this](uint32_t node, uint32_t) { return node == goal_node; };
    result.status = with_goal_observer(observer, goal_node, goal_cell, context, [&](auto told) {
      return best_first_search(*this, start_node, start_node, *limit, is_goal, result.stats.of(Phase::kMain), told,
                               context);
    });
    if (!result.found()) return false;
    result.raw_cost = records.g(goal_node);
    std::vector<uint32_t>& nodes = workspace.abstract_path;
    nodes.clear();
    for (uint32_t node = goal_node; node != start_node; node = records.token(node) & kParent) nodes.push_back(node);
    nodes.push_back(start_node);
    std::reverse(nodes.begin(), nodes.end());
    for (const uint32_t node : nodes) {
      const CellId at = cell(node);
      if (result.abstract_path.empty() || result.abstract_path.back() != at) result.abstract_path.push_back(at);
    }
    if constexpr (Observer::kEnabled) {
      for (size_t i = 1; i < nodes.size(); ++i) {
        if (cell(nodes[i]) == cell(nodes[i - 1])) continue;
        observer.on({EventType::kPathEdge, Phase::kMain, 1, haa_code::kDone, cell(nodes[i]), cell(nodes[i - 1]),
                     records.g(nodes[i]) - records.g(nodes[i - 1]), 0});
      }
    }
    return true;
  }

  // Appends the cells of an edge of the abstract path, without the first cell.
  void refine(uint32_t from, uint32_t to) {
    std::vector<CellId>& path = result.path;
    const CellId from_cell = cell(from);
    const CellId to_cell = cell(to);
    if (from_cell == to_cell) return;
    const Cost cost = records.g(to) - records.g(from);
    const uint32_t cluster = haa.cluster_grid_.cluster_of(grid.cell(to_cell));
    const bool inter = cluster != haa.cluster_grid_.cluster_of(grid.cell(from_cell));
    const uint8_t line = inter ? haa_code::kRefineInter : haa_code::kRefineIntra;
    observer.on({EventType::kRefine, Phase::kRefine, 1, haa_code::kRefineEdge, to_cell, from_cell, cost, 0});
    const size_t begin = path.size();
    if (inter) {
      ++result.stats.of(Phase::kRefine).touched;
      path.push_back(to_cell);
    } else {
      const Cost found = search_inside(cluster, grid.cell(from_cell), grid.cell(to_cell), Phase::kRefine, line, &path);
      STRATA_CHECK(found == cost);
    }
    report_steps(grid, path, begin, observer, line);
  }

  void run() {
    observer.on({EventType::kSource, Phase::kInsertStart, 0, haa_code::kInsertStart, start_cell, kNoCell, 0, 0});
    observer.on({EventType::kDestination, Phase::kInsertGoal, 0, haa_code::kInsertGoal, goal_cell, kNoCell, 0, 0});
    insert_both();
    if (!search_abstract_graph()) {
      observer.on({EventType::kNoPath, Phase::kMain, 1, haa_code::kFail, goal_cell, kNoCell, 0, 0});
      return;
    }
    result.path.push_back(start_cell);
    const std::vector<uint32_t>& nodes = workspace.abstract_path;
    for (size_t i = 1; i < nodes.size(); ++i) refine(nodes[i - 1], nodes[i]);
    result.cost = result.raw_cost;
    if (options.keep_raw_path) result.raw_path = result.path;
    if (options.smooth) smooth_result(grid, workspace, result, observer, haa_code::kReplace);
    const Phase last = options.smooth ? Phase::kSmooth : Phase::kRefine;
    const uint8_t line = options.smooth ? haa_code::kSmooth : haa_code::kRefineEdge;
    observer.on({EventType::kFound, last, 0, line, goal_cell, kNoCell, result.cost, 0});
  }

  static void plan(const Haa& haa, const AgentGrids& agents, const Agent& agent, HaaQuality quality,
                   const PlanQuery& query, const PlanOptions& options, Workspace& workspace, PlanResult& result,
                   Observer observer) {
    const int agent_class = agents.class_of(agent);
    result.clear(agent_class < 0 ? PlanStatus::kNoSuchAgent : check_without_links(agents.grid(agent_class), query));
    if (!result.found()) return;
    if (!haa.ready() || haa.built_for() != agents.built_for()) {
      result.status = PlanStatus::kStale;
      return;
    }
    STRATA_CHECK(haa.options_.max_size == agents.max_size() && haa.options_.capabilities == agents.capabilities());
    HaaQuery{haa,
             agents.grid(agent_class),
             static_cast<size_t>(agent_class),
             agent,
             Haa::part_of(quality),
             query,
             options,
             workspace,
             result,
             observer}
        .run();
  }
};

void Haa::plan(const AgentGrids& agents, const Agent& agent, HaaQuality quality, const PlanQuery& query,
               const PlanOptions& options, Workspace& workspace, PlanResult& result, Trace* trace) const {
  with_observer(trace, [&](auto observer) {
    HaaQuery<decltype(observer)>::plan(*this, agents, agent, quality, query, options, workspace, result, observer);
  });
}

}  // namespace strata

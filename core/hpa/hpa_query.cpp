// Query: insertion of start and goal, search of the abstract graph, refinement, smoothing (sections 4.2 and 4.3).
#include <algorithm>

#include "core/base/check.hpp"
#include "core/hpa/hpa.hpp"
#include "core/search/astar.hpp"
#include "core/search/cell_space.hpp"
#include "core/search/pseudo_code.hpp"
#include "core/search/smoothing.hpp"

namespace strata {
namespace {

// How an abstract node was reached, beside its parent. After an intra-edge only inter-edges are followed.
constexpr uint32_t kByIntra = 1u << 31;
constexpr uint32_t kParent = kByIntra - 1;

// The most that f grows along nearly all abstract edges.
constexpr Cost kTypicalRise = 260'000;

}  // namespace

// One query. Nodes 0..n-1 are those of the graph, n is the start and n + 1 the goal; neither is added to the graph.
template <class Observer>
struct HpaQuery {
  const Hpa& hpa;
  const MoveGrid& grid;
  const Query& query;
  const PlanOptions& options;
  Workspace& workspace;
  PlanResult& result;
  Observer observer;

  const uint32_t start_node = static_cast<uint32_t>(hpa.nodes_.size());
  const uint32_t goal_node = start_node + 1;
  const CellId start_cell = grid.id(query.start);
  const CellId goal_cell = grid.id(query.goal);
  const uint32_t start_cluster = hpa.cluster_grid_.cluster_of(query.start);
  const uint32_t goal_cluster = hpa.cluster_grid_.cluster_of(query.goal);
  const DistanceBound bound = grid.bound();
  Cost direct_cost = kInfinite;  // from start to goal inside their common cluster

  // --- The abstract graph as a space for best_first_search -------------------------------------------------------

  NodeRecords& records = workspace.nodes;

  uint32_t index(uint32_t node) const { return node; }
  CellId cell(uint32_t node) const {
    if (node < start_node) return hpa.nodes_[node].cell;
    return node == start_node ? start_cell : goal_cell;
  }
  Cost h(uint32_t node) const {
    if (node < start_node) {
      const HpaNode& n = hpa.nodes_[node];
      return bound(n.x - query.goal.x, n.y - query.goal.y);
    }
    return node == start_node ? bound(query.start, query.goal) : 0;
  }
  void push(Cost f, Cost g, uint32_t node) { workspace.queue.push(f, g, node); }
  bool pop(uint32_t& node, Cost& g) {
    BucketQueue::Entry entry;
    if (!workspace.queue.pop(entry)) return false;
    node = entry.id;
    g = entry.g;
    return true;
  }

  template <class Visit>
  void successors(uint32_t node, uint32_t, Visit&& visit) const {
    if (node == start_node) {
      for (const NodeLink& link : workspace.start_links) visit(link.node, link.node, link.cost, node | kByIntra);
      if (direct_cost != kInfinite) visit(goal_node, goal_node, direct_cost, node);
      return;
    }
    const uint32_t cluster = hpa.nodes_[node].cluster;
    const Hpa::ClusterGraph& graph = hpa.graphs_[cluster];
    const uint32_t first = hpa.first_node_[cluster];
    const uint32_t slot = node - first;
    for (uint32_t e = graph.inter_begin[slot]; e < graph.inter_begin[slot + 1]; ++e) {
      const Hpa::InterEdge& edge = graph.inter[e];
      const uint32_t next = hpa.first_node_[edge.to] + edge.to_slot;
      visit(next, next, edge.cost, node);
    }
    if ((records.token(node) & kByIntra) != 0) return;
    const auto count = static_cast<uint32_t>(graph.nodes.size());
    const Cost* row = &graph.intra[static_cast<size_t>(slot) * count];
    for (uint32_t j = 0; j < count; ++j) {
      if (row[j] != kInfinite && j != slot) visit(first + j, first + j, row[j], node | kByIntra);
    }
    if (cluster == goal_cluster && workspace.goal_link_cost[slot] != kInfinite) {
      visit(goal_node, goal_node, workspace.goal_link_cost[slot], node);
    }
  }

  // --- Insertion -------------------------------------------------------------------------------------------------

  Rect rect_of(uint32_t cluster) const { return hpa.cluster_grid_.rect(cluster); }

  uint32_t local(const Rect& rect, Cell c) const {
    return static_cast<uint32_t>(c.y - rect.y0) * static_cast<uint32_t>(rect.width()) +
           static_cast<uint32_t>(c.x - rect.x0);
  }

  // Calls step(cell, direction) for each step of the stored way from `from` to the node; false if there is none.
  template <class Step>
  bool follow(uint32_t cluster, uint32_t slot, Cell from, Step&& step) const {
    const Rect rect = rect_of(cluster);
    const size_t cells = static_cast<size_t>(rect.width()) * static_cast<size_t>(rect.height());
    const uint8_t* moves = &hpa.graphs_[cluster].moves[slot * cells];
    uint32_t at = local(rect, from);
    if (moves[at] == Hpa::kUnreachable) return false;
    CellId id = grid.id(from);
    while (moves[at] != Hpa::kHere) {
      const int direction = moves[at];
      step(id, direction);
      id = grid.neighbour(id, direction);
      at += static_cast<uint32_t>(kDirY[static_cast<size_t>(direction)] * rect.width() +
                                  kDirX[static_cast<size_t>(direction)]);
    }
    return true;
  }

  // Links `from` to the nodes of its cluster that it can reach there, in the order of their cells.
  void insert(Phase phase, Cell from, uint32_t cluster, std::vector<NodeLink>& links) {
    links.clear();
    PhaseStats& stats = result.stats.of(phase);
    const uint8_t line = phase == Phase::kInsertStart ? code_line::kHpaInsertStart : code_line::kHpaInsertGoal;
    const Hpa::ClusterGraph& graph = hpa.graphs_[cluster];
    const uint32_t first = hpa.first_node_[cluster];
    const auto count = static_cast<uint32_t>(graph.nodes.size());
    if (hpa.options_.cache_paths) {
      for (uint32_t slot = 0; slot < count; ++slot) {
        Cost cost = 0;
        const bool reached =
            follow(cluster, slot, from, [&](CellId id, int direction) { cost += grid.step_cost(id, direction); });
        ++stats.touched;
        if (reached) links.push_back({first + slot, cost});
      }
    } else if (count > 0) {
      const Rect rect = rect_of(cluster);
      with_cell_space<true>(grid, rect, workspace.area, workspace.queue, DistanceBound{}, from, [&](auto& space) {
        // The search ends when the last node has been settled.
        uint32_t left = count;
        const auto all_settled = [&](uint32_t id, uint32_t) {
          return std::binary_search(graph.nodes.begin(), graph.nodes.end(), space.cell(id)) && --left == 0;
        };
        best_first_search(space, space.begin(from), CellRecords::kStart, kInfinite, all_settled, stats, observer,
                          EventContext{phase, 0, line, line, line});
        for (uint32_t slot = 0; slot < count; ++slot) {
          const uint32_t place = local(rect, grid.cell(graph.nodes[slot]));
          if (space.records.seen(place)) links.push_back({first + slot, space.records.g(place)});
        }
      });
    }
    if constexpr (Observer::kEnabled) {
      for (const NodeLink& link : links) {
        observer.on({EventType::kLink, phase, 1, line, cell(link.node), grid.id(from), link.cost, 0});
      }
    }
  }

  // A* between two cells of one cluster that stays inside it; appends the way to `path`, its first cell left out.
  // kInfinite if there is none.
  Cost search_inside(uint32_t cluster, Cell from, Cell to, Phase phase, uint8_t line, std::vector<CellId>* path) {
    Cost cost = kInfinite;
    const Rect rect = rect_of(cluster);
    with_cell_space<true>(grid, rect, workspace.area, workspace.queue, bound, to, [&](auto& space) {
      const uint32_t goal_id = space.id_of(to);
      const auto is_goal = [goal_id](uint32_t id, uint32_t) { return id == goal_id; };
      const PlanStatus status =
          best_first_search(space, space.begin(from), CellRecords::kStart, kInfinite, is_goal, result.stats.of(phase),
                            observer, EventContext{phase, 0, line, line, line});
      if (status != PlanStatus::kFound) return;
      cost = space.records.g(local(rect, to));
      if (path != nullptr) space.append_path(to, *path);
    });
    return cost;
  }

  void insert_both() {
    insert(Phase::kInsertStart, query.start, start_cluster, workspace.start_links);
    insert(Phase::kInsertGoal, query.goal, goal_cluster, workspace.goal_links);
    const uint32_t first = hpa.first_node_[goal_cluster];
    workspace.goal_link_cost.assign(hpa.graphs_[goal_cluster].nodes.size(), kInfinite);
    for (const NodeLink& link : workspace.goal_links) workspace.goal_link_cost[link.node - first] = link.cost;
    if (start_cluster == goal_cluster) {
      direct_cost =
          search_inside(goal_cluster, query.start, query.goal, Phase::kInsertGoal, code_line::kHpaInsertGoal, nullptr);
      if constexpr (Observer::kEnabled) {
        if (direct_cost != kInfinite) {
          observer.on({EventType::kLink, Phase::kInsertGoal, 1, code_line::kHpaInsertGoal, start_cell, goal_cell,
                       direct_cost, 0});
        }
      }
    }
  }

  // --- Search and refinement -------------------------------------------------------------------------------------

  bool search_abstract_graph() {
    records.begin(hpa.nodes_.size() + 2);
    workspace.queue.begin(kTypicalRise, h(start_node));
    const EventContext context{Phase::kMain, 1, code_line::kHpaPop, code_line::kHpaGenerate, code_line::kHpaUpdate};
    const auto is_goal = [this](uint32_t node, uint32_t) { return node == goal_node; };
    result.status = best_first_search(*this, start_node, start_node, cost_limit(grid), is_goal,
                                      result.stats.of(Phase::kMain), observer, context);
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
    return true;
  }

  // Appends the cells of the edge between two nodes of the abstract path, the first one left out.
  void refine(uint32_t from, uint32_t to) {
    std::vector<CellId>& path = result.path;
    const CellId from_cell = cell(from);
    const CellId to_cell = cell(to);
    if (from_cell == to_cell) return;
    const Cost cost = records.g(to) - records.g(from);
    const uint32_t cluster = hpa.cluster_grid_.cluster_of(grid.cell(to_cell));
    const uint32_t from_cluster = hpa.cluster_grid_.cluster_of(grid.cell(from_cell));
    observer.on({EventType::kRefine, Phase::kRefine, 1, code_line::kHpaRefineEdge, to_cell, from_cell, cost, 0});
    PhaseStats& stats = result.stats.of(Phase::kRefine);
    if (cluster != from_cluster) {
      ++stats.touched;
      path.push_back(to_cell);
      return;
    }
    const bool to_node = to < start_node;
    const bool from_node = from < start_node;
    if (!hpa.options_.cache_paths || (!to_node && !from_node)) {
      const Cost found = search_inside(cluster, grid.cell(from_cell), grid.cell(to_cell), Phase::kRefine,
                                       code_line::kHpaRefineSearch, &path);
      STRATA_CHECK(found == cost);
      return;
    }
    const size_t begin = path.size();
    const uint32_t first = hpa.first_node_[cluster];
    if (to_node) {
      follow(cluster, to - first, grid.cell(from_cell),
             [&](CellId id, int direction) { path.push_back(grid.neighbour(id, direction)); });
    } else {  // the way to the goal, walked from its end
      follow(cluster, from - first, grid.cell(to_cell), [&](CellId id, int) { path.push_back(id); });
      std::reverse(path.begin() + static_cast<std::ptrdiff_t>(begin), path.end());
    }
    stats.touched += path.size() - begin;
  }

  void smooth() {
    if constexpr (Observer::kEnabled) {
      std::vector<Shortcut> shortcuts;
      result.cost -= smooth_path(grid, result.path, workspace.smoothing, &shortcuts);
      for (const Shortcut& s : shortcuts) {
        observer.on({EventType::kShortcut, Phase::kSmooth, 0, code_line::kHpaShortcut, s.to, s.from, s.cost, 0});
      }
    } else {
      result.cost -= smooth_path(grid, result.path, workspace.smoothing);
    }
  }

  void run() {
    observer.on({EventType::kSource, Phase::kInsertStart, 0, code_line::kHpaInsertStart, start_cell, kNoCell, 0, 0});
    observer.on({EventType::kDestination, Phase::kInsertGoal, 0, code_line::kHpaInsertGoal, goal_cell, kNoCell, 0, 0});
    insert_both();
    if (!search_abstract_graph()) {
      observer.on({EventType::kNoPath, Phase::kMain, 1, code_line::kHpaFail, goal_cell, kNoCell, 0, 0});
      return;
    }
    result.path.push_back(start_cell);
    const std::vector<uint32_t>& nodes = workspace.abstract_path;
    for (size_t i = 1; i < nodes.size(); ++i) refine(nodes[i - 1], nodes[i]);
    result.cost = result.raw_cost;
    if (options.keep_raw_path) result.raw_path = result.path;
    if (options.smooth) smooth();
    const Phase last = options.smooth ? Phase::kSmooth : Phase::kRefine;
    const uint8_t line = options.smooth ? code_line::kHpaSmooth : code_line::kHpaRefineEdge;
    observer.on({EventType::kFound, last, 0, line, goal_cell, kNoCell, result.cost, 0});
  }
};

namespace {

template <class Observer>
void plan_with(const Hpa& hpa, const MoveGrid& grid, const Query& query, const PlanOptions& options,
               Workspace& workspace, PlanResult& result, Observer observer) {
  result.clear(check_ends(grid, query));
  if (!result.found()) return;
  if (hpa.built_for() != grid.built_for()) {
    result.status = PlanStatus::kStale;
    return;
  }
  HpaQuery<Observer>{hpa, grid, query, options, workspace, result, observer}.run();
}

}  // namespace

void Hpa::plan(const MoveGrid& grid, const Query& query, const PlanOptions& options, Workspace& workspace,
               PlanResult& result) const {
  plan_with(*this, grid, query, options, workspace, result, NoObserver{});
}

void Hpa::plan(const MoveGrid& grid, const Query& query, const PlanOptions& options, Workspace& workspace,
               PlanResult& result, Trace& trace) const {
  plan_with(*this, grid, query, options, workspace, result, TraceObserver{&trace});
}

}  // namespace strata

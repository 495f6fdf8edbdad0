// The steps of a query are: look-up of the best pair of nodes, the nodes of the path between them, and the
// cells by first moves.
#include "core/base/check.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/refinement.hpp"
#include "core/search/trace.hpp"
#include "core/tables/label_goal.hpp"
#include "core/tables/table_labels.hpp"
#include "core/tables/tables.hpp"
#include "core/tables/tables_code.hpp"

namespace strata {
namespace {

template <class Observer>
struct TablesQuery {
  const TablesView& view;
  const TableLabelsView labels;  // without labels the nodes are searched
  const MoveGrid& grid;
  const PlanQuery query;
  const PlanOptions& options;
  Workspace& workspace;
  PlanResult& result;
  Observer observer;

  const CellId start = grid.id(query.start);
  const CellId goal = grid.id(query.goal);
  const TableEnds ends = table_ends(view, start, goal);

  // Returns the cost of an edge of the abstract path.
  Cost edge_cost(CellId from, CellId to) const {
    if (table_steps_over_link(view, from, to)) return table_link_cost(view, from, to);
    const uint32_t cluster = view.cluster_of(view.cell(to));
    if (cluster != view.cluster_of(view.cell(from))) return grid.step_cost(from, grid.direction_between(from, to));
    const TableCluster& table = view.clusters[cluster];
    return table_local_cost(view, table, from, view.local_of(table, view.cell(to)));
  }

  void report_links(Phase phase, uint8_t line, uint32_t cluster, CellId end) {
    const TableCluster& table = view.clusters[cluster];
    result.stats.of(phase).touched += table.nodes;
    if constexpr (Observer::kEnabled) {
      const Cost* costs = table.to_nodes + static_cast<size_t>(view.local_of(table, view.cell(end))) * table.nodes;
      for (uint32_t i = 0; i < table.nodes; ++i) {
        if (costs[i] < kNoWay)
          observer.on({EventType::kLink, phase, 1, line, view.node_cell[table.first + i], end, costs[i], 0});
      }
    }
  }

  // Reports the compared paths: the path inside a common cluster, and the paths over each node of the start's cluster.
  template <class Goal>
  void report_nodes(Goal& costs_to_goal) {
    const TableCluster& cluster = view.clusters[ends.start_cluster];
    const Cost* costs = cluster.to_nodes + size_t{ends.start_local} * cluster.nodes;
    Cost best = kNoWay;
    if (ends.start_cluster == ends.goal_cluster) best = table_local_cost(view, cluster, start, ends.goal_local);
    if (best < kNoWay)
      observer.on({EventType::kLink, Phase::kInsertGoal, 1, tables_code::kLocal, goal, start, best, 0});
    for (uint32_t i = 0; i < cluster.nodes; ++i) {
      if (costs[i] >= kNoWay) continue;
      const Cost rest = costs_to_goal(cluster.first + i);
      if (rest >= kNoWay) continue;
      const bool better = costs[i] + rest < best;
      if (better) best = costs[i] + rest;
      observer.on({EventType::kGenerate, Phase::kMain, 1, better ? tables_code::kBetter : tables_code::kNode,
                   view.node_cell[cluster.first + i], start, costs[i], rest});
    }
  }

  template <class Goal>
  void find(Goal& costs_to_goal) {
    if constexpr (Observer::kEnabled) report_nodes(costs_to_goal);
    result.stats.of(Phase::kMain).touched += view.clusters[ends.start_cluster].nodes;
    const TableAnswer answer = table_look_up(view, ends, start, costs_to_goal);
    result.status = table_status(view, ends, answer);
    if (!result.found()) {
      observer.on({EventType::kNoPath, Phase::kMain, 1, tables_code::kFail, goal, kNoCell, 0, 0});
      return;
    }
    result.raw_cost = answer.cost;
    result.cost = answer.cost;
    if constexpr (Observer::kEnabled) {
      if (answer.from != kNoTableNode) {
        const TableCluster& cluster = view.clusters[ends.start_cluster];
        const Cost first = cluster.to_nodes[size_t{ends.start_local} * cluster.nodes + (answer.from - cluster.first)];
        observer.on({EventType::kExpand, Phase::kMain, 1, tables_code::kDone, view.node_cell[answer.from], start, first,
                     answer.cost - first});
      }
    }
    const uint32_t count = table_walk(view, ends, answer, start, goal, costs_to_goal, [this](CellId cell) {
      result.abstract_path.push_back(cell);
      return true;
    });
    STRATA_CHECK(count == result.abstract_path.size());
    result.stats.of(Phase::kMain).expanded += count;
    if constexpr (Observer::kEnabled) {
      for (size_t i = 1; i < count; ++i) {
        const CellId from = result.abstract_path[i - 1], to = result.abstract_path[i];
        observer.on({EventType::kPathEdge, Phase::kMain, 1, tables_code::kNext, to, from, edge_cost(from, to), 0});
      }
    }
  }

  // Appends the cells from the end of the path to the next cell of the abstract path, while the path has at
  // most `most` cells.
  void walk_edge(CellId to, size_t most) {
    std::vector<CellId>& path = result.path;
    if (table_steps_over_link(view, path.back(), to)) {
      path.push_back(to);
      return;
    }
    const Cell target = view.cell(to);
    Cell at = view.cell(path.back());
    const uint32_t number = view.cluster_of(target);
    if (number != view.cluster_of(at)) {
      const uint32_t move = table_next_move(view, path.back(), to);
      STRATA_CHECK(move < kMoveHere);
      path.push_back(view.neighbour(path.back(), static_cast<int>(move)));
      return;
    }
    // All moves inside a cluster towards one cell are in one row.
    const TableCluster& cluster = view.clusters[number];
    const Cell corner{view.over_side(target.x) * view.side, view.over_side(target.y) * view.side};
    const auto place = [&](Cell c) { return (c.y - corner.y) * view.side + c.x - corner.x; };
    const uint16_t* const local = cluster.local;
    const uint8_t* const row =
        cluster.first_moves + static_cast<size_t>(local[place(target)]) * ((cluster.cells + 1) / 2);
    int here = place(at);
    CellId cell = path.back();
    while (cell != to && path.size() < most) {
      const uint32_t from = local[here];
      // There is no branch for odd and even numbers, because it would be mispredicted every other time.
      const uint32_t move = row[from / 2] >> (from % 2 * 4) & 15u;
      STRATA_CHECK(move < kMoveHere);
      here += kDirY[move] * view.side + kDirX[move];
      cell = grid.neighbour(cell, static_cast<int>(move));
      path.push_back(cell);
    }
  }

  // Appends the cells of the abstract path, while the path has at most `most` cells.
  void refine(size_t most) {
    std::vector<CellId>& path = result.path;
    path.push_back(start);
    for (size_t i = 1; i < result.abstract_path.size() && path.size() < most; ++i) {
      const CellId to = result.abstract_path[i];
      if constexpr (Observer::kEnabled) {
        observer.on({EventType::kRefine, Phase::kRefine, 1, tables_code::kRefine, to, path.back(),
                     edge_cost(path.back(), to), 0});
      }
      const size_t begin = path.size();
      walk_edge(to, most);
      result.stats.of(Phase::kRefine).touched += path.size() - begin;
      report_steps(grid, path, begin, observer, tables_code::kMove);
    }
    result.complete = path.back() == goal;
  }

  void run() {
    observer.on({EventType::kSource, Phase::kInsertStart, 0, tables_code::kStart, start, kNoCell, 0, 0});
    observer.on({EventType::kDestination, Phase::kInsertGoal, 0, tables_code::kGoal, goal, kNoCell, 0, 0});
    report_links(Phase::kInsertStart, tables_code::kStart, ends.start_cluster, start);
    report_links(Phase::kInsertGoal, tables_code::kGoal, ends.goal_cluster, goal);
    GoalMemory& memory = workspace.own.of<GoalMemory>();
    memory.forget();
    with_goal(
        view, labels, ends, start, goal, memory, [this](auto& to_goal) { this->find(to_goal); }, Observer::kEnabled);
    if (!result.found()) return;
    const bool lazy = options.first_moves > 0;
    refine(lazy ? size_t{options.first_moves} + 1 : SIZE_MAX);
    if (options.keep_raw_path) result.raw_path = result.path;
    const bool smoothed = options.smooth && !lazy;
    if (smoothed) smooth_result(grid, workspace, result, observer, tables_code::kReplace);
    observer.on({EventType::kFound, smoothed ? Phase::kSmooth : Phase::kRefine, 0,
                 smoothed ? tables_code::kSmooth : tables_code::kRefine, goal, kNoCell, result.cost, 0});
  }
};

template <class Observer>
void plan_with(const Tables& tables, const MoveGrid& grid, const TableLabels* labels, const PlanQuery& query,
               const PlanOptions& options, Workspace& workspace, PlanResult& result, Observer observer) {
  const FollowsLinks links = tables.too_many_links() ? FollowsLinks::kNo : FollowsLinks::kYes;
  if (!begin_query(grid, query, tables.built_for(), result, links)) return;
  const TablesView view = tables.view(grid);
  const bool known = labels != nullptr && labels->is_current_for(tables);
  TablesQuery<Observer>{view,    known ? labels->view() : TableLabelsView(), grid, query, options, workspace, result,
                        observer}
      .run();
}

}  // namespace

void Tables::plan(const MoveGrid& grid, const TableLabels* labels, const PlanQuery& query, const PlanOptions& options,
                  Workspace& workspace, PlanResult& result, Trace* trace) const {
  with_observer(trace,
                [&](auto observer) { plan_with(*this, grid, labels, query, options, workspace, result, observer); });
}

}  // namespace strata

// One query: the best pair of nodes by look-up, the nodes between them, and the cells by first moves.
#include <type_traits>

#include "core/base/check.hpp"
#include "core/search/pseudo_code.hpp"
#include "core/search/refinement.hpp"
#include "core/tables/tables.hpp"

namespace strata {
namespace {

template <class Observer, class Rows>
struct TablesQuery {
  const TablesView& view;
  Rows& rows;
  const MoveGrid& grid;
  const Query query;
  const PlanOptions& options;
  Workspace& workspace;
  PlanResult& result;
  Observer observer;

  const CellId start = grid.id(query.start);
  const CellId goal = grid.id(query.goal);
  const uint32_t start_cluster = view.cluster_of(query.start);
  const uint32_t goal_cluster = view.cluster_of(query.goal);

  // The cost of an edge of the abstract path.
  Cost edge_cost(CellId from, CellId to) const {
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

  // The pairs that table_look_up compares, as far as there is a way.
  void report_pairs() {
    const TableCluster &a = view.clusters[start_cluster], &b = view.clusters[goal_cluster];
    const Cost* first = a.to_nodes + static_cast<size_t>(view.local_of(a, query.start)) * a.nodes;
    const Cost* last = b.to_nodes + static_cast<size_t>(view.local_of(b, query.goal)) * b.nodes;
    if (start_cluster == goal_cluster) {
      const Cost local = table_local_cost(view, a, start, view.local_of(a, query.goal));
      if (local < kNoWay)
        observer.on({EventType::kLink, Phase::kInsertGoal, 1, code_line::kTablesLocal, goal, start, local, 0});
    }
    rows.open(start_cluster);
    for (uint32_t k = 0; k < b.nodes; ++k) {
      if (last[k] >= kNoWay) continue;
      const Cost* row = rows.row(b.first + k) + a.first;
      Cost best = kNoWay;
      for (uint32_t i = 0; i < a.nodes; ++i) {
        const Cost cost = first[i] + row[i];
        if (cost >= best) continue;
        const bool again = best < kNoWay;
        observer.on({again ? EventType::kUpdate : EventType::kGenerate, Phase::kMain, 1,
                     again ? code_line::kTablesBetter : code_line::kTablesPair, view.node_cell[b.first + k],
                     view.node_cell[a.first + i], cost, last[k]});
        best = cost;
      }
    }
  }

  bool look_up(TableAnswer& answer) {
    if constexpr (Observer::kEnabled) report_pairs();
    result.stats.of(Phase::kMain).touched +=
        size_t{view.clusters[start_cluster].nodes} * view.clusters[goal_cluster].nodes;
    answer = table_look_up(view, rows, start, goal);
    result.status = answer.status;
    if (!result.found()) {
      observer.on({EventType::kNoPath, Phase::kMain, 1, code_line::kTablesFail, goal, kNoCell, 0, 0});
      return false;
    }
    result.raw_cost = answer.cost;
    result.cost = answer.cost;
    if constexpr (Observer::kEnabled) {
      if (answer.to != kNoTableNode) {
        const TableCluster& b = view.clusters[goal_cluster];
        const Cost last = b.to_nodes[static_cast<size_t>(view.local_of(b, query.goal)) * b.nodes + answer.to - b.first];
        observer.on({EventType::kExpand, Phase::kMain, 1, code_line::kTablesDone, view.node_cell[answer.to],
                     view.node_cell[answer.from], answer.cost - last, last});
      }
    }
    return true;
  }

  void walk(const TableAnswer& answer) {
    const uint32_t count =
        table_walk(view, rows, answer, start, goal, [this](CellId cell) { result.abstract_path.push_back(cell); });
    STRATA_CHECK(count == result.abstract_path.size());  // the rows are those of these tables
    result.stats.of(Phase::kMain).expanded += count;
    if constexpr (Observer::kEnabled) {
      for (size_t i = 1; i < count; ++i) {
        const CellId from = result.abstract_path[i - 1], to = result.abstract_path[i];
        observer.on({EventType::kPathEdge, Phase::kMain, 1, code_line::kTablesNext, to, from, edge_cost(from, to), 0});
      }
    }
  }

  // The cells under the abstract path, until there are `most`.
  void refine(size_t most) {
    std::vector<CellId>& path = result.path;
    path.push_back(start);
    for (size_t i = 1; i < result.abstract_path.size() && path.size() < most; ++i) {
      const CellId to = result.abstract_path[i];
      if constexpr (Observer::kEnabled) {
        observer.on({EventType::kRefine, Phase::kRefine, 1, code_line::kTablesRefine, to, path.back(),
                     edge_cost(path.back(), to), 0});
      }
      const size_t begin = path.size();
      while (path.back() != to && path.size() < most) {
        const uint32_t move = table_next_move(view, path.back(), to);
        STRATA_CHECK(move < kMoveHere);
        path.push_back(view.neighbour(path.back(), static_cast<int>(move)));
      }
      result.stats.of(Phase::kRefine).touched += path.size() - begin;
      report_steps(grid, path, begin, observer, code_line::kTablesMove);
    }
    result.complete = path.back() == goal;
  }

  void run() {
    observer.on({EventType::kSource, Phase::kInsertStart, 0, code_line::kTablesStart, start, kNoCell, 0, 0});
    observer.on({EventType::kDestination, Phase::kInsertGoal, 0, code_line::kTablesGoal, goal, kNoCell, 0, 0});
    report_links(Phase::kInsertStart, code_line::kTablesStart, start_cluster, start);
    report_links(Phase::kInsertGoal, code_line::kTablesGoal, goal_cluster, goal);
    TableAnswer answer;
    if (!look_up(answer)) return;
    if constexpr (std::is_same_v<Rows, TableRows>) {
      if (answer.to != kNoTableNode) rows.keep_only(answer.to);
    }
    walk(answer);
    const bool lazy = options.first_moves > 0;
    refine(lazy ? size_t{options.first_moves} + 1 : SIZE_MAX);
    if (options.keep_raw_path) result.raw_path = result.path;
    const bool smoothed = options.smooth && !lazy;
    if (smoothed) smooth_result(grid, workspace, result, observer, code_line::kTablesShortcut);
    observer.on({EventType::kFound, smoothed ? Phase::kSmooth : Phase::kRefine, 0,
                 smoothed ? code_line::kTablesSmooth : code_line::kTablesRefine, goal, kNoCell, result.cost, 0});
  }
};

template <class Observer>
void plan_with(const Tables& tables, const MoveGrid& grid, const TableDistances* all, const Query& query,
               const PlanOptions& options, Workspace& workspace, PlanResult& result, Observer observer) {
  if (!begin_query(grid, query, tables.built_for(), result)) return;
  const TablesView view = tables.view(grid);
  if (all != nullptr && all->true_for(tables)) {
    const FilledRows rows = all->rows();
    TablesQuery<Observer, const FilledRows>{view, rows, grid, query, options, workspace, result, observer}.run();
    return;
  }
  TableRows rows;
  rows.swap(workspace.table_rows);
  rows.begin(view, tables.graph_version(), view.cluster_of(query.goal));
  TablesQuery<Observer, TableRows>{view, rows, grid, query, options, workspace, result, observer}.run();
  rows.swap(workspace.table_rows);
}

}  // namespace

void Tables::plan(const MoveGrid& grid, const TableDistances* all, const Query& query, const PlanOptions& options,
                  Workspace& workspace, PlanResult& result) const {
  plan_with(*this, grid, all, query, options, workspace, result, NoObserver{});
}

void Tables::plan(const MoveGrid& grid, const TableDistances* all, const Query& query, const PlanOptions& options,
                  Workspace& workspace, PlanResult& result, Trace& trace) const {
  plan_with(*this, grid, all, query, options, workspace, result, TraceObserver{&trace});
}

}  // namespace strata

// This file holds the public query functions of Hpa: plans, goals that are linked once, and the
// refinement of single edges.
#include "core/hpa/hpa_query.hpp"

#include "core/search/plan_options.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

int level_to_search(const Hpa& hpa, const PlanOptions& options) {
  return options.levels <= 0 ? hpa.levels() : std::min(options.levels, hpa.levels());
}

template <class Observer>
void plan_with(const Hpa& hpa, const MoveGrid& grid, const PlanQuery& query, const PlanOptions& options,
               Workspace& workspace, PlanResult& result, Observer observer, const GraphRouter* router = nullptr) {
  const FollowsLinks links = router == nullptr && !hpa.too_many_links() ? FollowsLinks::kYes : FollowsLinks::kNo;
  if (!begin_query(grid, query, hpa.built_for(), result, links)) return;
  const int level = router != nullptr ? 1 : level_to_search(hpa, options);
  HpaQuery<Observer> run{hpa, grid, query, options, workspace, result, observer, level, router};
  run.follows_links = grid.links() != nullptr;
  run.run();
}

}  // namespace

void Hpa::plan(const MoveGrid& grid, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
               PlanResult& result, Trace* trace) const {
  with_observer(trace, [&](auto observer) { plan_with(*this, grid, query, options, workspace, result, observer); });
}

void Hpa::plan_over(const MoveGrid& grid, const PlanQuery& query, const GraphRouter& router, const PlanOptions& options,
                    Workspace& workspace, PlanResult& result, Trace* trace) const {
  with_observer(trace,
                [&](auto observer) { plan_with(*this, grid, query, options, workspace, result, observer, &router); });
}

PlanStatus Hpa::insert_goal(const MoveGrid& grid, Cell goal, Workspace& workspace, LinkedHpaGoal& inserted) const {
  inserted.goal = goal;
  inserted.built_for = 0;
  if (!grid.passable(goal)) return PlanStatus::kGoalBlocked;
  if (built_for_ != grid.built_for()) return PlanStatus::kStale;
  if (too_many_links_) return PlanStatus::kUnsupported;
  PlanResult result;
  const PlanOptions options;
  HpaQuery<NoObserver> query{*this, grid, {goal, goal}, options, workspace, result, {}, levels()};
  query.goal_links = &inserted.links;
  query.prepare();
  query.insert(Phase::kInsertGoal, goal, inserted.links);
  inserted.graph = identity_;
  inserted.built_for = built_for_;
  inserted.too_far = query.too_far;
  inserted.stats = result.stats;
  return PlanStatus::kFound;
}

void Hpa::plan(const MoveGrid& grid, Cell start, const LinkedHpaGoal& goal, const PlanOptions& options,
               Workspace& workspace, PlanResult& result) const {
  const PlanQuery query{start, goal.goal};
  result.clear(too_many_links_ ? check_without_links(grid, query) : check_ends(grid, query));
  if (!result.found()) return;
  if (built_for_ != grid.built_for() || goal.graph != identity_ || goal.built_for != built_for_) {
    result.status = PlanStatus::kStale;
    return;
  }
  HpaQuery<NoObserver> run{*this, grid, query, options, workspace, result, {}, level_to_search(*this, options)};
  run.follows_links = grid.links() != nullptr;
  run.prepare();
  run.goal_links = &goal.links;
  run.too_far = goal.too_far;
  run.insert(Phase::kInsertStart, start, workspace.level_start_links);
  run.run_linked();
}

Cost Hpa::edge_path(const MoveGrid& grid, int level, Cell from, Cell to, int down_to, Workspace& workspace,
                    std::vector<CellId>& path) const {
  STRATA_CHECK(level >= 1 && level <= levels() && down_to >= 0 && down_to < level);
  path.clear();
  if (!grid.passable(from) || !grid.passable(to) || built_for_ != grid.built_for()) return kInfinite;
  const CellId first = grid.id(from);
  const CellId last = grid.id(to);
  if (clusters(level).cluster_of(from) != clusters(level).cluster_of(to)) {
    const Cost step = step_between(grid, first, last);
    if (step != kInfinite) path = {first, last};
    return step;
  }
  PlanResult result;
  const PlanOptions options;
  // An edge of `level` is refined by searches on the levels below it, so `from` and `to` are linked only there. A query
  // has at least one level: for an edge of level 1 it is level 1, where nothing is linked.
  HpaQuery<NoObserver> query{*this, grid, {from, to}, options, workspace, result, {}, std::max(1, level - 1)};
  query.prepare();
  if (level > 1) {
    query.insert(Phase::kInsertGoal, to, workspace.level_goal_links);
    query.insert(Phase::kInsertStart, from, workspace.level_start_links);
  }
  query.link_ends(level);
  const Cost cost = query.direct[static_cast<size_t>(level)];
  if (cost == kInfinite) return kInfinite;
  // The search of link_ends has found only the cost: it is repeated to get the path.
  if (level == 1) {
    path.assign(1, first);
    query.search_inside(clusters(1).cluster_of(from), from, to, Phase::kRefine, 0, &path);
    return cost;
  }
  const int below = level - 1;
  query.path_of(below).assign(1, query.start_node(below));
  query.search_level(below, clusters(level).rect(clusters(level).cluster_of(from)), query.start_node(below),
                     query.goal_node(below), Phase::kRefine, {}, &query.path_of(below));
  if (down_to == 0) {
    query.refine_all(below);
    path = result.path;
    return cost;
  }
  for (int l = below; l > down_to; --l) {
    query.path_of(l - 1).assign(1, query.start_node(l - 1));
    for (size_t i = 1; i < query.path_of(l).size(); ++i) {
      query.refine(l, query.path_of(l)[i - 1], query.path_of(l)[i]);
    }
  }
  for (const uint32_t node : query.path_of(down_to)) {
    const CellId at = query.cell(down_to, node);
    if (path.empty() || path.back() != at) path.push_back(at);
  }
  return cost;
}

}  // namespace strata

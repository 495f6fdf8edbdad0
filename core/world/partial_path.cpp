#include "core/world/partial_path.hpp"

#include <cmath>

#include "core/search/nearest_reachable.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/trace.hpp"
#include "core/world/added_planner.hpp"
#include "core/world/world.hpp"

namespace strata {
namespace {

std::optional<PlanQuery> nearest_cell(const World& world, const PlanQuery& query, Workspace& workspace,
                                      uint64_t& visited) {
  const std::optional<Cell> cell = nearest_reachable(world.moves(), query, workspace, visited);
  if (!cell) return {};
  return PlanQuery{query.start, *cell};
}

MeshGoal goal_of(const PlanQuery& query) {
  if (query.mesh_goal) return *query.mesh_goal;
  return {middle_of(query.goal)};
}

}  // namespace

void plan_to_goal(const World& world, const Planner& planner, const PlanQuery& query, const PlanOptions& options,
                  Workspace& workspace, PlanResult& result, Trace* trace) {
  if (AddedPlanner* own = added_planner(planner)) return own->plan(world, query, result, trace);
  planner.plan(world, query, options, workspace, result, trace);
  if (trace == nullptr || planner.place == nullptr) return;
  trace->keep_places([&](int level, NodeId node) { return planner.place(world, query, level, node); });
}

void plan_to_nearest(const World& world, const Planner& planner, const PlanQuery& query, const PlanOptions& options,
                     Workspace& workspace, PlanResult& result, Trace* trace) {
  const PlanStatus why = result.status;
  const bool may_be_near = why == PlanStatus::kNoPath || why == PlanStatus::kGoalBlocked || why == PlanStatus::kOffMesh;
  if (!may_be_near || !supports(world, planner) || plans_own_graph(world, planner)) return;
  if (!answers_now(world, planner)) return result.clear(PlanStatus::kStale);
  uint64_t visited = 0;
  const std::optional<PlanQuery> near = planner.nearest != nullptr ? planner.nearest(world, query, workspace, visited)
                                                                   : nearest_cell(world, query, workspace, visited);
  if (!near) return;
  const bool was_partial = result.partial;  // set by Detour itself
  plan_to_goal(world, planner, *near, options, workspace, result, trace);
  if (!result.found()) {
    if (result.status == PlanStatus::kStale) return;
    result.clear(why);
    result.partial = was_partial;
    return;
  }
  result.status = why;
  result.partial = true;
  result.nearest = goal_of(*near);
  result.nearest_visited = visited;
}

double distance_left(const PlanQuery& query, const PlanResult& result) {
  const HalfCellPoint middle = middle_of(query.goal);
  const HalfCellPoint goal{result.units * middle.x, result.units * middle.y};
  return std::sqrt(static_cast<double>(squared_distance(result.nearest.at, goal))) / (2 * result.units);
}

PlanQuery answered_query(const PlanQuery& query, const PlanResult& result) {
  if (!result.has_partial_path()) return query;
  if (result.nearest.polygon != kNoNodeId) return {query.start, query.goal, result.nearest};
  return {query.start, cell_at(result.nearest.at)};
}

}  // namespace strata

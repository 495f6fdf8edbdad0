#include "core/search/grid_search.hpp"

#include "core/search/astar.hpp"
#include "core/search/grid_search_code.hpp"
#include "core/search/linked_space.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

template <class Observer>
void search(const MoveGrid& grid, GridHeuristic grid_heuristic, const PlanQuery& query, Workspace& workspace,
            PlanResult& result, Observer observer) {
  result.clear(check_ends(grid, query));
  if (!result.found()) return;
  const CellId start = grid.id(query.start);
  const CellId goal = grid.id(query.goal);
  observer.on({EventType::kSource, Phase::kMain, 0, grid_search_code::kInit, start, kNoCell, 0, 0});
  observer.on({EventType::kDestination, Phase::kMain, 0, grid_search_code::kInit, goal, kNoCell, 0, 0});

  const DistanceBound bound = grid_heuristic == GridHeuristic::kDistance ? grid.bound() : DistanceBound{};
  const EventContext context{Phase::kMain, 0, grid_search_code::kPop, grid_search_code::kGenerate,
                             grid_search_code::kUpdate};
  const uint32_t goal_id = CellSpace<false, true>::id_of(query.goal);
  const auto is_goal = [goal_id](uint32_t id, uint32_t) { return id == goal_id; };
  with_map_space(grid, workspace.cells, workspace.queue, bound, query.goal, [&](auto& space) {
    result.status = best_first_search(space, space.begin(query.start), CellRecords::kStart, cost_limit(grid), is_goal,
                                      result.stats.of(Phase::kMain), observer, context);
    if (!result.found()) return;
    result.cost = workspace.cells.g(goal);
    result.raw_cost = result.cost;
    result.path.push_back(start);
    space.append_path(query.goal, result.path);
  });
  if (result.found()) {
    observer.on({EventType::kFound, Phase::kMain, 0, grid_search_code::kDone, goal, kNoCell, result.cost, 0});
  } else {
    observer.on({EventType::kNoPath, Phase::kMain, 0, grid_search_code::kFail, goal, kNoCell, 0, 0});
  }
}

}  // namespace

void plan_on_grid(const MoveGrid& grid, GridHeuristic grid_heuristic, const PlanQuery& query, Workspace& workspace,
                  PlanResult& result) {
  search(grid, grid_heuristic, query, workspace, result, NoObserver{});
}

void plan_on_grid(const MoveGrid& grid, GridHeuristic grid_heuristic, const PlanQuery& query, Workspace& workspace,
                  PlanResult& result, Trace& trace) {
  search(grid, grid_heuristic, query, workspace, result, TraceObserver{&trace});
}

}  // namespace strata

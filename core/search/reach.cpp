#include "core/search/reach.hpp"

#include "core/base/work_count.hpp"
#include "core/search/astar.hpp"
#include "core/search/linked_space.hpp"
#include "core/search/question_code.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

template <class Observer>
void search_reach(const MoveGrid& grid, Cell start, Cost limit, Workspace& workspace, Reach& result,
                  Observer observer) {
  result.limit = limit;
  result.cells.clear();
  result.costs.clear();
  result.stats = {};
  result.status = check_ends(grid, {start, start});
  if (result.status != PlanStatus::kFound) return;
  observer.on({EventType::kSource, Phase::kMain, 0, reach_code::kInit, grid.id(start), kNoCell, 0, 0});
  const EventContext context{Phase::kMain, 0, reach_code::kPop, reach_code::kGenerate, reach_code::kUpdate};
  const auto is_end = [&](uint32_t, uint32_t cell) {
    const Cost g = workspace.cells.g(cell);
    if (g > limit) return true;
    result.cells.push_back(cell);
    result.costs.push_back(g);
    return false;
  };
  PlanStatus ended = PlanStatus::kNoPath;
  with_map_space(grid, workspace.cells, workspace.queue, {}, start, [&](auto& space) {
    ended = best_first_search(space, space.begin(start), CellRecords::kStart, cost_limit(grid), is_end, result.stats,
                              observer, context);
  });
  if (ended == PlanStatus::kCostOverflow) result.status = ended;
  observer.on(
      {EventType::kFound, Phase::kMain, 0, reach_code::kDone, result.cells.back(), kNoCell, result.costs.back(), 0});
}

}  // namespace

void reach_within(const MoveGrid& grid, Cell start, Cost limit, Workspace& workspace, Reach& result) {
  search_reach(grid, start, limit, workspace, result, NoObserver{});
}

void reach_within(const MoveGrid& grid, Cell start, Cost limit, Workspace& workspace, Reach& result, Trace& trace) {
  search_reach(grid, start, limit, workspace, result, TraceObserver{&trace});
}

void costs_of_cells(const MoveGrid& grid, const Reach& reach, std::vector<Cost>& costs) {
  costs.assign(grid.cell_count(), kInfinite);
  for (size_t i = 0; i < reach.cells.size(); ++i) costs[reach.cells[i]] = reach.costs[i];
  count_work(grid.cell_count());
}

}  // namespace strata

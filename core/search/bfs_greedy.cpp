#include "core/search/bfs_greedy.hpp"

#include "core/search/linked_space.hpp"
#include "core/search/path.hpp"
#include "core/search/plain_code.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

using namespace first_way_code;

template <class Space, class Observer>
PlanStatus keep_first_ways(Space& space, uint32_t start, uint32_t goal, Cost limit, PhaseStats& stats,
                           Observer observer) {
  const auto report = [&](EventType type, uint8_t line, uint32_t id, CellId parent, Cost g) {
    if constexpr (Observer::kEnabled) {
      observer.on({type, Phase::kMain, 0, line, space.cell(id), parent, g, space.h(id)});
    }
  };
  space.records.set(space.index(start), 0, CellRecords::kStart);
  space.queue.push(space.h(start), 0, start);
  ++stats.generated;
  report(EventType::kGenerate, kGenerate, start, kNoCell, 0);
  typename std::remove_reference_t<decltype(space.queue)>::Entry entry;
  while (space.queue.pop(entry)) {
    const Cost g = entry.g;
    const uint32_t id = entry.id;
    ++stats.expanded;
    report(EventType::kExpand, kPop, id, kNoCell, g);
    if (id == goal) return PlanStatus::kFound;
    if (g > limit) return PlanStatus::kCostOverflow;
    space.successors(id, space.index(id), [&](uint32_t next, uint32_t next_index, Cost step, uint32_t token) {
      ++stats.touched;
      if (space.records.seen(next_index)) return;
      space.records.set(next_index, g + step, token);
      space.queue.push(space.h(next), g + step, next);
      ++stats.generated;
      report(EventType::kGenerate, kGenerate, next, space.cell(id), g + step);
    });
  }
  return PlanStatus::kNoPath;
}

template <class Queue, class Observer>
void search(const MoveGrid& grid, Queue& queue, const DistanceBound& bound, const PlanQuery& query,
            Workspace& workspace, PlanResult& result, Observer observer) {
  const CellId start = grid.id(query.start);
  const CellId goal = grid.id(query.goal);
  observer.on({EventType::kSource, Phase::kMain, 0, kInit, start, kNoCell, 0, 0});
  observer.on({EventType::kDestination, Phase::kMain, 0, kInit, goal, kNoCell, 0, 0});
  with_map_space(grid, workspace.cells, queue, bound, query.goal, [&](auto& space) {
    result.status = keep_first_ways(space, space.begin(query.start), space.id_of(query.goal), cost_limit(grid),
                                    result.stats.of(Phase::kMain), observer);
    if (!result.found()) return;
    result.cost = workspace.cells.g(goal);
    result.path.push_back(start);
    space.append_path(query.goal, result.path);
    // Of a move and a link between the same two cells, the first one was kept, which may be the dearer one.
    if (grid.links() != nullptr) result.cost = path_cost(grid, result.path).value_or(result.cost);
    result.raw_cost = result.cost;
  });
  if (result.found()) {
    observer.on({EventType::kFound, Phase::kMain, 0, kDone, goal, kNoCell, result.cost, 0});
  } else {
    observer.on({EventType::kNoPath, Phase::kMain, 0, kFail, goal, kNoCell, 0, 0});
  }
}

template <class Observer>
void choose(const MoveGrid& grid, BfsOrGreedy order, const PlanQuery& query, Workspace& workspace, PlanResult& result,
            Observer observer) {
  result.clear(check_ends(grid, query));
  if (!result.found()) return;
  if (order == BfsOrGreedy::kGreedy) {
    workspace.ordered.set_tie_breaking(TieBreaking::kSmallG);
    search(grid, workspace.ordered, grid.bound(), query, workspace, result, observer);
  } else if (grid.uniform()) {
    search(grid, workspace.waiting, DistanceBound{}, query, workspace, result, observer);
  } else {
    result.status = PlanStatus::kUnsupported;
  }
}

}  // namespace

void plan_bfs_or_greedy(const MoveGrid& grid, BfsOrGreedy order, const PlanQuery& query, Workspace& workspace,
                        PlanResult& result) {
  choose(grid, order, query, workspace, result, NoObserver{});
}

void plan_bfs_or_greedy(const MoveGrid& grid, BfsOrGreedy order, const PlanQuery& query, Workspace& workspace,
                        PlanResult& result, Trace& trace) {
  choose(grid, order, query, workspace, result, TraceObserver{&trace});
}

}  // namespace strata

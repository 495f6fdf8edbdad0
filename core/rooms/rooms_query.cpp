// This file answers a query with room pruning: A* on the cells that no room prunes, with moves across rooms.
#include <algorithm>
#include <cstdlib>

#include "core/rooms/interleave.hpp"
#include "core/rooms/rooms_code.hpp"
#include "core/rooms/rooms_space.hpp"
#include "core/search/cell_space.hpp"
#include "core/search/plan_options.hpp"
#include "core/search/refinement.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

template <class Space, class Observer>
struct RoomsQuery {
  const Rooms& rooms;
  const MoveGrid& grid;
  const PlanQuery query;
  const PlanOptions& options;
  Workspace& workspace;
  PlanResult& result;
  Observer observer;

  const CellId start = grid.id(query.start);
  const CellId goal = grid.id(query.goal);

  // Answers the query if both ends are in one room: there every path without a detour is optimal (section 3).
  bool answer_directly() {
    const int64_t room = rooms.room_of(start);
    if (room < 0 || room != rooms.room_of(goal)) return false;
    result.cost = grid.bound()(query.start, query.goal);
    result.abstract_path.push_back(start);
    const CellId corner = grid.id({query.goal.x, query.start.y});
    if (corner != start && corner != goal) result.abstract_path.push_back(corner);
    if (goal != start) result.abstract_path.push_back(goal);
    return true;
  }

  bool search() {
    Space space(rooms, grid, query, workspace, result.stats, observer);
    const EventContext context{Phase::kMain, 0, rooms_code::kPop, rooms_code::kGenerate, rooms_code::kUpdate};
    const uint32_t goal_id = Space::id_of(query.goal);
    const auto is_goal = [goal_id](uint32_t id, uint32_t) { return id == goal_id; };
    // An edge may lead all the way across a room.
    const uint64_t longest = uint64_t{grid.bound()(grid.width(), grid.height())} + 4 * grid.max_step();
    const std::optional<Cost> limit = cost_limit_over_edges(grid, longest, kInfinite);
    if (!limit) {
      result.status = PlanStatus::kCostOverflow;
      return false;
    }
    result.status = best_first_search(space, space.begin(), CellRecords::kStart, *limit, is_goal,
                                      result.stats.of(Phase::kMain), observer, context);
    if (!result.found()) return false;
    result.cost = workspace.cells.g(goal);
    std::vector<CellId>& nodes = result.abstract_path;
    const uint32_t start_id = Space::id_of(query.start);
    nodes.push_back(goal);
    for (uint32_t id = goal_id; id != start_id;) {
      space.trace_back(id, [&](uint32_t point) {
        nodes.push_back(space.cell(point));
        id = point;
      });
    }
    std::reverse(nodes.begin(), nodes.end());
    return true;
  }

  // Appends the cells of the path: every edge is a straight line of cells.
  void expand_path() {
    const std::vector<CellId>& nodes = result.abstract_path;
    result.path.push_back(start);
    for (size_t i = 1; i < nodes.size(); ++i) {
      const auto delta = static_cast<int64_t>(nodes[i]) - static_cast<int64_t>(nodes[i - 1]);
      const int64_t row = std::abs(delta) < grid.width() ? 1 : grid.width();
      const int64_t step = delta < 0 ? -row : row;
      for (auto cell = static_cast<int64_t>(nodes[i - 1]); cell != static_cast<int64_t>(nodes[i]);) {
        cell += step;
        result.path.push_back(static_cast<CellId>(cell));
      }
    }
  }

  void run() {
    observer.on({EventType::kSource, Phase::kMain, 0, rooms_code::kInit, start, kNoCell, 0, 0});
    observer.on({EventType::kDestination, Phase::kMain, 0, rooms_code::kInit, goal, kNoCell, 0, 0});
    const bool direct = answer_directly();
    if (!direct && !search()) {
      observer.on({EventType::kNoPath, Phase::kMain, 0, rooms_code::kFail, goal, kNoCell, 0, 0});
      return;
    }
    observer.on({EventType::kFound, Phase::kMain, 0, direct ? rooms_code::kDirect : rooms_code::kDone, goal, kNoCell,
                 result.cost, 0});
    result.raw_cost = result.cost;
    expand_path();
    if (options.keep_raw_path) result.raw_path = result.path;
    if (options.interleave != 0) interleave(rooms, grid, options.interleave, result.path);
    report_steps(grid, result.path, 1, observer,
                 options.interleave != 0 ? rooms_code::kInterleave : rooms_code::kRefine);
  }
};

template <template <class> class Space, class Observer>
void plan_with(const Rooms& rooms, const MoveGrid& grid, const PlanQuery& query, const PlanOptions& options,
               Workspace& workspace, PlanResult& result, Observer observer) {
  result.clear(check_without_links(grid, query));
  if (!result.found()) return;
  if (!Rooms::supports(grid)) {
    result.status = PlanStatus::kUnsupported;
  } else if (rooms.built_for() != grid.built_for()) {
    result.status = PlanStatus::kStale;
  } else {
    RoomsQuery<Space<Observer>, Observer>{rooms, grid, query, options, workspace, result, observer}.run();
  }
}

}  // namespace

bool Rooms::supports(const MoveGrid& grid) { return grid.rules().profile == Profile::kFour && grid.uniform(); }

void Rooms::plan(const MoveGrid& grid, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
                 PlanResult& result, Trace* trace) const {
  with_observer(trace, [&](auto observer) {
    plan_with<RoomExitsSpace>(*this, grid, query, options, workspace, result, observer);
  });
}

void Rooms::plan_published(const MoveGrid& grid, const PlanQuery& query, const PlanOptions& options,
                           Workspace& workspace, PlanResult& result, Trace* trace) const {
  with_observer(trace, [&](auto observer) {
    plan_with<PublishedRoomsSpace>(*this, grid, query, options, workspace, result, observer);
  });
}

}  // namespace strata

#include "core/search/theta.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/base/work_count.hpp"
#include "core/search/cell_space.hpp"
#include "core/search/path.hpp"
#include "core/search/plain_code.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

using namespace theta_code;

// Returns the direction of a step of -1, 0 or 1 in x and in y.
int direction_of(int dx, int dy) {
  constexpr int kByStep[3][3] = {{7, 0, 1}, {6, -1, 2}, {5, 4, 3}};
  return kByStep[dy + 1][dx + 1];
}

template <class Observer>
class ThetaSearch {
 public:
  ThetaSearch(const MoveGrid& grid, const PlanQuery& query, Workspace& workspace, PhaseStats& stats, Observer observer)
      : grid_(grid),
        query_(query),
        records_(workspace.nodes),
        queue_(workspace.ordered),
        stats_(stats),
        observer_(observer) {}

  PlanStatus run() {
    const CellId start = grid_.id(query_.start), goal = grid_.id(query_.goal);
    // The largest g with which neither g nor f exceeds 32 bits.
    const Cost limit = kInfinite - 1 - 2 * line_bound(middle_of({0, 0}), middle_of({grid_.width(), grid_.height()}));
    records_.begin(grid_.cell_count());
    queue_.set_tie_breaking(TieBreaking::kLargeG);
    queue_.begin(0, 0);
    reach(start, start, kNoCell, 0, kInit);
    OrderedQueue::Entry entry;
    while (queue_.pop(entry)) {
      const auto [g, cell] = entry;
      if (records_.g(cell) != g) continue;  // outdated: a shorter path was found after this entry was pushed
      ++stats_.expanded;
      report(EventType::kExpand, kPop, cell, kNoCell, g);
      if (cell == goal) return PlanStatus::kFound;
      if (g > limit) return PlanStatus::kCostOverflow;
      open(cell, g);
      count_work(looked_);
      looked_ = 0;
    }
    return PlanStatus::kNoPath;
  }

  // Appends the start, the turns and the goal of the path, and returns its length in cells.
  double take_points(std::vector<HalfCellPoint>& points) const {
    double length = 0;
    CellId cell = grid_.id(query_.goal);
    for (;;) {
      points.push_back(middle_of(grid_.cell(cell)));
      const CellId before = records_.token(cell);
      if (before == cell) break;
      cell = before;
    }
    std::reverse(points.begin(), points.end());
    for (size_t i = 1; i < points.size(); ++i) {
      length += std::sqrt(static_cast<double>(squared_distance(points[i - 1], points[i]))) / 2;
    }
    return length;
  }

 private:
  Cost h(CellId cell) const { return line_bound(middle_of(grid_.cell(cell)), middle_of(query_.goal)); }

  void report(EventType type, uint8_t line, CellId cell, CellId parent, Cost g) {
    if constexpr (Observer::kEnabled) observer_.on({type, Phase::kMain, 0, line, cell, parent, g, h(cell)});
  }

  void open(CellId cell, Cost g) {
    const CellId before = records_.token(cell);
    const Cell from = grid_.cell(before), here = grid_.cell(cell);
    const Cost g_before = records_.g(before);
    uint32_t moves = grid_.moves(cell);
    while (moves != 0) {
      const auto d = static_cast<size_t>(std::countr_zero(moves));
      moves &= moves - 1;
      ++stats_.touched;
      const Cell next{here.x + kDirX[d], here.y + kDirY[d]};
      const CellId id = grid_.id(next);
      // No path to the neighbour is shorter than the line from the parent, so that most neighbours need no sight test.
      const Cost straight = g_before + line_cost(middle_of(from), middle_of(next));
      if (records_.seen(id) && records_.g(id) <= straight) continue;
      if (in_sight(grid_, from, next, looked_)) {
        reach(id, before, before, straight, kSeen);
      } else {
        reach(id, cell, cell, g + line_cost(middle_of(here), middle_of(next)), kStep);
      }
    }
  }

  // Relaxes a cell by a path over `parent`.
  void reach(CellId cell, CellId parent, CellId shown_parent, Cost g, uint8_t line) {
    const bool seen = records_.seen(cell);
    if (seen && records_.g(cell) <= g) return;
    records_.set(cell, g, parent);
    queue_.push(g + h(cell), g, cell);
    ++stats_.generated;
    report(seen ? EventType::kUpdate : EventType::kGenerate, line, cell, shown_parent, g);
  }

  const MoveGrid& grid_;
  const PlanQuery& query_;
  NodeRecords& records_;  // by cell; the token is the parent
  OrderedQueue& queue_;
  PhaseStats& stats_;
  Observer observer_;
  uint64_t looked_ = 0;  // cells visited by sight tests
};

template <class Observer>
void search(const MoveGrid& grid, const PlanQuery& query, Workspace& workspace, PlanResult& result, Observer observer) {
  result.clear(check_without_links(grid, query));
  if (!result.found()) return;
  if (!grid.uniform() || grid.rules().profile == Profile::kFour) {
    result.status = PlanStatus::kUnsupported;
    return;
  }
  const CellId start = grid.id(query.start);
  const CellId goal = grid.id(query.goal);
  observer.on({EventType::kSource, Phase::kMain, 0, kInit, start, kNoCell, 0, 0});
  observer.on({EventType::kDestination, Phase::kMain, 0, kInit, goal, kNoCell, 0, 0});
  ThetaSearch<Observer> theta(grid, query, workspace, result.stats.of(Phase::kMain), observer);
  result.status = theta.run();
  uint8_t line = kFail;
  Cost g = 0;
  if (result.found()) {
    uint64_t looked = 0;
    double length = 0;
    if (start != goal && in_sight(grid, query.start, query.goal, looked)) {
      result.points = {middle_of(query.start), middle_of(query.goal)};
      length = std::sqrt(static_cast<double>(squared_distance(result.points[0], result.points[1]))) / 2;
      line = kStraight;
    } else {
      length = theta.take_points(result.points);
      line = kDone;
    }
    count_work(looked);
    g = cost_of_length(length, 2 * kCostOfHalfCell);
    result.cost = cost_of_length(length, grid.base(0) * static_cast<Cost>(grid.unit_weight()));
    result.raw_cost = result.cost;
    if (result.cost == kInfinite) {
      result.clear(PlanStatus::kCostOverflow);
      line = kFail;
    }
  }
  if (result.found()) {
    observer.on({EventType::kFound, Phase::kMain, 0, line, goal, kNoCell, g, 0});
  } else {
    observer.on({EventType::kNoPath, Phase::kMain, 0, line, goal, kNoCell, 0, 0});
  }
}

}  // namespace

namespace {

// Follows the line from cell to cell while moves are legal, and calls blocked(cell, direction) for the first illegal
// move. `ahead` above 0: the line leaves the cell to the left or right; below 0: up or down; 0: through a corner.
template <class Blocked>
bool follow_line(const MoveGrid& grid, Cell from, Cell to, uint64_t& looked, Blocked&& blocked) {
  const int step_x = (to.x > from.x) - (to.x < from.x), step_y = (to.y > from.y) - (to.y < from.y);
  const int64_t dx = std::abs(to.x - from.x), dy = std::abs(to.y - from.y);
  const int across = direction_of(step_x, 0), down = direction_of(0, step_y), corner = direction_of(step_x, step_y);
  CellId cell = grid.id(from);
  const CellId last = grid.id(to);
  int64_t ahead = dx - dy;
  while (cell != last) {
    ++looked;
    const int direction = ahead > 0 ? across : ahead < 0 ? down : corner;
    if ((grid.moves(cell) >> direction & 1) == 0) {
      blocked(cell, direction);
      return false;
    }
    cell = grid.neighbour(cell, direction);
    if (ahead > 0) {
      ahead -= 2 * dy;
    } else if (ahead < 0) {
      ahead += 2 * dx;
    } else {
      ahead += 2 * dx - 2 * dy;
    }
  }
  return true;
}

}  // namespace

bool in_sight(const MoveGrid& grid, Cell from, Cell to, uint64_t& looked) {
  return follow_line(grid, from, to, looked, [](CellId, int) {});
}

std::optional<BlockedSight> blocked_sight(const MoveGrid& grid, Cell from, Cell to) {
  std::optional<BlockedSight> found;
  uint64_t looked = 0;
  follow_line(grid, from, to, looked, [&](CellId cell, int direction) {
    const Cell at = grid.cell(cell);
    found =
        BlockedSight{at, {at.x + kDirX[static_cast<size_t>(direction)], at.y + kDirY[static_cast<size_t>(direction)]}};
  });
  return found;
}

void plan_theta(const MoveGrid& grid, const PlanQuery& query, Workspace& workspace, PlanResult& result) {
  search(grid, query, workspace, result, NoObserver{});
}

void plan_theta(const MoveGrid& grid, const PlanQuery& query, Workspace& workspace, PlanResult& result, Trace& trace) {
  search(grid, query, workspace, result, TraceObserver{&trace});
}

}  // namespace strata

#include "core/search/ida_star.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "core/search/cell_space.hpp"
#include "core/search/ida_star_code.hpp"
#include "core/search/link_heuristic.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

// A cell of the path that is searched on, with the directions that are still to be tried, and the number of links that
// were tried.
struct PathStep {
  CellId cell;
  Cell at;
  Cost g;
  uint8_t moves;
  uint32_t links = 0;
};

// The memory of queries, stored in the workspace.
struct IdaStarMemory {
  std::vector<PathStep> path;
  std::vector<bool> on_path;  // by cell
};

template <class Observer>
class IdaStarSearch {
 public:
  IdaStarSearch(const MoveGrid& grid, const PlanQuery& query, uint64_t most, IdaStarMemory& memory, PhaseStats& count,
                Observer observer)
      : grid_(grid),
        query_(query),
        start_(grid.id(query.start)),
        goal_(grid.id(query.goal)),
        bound_(grid.bound()),
        heuristic_(grid, bound_, LinkDirection::kToGoal,
                   [&](int x, int y) {
                     return bound_(Cell{x, y}, query.goal);
                   }),
        path_(memory.path),
        on_path_(memory.on_path),
        count_(count),
        observer_(observer) {
    run_.most = most;
    path_.clear();
    on_path_.assign(grid.cell_count(), false);
  }

  PlanStatus search() {
    const Cost highest = cost_limit(grid_);
    next_limit_ = h(query_.start);
    while (next_limit_ != kInfinite) {
      if (next_limit_ > highest) return PlanStatus::kCostOverflow;
      ++run_.iterations;
      run_.limit = next_limit_;
      next_limit_ = kInfinite;
      if (iterate()) return PlanStatus::kFound;
      if (run_.out_of_most) return PlanStatus::kTooManyExpansions;
    }
    return PlanStatus::kNoPath;
  }

  const IdaStarRun& run() const { return run_; }
  Cost cost() const { return path_.back().g; }
  void append_path(std::vector<CellId>& path) const {
    for (const PathStep& step : path_) path.push_back(step.cell);
  }

 private:
  // Searches all paths up to the limit, depth first. Returns whether one of them leads to the goal.
  bool iterate() {
    report(EventType::kGenerate, ida_star_code::kBegin, start_, kNoCell, 0, h(query_.start));
    ++count_.generated;
    if (visit(start_, query_.start, 0, CellRecords::kStart)) return true;
    while (!path_.empty() && !run_.out_of_most) {
      PathStep& last = path_.back();
      if (last.moves == 0) {
        if (const MapLink* link = next_link(last)) {
          if (try_link(*link, last.g)) return true;
          continue;
        }
        on_path_[last.cell] = false;
        path_.pop_back();
      } else if (try_move(last)) {
        return true;
      }
    }
    return false;
  }

  // Visits the neighbour in the next direction of a step. Returns whether the goal is reached.
  bool try_move(PathStep& step) {
    const auto d = static_cast<uint32_t>(std::countr_zero(step.moves));
    const auto direction = static_cast<int>(d);
    step.moves = static_cast<uint8_t>(step.moves & (step.moves - 1));
    const CellId next = grid_.neighbour(step.cell, direction);
    ++count_.touched;
    if (on_path_[next]) return false;
    const Cell there{step.at.x + kDirX[d], step.at.y + kDirY[d]};
    const Cost g = step.g + grid_.step_cost(step.cell, direction);
    ++count_.generated;
    report(EventType::kGenerate, ida_star_code::kStep, next, step.cell, g, h(there));
    return visit(next, there, g, d);
  }

  // Returns the next link of a step that can be used; null if there is none.
  const MapLink* next_link(PathStep& step) const {
    if (grid_.links() == nullptr) return nullptr;
    const std::span<const MapLink> links = grid_.links()->from(step.cell);
    while (step.links < links.size()) {
      const MapLink& link = links[step.links++];
      if (grid_.passable(link.to)) return &link;
    }
    return nullptr;
  }
  bool try_link(const MapLink& link, Cost g) {
    ++count_.touched;
    if (on_path_[link.to]) return false;
    ++count_.generated;
    const Cell there = grid_.cell(link.to);
    const Cost next_g = g + grid_.link_cost(link);
    report(EventType::kGenerate, ida_star_code::kStep, link.to, link.from, next_g, h(there));
    return visit(link.to, there, next_g, CellRecords::kStart);
  }

  // Puts a cell on the path if its f is within the limit. Returns whether it is the goal.
  bool visit(CellId cell, Cell at, Cost g, uint32_t token) {
    if (const Cost f = g + h(at); f > run_.limit) {
      next_limit_ = std::min(next_limit_, f);
      report(EventType::kStall, ida_star_code::kPrune, cell, kNoCell, g, h(at));
      return false;
    }
    if (cell != goal_) {
      if (count_.expanded == run_.most) {
        run_.out_of_most = true;
        report(EventType::kStall, ida_star_code::kGiveUp, cell, kNoCell, g, h(at));
        return false;
      }
      pass_point(passed_);
      ++count_.expanded;
      report(EventType::kExpand, ida_star_code::kExpand, cell, kNoCell, g, h(at));
    }
    path_.push_back({cell, at, g, static_cast<uint8_t>(grid_.moves(cell) & kForward[token])});
    on_path_[cell] = true;
    return cell == goal_;
  }

  Cost h(Cell at) const { return heuristic_(bound_(at, query_.goal), at.x, at.y); }
  void report(EventType type, uint8_t line, CellId node, CellId parent, Cost g, Cost h) {
    if constexpr (Observer::kEnabled) observer_.on({type, Phase::kMain, 0, line, node, parent, g, h});
  }

  const MoveGrid& grid_;
  const PlanQuery& query_;
  CellId start_, goal_;
  DistanceBound bound_;
  LinkHeuristic<DistanceBound> heuristic_;
  std::vector<PathStep>& path_;
  std::vector<bool>& on_path_;
  PhaseStats& count_;
  Observer observer_;
  IdaStarRun run_;
  Cost next_limit_ = 0;  // the smallest f above the limit
  uint32_t passed_ = 0;
};

template <class Observer>
IdaStarRun deepen(const MoveGrid& grid, const PlanQuery& query, uint64_t most, Workspace& workspace, PlanResult& result,
                  Observer observer) {
  result.clear(check_ends(grid, query));
  if (!result.found()) return {.most = most};
  const CellId goal = grid.id(query.goal);
  observer.on({EventType::kSource, Phase::kMain, 0, ida_star_code::kLoop, grid.id(query.start), kNoCell, 0, 0});
  observer.on({EventType::kDestination, Phase::kMain, 0, ida_star_code::kLoop, goal, kNoCell, 0, 0});
  IdaStarSearch<Observer> search(grid, query, most, workspace.own.of<IdaStarMemory>(), result.stats.of(Phase::kMain),
                                 observer);
  result.status = search.search();
  if (result.found()) {
    result.cost = result.raw_cost = search.cost();
    search.append_path(result.path);
    observer.on({EventType::kFound, Phase::kMain, 0, ida_star_code::kDone, goal, kNoCell, result.cost, 0});
  } else if (result.status != PlanStatus::kTooManyExpansions) {
    observer.on({EventType::kNoPath, Phase::kMain, 0, ida_star_code::kFail, goal, kNoCell, 0, 0});
  }
  return search.run();
}

}  // namespace

IdaStarRun plan_ida_star(const MoveGrid& grid, const PlanQuery& query, uint64_t most, Workspace& workspace,
                         PlanResult& result) {
  return deepen(grid, query, most, workspace, result, NoObserver{});
}

IdaStarRun plan_ida_star(const MoveGrid& grid, const PlanQuery& query, uint64_t most, Workspace& workspace,
                         PlanResult& result, Trace& trace) {
  return deepen(grid, query, most, workspace, result, TraceObserver{&trace});
}

std::string ida_star_refusal(const MoveGrid& grid, const IdaStarRun& run) {
  if (!run.out_of_most) return {};
  const double straight = profile_info(grid.rules().profile).straight;
  return fmt::format("IDA* has expanded {} cells, the most it may, in {} iterations, the last with f up to {:.2f}",
                     run.most, run.iterations, run.limit / straight);
}

}  // namespace strata

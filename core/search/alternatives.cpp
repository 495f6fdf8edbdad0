#include "core/search/alternatives.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/base/check.hpp"
#include "core/base/interruption.hpp"
#include "core/base/work_count.hpp"
#include "core/search/linked_space.hpp"
#include "core/search/path.hpp"
#include "core/search/question_code.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

struct Plateau {
  uint64_t rank = 0;  // 2 * cost of the path - length of the plateau
  CellId middle = kNoCell;
  Cost length = 0;
};

// The memory of queries, stored in the workspace.
struct AlternativesMemory {
  std::vector<CellId> cells;  // cells through which a path of allowed cost leads, by distance from the start
  NodeRecords plateaus;       // for these cells: length of the plateau before the cell, and after it
  std::vector<Plateau> waiting;
  StampedSet near_paths;     // cells that count as shared
  std::vector<CellId> part;  // a part of a path, backwards
};

template <class Space, class Observer>
class AlternativeSearch {
 public:
  AlternativeSearch(const MoveGrid& grid, Space forward, Space backward, const AlternativeOptions& options,
                    const PlanQuery& query, Workspace& workspace, AlternativePaths& result, Observer observer)
      : grid_(grid),
        options_(options),
        query_(query),
        forward_(std::move(forward)),
        backward_(std::move(backward)),
        memory_(workspace.own.of<AlternativesMemory>()),
        result_(result),
        observer_(observer) {}

  void run() {
    result_.status = search_from_start();
    if (result_.status != PlanStatus::kFound) return;
    add_optimal();
    if (optimum_ == 0 || options_.paths == 1) return;
    search_from_goal();
    measure_plateaus();
    rank_plateaus();
    try_plateaus();
  }

 private:
  static EventContext context(Phase phase) {
    return {phase, 0, alternatives_code::kPop, alternatives_code::kGenerate, alternatives_code::kUpdate};
  }

  // Finds the optimum, and the costs of all cells from which a path of allowed cost can lead to the goal.
  PlanStatus search_from_start() {
    const uint32_t goal = Space::id_of(query_.goal);
    const auto is_end = [&](uint32_t id, uint32_t index) {
      const Cost g = forward_.records.g(index);
      if (id == goal) set_optimum(g);
      return optimum_ != kInfinite && (g + forward_.h(id) > longest_ || options_.paths == 1);
    };
    const PlanStatus ended =
        best_first_search(forward_, forward_.begin(query_.start), CellRecords::kStart, cost_limit(grid_), is_end,
                          result_.stats.of(Phase::kForward), observer_, context(Phase::kForward));
    return optimum_ != kInfinite ? PlanStatus::kFound : ended;
  }
  void set_optimum(Cost cost) {
    optimum_ = cost;
    const uint64_t longest = uint64_t{cost} * static_cast<uint64_t>(100 + options_.longer) / 100;
    longest_ = static_cast<Cost>(std::min<uint64_t>(longest, cost_limit(grid_)));
  }
  // Collects the cells through which a path of allowed cost leads. The costs of both searches are final there: they
  // have expanded all cells whose f is not larger.
  void search_from_goal() {
    memory_.cells.clear();
    const auto is_end = [&](uint32_t id, uint32_t cell) {
      const Cost g = backward_.records.g(cell);
      if (g + backward_.h(id) > longest_) return true;
      if (forward_.records.seen(cell) && uint64_t{g} + forward_.records.g(cell) <= longest_) {
        memory_.cells.push_back(cell);
      }
      return false;
    };
    best_first_search(backward_, backward_.begin(query_.goal), CellRecords::kStart, cost_limit(grid_), is_end,
                      result_.stats.of(Phase::kBackward), observer_, context(Phase::kBackward));
    uint32_t compared = 0;
    std::ranges::sort(memory_.cells, {}, [&](CellId cell) {
      pass_point(compared);
      return std::pair(from_start(cell), cell);
    });
  }

  Cost from_start(CellId cell) const { return forward_.records.g(cell); }
  Cost to_goal(CellId cell) const { return backward_.records.g(cell); }
  Cost before(CellId cell) const { return memory_.plateaus.g(cell); }
  Cost after(CellId cell) const { return memory_.plateaus.token(cell); }

  // Calls visit(next, step) for the steps from a cell that lie on plateaus: towards the goal, or back to the start.
  template <class Visit>
  void along_plateaus(CellId cell, bool to_goal_side, Visit&& visit) const {
    const auto offer = [&](CellId next, Cost step) {
      if (!memory_.plateaus.seen(next)) return;
      const CellId near = to_goal_side ? cell : next, far = to_goal_side ? next : cell;
      if (from_start(near) + step == from_start(far) && to_goal(far) + step == to_goal(near)) visit(next, step);
    };
    for (int d = 0; d < kDirections; ++d) {
      if ((grid_.moves(cell) >> d & 1) != 0) offer(grid_.neighbour(cell, d), grid_.step_cost(cell, d));
    }
    if (grid_.links() == nullptr) return;
    const std::span<const MapLink> links = to_goal_side ? grid_.links()->from(cell) : grid_.links()->into(cell);
    for (const MapLink& link : links) offer(to_goal_side ? link.to : link.from, grid_.link_cost(link));
  }

  void measure_plateaus() {
    const std::vector<CellId>& cells = memory_.cells;
    NodeRecords& plateaus = memory_.plateaus;
    plateaus.begin(grid_.cell_count());
    uint32_t passed = 0;
    for (const CellId cell : cells) plateaus.set(cell, 0, 0);
    for (const CellId cell : cells) {
      pass_point(passed);
      Cost longest = 0;
      along_plateaus(cell, false, [&](CellId from, Cost step) { longest = std::max(longest, before(from) + step); });
      plateaus.set(cell, longest, 0);
    }
    for (auto cell = cells.rbegin(); cell != cells.rend(); ++cell) {
      pass_point(passed);
      Cost longest = 0;
      along_plateaus(*cell, true, [&](CellId to, Cost step) { longest = std::max(longest, after(to) + step); });
      plateaus.set(*cell, before(*cell), longest);
    }
    count_work(2 * cells.size());
  }

  // Lists every plateau that is long enough once, by the first cell in its second half.
  void rank_plateaus() {
    memory_.waiting.clear();
    const uint64_t shortest = uint64_t{optimum_} * static_cast<uint64_t>(options_.local);
    uint32_t passed = 0;
    for (const CellId cell : memory_.cells) {
      pass_point(passed);
      const Cost length = before(cell) + after(cell);
      if (uint64_t{length} * 100 < shortest || before(cell) < after(cell)) continue;
      bool first = true;
      along_plateaus(cell, false, [&](CellId from, Cost step) {
        const bool of_this = before(from) + step == before(cell);
        if (of_this && 2 * uint64_t{before(from)} >= length) first = false;
      });
      if (!first) continue;
      const uint64_t cost = uint64_t{from_start(cell)} + to_goal(cell);
      memory_.waiting.push_back({2 * cost - length, cell, length});
    }
    std::ranges::sort(memory_.waiting, {}, [](const Plateau& one) { return std::pair(one.rank, one.middle); });
  }

  void try_plateaus() {
    for (const Plateau& plateau : memory_.waiting) {
      if (result_.paths.size() == static_cast<size_t>(options_.paths)) return;
      if (result_.tried == AlternativePaths::kMaxTried) {
        result_.truncated = true;
        return;
      }
      interruption_point();
      ++result_.tried;
      AlternativePath found;
      found.cost = from_start(plateau.middle) + to_goal(plateau.middle);
      found.plateau = plateau.length;
      follow(plateau.middle, found.path);
      found.shared = shared_cost(found.path);
      report(EventType::kMeet, alternatives_code::kVia, plateau.middle, found.cost);
      count_work(found.path.size());
      if (uint64_t{found.shared} * 100 <= uint64_t{optimum_} * static_cast<uint64_t>(options_.sharing)) {
        add(std::move(found), alternatives_code::kAdd, plateau.middle);
      }
    }
  }

  // Sets the path from the start over the longest plateau through `middle` to the goal.
  void follow(CellId middle, std::vector<CellId>& path) {
    std::vector<CellId>& part = memory_.part;
    part.assign(1, middle);
    const CellId first = follow_plateau(middle, false, part);
    path.push_back(grid_.id(query_.start));
    forward_.append_path(grid_.cell(first), path);
    path.insert(path.end(), part.rbegin() + 1, part.rend());
    const CellId last = follow_plateau(middle, true, path);
    part.assign(1, grid_.id(query_.goal));
    backward_.append_path(grid_.cell(last), part);
    path.insert(path.end(), part.rbegin() + 1, part.rend());
  }
  // Appends the cells of the plateau after `cell`, up to one of its ends. Returns the last one.
  CellId follow_plateau(CellId cell, bool to_goal_side, std::vector<CellId>& path) const {
    const auto rest = [&](CellId at) { return to_goal_side ? after(at) : before(at); };
    while (rest(cell) != 0) {
      CellId next = kNoCell;
      along_plateaus(cell, to_goal_side, [&](CellId at, Cost step) {
        if (next == kNoCell && rest(at) + step == rest(cell)) next = at;
      });
      cell = next;
      path.push_back(cell);
    }
    return cell;
  }

  Cost shared_cost(const std::vector<CellId>& path) const {
    Cost shared = 0;
    for (size_t i = 1; i < path.size(); ++i) {
      if (!memory_.near_paths.has(path[i - 1]) || !memory_.near_paths.has(path[i])) continue;
      shared += step_between(grid_, path[i - 1], path[i]);
    }
    return shared;
  }

  void add_optimal() {
    memory_.near_paths.begin(grid_.cell_count());
    AlternativePath optimal{optimum_, 0, optimum_, {grid_.id(query_.start)}};
    forward_.append_path(query_.goal, optimal.path);
    add(std::move(optimal), alternatives_code::kOptimal, grid_.id(query_.goal));
  }
  void add(AlternativePath path, uint8_t line, CellId over) {
    report(EventType::kPathEdge, line, over, path.cost);
    for (const CellId cell : path.path) {
      const Cell at = grid_.cell(cell);
      const Rect around = Rect{at.x, at.y, at.x + 1, at.y + 1}.grown(options_.apart).clipped(grid_.bounds());
      for (int y = around.y0; y < around.y1; ++y) {
        for (int x = around.x0; x < around.x1; ++x) memory_.near_paths.add(grid_.id({x, y}));
      }
    }
    result_.paths.push_back(std::move(path));
  }
  void report(EventType type, uint8_t line, CellId cell, Cost cost) {
    observer_.on({type, Phase::kForward, 0, line, cell, kNoCell, cost, 0});
  }

  const MoveGrid& grid_;
  const AlternativeOptions& options_;
  const PlanQuery& query_;
  Space forward_, backward_;
  AlternativesMemory& memory_;
  AlternativePaths& result_;
  Observer observer_;
  Cost optimum_ = kInfinite;
  Cost longest_ = kInfinite;
};

template <bool kUniform, class Observer>
void search_between_ends(const MoveGrid& grid, const AlternativeOptions& options, const PlanQuery& query,
                         Workspace& workspace, AlternativePaths& result, Observer observer) {
  using Space = CellSpace<false, kUniform>;
  Space forward(grid, grid.bounds(), workspace.cells, workspace.queue, grid.bound(), query.goal);
  Space backward(grid, grid.bounds(), workspace.backward_cells, workspace.backward_queue, grid.bound(), query.start);
  if (grid.links() == nullptr) {
    AlternativeSearch<Space, Observer>(grid, forward, backward, options, query, workspace, result, observer).run();
  } else {
    using Linked = LinkedSpace<Space>;
    AlternativeSearch<Linked, Observer>(grid, Linked(forward, grid, grid.bound()),
                                        Linked(backward, grid, grid.bound(), LinkDirection::kFromStart), options, query,
                                        workspace, result, observer)
        .run();
  }
}

template <class Observer>
void search_alternatives(const MoveGrid& grid, const AlternativeOptions& options, const PlanQuery& query,
                         Workspace& workspace, AlternativePaths& result, Observer observer) {
  STRATA_CHECK(options.valid());
  result.paths.clear();
  result.tried = 0;
  result.truncated = false;
  result.stats = {};
  result.status = check_ends(grid, query);
  if (result.status != PlanStatus::kFound) return;
  const CellId start = grid.id(query.start), goal = grid.id(query.goal);
  observer.on({EventType::kSource, Phase::kForward, 0, alternatives_code::kInit, start, kNoCell, 0, 0});
  observer.on({EventType::kDestination, Phase::kForward, 0, alternatives_code::kInit, goal, kNoCell, 0, 0});
  if (grid.uniform()) {
    search_between_ends<true>(grid, options, query, workspace, result, observer);
  } else {
    search_between_ends<false>(grid, options, query, workspace, result, observer);
  }
  if (result.status == PlanStatus::kFound) {
    const Cost cost = result.paths.front().cost;
    observer.on({EventType::kFound, Phase::kForward, 0, alternatives_code::kDone, goal, kNoCell, cost, 0});
  } else {
    observer.on({EventType::kNoPath, Phase::kForward, 0, alternatives_code::kFail, goal, kNoCell, 0, 0});
  }
}

}  // namespace

bool AlternativeOptions::valid() const {
  const auto within = [](int value, int least, int most) { return value >= least && value <= most; };
  return within(paths, 1, 100) && within(longer, 0, 400) && within(sharing, 0, 100) && within(local, 1, 100) &&
         within(apart, 0, 32);
}

void plan_alternatives(const MoveGrid& grid, const AlternativeOptions& options, const PlanQuery& query,
                       Workspace& workspace, AlternativePaths& result) {
  search_alternatives(grid, options, query, workspace, result, NoObserver{});
}

void plan_alternatives(const MoveGrid& grid, const AlternativeOptions& options, const PlanQuery& query,
                       Workspace& workspace, AlternativePaths& result, Trace& trace) {
  search_alternatives(grid, options, query, workspace, result, TraceObserver{&trace});
}

}  // namespace strata

#include "core/search/incremental_search.hpp"

#include <algorithm>
#include <bit>

#include "core/base/check.hpp"
#include "core/base/interruption.hpp"
#include "core/base/job.hpp"
#include "core/base/work_count.hpp"
#include "core/search/cell_space.hpp"
#include "core/search/incremental_code.hpp"
#include "core/search/link_heuristic.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

// More edits than this between two plans share a rectangle.
constexpr size_t kMostRects = 64;

template <IncrementalMethod kMethod>
constexpr bool kFromGoal = kMethod == IncrementalMethod::kDStarLite;

template <IncrementalMethod kMethod>
struct MethodLines : lpa_star_code::Lines {};
template <>
struct MethodLines<IncrementalMethod::kDStarLite> : d_star_lite_code::Lines {};

// Returns whether costs belong to this map apart from its revision, to its links, to these rules and to an end of this
// query.
template <IncrementalMethod kMethod>
bool suits(const IncrementalState& state, const MoveGrid& grid, const PlanQuery& query) {
  const CellId start = grid.id(query.start), goal = grid.id(query.goal);
  return state.whole && state.rules == grid.rules() && state.width == grid.width() && state.height == grid.height() &&
         state.root == (kFromGoal<kMethod> ? goal : start) && (kFromGoal<kMethod> || state.target == goal) &&
         state.bound.straight == grid.bound().straight && same_links(state.links, grid.links());
}

// Runs one plan on the costs that a planner has kept.
template <IncrementalMethod kMethod, class Observer>
class IncrementalRun {
 public:
  IncrementalRun(const MoveGrid& grid, const PlanQuery& query, IncrementalState& state, RepairStats& repair,
                 PlanResult& result, Observer observer, const JobControl* job)
      : grid_(grid),
        query_(query),
        state_(state),
        costs_(state.costs),
        repair_(repair),
        result_(result),
        count_(result.stats.of(Phase::kMain)),
        observer_(observer),
        job_(job),
        start_(grid.id(query.start)),
        goal_(grid.id(query.goal)),
        root_(kFromGoal<kMethod> ? goal_ : start_),
        target_(kFromGoal<kMethod> ? start_ : goal_),
        target_at_(kFromGoal<kMethod> ? query.start : query.goal),
        bound_(grid.bound()),
        links_(grid.links().get()),
        heuristic_(heuristic_of(target_at_)) {}

  void run() {
    repair_.fresh = !suits<kMethod>(state_, grid_, query_) || state_.built_for != grid_.built_for();
    report_ends();
    if (repair_.fresh) {
      begin();
    } else {
      repair();
    }
    result_.status = search();
    if (!result_.found()) return report(EventType::kNoPath, Lines::kFail, goal_, kNoCell, 0, 0);
    result_.cost = result_.raw_cost = costs_.of(target_).rhs;
    follow_path();
    report(EventType::kFound, Lines::kDone, goal_, kNoCell, result_.cost, 0);
  }

 private:
  using Lines = MethodLines<kMethod>;

  void begin() {
    state_.whole = false;
    costs_.begin(grid_.cell_count());
    state_.built_for = grid_.built_for();
    state_.rules = grid_.rules();
    state_.width = grid_.width();
    state_.height = grid_.height();
    state_.links = grid_.links();
    state_.bound = bound_;
    state_.root = root_;
    state_.target = target_;
    state_.km = 0;
    state_.changed.clear();
    costs_.set(root_, {kInfinite, 0});
    enqueue(Lines::kFresh, root_, grid_.cell(root_), kNoCell, false);
    state_.whole = true;
  }

  void repair() {
    state_.whole = false;
    report_open();
    if constexpr (kFromGoal<kMethod>) {
      const Cell before = grid_.cell(state_.target);
      state_.km += heuristic_of(before)(bound_(before, target_at_), target_at_.x, target_at_.y);
      state_.target = target_;
    }
    for (const Rect& rect : state_.changed) {
      repair_cells(rect.grown(1).clipped(grid_.bounds()));
      repair_links(rect);
    }
    state_.changed.clear();
    state_.whole = true;
  }

  // Computes rhs again for all cells of a rectangle.
  void repair_cells(const Rect& rect) {
    for (int y = rect.y0; y < rect.y1; ++y) {
      for (int x = rect.x0; x < rect.x1; ++x) {
        const CellId cell = grid_.id({x, y});
        if (cell != root_ && compute_rhs(Lines::kEdited, cell, {x, y})) ++repair_.changed;
      }
    }
    count_work(static_cast<uint64_t>(rect.width()) * static_cast<uint64_t>(rect.height()));
  }

  // Does so for the ends of links whose other ends are in the rectangle.
  void repair_links(const Rect& rect) {
    if (links_ == nullptr) return;
    for (const MapLink& link : links_->all()) {
      const CellId near = kFromGoal<kMethod> ? link.to : link.from, far = kFromGoal<kMethod> ? link.from : link.to;
      if (!rect.contains(grid_.cell(near)) || far == root_) continue;
      if (compute_rhs(Lines::kEdited, far, grid_.cell(far))) ++repair_.changed;
    }
  }

  // Expands cells until the cost of the target is known.
  PlanStatus search() {
    const Cost limit = cost_limit(grid_);
    uint32_t popped = 0;
    while (!costs_.open.empty()) {
      if (job_ != nullptr && popped % 1024 == 0 && job_->cancelled()) throw SearchStopped{};
      pass_point(popped);  // may throw; the costs are whole here
      const CellHeap::Entry top = costs_.open.top();
      const CellCosts of_target = costs_.of(target_);
      if (top.key() >= key(of_target, target_at_) && of_target.rhs <= of_target.g) break;
      const CellCosts known = costs_.of(top.cell);
      if (std::min(known.g, known.rhs) > limit) return PlanStatus::kCostOverflow;
      state_.whole = false;
      expand(top, known);
      state_.whole = true;
    }
    return costs_.of(target_).rhs == kInfinite ? PlanStatus::kNoPath : PlanStatus::kFound;
  }

  void expand(const CellHeap::Entry& top, const CellCosts& known) {
    const Cell at = grid_.cell(top.cell);
    if constexpr (kFromGoal<kMethod>) {
      if (top.key() < key(known, at)) {
        ++repair_.requeued;
        return enqueue(d_star_lite_code::kGrown, top.cell, at, parent_of(top.cell, known));
      }
    }
    ++count_.expanded;
    if (known.g > known.rhs) {
      lower(top.cell, at, known.rhs);
    } else {
      raise(top.cell, at, known);
    }
  }

  void lower(CellId cell, Cell at, Cost rhs) {
    ++repair_.lowered;
    report(EventType::kExpand, Lines::kLower, cell, kNoCell, rhs, h(at));
    costs_.open.remove(cell);
    costs_.set(cell, {rhs, rhs});
    for_neighbours(cell, at, [&](CellId next, Cell there, Cost step) {
      const CellCosts old = costs_.of(next);
      if (next != root_ && rhs + step < old.rhs) set_rhs(Lines::kLowered, next, there, old, rhs + step, cell);
    });
  }

  void raise(CellId cell, Cell at, const CellCosts& known) {
    ++repair_.raised;
    report(EventType::kExpand, Lines::kRaise, cell, kNoCell, known.g, h(at));
    costs_.open.remove(cell);
    costs_.set(cell, {kInfinite, known.rhs});
    update_open(Lines::kRaised, cell, at, parent_of(cell, {kInfinite, known.rhs}));
    for_neighbours(cell, at, [&](CellId next, Cell there, Cost step) {
      if (next != root_ && costs_.of(next).rhs == known.g + step) compute_rhs(Lines::kRaised, next, there);
    });
  }

  struct Step {
    CellId to = kNoCell;
    Cost cost = kInfinite;  // cost of the step and g of `to`
  };
  // Returns the step to the neighbour with the smallest sum; none if no neighbour has a known g.
  Step best_step(CellId cell) const {
    Step best;
    for (uint32_t mask = grid_.moves(cell); mask != 0; mask &= mask - 1) {
      const int direction = std::countr_zero(mask);
      const CellId next = grid_.neighbour(cell, direction);
      const Cost g = costs_.of(next).g;
      if (g == kInfinite) continue;
      const Cost cost = g + grid_.step_cost(cell, direction);
      if (cost < best.cost) best = {next, cost};
    }
    for (const MapLink& link : links_to_root(cell)) {
      const CellId next = kFromGoal<kMethod> ? link.to : link.from;
      const Cost g = usable(link) ? costs_.of(next).g : kInfinite;
      if (g != kInfinite && g + grid_.link_cost(link) < best.cost) best = {next, g + grid_.link_cost(link)};
    }
    return best;
  }

  // Computes rhs of a cell from its neighbours. Returns whether it has changed.
  bool compute_rhs(uint8_t line, CellId cell, Cell at) {
    count_.touched += static_cast<uint64_t>(std::popcount(grid_.moves(cell)));
    const CellCosts old = costs_.of(cell);
    const Step best = best_step(cell);
    if (best.cost == old.rhs) return false;
    set_rhs(line, cell, at, old, best.cost, best.to);
    return true;
  }

  void set_rhs(uint8_t line, CellId cell, Cell at, const CellCosts& old, Cost rhs, CellId parent) {
    const bool seen = costs_.seen(cell);
    costs_.set(cell, {old.g, rhs});
    update_open(line, cell, at, parent, seen);
  }

  // Puts an inconsistent cell into the open list with its key, and takes a consistent one out.
  void update_open(uint8_t line, CellId cell, Cell at, CellId parent, bool seen = true) {
    if (!costs_.of(cell).consistent()) return enqueue(line, cell, at, parent, seen);
    if (!costs_.open.has(cell)) return;
    costs_.open.remove(cell);
    report(EventType::kStall, line, cell, kNoCell, costs_.of(cell).g, h(at));
  }

  // Sets the key of a cell in the open list. `parent` is the neighbour that gives its rhs.
  void enqueue(uint8_t line, CellId cell, Cell at, CellId parent, bool seen = true) {
    const CellCosts now = costs_.of(cell);
    const CellKey wanted = key(now, at);
    if (costs_.open.has(cell) && costs_.open.key(cell) == wanted) return;
    costs_.open.set(cell, wanted);
    ++count_.generated;
    report(seen ? EventType::kUpdate : EventType::kGenerate, line, cell, now.g > now.rhs ? parent : kNoCell,
           wanted.second, h(at));
  }

  CellKey key(const CellCosts& costs, Cell at) const {
    const Cost smaller = std::min(costs.g, costs.rhs);
    if (smaller == kInfinite) return {UINT64_MAX, kInfinite};
    return {uint64_t{smaller} + h(at) + state_.km, smaller};
  }
  Cost h(Cell at) const { return heuristic_(bound_(at, target_at_), at.x, at.y); }
  // Returns the heuristic of paths to a target; with D* Lite, of paths from it.
  LinkHeuristic<DistanceBound> heuristic_of(Cell target) const {
    constexpr auto kDirection = kFromGoal<kMethod> ? LinkDirection::kFromStart : LinkDirection::kToGoal;
    return {grid_, bound_, kDirection, [&](int x, int y) { return bound_(Cell{x, y}, target); }};
  }

  template <class Visit>
  void for_neighbours(CellId cell, Cell at, Visit&& visit) {
    for (uint32_t mask = grid_.moves(cell); mask != 0; mask &= mask - 1) {
      const auto d = static_cast<size_t>(std::countr_zero(mask));
      const auto direction = static_cast<int>(d);
      ++count_.touched;
      visit(grid_.neighbour(cell, direction), Cell{at.x + kDirX[d], at.y + kDirY[d]}, grid_.step_cost(cell, direction));
    }
    for (const MapLink& link : links_to_target(cell)) {
      if (!usable(link)) continue;
      ++count_.touched;
      const CellId next = kFromGoal<kMethod> ? link.from : link.to;
      visit(next, grid_.cell(next), grid_.link_cost(link));
    }
  }

  // Return the links over which a cell gets its cost, and those over which it gives its cost on.
  std::span<const MapLink> links_to_root(CellId cell) const {
    if (links_ == nullptr) return {};
    return kFromGoal<kMethod> ? links_->from(cell) : links_->into(cell);
  }
  std::span<const MapLink> links_to_target(CellId cell) const {
    if (links_ == nullptr) return {};
    return kFromGoal<kMethod> ? links_->into(cell) : links_->from(cell);
  }
  bool usable(const MapLink& link) const { return grid_.passable(link.from) && grid_.passable(link.to); }

  // For events: returns the neighbour that gives the rhs of an overconsistent cell.
  CellId parent_of(CellId cell, const CellCosts& costs) const {
    return Observer::kEnabled && costs.g > costs.rhs ? best_step(cell).to : kNoCell;
  }

  // Stores the path: from the target always to the neighbour with the smallest sum of step and g.
  void follow_path() {
    std::vector<CellId>& path = result_.path;
    for (CellId cell = target_; cell != root_; cell = best_step(cell).to) {
      STRATA_CHECK(cell != kNoCell && path.size() < grid_.cell_count());
      path.push_back(cell);
    }
    path.push_back(root_);
    if (!kFromGoal<kMethod>) std::reverse(path.begin(), path.end());
  }

  void report(EventType type, uint8_t line, CellId node, CellId parent, Cost g, Cost h) {
    if constexpr (Observer::kEnabled) observer_.on({type, Phase::kMain, 0, line, node, parent, g, h});
  }

  void report_ends() {
    const uint8_t line = repair_.fresh ? Lines::kFresh : Lines::kKept;
    report(EventType::kSource, line, start_, kNoCell, 0, 0);
    report(EventType::kDestination, line, goal_, kNoCell, 0, 0);
  }

  // Reports the cells that the search before has left in the open list, in their order. An edit may have taken the
  // neighbour that gave the rhs of one, so that none is named.
  void report_open() {
    if constexpr (Observer::kEnabled) {
      std::vector<CellHeap::Entry> entries(costs_.open.entries().begin(), costs_.open.entries().end());
      std::ranges::sort(entries);
      for (const CellHeap::Entry& entry : entries) {
        report(EventType::kGenerate, Lines::kKept, entry.cell, kNoCell, entry.second, h(grid_.cell(entry.cell)));
      }
    }
  }

  const MoveGrid& grid_;
  const PlanQuery& query_;
  IncrementalState& state_;
  IncrementalCosts& costs_;
  RepairStats& repair_;
  PlanResult& result_;
  PhaseStats& count_;
  Observer observer_;
  const JobControl* job_;  // null: the plan runs in no job
  CellId start_, goal_;
  CellId root_;    // costs are counted from it
  CellId target_;  // the search ends when its cost is known
  Cell target_at_;
  DistanceBound bound_;
  const MapLinks* links_;  // null: the map has none
  LinkHeuristic<DistanceBound> heuristic_;
};

template <IncrementalMethod kMethod, class Observer>
void plan_incrementally(const MoveGrid& grid, const PlanQuery& query, IncrementalState& state, RepairStats& repair,
                        PlanResult& result, Observer observer, const JobControl* job = nullptr) {
  repair = {};
  result.clear(check_ends(grid, query));
  if (result.found()) IncrementalRun<kMethod, Observer>(grid, query, state, repair, result, observer, job).run();
}

}  // namespace

void IncrementalCosts::begin(size_t cells) {
  if (records_.size() != cells || ++stamp_ == 0) {
    records_.assign(cells, {});
    stamp_ = 1;
  }
  open.begin(cells);
}

template <IncrementalMethod kMethod>
void IncrementalPlanner<kMethod>::update(const MoveGrid& grid, const Rect& changed) {
  state_.built_for = grid.built_for();
  if (!state_.whole || changed.empty()) return;
  if (state_.changed.size() < kMostRects) {
    state_.changed.push_back(changed);
  } else {
    state_.changed.back().include(changed);
  }
}

template <IncrementalMethod kMethod>
bool IncrementalPlanner<kMethod>::would_repair(const MoveGrid& grid, const PlanQuery& query) const {
  return check_ends(grid, query) == PlanStatus::kFound && suits<kMethod>(state_, grid, query);
}

template <IncrementalMethod kMethod>
void IncrementalPlanner<kMethod>::plan(const MoveGrid& grid, const PlanQuery& query, PlanResult& result) {
  plan_incrementally<kMethod>(grid, query, state_, repair_, result, NoObserver{});
}

template <IncrementalMethod kMethod>
void IncrementalPlanner<kMethod>::plan(const MoveGrid& grid, const PlanQuery& query, PlanResult& result, Trace& trace) {
  plan_incrementally<kMethod>(grid, query, state_, repair_, result, TraceObserver{&trace});
}

template <IncrementalMethod kMethod>
void IncrementalPlanner<kMethod>::plan(const MoveGrid& grid, const PlanQuery& query, PlanResult& result,
                                       const JobControl& job) {
  plan_incrementally<kMethod>(grid, query, state_, repair_, result, NoObserver{}, &job);
}

template <IncrementalMethod kMethod>
const PseudoCode& IncrementalPlanner<kMethod>::pseudo_code() {
  return kFromGoal<kMethod> ? d_star_lite_code::kCode : lpa_star_code::kCode;
}

template class IncrementalPlanner<IncrementalMethod::kLpaStar>;
template class IncrementalPlanner<IncrementalMethod::kDStarLite>;

}  // namespace strata

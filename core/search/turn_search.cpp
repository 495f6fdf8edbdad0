#include "core/search/turn_search.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <vector>

#include "core/base/check.hpp"
#include "core/search/cell_space.hpp"
#include "core/search/link_heuristic.hpp"
#include "core/search/ordered_queue.hpp"
#include "core/search/path.hpp"
#include "core/search/question_code.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

// What a path has cost so far, as one number that is compared and added: with kSum the cost of steps and turns, else
// two numbers, of which the more important one has the upper 32 bits.
using TurnKey = uint64_t;
constexpr TurnKey kNoTurnKey = std::numeric_limits<TurnKey>::max();

// A state is a cell and the direction of the step to it; kNoDirection is the direction of the start, kOverLink that of
// a step over a link.
constexpr uint32_t kNoDirection = 8, kOverLink = 9, kStatesOfCell = 10;

// The states that a search has reached, in a hash table with open addressing.
class TurnStates {
 public:
  struct Slot {
    TurnKey g = kNoTurnKey;
    uint32_t state = 0;
    uint32_t from = 0;    // direction of the state before; over a link also link number * kStatesOfCell
    uint32_t search = 0;  // number of the search that wrote the slot
  };

  void begin() {
    if (slots_.empty()) slots_.resize(1024);
    count_ = 0;
    if (++search_ != 0) return;
    std::ranges::fill(slots_, Slot{});
    search_ = 1;
  }
  // Returns the slot of a state. A new one has g = kNoTurnKey; the others may move.
  Slot& of(uint32_t state) {
    Slot* slot = &find(state);
    if (slot->search == search_) return *slot;
    if (2 * ++count_ > slots_.size()) {
      grow();
      slot = &find(state);
    }
    *slot = {kNoTurnKey, state, kNoDirection, search_};
    return *slot;
  }

 private:
  Slot& find(uint32_t state) {
    const auto mask = static_cast<uint32_t>(slots_.size() - 1);
    uint32_t at = (state * 0x9e3779b1u) >> (33 - static_cast<uint32_t>(std::bit_width(slots_.size())));
    while (slots_[at].search == search_ && slots_[at].state != state) at = (at + 1) & mask;
    return slots_[at];
  }
  void grow() {
    std::vector<Slot> before(2 * slots_.size());
    before.swap(slots_);
    for (const Slot& slot : before) {
      if (slot.search == search_) find(slot.state) = slot;
    }
  }

  std::vector<Slot> slots_;  // a power of two of them
  size_t count_ = 0;
  uint32_t search_ = 0;
};

struct OpenState {
  TurnKey f, g;
  uint32_t state;
  // Orders a heap so that its front is the best state.
  friend bool operator<(const OpenState& a, const OpenState& b) {
    if (a.f != b.f) return a.f > b.f;
    if (a.g != b.g) return a.g < b.g;
    return a.state > b.state;
  }
};

struct TurnMemory {
  TurnStates states;
  std::vector<OpenState> open;
};

template <class Observer>
class TurnSearch {
 public:
  TurnSearch(const MoveGrid& grid, const TurnOptions& options, const PlanQuery& query, TurnMemory& memory,
             Observer observer)
      : grid_(grid),
        order_(options.order),
        turn_(turn_key(grid, options)),
        goal_(query.goal),
        bound_(grid.bound()),
        heuristic_(grid, bound_, LinkDirection::kToGoal,
                   [&](int x, int y) {
                     return bound_({x, y}, query.goal);
                   }),
        states_(memory.states),
        open_(memory.open),
        observer_(observer) {
    states_.begin();
    open_.clear();
    reach(grid.id(query.start) * kStatesOfCell + kNoDirection, 0, kNoDirection, kNoCell);
  }

  // Returns the state in which the goal is reached first; nothing if there is no path.
  std::optional<uint32_t> run() {
    const CellId goal = grid_.id(goal_);
    while (!open_.empty()) {
      std::pop_heap(open_.begin(), open_.end());
      const OpenState best = open_.back();
      open_.pop_back();
      if (states_.of(best.state).g != best.g) continue;  // a cheaper path was found after it was pushed
      pass_point(popped_);
      ++stats_.expanded;
      const CellId cell = best.state / kStatesOfCell;
      report(EventType::kExpand, turn_code::kPop, cell, kNoCell, best.g);
      if (cell == goal) return best.state;
      expand(cell, best.state % kStatesOfCell, best.g);
    }
    return std::nullopt;
  }

  // Appends the path to a state.
  void append_path(uint32_t state, std::vector<CellId>& path) {
    CellId cell = state / kStatesOfCell;
    uint32_t direction = state % kStatesOfCell;
    while (direction != kNoDirection) {
      path.push_back(cell);
      const uint32_t from = states_.of(cell * kStatesOfCell + direction).from;
      cell = direction == kOverLink ? grid_.links()->all()[from / kStatesOfCell].from
                                    : grid_.neighbour(cell, opposite(static_cast<int>(direction)));
      direction = from % kStatesOfCell;
    }
    path.push_back(cell);
    std::ranges::reverse(path);
  }

  const PhaseStats& stats() const { return stats_; }

 private:
  static TurnKey turn_key(const MoveGrid& grid, const TurnOptions& options) {
    if (options.order == TurnOrder::kSum) return cost_of_turn(grid, options);
    return options.order == TurnOrder::kFewest ? TurnKey{1} << 32 : 1;
  }
  TurnKey step_key(Cost cost) const { return order_ == TurnOrder::kTieBreaker ? TurnKey{cost} << 32 : cost; }
  // Returns the number that events show.
  Cost shown(TurnKey g) const {
    if (order_ == TurnOrder::kSum) return static_cast<Cost>(std::min<TurnKey>(g, kInfinite - 1));
    return static_cast<Cost>(order_ == TurnOrder::kTieBreaker ? g >> 32 : g);
  }

  void expand(CellId cell, uint32_t direction, TurnKey g) {
    for (uint32_t d = 0; d < kDirections; ++d) {
      if ((grid_.moves(cell) >> d & 1) == 0) continue;
      ++stats_.touched;
      const TurnKey turn = direction < kNoDirection && direction != d ? turn_ : 0;
      const CellId next = grid_.neighbour(cell, static_cast<int>(d));
      reach(next * kStatesOfCell + d, g + turn + step_key(grid_.step_cost(cell, static_cast<int>(d))), direction, cell);
    }
    if (grid_.links() == nullptr) return;
    const std::span<const MapLink> all = grid_.links()->all();
    for (const MapLink& link : grid_.links()->from(cell)) {
      if (!grid_.passable(link.to)) continue;
      ++stats_.touched;
      const auto number = static_cast<uint32_t>(&link - all.data());
      reach(link.to * kStatesOfCell + kOverLink, g + step_key(step_between(grid_, cell, link.to)),
            number * kStatesOfCell + direction, cell);
    }
  }
  void reach(uint32_t state, TurnKey g, uint32_t from, CellId parent) {
    TurnStates::Slot& slot = states_.of(state);
    if (slot.g <= g) return;
    const bool seen = slot.g != kNoTurnKey;
    slot.g = g;
    slot.from = from;
    const CellId cell = state / kStatesOfCell;
    open_.push_back({g + step_key(h(cell)), g, state});
    std::push_heap(open_.begin(), open_.end());
    ++stats_.generated;
    report(seen ? EventType::kUpdate : EventType::kGenerate, seen ? turn_code::kUpdate : turn_code::kGenerate, cell,
           parent, g);
  }
  void report(EventType type, uint8_t line, CellId cell, CellId parent, TurnKey g) {
    if constexpr (Observer::kEnabled) {
      observer_.on({type, Phase::kMain, 0, line, cell, parent, shown(g), h(cell)});
    }
  }
  Cost h(CellId cell) const {
    const Cell at = grid_.cell(cell);
    return heuristic_(bound_(at, goal_), at.x, at.y);
  }

  const MoveGrid& grid_;
  TurnOrder order_;
  TurnKey turn_;
  Cell goal_;
  DistanceBound bound_;
  LinkHeuristic<DistanceBound> heuristic_;
  TurnStates& states_;
  std::vector<OpenState>& open_;
  Observer observer_;
  PhaseStats stats_;
  uint32_t popped_ = 0;
};

template <class Observer>
uint32_t search_turns(const MoveGrid& grid, const TurnOptions& options, const PlanQuery& query, Workspace& workspace,
                      PlanResult& result, Observer observer) {
  STRATA_CHECK(options.weight <= TurnOptions::kLimit);
  result.clear(check_ends(grid, query));
  if (!result.found()) return 0;
  const CellId start = grid.id(query.start), goal = grid.id(query.goal);
  observer.on({EventType::kSource, Phase::kMain, 0, turn_code::kInit, start, kNoCell, 0, 0});
  observer.on({EventType::kDestination, Phase::kMain, 0, turn_code::kInit, goal, kNoCell, 0, 0});
  TurnSearch<Observer> search(grid, options, query, workspace.own.of<TurnMemory>(), observer);
  const std::optional<uint32_t> last = search.run();
  result.stats.of(Phase::kMain) = search.stats();
  result.status = last ? PlanStatus::kFound : PlanStatus::kNoPath;
  if (last) search.append_path(*last, result.path);
  if (const auto cost = path_cost(grid, result.path); last && cost) {
    result.cost = result.raw_cost = *cost;
    observer.on({EventType::kFound, Phase::kMain, 0, turn_code::kDone, goal, kNoCell, *cost, 0});
    return count_turns(grid, result.path);
  }
  if (last) result.clear(PlanStatus::kCostOverflow);
  observer.on({EventType::kNoPath, Phase::kMain, 0, turn_code::kFail, goal, kNoCell, 0, 0});
  return 0;
}

}  // namespace

uint32_t plan_few_turns(const MoveGrid& grid, const TurnOptions& options, const PlanQuery& query, Workspace& workspace,
                        PlanResult& result) {
  return search_turns(grid, options, query, workspace, result, NoObserver{});
}

uint32_t plan_few_turns(const MoveGrid& grid, const TurnOptions& options, const PlanQuery& query, Workspace& workspace,
                        PlanResult& result, Trace& trace) {
  return search_turns(grid, options, query, workspace, result, TraceObserver{&trace});
}

Cost cost_of_turn(const MoveGrid& grid, const TurnOptions& options) {
  return static_cast<Cost>((uint64_t{grid.base(0)} * options.weight + 50) / 100);
}

uint32_t count_turns(const MoveGrid& grid, std::span<const CellId> path) {
  const auto direction = [&](size_t i) {
    if (link_cost(grid, path[i - 1], path[i]) != kInfinite) return -1;
    return grid.direction_between(path[i - 1], path[i]);
  };
  uint32_t turns = 0;
  for (size_t i = 2; i < path.size(); ++i) {
    const int before = direction(i - 1), now = direction(i);
    turns += before >= 0 && now >= 0 && before != now;
  }
  return turns;
}

}  // namespace strata

#include "core/search/jps_plus.hpp"

#include "core/search/jps.hpp"
#include "core/search/jps_plus_code.hpp"
#include "core/search/jump_search.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

template <class Observer, bool kLinked>
class JpsPlusSearch
    : public JumpSearch<JpsPlusSearch<Observer, kLinked>, jps_plus_code::PseudoCodeLines, Observer, kLinked> {
  using Base = JumpSearch<JpsPlusSearch<Observer, kLinked>, jps_plus_code::PseudoCodeLines, Observer, kLinked>;

 public:
  JpsPlusSearch(const MoveGrid& grid, const JumpDistances& distances, const PlanQuery& query, Workspace& workspace,
                PlanResult& result, Observer observer)
      : Base(grid, query, workspace, result, observer), distances_(distances) {}

 private:
  friend Base;
  using Base::dir_x, Base::dir_y, Base::found, Base::grid_, Base::straight_, Base::diagonal_, Base::touched_;

  template <int kDirection>
  static Cell moved(Cell from, int steps) {
    return {from.x + steps * dir_x(kDirection), from.y + steps * dir_y(kDirection)};
  }

  uint64_t version() const { return distances_.version(); }

  // Returns the number of steps from a cell up to a blocked cell, or up to an illegal step of a diagonal.
  template <int kDirection>
  int free_steps(Cell from) const {
    int steps = 0;
    int ahead = distances_.of(grid_.id(from))[kDirection];
    while (ahead > 0) {
      steps += ahead;
      ahead = distances_.of(grid_.id(moved<kDirection>(from, steps)))[kDirection];
    }
    return steps - ahead;
  }

  template <int kDirection>
  void jump_straight(Cell at) {
    ++touched_;
    turn_off<kDirection>(at, 0, distances_.of(grid_.id(at))[kDirection]);
  }

  // Goes along a diagonal from cell to cell where straight jumps reach jump points; these jump points become successors
  // of the node (2014, pruned intermediate points), as do the cells with links on the diagonal itself.
  template <int kDirection>
  void jump_diagonal(Cell at) {
    constexpr int kBefore = kDirection - 1;
    constexpr int kAfter = (kDirection + 1) & 7;
    int steps = 0;
    int ahead = distances_.of(grid_.id(at))[kDirection];
    ++touched_;
    while (ahead > 0) {
      steps += ahead;
      const Cell turn = moved<kDirection>(at, steps);
      const auto there = distances_.of(grid_.id(turn));
      const Cost turn_cost = static_cast<Cost>(steps) * diagonal_;
      if constexpr (kLinked) {
        if (!grid_.links()->from(grid_.id(turn)).empty()) found(turn, turn_cost, kDirection);
      }
      turn_off<kBefore>(turn, turn_cost, there[kBefore]);
      turn_off<kAfter>(turn, turn_cost, there[kAfter]);
      ahead = there[kDirection];
      touched_ += 3;
    }
  }

  template <int kDirection>
  void turn_off(Cell turn, Cost cost, int distance) {
    if (distance <= 0) return;
    found(moved<kDirection>(turn, distance), cost + static_cast<Cost>(distance) * straight_, kDirection);
  }

  const JumpDistances& distances_;
};

template <class Observer>
void plan_by_distances(const MoveGrid& grid, const JumpDistances& distances, const PlanQuery& query,
                       Workspace& workspace, PlanResult& result, Answer answer, Observer observer) {
  result.clear(jps_supports(grid) ? check_ends(grid, query) : PlanStatus::kUnsupported);
  if (!result.found()) return;
  if (!distances.ready() || distances.built_for() != grid.built_for()) {
    result.status = PlanStatus::kStale;
    return;
  }
  if (grid.links() == nullptr) {
    JpsPlusSearch<Observer, false>(grid, distances, query, workspace, result, observer).run(answer);
  } else {
    JpsPlusSearch<Observer, true>(grid, distances, query, workspace, result, observer).run(answer);
  }
}

}  // namespace

void plan_jps_plus(const MoveGrid& grid, const JumpDistances& distances, const PlanQuery& query, Workspace& workspace,
                   PlanResult& result, Answer answer) {
  plan_by_distances(grid, distances, query, workspace, result, answer, NoObserver{});
}

void plan_jps_plus(const MoveGrid& grid, const JumpDistances& distances, const PlanQuery& query, Workspace& workspace,
                   PlanResult& result, Trace& trace) {
  plan_by_distances(grid, distances, query, workspace, result, Answer::kCells, TraceObserver{&trace});
}

}  // namespace strata

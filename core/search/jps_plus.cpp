#include "core/search/jps_plus.hpp"

#include <algorithm>
#include <cstdlib>

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
  JpsPlusSearch(const MoveGrid& grid, const JumpDistances& distances, const Query& query, Workspace& workspace,
                PlanResult& result, Observer observer)
      : Base(grid, query, workspace, result, observer), distances_(distances) {}

 private:
  friend Base;
  using Base::dir_x, Base::dir_y, Base::reach, Base::grid_, Base::goal_, Base::straight_, Base::diagonal_, Base::count_;

  template <int kDirection>
  static Cell moved(Cell from, int steps) {
    return {from.x + steps * dir_x(kDirection), from.y + steps * dir_y(kDirection)};
  }

  template <int kDirection>
  void jump_straight(Cell at, Cost g, uint32_t from) {
    ++count_.touched;
    const int distance = distances_.of(grid_.id(at))[kDirection];
    const int goal_steps = (goal_.x - at.x) * dir_x(kDirection) + (goal_.y - at.y) * dir_y(kDirection);
    const bool on_line = dir_x(kDirection) != 0 ? at.y == goal_.y : at.x == goal_.x;
    if (on_line && goal_steps > 0 && goal_steps <= std::abs(distance)) {
      reach(goal_, g + static_cast<Cost>(goal_steps) * straight_, from, kDirection);
    } else if (distance > 0) {
      reach(moved<kDirection>(at, distance), g + static_cast<Cost>(distance) * straight_, from, kDirection);
    }
  }

  // Goes along a diagonal from cell to cell where straight jumps reach jump points; these jump points become successors
  // of the node (2014, pruned intermediate points), as do the cells with links on the diagonal itself.
  template <int kDirection>
  void jump_diagonal(Cell at, Cost g, uint32_t from) {
    constexpr int kBefore = kDirection - 1;
    constexpr int kAfter = (kDirection + 1) & 7;
    int steps = 0;
    int ahead = distances_.of(grid_.id(at))[kDirection];
    ++count_.touched;
    while (ahead > 0) {
      steps += ahead;
      const Cell turn = moved<kDirection>(at, steps);
      const auto there = distances_.of(grid_.id(turn));
      const Cost turn_g = g + static_cast<Cost>(steps) * diagonal_;
      if constexpr (kLinked) {
        if (!grid_.links()->from(grid_.id(turn)).empty()) reach(turn, turn_g, from, kDirection);
      }
      turn_off<kBefore>(turn, turn_g, there[kBefore], from);
      turn_off<kAfter>(turn, turn_g, there[kAfter], from);
      ahead = there[kDirection];
      count_.touched += 3;
    }
    steps -= ahead;  // steps left up to the blocked cell

    // The goal may lie on the diagonal, or straight ahead of one of its cells.
    const int dx = (goal_.x - at.x) * dir_x(kDirection);
    const int dy = (goal_.y - at.y) * dir_y(kDirection);
    const int turn_steps = std::min(dx, dy);
    if (turn_steps <= 0 || turn_steps > steps) return;
    const int rest = std::max(dx, dy) - turn_steps;
    const Cost goal_g = g + static_cast<Cost>(turn_steps) * diagonal_ + static_cast<Cost>(rest) * straight_;
    if (rest == 0) return reach(goal_, goal_g, from, kDirection);
    const int last = (dx > dy) == (dir_x(kBefore) != 0) ? kBefore : kAfter;
    ++count_.touched;
    const int distance = distances_.of(grid_.id(moved<kDirection>(at, turn_steps)))[static_cast<size_t>(last)];
    if (rest <= std::abs(distance)) reach(goal_, goal_g, from, static_cast<uint32_t>(last));
  }

  template <int kDirection>
  void turn_off(Cell turn, Cost g, int distance, uint32_t from) {
    if (distance <= 0) return;
    reach(moved<kDirection>(turn, distance), g + static_cast<Cost>(distance) * straight_, from, kDirection);
  }

  const JumpDistances& distances_;
};

template <class Observer>
void plan_by_distances(const MoveGrid& grid, const JumpDistances& distances, const Query& query, Workspace& workspace,
                       PlanResult& result, Answer answer, Observer observer) {
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

void plan_jps_plus(const MoveGrid& grid, const JumpDistances& distances, const Query& query, Workspace& workspace,
                   PlanResult& result, Answer answer) {
  plan_by_distances(grid, distances, query, workspace, result, answer, NoObserver{});
}

void plan_jps_plus(const MoveGrid& grid, const JumpDistances& distances, const Query& query, Workspace& workspace,
                   PlanResult& result, Trace& trace) {
  plan_by_distances(grid, distances, query, workspace, result, Answer::kCells, TraceObserver{&trace});
}

}  // namespace strata

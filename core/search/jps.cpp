#include "core/search/jps.hpp"

#include <algorithm>
#include <bit>

#include "core/search/jps_code.hpp"
#include "core/search/jump_search.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

// Returns the distance from the beginning of `word`, a word of stops, to the next jump point of the line. `stops` are
// the bits of that word that lie ahead; the line must contain a jump point ahead.
int positions_to_point(const uint64_t* word, uint64_t stops, std::ptrdiff_t next_word) {
  int bit = std::countr_zero(stops);
  int before = 0;
  while (bit == JumpMap::kCells) {
    word += next_word;
    before += JumpMap::kCells;
    bit = std::countr_zero(*word);
  }
  return before + bit;
}

template <class Observer, bool kLinked>
class JpsSearch : public JumpSearch<JpsSearch<Observer, kLinked>, jps_code::PseudoCodeLines, Observer, kLinked> {
  using Base = JumpSearch<JpsSearch<Observer, kLinked>, jps_code::PseudoCodeLines, Observer, kLinked>;

 public:
  JpsSearch(const MoveGrid& grid, const JumpMap& jumps, const Query& query, Workspace& workspace, PlanResult& result,
            Observer observer)
      : Base(grid, query, workspace, result, observer), jumps_(jumps) {}

 private:
  friend Base;
  using Base::dir_x, Base::dir_y, Base::reach, Base::grid_, Base::goal_, Base::straight_, Base::diagonal_, Base::count_;

  // Returns whether `steps` straight steps from a cell meet no blocked cell.
  template <int kDirection>
  bool is_free(Cell from, int steps) const {
    const JumpMap::StraightStops lines = jumps_.lines(kDirection);
    const int position = jumps_.position(kDirection, from);
    int word = position / JumpMap::kCells;
    const auto line = static_cast<size_t>(jumps_.line_of(kDirection, from));
    const auto blocked = [&] { return lines.words[2 * (static_cast<size_t>(word) * lines.count + line) + 1]; };
    uint64_t ahead = blocked() & ~JumpMap::kTail & ~uint64_t{1} << (position - word * JumpMap::kCells);
    while (ahead == 0) {
      ++word;
      ahead = blocked() & ~JumpMap::kTail;
    }
    return word * JumpMap::kCells + std::countr_zero(ahead) > position + steps;
  }

  template <int kDirection>
  void jump_straight(Cell at, Cost g, uint32_t from) {
    ++count_.touched;
    const int goal_steps = (goal_.x - at.x) * dir_x(kDirection) + (goal_.y - at.y) * dir_y(kDirection);
    const bool on_line = JumpMap::is_horizontal(kDirection) ? at.y == goal_.y : at.x == goal_.x;
    if (on_line && goal_steps > 0 && is_free<kDirection>(at, goal_steps)) {
      reach(goal_, g + static_cast<Cost>(goal_steps) * straight_, from, kDirection);
    }
    const JumpMap::StraightStops lines = jumps_.lines(kDirection);
    const auto position = static_cast<uint32_t>(jumps_.position(kDirection, at));
    const uint32_t word = position / JumpMap::kCells;
    const uint32_t bit = position - word * JumpMap::kCells;
    const uint64_t* const pair = lines.words + 2 * (static_cast<size_t>(word) * lines.count +
                                                    static_cast<size_t>(jumps_.line_of(kDirection, at)));
    const uint64_t stops = pair[0] & ~uint64_t{1} << bit;
    if ((stops & (0 - stops) & pair[1]) != 0) return;
    const int steps =
        positions_to_point(pair, stops, 2 * static_cast<std::ptrdiff_t>(lines.count)) - static_cast<int>(bit);
    reach({at.x + steps * dir_x(kDirection), at.y + steps * dir_y(kDirection)},
          g + static_cast<Cost>(steps) * straight_, from, kDirection);
  }

  // Jumps along a diagonal to its end (2014, section 5): the jump points of all straight jumps off it become
  // successors of the node.
  template <int kDirection>
  void jump_diagonal(Cell at, Cost g, uint32_t from) {
    constexpr int kBefore = kDirection - 1;
    constexpr int kAfter = (kDirection + 1) & 7;
    const JumpMap::StraightStops lines = jumps_.lines(kDirection);
    const int position = jumps_.position(kDirection, at);
    const uint64_t* word =
        lines.words + static_cast<size_t>(position >> 6) * lines.count + jumps_.line_of(kDirection, at);
    uint64_t ends = *word & ~uint64_t{0} << (position & 63);
    int before = -(position & 63);
    while (ends == 0) {
      word += lines.count;
      before += 64;
      ends = *word;
    }
    const int steps = before + std::countr_zero(ends);
    count_.touched += 2 * static_cast<uint64_t>(steps);
    jump_off_diagonal<kDirection, kBefore>(at, g, steps, from);
    jump_off_diagonal<kDirection, kAfter>(at, g, steps, from);
    if constexpr (kLinked) reach_links<kDirection>(at, g, steps, from);

    // The goal may lie on the diagonal, or straight ahead of one of its cells.
    constexpr bool kBeforeAcross = JumpMap::is_horizontal(kBefore);
    const int dx = (goal_.x - at.x) * dir_x(kDirection);
    const int dy = (goal_.y - at.y) * dir_y(kDirection);
    const int turn = std::min(dx, dy);
    if (turn <= 0 || turn > steps) return;
    const int rest = std::max(dx, dy) - turn;
    const Cell corner{at.x + turn * dir_x(kDirection), at.y + turn * dir_y(kDirection)};
    const Cost goal_g = g + static_cast<Cost>(turn) * diagonal_ + static_cast<Cost>(rest) * straight_;
    if (rest == 0) {
      reach(goal_, goal_g, from, kDirection);
    } else if ((dx > dy) == kBeforeAcross) {
      if (is_free<kBefore>(corner, rest)) reach(goal_, goal_g, from, kBefore);
    } else {
      if (is_free<kAfter>(corner, rest)) reach(goal_, goal_g, from, kAfter);
    }
  }

  // Reaches the cells with links among the first `steps` cells of the diagonal from `at`. Straight jumps stop at them
  // in every direction, and at few other cells.
  template <int kDiagonal>
  void reach_links(Cell at, Cost g, int steps, uint32_t from) {
    for (int k = 1; k <= steps; ++k) {
      const Cell cell{at.x + k * dir_x(kDiagonal), at.y + k * dir_y(kDiagonal)};
      if (!jumps_.stops_at(kDiagonal - 1, cell) || grid_.links()->from(grid_.id(cell)).empty()) continue;
      reach(cell, g + static_cast<Cost>(k) * diagonal_, from, kDiagonal);
    }
  }

  // Jumps straight from each of the first `steps` cells of the diagonal from `at`. These jumps are on adjacent lines,
  // and each begins one position farther, so that the loop only has to shift a mask.
  template <int kDiagonal, int kDirection>
  void jump_off_diagonal(Cell at, Cost g, int steps, uint32_t from) {
    constexpr std::ptrdiff_t kNextLine = 2 * (JumpMap::is_horizontal(kDirection) ? dir_y(kDiagonal) : dir_x(kDiagonal));
    const JumpMap::StraightStops lines = jumps_.lines(kDirection);
    const std::ptrdiff_t next_word = 2 * static_cast<std::ptrdiff_t>(lines.count);
    const auto position = static_cast<uint32_t>(jumps_.position(kDirection, at) + 1);
    const uint32_t word = position / JumpMap::kCells;
    int bit = static_cast<int>(position - word * JumpMap::kCells);
    const uint64_t* pair = lines.words + word * next_word + 2 * jumps_.line_of(kDirection, at) + kNextLine;
    for (int done = 0; done < steps;) {
      const int now = std::min(steps - done, JumpMap::kCells - bit);
      const uint64_t* const begin = pair;
      const uint64_t* const end = begin + now * kNextLine;
      uint64_t ahead = ~uint64_t{1} << bit;
      for (; pair != end; pair += kNextLine, ahead <<= 1) {
        const uint64_t stops = pair[0] & ahead;
        if ((stops & (0 - stops) & pair[1]) != 0) [[likely]]
          continue;
        const auto turn = static_cast<int>((pair - begin) / kNextLine);
        const int k = done + turn + 1;
        const int rest = positions_to_point(pair, stops, next_word) - bit - turn;
        reach({at.x + k * dir_x(kDiagonal) + rest * dir_x(kDirection),
               at.y + k * dir_y(kDiagonal) + rest * dir_y(kDirection)},
              g + static_cast<Cost>(k) * diagonal_ + static_cast<Cost>(rest) * straight_, from, kDirection);
      }
      done += now;
      pair += next_word;
      bit = 0;
    }
  }

  const JumpMap& jumps_;
};

template <class Observer>
void plan_with(const MoveGrid& grid, const JumpMap& jumps, const Query& query, Workspace& workspace, PlanResult& result,
               Answer answer, Observer observer) {
  result.clear(jps_supports(grid) ? check_ends(grid, query) : PlanStatus::kUnsupported);
  if (!result.found()) return;
  if (jumps.built_for() != grid.built_for()) {
    result.status = PlanStatus::kStale;
    return;
  }
  if (grid.links() == nullptr) {
    JpsSearch<Observer, false>(grid, jumps, query, workspace, result, observer).run(answer);
  } else {
    JpsSearch<Observer, true>(grid, jumps, query, workspace, result, observer).run(answer);
  }
}

}  // namespace

bool jps_supports(const MoveGrid& grid) { return grid.rules().profile == Profile::kOctile && grid.uniform(); }

void plan_jps(const MoveGrid& grid, const JumpMap& jumps, const Query& query, Workspace& workspace, PlanResult& result,
              Answer answer) {
  plan_with(grid, jumps, query, workspace, result, answer, NoObserver{});
}

void plan_jps(const MoveGrid& grid, const JumpMap& jumps, const Query& query, Workspace& workspace, PlanResult& result,
              Trace& trace) {
  plan_with(grid, jumps, query, workspace, result, Answer::kCells, TraceObserver{&trace});
}

}  // namespace strata

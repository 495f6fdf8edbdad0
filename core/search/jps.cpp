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
  JpsSearch(const MoveGrid& grid, const JumpMap& jumps, const PlanQuery& query, Workspace& workspace,
            PlanResult& result, Observer observer)
      : Base(grid, query, workspace, result, observer), jumps_(jumps) {}

 private:
  friend Base;
  using Base::dir_x, Base::dir_y, Base::found, Base::grid_, Base::straight_, Base::diagonal_, Base::touched_;

  uint64_t version() const { return jumps_.version(); }

  // Returns the number of steps from a cell up to a blocked cell, or up to an illegal step of a diagonal.
  template <int kDirection>
  int free_steps(Cell from) const {
    const JumpMap::StraightStops lines = jumps_.lines(kDirection);
    const int position = jumps_.position(kDirection, from);
    const auto line = static_cast<size_t>(jumps_.line_of(kDirection, from));
    constexpr bool kDiagonal = is_diagonal(kDirection);
    constexpr int kCells = kDiagonal ? 64 : JumpMap::kCells;
    int word = position / kCells;
    const auto blocked = [&] {
      const size_t at = static_cast<size_t>(word) * lines.count + line;
      return kDiagonal ? lines.words[at] : lines.words[2 * at + 1] & ~JumpMap::kTail;
    };
    // A diagonal has a bit at the cell from which the step is illegal, a straight line at the blocked cell.
    const int here = position - word * kCells;
    uint64_t ahead = blocked() & (kDiagonal ? ~uint64_t{0} : ~uint64_t{1}) << here;
    while (ahead == 0) {
      ++word;
      ahead = blocked();
    }
    return word * kCells + std::countr_zero(ahead) - position - (kDiagonal ? 0 : 1);
  }

  template <int kDirection>
  void jump_straight(Cell at) {
    ++touched_;
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
    found({at.x + steps * dir_x(kDirection), at.y + steps * dir_y(kDirection)}, static_cast<Cost>(steps) * straight_,
          kDirection);
  }

  // Jumps along a diagonal to its end (2014, section 5): the jump points of all straight jumps off it become
  // successors of the node.
  template <int kDirection>
  void jump_diagonal(Cell at) {
    const int steps = free_steps<kDirection>(at);
    touched_ += 2 * static_cast<uint32_t>(steps);
    jump_off_diagonal<kDirection, kDirection - 1>(at, steps);
    jump_off_diagonal<kDirection, (kDirection + 1) & 7>(at, steps);
    if constexpr (kLinked) find_links<kDirection>(at, steps);
  }

  // Finds the cells with links among the first `steps` cells of the diagonal from `at`. Straight jumps stop at them
  // in every direction, and at few other cells.
  template <int kDiagonal>
  void find_links(Cell at, int steps) {
    for (int k = 1; k <= steps; ++k) {
      const Cell cell{at.x + k * dir_x(kDiagonal), at.y + k * dir_y(kDiagonal)};
      if (!jumps_.stops_at(kDiagonal - 1, cell) || grid_.links()->from(grid_.id(cell)).empty()) continue;
      found(cell, static_cast<Cost>(k) * diagonal_, kDiagonal);
    }
  }

  // Jumps straight from each of the first `steps` cells of the diagonal from `at`. These jumps are on adjacent lines,
  // and each begins one position farther, so that the loop only has to shift a mask.
  template <int kDiagonal, int kDirection>
  void jump_off_diagonal(Cell at, int steps) {
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
        found({at.x + k * dir_x(kDiagonal) + rest * dir_x(kDirection),
               at.y + k * dir_y(kDiagonal) + rest * dir_y(kDirection)},
              static_cast<Cost>(k) * diagonal_ + static_cast<Cost>(rest) * straight_, kDirection);
      }
      done += now;
      pair += next_word;
      bit = 0;
    }
  }

  const JumpMap& jumps_;
};

template <class Observer>
void plan_with(const MoveGrid& grid, const JumpMap& jumps, const PlanQuery& query, Workspace& workspace,
               PlanResult& result, Answer answer, Observer observer) {
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

void plan_jps(const MoveGrid& grid, const JumpMap& jumps, const PlanQuery& query, Workspace& workspace,
              PlanResult& result, Answer answer) {
  plan_with(grid, jumps, query, workspace, result, answer, NoObserver{});
}

void plan_jps(const MoveGrid& grid, const JumpMap& jumps, const PlanQuery& query, Workspace& workspace,
              PlanResult& result, Trace& trace) {
  plan_with(grid, jumps, query, workspace, result, Answer::kCells, TraceObserver{&trace});
}

}  // namespace strata

#include "core/search/jps.hpp"

#include <algorithm>
#include <bit>

#include "core/search/cell_space.hpp"
#include "core/search/jps_code.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

using Space = CellSpace<false, true>;  // for its ids

constexpr int dir_x(int direction) { return kDirX[static_cast<size_t>(direction)]; }
constexpr int dir_y(int direction) { return kDirY[static_cast<size_t>(direction)]; }

// Returns the directions in which a search goes on from a jump point with these legal moves, reached by a straight
// step: straight on, and round the corners that end beside it (Harabor, Grastien 2011, section 3, for steps that cut no
// corners).
uint32_t unpruned(uint32_t moves, uint32_t direction) {
  const uint32_t turned = (moves >> direction | moves << (8 - direction)) & 0xff;  // bit 0: straight on
  uint32_t mask = turned & 0b00000001;
  if ((turned & 0b00001100) == 0b00000100) mask |= turned & 0b00000110;
  if ((turned & 0b01100000) == 0b01000000) mask |= turned & 0b11000000;
  return (mask << direction | mask >> (8 - direction)) & 0xff;
}

// Returns the distance from the beginning of `word`, a word of stops, to the next jump point of the line. `stops`: the
// bits of that word that are ahead; the line must not be dead.
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

template <class Observer>
class JumpSearch {
 public:
  JumpSearch(const MoveGrid& grid, const JumpMap& jumps, const Query& query, Workspace& workspace, PlanResult& result,
             Observer observer)
      : grid_(grid),
        jumps_(jumps),
        start_(query.start),
        goal_(query.goal),
        bound_(grid.bound()),
        straight_(grid.base(0) * static_cast<Cost>(grid.unit_weight())),
        diagonal_(grid.base(1) * static_cast<Cost>(grid.unit_weight())),
        nodes_(workspace.jumps),
        queue_(workspace.queue),
        result_(result),
        observer_(observer) {}

  void run() {
    const CellId goal = grid_.id(goal_);
    observer_.on({EventType::kSource, Phase::kMain, 0, jps_code::kInit, grid_.id(start_), kNoCell, 0, 0});
    observer_.on({EventType::kDestination, Phase::kMain, 0, jps_code::kInit, goal, kNoCell, 0, 0});
    const uint32_t last = search();
    result_.stats.of(Phase::kMain) = count_;
    if (result_.found()) {
      result_.cost = nodes_[last].g;
      result_.raw_cost = result_.cost;
      write_path(last);
      report_path(last);
      observer_.on({EventType::kFound, Phase::kMain, 0, jps_code::kDone, goal, kNoCell, result_.cost, 0});
    } else {
      observer_.on({EventType::kNoPath, Phase::kMain, 0, jps_code::kFail, goal, kNoCell, 0, 0});
    }
  }

 private:
  static Cell cell_of(const JumpNode& node) { return {Space::x_of(node.id), Space::y_of(node.id)}; }

  void report(EventType type, uint8_t line, const JumpNode& node, CellId parent) const {
    if constexpr (Observer::kEnabled) {
      const Cell at = cell_of(node);
      observer_.on({type, Phase::kMain, 0, line, grid_.id(at), parent, node.g, bound_(at, goal_)});
    }
  }

  // Sets the status; returns the node of the goal if it was found.
  uint32_t search() {
    const Cost across = bound_(grid_.width(), grid_.height());
    const Cost limit = kInfinite - 1 - 2 * across;  // below it, no jump and no bound on the rest passes 32 bits
    const uint32_t goal_id = Space::id_of(goal_);
    nodes_.begin();
    queue_.begin(2 * across, bound_(start_, goal_));
    reach(start_, 0, 0, JumpNode::kStart);
    BucketQueue::Entry entry;
    while (queue_.pop(entry)) {
      const uint32_t node = nodes_.find_or_add(entry.id);
      if (nodes_[node].g != entry.g) continue;  // a shorter path was found after this entry was pushed
      ++count_.expanded;
      report(EventType::kExpand, jps_code::kPop, nodes_[node], kNoCell);
      if (entry.id == goal_id) {
        result_.status = PlanStatus::kFound;
        return node;
      }
      if (entry.g > limit) {
        result_.status = PlanStatus::kCostOverflow;
        return node;
      }
      expand(node);
    }
    result_.status = PlanStatus::kNoPath;
    return 0;
  }

  void expand(uint32_t node) {
    const Cost g = nodes_[node].g;
    const uint32_t direction = nodes_[node].direction();
    const Cell at = cell_of(nodes_[node]);
    const uint32_t moves = grid_.moves(grid_.id(at));
    const uint32_t mask = direction == JumpNode::kStart ? moves : unpruned(moves, direction);
    if ((mask & 1) != 0) jump_straight<0>(at, g, node);
    if ((mask & 2) != 0) jump_diagonal<1>(at, g, node);
    if ((mask & 4) != 0) jump_straight<2>(at, g, node);
    if ((mask & 8) != 0) jump_diagonal<3>(at, g, node);
    if ((mask & 16) != 0) jump_straight<4>(at, g, node);
    if ((mask & 32) != 0) jump_diagonal<5>(at, g, node);
    if ((mask & 64) != 0) jump_straight<6>(at, g, node);
    if ((mask & 128) != 0) jump_diagonal<7>(at, g, node);
  }

  // Enters a jump from the node `from` to `at`, with the last step in `direction`. One copy for all jumps: a dozen
  // inlined copies are slower by 5 %.
  [[gnu::noinline]] void reach(Cell at, Cost g, uint32_t from, uint32_t direction) {
    const Cost f = g + bound_(at, goal_);
    if (f >= goal_g_) return;
    const uint32_t known = nodes_.size();
    const uint32_t index = nodes_.find_or_add(Space::id_of(at));
    JumpNode& node = nodes_[index];
    if (node.g <= g) return;
    const bool seen = index < known;
    node.g = g;
    node.from = from << 4 | direction;
    if (at == goal_) goal_g_ = g;
    queue_.push(f, g, node.id);
    ++count_.generated;
    if constexpr (Observer::kEnabled) {
      const CellId parent = direction == JumpNode::kStart ? kNoCell : grid_.id(cell_of(nodes_[from]));
      report(seen ? EventType::kUpdate : EventType::kGenerate, seen ? jps_code::kUpdate : jps_code::kGenerate, node,
             parent);
    }
  }

  // Whether `steps` straight steps meet no blocked cell.
  template <int kDirection>
  bool is_free(Cell from, int steps) const {
    const JumpMap::Lines lines = jumps_.lines(kDirection);
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
    const JumpMap::Lines lines = jumps_.lines(kDirection);
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

  // Jumps along a diagonal to its end (2014, section 5): jump points straight off it become successors of the node
  // itself.
  template <int kDirection>
  void jump_diagonal(Cell at, Cost g, uint32_t from) {
    constexpr int kBefore = kDirection - 1;
    constexpr int kAfter = (kDirection + 1) & 7;
    const JumpMap::Lines lines = jumps_.lines(kDirection);
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

    // The goal may be on the diagonal, or straight from one of its cells.
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

  // Jumps straight from each of the cells `steps` diagonal steps on from `at`. The jumps go along neighbouring lines
  // and each begins one position farther, so that the loop only has to shift a mask.
  template <int kDiagonal, int kDirection>
  void jump_off_diagonal(Cell at, Cost g, int steps, uint32_t from) {
    constexpr std::ptrdiff_t kNextLine = 2 * (JumpMap::is_horizontal(kDirection) ? dir_y(kDiagonal) : dir_x(kDiagonal));
    const JumpMap::Lines lines = jumps_.lines(kDirection);
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

  // A jump from a node to the next one: `turn` diagonal steps, then `rest` straight ones.
  struct Jump {
    Cell from;
    int step_x, step_y;
    int turn, rest;
    bool ends_across;

    Jump(Cell a, Cell b) : from(a) {
      const int dx = std::abs(b.x - a.x);
      const int dy = std::abs(b.y - a.y);
      step_x = b.x < a.x ? -1 : 1;
      step_y = b.y < a.y ? -1 : 1;
      turn = std::min(dx, dy);
      rest = std::max(dx, dy) - turn;
      ends_across = dx > dy;
    }
    Cell corner() const { return {from.x + turn * step_x, from.y + turn * step_y}; }
  };
  Jump jump_to(const JumpNode& node) const { return {cell_of(nodes_[node.parent()]), cell_of(node)}; }

  void write_path(uint32_t last) {
    size_t length = 1;
    for (uint32_t i = last; nodes_[i].direction() != JumpNode::kStart; i = nodes_[i].parent()) {
      const Jump jump = jump_to(nodes_[i]);
      length += static_cast<size_t>(jump.turn + jump.rest);
    }
    result_.path.resize(length);
    CellId* end = result_.path.data() + length;
    for (uint32_t i = last; nodes_[i].direction() != JumpNode::kStart; i = nodes_[i].parent()) {
      const Jump jump = jump_to(nodes_[i]);
      const int step_down = jump.step_y * grid_.width();
      const auto write = [](CellId* to, CellId cell, int count, int step) {
        for (int k = 1; k <= count; ++k) to[k - 1] = cell + static_cast<CellId>(k * step);
      };
      end -= jump.turn + jump.rest;
      write(end, grid_.id(jump.from), jump.turn, jump.step_x + step_down);
      write(end + jump.turn, grid_.id(jump.corner()), jump.rest, jump.ends_across ? jump.step_x : step_down);
    }
    result_.path.front() = grid_.id(start_);
  }

  void report_path(uint32_t last) const {
    if constexpr (Observer::kEnabled) {
      std::vector<uint32_t> chain;
      for (uint32_t i = last; nodes_[i].direction() != JumpNode::kStart; i = nodes_[i].parent()) chain.push_back(i);
      for (; !chain.empty(); chain.pop_back()) {
        const Jump jump = jump_to(nodes_[chain.back()]);
        const CellId corner = grid_.id(jump.corner());
        const auto piece = [&](CellId a, CellId b, Cost cost) {
          observer_.on({EventType::kPathEdge, Phase::kMain, 0, jps_code::kDone, b, a, cost, 0});
        };
        if (jump.turn > 0) piece(grid_.id(jump.from), corner, static_cast<Cost>(jump.turn) * diagonal_);
        if (jump.rest > 0) {
          piece(corner, grid_.id(cell_of(nodes_[chain.back()])), static_cast<Cost>(jump.rest) * straight_);
        }
      }
    }
  }

  const MoveGrid& grid_;
  const JumpMap& jumps_;
  Cell start_, goal_;
  DistanceBound bound_;
  Cost straight_, diagonal_;
  JumpNodes& nodes_;
  BucketQueue& queue_;
  PlanResult& result_;
  Observer observer_;
  Cost goal_g_ = kInfinite;  // cost of the best path known
  PhaseStats count_;
};

template <class Observer>
void plan_with(const MoveGrid& grid, const JumpMap& jumps, const Query& query, Workspace& workspace, PlanResult& result,
               Observer observer) {
  result.clear(jps_supports(grid) ? check_ends(grid, query) : PlanStatus::kUnsupported);
  if (!result.found()) return;
  if (jumps.built_for() != grid.built_for()) {
    result.status = PlanStatus::kStale;
    return;
  }
  JumpSearch<Observer>(grid, jumps, query, workspace, result, observer).run();
}

}  // namespace

bool jps_supports(const MoveGrid& grid) { return grid.rules().profile == Profile::kOctile && grid.uniform(); }

void plan_jps(const MoveGrid& grid, const JumpMap& jumps, const Query& query, Workspace& workspace,
              PlanResult& result) {
  plan_with(grid, jumps, query, workspace, result, NoObserver{});
}

void plan_jps(const MoveGrid& grid, const JumpMap& jumps, const Query& query, Workspace& workspace, PlanResult& result,
              Trace& trace) {
  plan_with(grid, jumps, query, workspace, result, TraceObserver{&trace});
}

}  // namespace strata

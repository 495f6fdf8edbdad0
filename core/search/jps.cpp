#include "core/search/jps.hpp"

#include <algorithm>
#include <bit>

#include "core/search/cell_space.hpp"
#include "core/search/pseudo_code.hpp"

namespace strata {
namespace {

constexpr uint32_t kNoDirection = 8;

// The position on a line of `lanes` of the next jump point behind `at`; -1 if something blocked comes first.
inline int next_jump_point(const uint64_t* line, int at) {
  const uint64_t* pair = line + 2 * (at >> 6);
  const uint64_t ahead = ~uint64_t{0} << 1 << (at & 63);
  uint64_t blocked = pair[0] & ahead;
  uint64_t points = pair[1] & ahead;
  while ((blocked | points) == 0) {
    pair += 2;
    blocked = pair[0];
    points = pair[1];
  }
  points &= blocked ^ (blocked - 1);  // those before the first blocked cell
  if (points == 0) return -1;
  return static_cast<int>(pair - line) * 32 + std::countr_zero(points);
}

// Whether the cells behind `at` up to `to` are passable.
inline bool is_free(const uint64_t* line, int at, int to) {
  const uint64_t* pair = line + 2 * (at >> 6);
  uint64_t blocked = pair[0] & ~uint64_t{0} << 1 << (at & 63);
  while (blocked == 0) {
    pair += 2;
    blocked = pair[0];
  }
  return static_cast<int>(pair - line) * 32 + std::countr_zero(blocked) > to;
}

// The directions in which to go on from a jump point with these legal moves, reached by a straight step: on, and past
// the corners at its sides.
inline uint32_t unpruned(uint32_t moves, uint32_t direction) {
  const uint32_t turned = (moves >> direction | moves << (8 - direction)) & 0xff;  // bit 0: straight on
  uint32_t mask = turned & 1;
  if ((turned & 0b00001100) == 0b00000100) mask |= turned & 0b00000110;
  if ((turned & 0b01100000) == 0b01000000) mask |= turned & 0b11000000;
  return (mask << direction | mask >> (8 - direction)) & 0xff;
}

// Binary heap: smaller f, then larger g, then smaller id.
inline bool comes_before(const JumpEntry& a, const JumpEntry& b) {
  return a.order != b.order ? a.order < b.order : a.cell < b.cell;
}

inline void push_open(std::vector<JumpEntry>& open, const JumpEntry& entry) {
  size_t i = open.size();
  open.push_back(entry);
  while (i > 0) {
    const size_t above = (i - 1) / 2;
    if (!comes_before(entry, open[above])) break;
    open[i] = open[above];
    i = above;
  }
  open[i] = entry;
}

inline JumpEntry pop_open(std::vector<JumpEntry>& open) {
  const JumpEntry best = open.front();
  const JumpEntry last = open.back();
  open.pop_back();
  const size_t size = open.size();
  if (size == 0) return best;
  size_t i = 0;
  for (;;) {
    size_t below = 2 * i + 1;
    if (below >= size) break;
    if (below + 1 < size && comes_before(open[below + 1], open[below])) ++below;
    if (!comes_before(open[below], last)) break;
    open[i] = open[below];
    i = below;
  }
  open[i] = last;
  return best;
}

template <class Observer>
struct JumpSearch {
  const MoveGrid& grid;
  const Query& query;
  JumpMemory& memory;
  PlanResult& result;
  Observer observer;

  DistanceBound bound = grid.bound();
  Cost straight = grid.base(0) * static_cast<Cost>(grid.min_weight());
  Cost diagonal = grid.base(1) * static_cast<Cost>(grid.min_weight());
  int width = grid.width();
  int height = grid.height();
  CellId goal = grid.id(query.goal);
  Cost goal_g = kInfinite;  // of the best way known
  PhaseStats count = {};
  std::array<JumpMap::Lanes, 4> lanes{};

  int x_position(size_t direction, int x) const { return direction == 2 ? x : width - 1 - x; }
  int y_position(size_t direction, int y) const { return direction == 4 ? y : height - 1 - y; }
  int position(size_t direction, Cell c) const {
    return is_horizontal(static_cast<int>(direction)) ? x_position(direction, c.x) : y_position(direction, c.y);
  }

  void report(EventType type, uint8_t line, CellId node, CellId parent, Cost g) const {
    if constexpr (Observer::kEnabled) {
      observer.on({type, Phase::kMain, 0, line, node, parent, g, bound(grid.cell(node), query.goal)});
    }
  }

  // A way to `at` over the node `from` has been found.
  void reach(Cell at, Cost g, uint32_t from, size_t direction) {
    const Cost f = g + bound(at, query.goal);
    if (f >= goal_g) return;
    const CellId cell = grid.id(at);
    uint32_t node = memory.node_of_cell[cell];
    const bool seen = node < memory.nodes.size() && memory.nodes[node].cell == cell;
    if (seen) {
      JumpNode& known = memory.nodes[node];
      if (known.g <= g) return;
      known.g = g;
      known.parent = from;
      known.direction = static_cast<uint32_t>(direction);
    } else {
      node = static_cast<uint32_t>(memory.nodes.size());
      memory.node_of_cell[cell] = node;
      memory.nodes.push_back(
          {cell, g, from, static_cast<uint16_t>(at.x), static_cast<uint16_t>(at.y), static_cast<uint32_t>(direction)});
    }
    if (cell == goal) goal_g = g;
    push_open(memory.open, {uint64_t{f} << 32 | static_cast<uint32_t>(~g), cell, node});
    ++count.generated;
    report(seen ? EventType::kUpdate : EventType::kGenerate, seen ? code_line::kJpsUpdate : code_line::kJpsGenerate,
           cell, memory.nodes[from].cell, g);
  }

  // A jump from `at`, a cell that the node `from` reaches by `g`.
  void jump_straight(Cell at, size_t direction, Cost g, uint32_t from) {
    ++count.touched;
    const bool horizontal = is_horizontal(static_cast<int>(direction));
    const uint64_t* line = lanes[direction / 2].line(horizontal ? at.y : at.x);
    const int here = position(direction, at);
    if (horizontal ? at.y == query.goal.y : at.x == query.goal.x) {
      const int there = position(direction, query.goal);
      if (there > here && is_free(line, here, there)) {
        reach(query.goal, g + static_cast<Cost>(there - here) * straight, from, direction);
      }
    }
    const int point = next_jump_point(line, here);
    if (point < 0) return;
    const int steps = point - here;
    reach({at.x + steps * kDirX[direction], at.y + steps * kDirY[direction]}, g + static_cast<Cost>(steps) * straight,
          from, direction);
  }

  void jump_diagonal(const JumpNode& node, size_t direction, uint32_t from) {
    const size_t side_a = direction - 1;
    const size_t side_b = (direction + 1) & 7;
    const auto bit = static_cast<uint8_t>(1u << direction);
    Cell at{node.x, node.y};
    CellId cell = node.cell;
    Cost g = node.g;
    while ((grid.moves(cell) & bit) != 0) {
      at = {at.x + kDirX[direction], at.y + kDirY[direction]};
      cell = grid.neighbour(cell, static_cast<int>(direction));
      g += diagonal;
      if (cell == goal) reach(at, g, from, direction);
      jump_straight(at, side_a, g, from);
      jump_straight(at, side_b, g, from);
    }
  }

  void expand(uint32_t index) {
    const JumpNode node = memory.nodes[index];
    const uint32_t moves = grid.moves(node.cell);
    uint32_t mask = node.direction == kNoDirection ? moves : unpruned(moves, node.direction);
    while (mask != 0) {
      const auto direction = static_cast<size_t>(std::countr_zero(mask));
      mask &= mask - 1;
      if (is_diagonal(static_cast<int>(direction))) {
        jump_diagonal(node, direction, index);
      } else {
        jump_straight({node.x, node.y}, direction, node.g, index);
      }
    }
  }

  // From node to node backwards: the straight part of a jump comes last.
  void append_path(uint32_t last) {
    std::vector<CellId>& path = result.path;
    for (uint32_t index = last; memory.nodes[index].direction != kNoDirection; index = memory.nodes[index].parent) {
      const JumpNode& to = memory.nodes[index];
      const JumpNode& from = memory.nodes[to.parent];
      int dx = from.x - to.x;
      int dy = from.y - to.y;
      CellId cell = to.cell;
      const auto step = [&](int sx, int sy) {
        path.push_back(cell);
        cell = static_cast<CellId>(static_cast<int>(cell) + sy * width + sx);
        dx -= sx;
        dy -= sy;
      };
      while (std::abs(dx) > std::abs(dy)) step(dx > 0 ? 1 : -1, 0);
      while (std::abs(dy) > std::abs(dx)) step(0, dy > 0 ? 1 : -1);
      while (dx != 0) step(dx > 0 ? 1 : -1, dy > 0 ? 1 : -1);
    }
    path.push_back(grid.id(query.start));
    std::reverse(path.begin(), path.end());
  }

  // The straight pieces of the path, from the start on.
  void report_path(uint32_t last) const {
    if constexpr (Observer::kEnabled) {
      std::vector<uint32_t> chain;
      for (uint32_t index = last; memory.nodes[index].direction != kNoDirection; index = memory.nodes[index].parent) {
        chain.push_back(index);
      }
      std::reverse(chain.begin(), chain.end());
      for (const uint32_t index : chain) {
        const JumpNode& to = memory.nodes[index];
        const JumpNode& from = memory.nodes[to.parent];
        const int dx = to.x - from.x;
        const int dy = to.y - from.y;
        const int turn = std::min(std::abs(dx), std::abs(dy));
        const int rest = std::max(std::abs(dx), std::abs(dy)) - turn;
        const Cell at{from.x + (dx > 0 ? turn : -turn), from.y + (dy > 0 ? turn : -turn)};
        const auto piece = [&](CellId a, CellId b, Cost cost) {
          observer.on({EventType::kPathEdge, Phase::kMain, 0, code_line::kJpsDone, b, a, cost, 0});
        };
        if (turn > 0) piece(from.cell, grid.id(at), static_cast<Cost>(turn) * diagonal);
        if (rest > 0) piece(turn > 0 ? grid.id(at) : from.cell, to.cell, static_cast<Cost>(rest) * straight);
      }
    }
  }

  void run(const JumpMap& jumps) {
    for (size_t i = 0; i < 4; ++i) lanes[i] = jumps.lanes(static_cast<int>(i) * 2);
    const CellId start = grid.id(query.start);
    observer.on({EventType::kSource, Phase::kMain, 0, code_line::kJpsInit, start, kNoCell, 0, 0});
    observer.on({EventType::kDestination, Phase::kMain, 0, code_line::kJpsInit, goal, kNoCell, 0, 0});
    memory.nodes.clear();
    memory.open.clear();
    if (memory.node_of_cell.size() < grid.cell_count()) memory.node_of_cell.resize(grid.cell_count());
    if (start == goal) goal_g = 0;
    memory.node_of_cell[start] = 0;
    memory.nodes.push_back(
        {start, 0, 0, static_cast<uint16_t>(query.start.x), static_cast<uint16_t>(query.start.y), kNoDirection});
    push_open(memory.open, {uint64_t{bound(query.start, query.goal)} << 32 | 0xffffffffu, start, 0});
    ++count.generated;
    report(EventType::kGenerate, code_line::kJpsGenerate, start, kNoCell, 0);

    const Cost limit = kInfinite - 1 - 2 * bound(width, height);
    result.status = PlanStatus::kNoPath;
    while (!memory.open.empty()) {
      const JumpEntry entry = pop_open(memory.open);
      const Cost g = memory.nodes[entry.node].g;
      if (static_cast<uint32_t>(~entry.order) != g) continue;  // a shorter way was found after this entry was pushed
      ++count.expanded;
      report(EventType::kExpand, code_line::kJpsPop, entry.cell, kNoCell, g);
      if (entry.cell == goal) {
        result.status = PlanStatus::kFound;
        result.cost = g;
        result.raw_cost = g;
        append_path(entry.node);
        report_path(entry.node);
        break;
      }
      if (g > limit) {
        result.status = PlanStatus::kCostOverflow;
        break;
      }
      expand(entry.node);
    }
    if (result.found()) {
      observer.on({EventType::kFound, Phase::kMain, 0, code_line::kJpsDone, goal, kNoCell, result.cost, 0});
    } else {
      observer.on({EventType::kNoPath, Phase::kMain, 0, code_line::kJpsFail, goal, kNoCell, 0, 0});
    }
    result.stats.of(Phase::kMain) = count;
  }
};

template <class Observer>
void plan_with(const MoveGrid& grid, const JumpMap& jumps, const Query& query, Workspace& workspace, PlanResult& result,
               Observer observer) {
  result.clear(PlanStatus::kUnsupported);
  if (!jps_supports(grid)) return;
  result.clear(check_ends(grid, query));
  if (!result.found()) return;
  if (jumps.built_for() != grid.built_for()) {
    result.status = PlanStatus::kStale;
    return;
  }
  JumpSearch<Observer>{grid, query, workspace.jumps, result, observer}.run(jumps);
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

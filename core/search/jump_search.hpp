// Purpose: JumpSearch is the part that all jump point searches share: A* over jump points, with the open list, the
//          pruned directions, the path and the events. A derived class finds the jumps.
// Source: Harabor, Grastien 2011, "Online graph pruning for pathfinding on grid maps".
// Links: With kLinked the search follows the links of the map. Jumps call `reach` for cells from which links lead, too.
//        Such a node follows its links, and the end of a link is expanded in all directions, as the start is. A
//        diagonal jump goes on past such a cell, so that a node reached so only follows its links.
// Shapes: Finder is the derived class. Its member templates jump_straight<kDirection>(at, g, from) and
//         jump_diagonal<kDirection>(at, g, from) call `reach` for every jump point and for the goal. Code holds the
//         lines of its pseudo-code.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <type_traits>
#include <vector>

#include "core/search/cell_space.hpp"
#include "core/search/jump_directions.hpp"
#include "core/search/link_heuristic.hpp"
#include "core/search/observer.hpp"
#include "core/search/turns.hpp"

namespace strata {

template <class Finder, class Code, class Observer, bool kLinked>
class JumpSearch {
 public:
  JumpSearch(const MoveGrid& grid, const Query& query, Workspace& workspace, PlanResult& result, Observer observer)
      : grid_(grid),
        start_(query.start),
        goal_(query.goal),
        bound_(grid.bound()),
        straight_(grid.base(0) * static_cast<Cost>(grid.unit_weight())),
        diagonal_(grid.base(1) * static_cast<Cost>(grid.unit_weight())),
        nodes_(workspace.jumps),
        queue_(workspace.queue),
        result_(result),
        observer_(observer) {
    if constexpr (kLinked) {
      const auto plain = [this](int x, int y) { return bound_(Cell{x, y}, goal_); };
      heuristic_ = LinkHeuristic<DistanceBound>(grid, bound_, LinkDirection::kToGoal, plain);
    }
  }

  void run(Answer answer) {
    const CellId goal = grid_.id(goal_);
    observer_.on({EventType::kSource, Phase::kMain, 0, Code::kInit, grid_.id(start_), kNoCell, 0, 0});
    observer_.on({EventType::kDestination, Phase::kMain, 0, Code::kInit, goal, kNoCell, 0, 0});
    const uint32_t last = search();
    result_.stats.of(Phase::kMain) = count_;
    if (result_.found()) {
      result_.cost = nodes_[last].g;
      result_.raw_cost = result_.cost;
      // The turning points of a path with links are left to be found among its cells.
      if (answer == Answer::kCells || (kLinked && answer == Answer::kTurns)) {
        write_path(last);
      } else if (answer == Answer::kTurns) {
        write_turns(last);
      }
      report_path(last);
      observer_.on({EventType::kFound, Phase::kMain, 0, Code::kDone, goal, kNoCell, result_.cost, 0});
    } else {
      observer_.on({EventType::kNoPath, Phase::kMain, 0, Code::kFail, goal, kNoCell, 0, 0});
    }
  }

 protected:
  static constexpr int dir_x(int direction) { return kDirX[static_cast<size_t>(direction)]; }
  static constexpr int dir_y(int direction) { return kDirY[static_cast<size_t>(direction)]; }

  // Generates the jump point `at`, reached from the node `from` with the last step in `direction`. It is not inlined: a
  // dozen inlined copies are slower by 5 %.
  [[gnu::noinline]] void reach(Cell at, Cost g, uint32_t from, uint32_t direction) {
    const Cost f = g + h(at);
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
      const uint8_t line = direction == JumpNode::kOverLink ? Code::kLink : seen ? Code::kUpdate : Code::kGenerate;
      report(seen ? EventType::kUpdate : EventType::kGenerate, line, node, parent);
    }
  }

  const MoveGrid& grid_;
  Cell start_, goal_;
  DistanceBound bound_;
  Cost straight_, diagonal_;
  PhaseStats count_;

 private:
  using Space = CellSpace<false, true>;  // defines the ids of cells

  static Cell cell_of(const JumpNode& node) { return {Space::x_of(node.id), Space::y_of(node.id)}; }

  Cost h(Cell at) const {
    const Cost plain = bound_(at, goal_);
    if constexpr (kLinked) return heuristic_(plain, at.x, at.y);
    return plain;
  }

  void report(EventType type, uint8_t line, const JumpNode& node, CellId parent) const {
    if constexpr (Observer::kEnabled) {
      const Cell at = cell_of(node);
      observer_.on({type, Phase::kMain, 0, line, grid_.id(at), parent, node.g, h(at)});
    }
  }

  // Searches and sets the status. Returns the node of the goal if a path was found.
  uint32_t search() {
    const Cost across = bound_(grid_.width(), grid_.height());
    const Cost longest = kLinked ? std::max(across, grid_.max_link_cost()) : across;  // a jump costs up to `across`
    const std::optional<Cost> limit = cost_limit_over_edges(grid_, longest, kInfinite);
    if (!limit) {
      result_.status = PlanStatus::kCostOverflow;
      return 0;
    }
    const uint32_t goal_id = Space::id_of(goal_);
    nodes_.begin();
    queue_.begin(2 * across, h(start_));
    reach(start_, 0, 0, JumpNode::kStart);
    BucketQueue::Entry entry;
    while (queue_.pop(entry)) {
      const uint32_t node = nodes_.find_or_add(entry.id);
      if (nodes_[node].g != entry.g) continue;  // outdated: a shorter path was found after this entry was pushed
      ++count_.expanded;
      report(EventType::kExpand, Code::kPop, nodes_[node], kNoCell);
      if (entry.id == goal_id) {
        result_.status = PlanStatus::kFound;
        return node;
      }
      if (entry.g > *limit) {
        result_.status = PlanStatus::kCostOverflow;
        return node;
      }
      expand(node);
    }
    result_.status = PlanStatus::kNoPath;
    return 0;
  }

  void expand(uint32_t node) {
    auto& finder = static_cast<Finder&>(*this);
    const Cost g = nodes_[node].g;
    const uint32_t direction = nodes_[node].direction();
    const Cell at = cell_of(nodes_[node]);
    const uint32_t moves = grid_.moves(grid_.id(at));
    if constexpr (kLinked) {
      follow_links(at, g, node);
      if (direction < JumpNode::kStart && is_diagonal(static_cast<int>(direction))) return;  // that jump has gone on
    }
    const uint32_t mask = direction >= JumpNode::kStart ? moves : unpruned_directions(moves, direction);
    if ((mask & 1) != 0) finder.template jump_straight<0>(at, g, node);
    if ((mask & 2) != 0) finder.template jump_diagonal<1>(at, g, node);
    if ((mask & 4) != 0) finder.template jump_straight<2>(at, g, node);
    if ((mask & 8) != 0) finder.template jump_diagonal<3>(at, g, node);
    if ((mask & 16) != 0) finder.template jump_straight<4>(at, g, node);
    if ((mask & 32) != 0) finder.template jump_diagonal<5>(at, g, node);
    if ((mask & 64) != 0) finder.template jump_straight<6>(at, g, node);
    if ((mask & 128) != 0) finder.template jump_diagonal<7>(at, g, node);
  }

  void follow_links(Cell at, Cost g, uint32_t node) {
    for (const MapLink& link : grid_.links()->from(grid_.id(at))) {
      if (!grid_.passable(link.to)) continue;
      reach(grid_.cell(link.to), g + grid_.link_cost(link), node, JumpNode::kOverLink);
    }
  }

  // A jump from a node to its successor: `turn` diagonal steps, then `rest` straight steps.
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
  bool is_over_link(uint32_t node) const { return nodes_[node].direction() == JumpNode::kOverLink; }

  void write_path(uint32_t last) {
    size_t length = 1;
    for (uint32_t i = last; nodes_[i].direction() != JumpNode::kStart; i = nodes_[i].parent()) {
      const Jump jump = jump_to(nodes_[i]);
      length += kLinked && is_over_link(i) ? 1 : static_cast<size_t>(jump.turn + jump.rest);
    }
    result_.path.resize(length);
    CellId* end = result_.path.data() + length;
    for (uint32_t i = last; nodes_[i].direction() != JumpNode::kStart; i = nodes_[i].parent()) {
      if (kLinked && is_over_link(i)) {
        *--end = grid_.id(cell_of(nodes_[i]));
        continue;
      }
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

  void write_turns(uint32_t last) {
    TurnWriter back(grid_.id(goal_), result_.turns, result_.links_at);
    for (uint32_t i = last; nodes_[i].direction() != JumpNode::kStart; i = nodes_[i].parent()) {
      const Cell from = cell_of(nodes_[nodes_[i].parent()]);
      const DiagonalFirst jump(from, cell_of(nodes_[i]));
      if (jump.straight_steps > 0) back.go(grid_.id(jump.turn), opposite(jump.straight_direction));
      if (jump.diagonal_steps > 0) back.go(grid_.id(from), opposite(jump.diagonal_direction));
    }
    std::ranges::reverse(result_.turns);
  }

  void report_path(uint32_t last) const {
    if constexpr (Observer::kEnabled) {
      std::vector<uint32_t> chain;
      for (uint32_t i = last; nodes_[i].direction() != JumpNode::kStart; i = nodes_[i].parent()) chain.push_back(i);
      for (; !chain.empty(); chain.pop_back()) {
        const JumpNode& node = nodes_[chain.back()];
        const Jump jump = jump_to(node);
        const CellId from = grid_.id(jump.from), to = grid_.id(cell_of(node)), corner = grid_.id(jump.corner());
        const auto piece = [&](CellId a, CellId b, Cost cost) {
          observer_.on({EventType::kPathEdge, Phase::kMain, 0, Code::kDone, b, a, cost, 0});
        };
        if (kLinked && is_over_link(chain.back())) {
          piece(from, to, node.g - nodes_[node.parent()].g);
          continue;
        }
        if (jump.turn > 0) piece(from, corner, static_cast<Cost>(jump.turn) * diagonal_);
        if (jump.rest > 0) piece(corner, to, static_cast<Cost>(jump.rest) * straight_);
      }
    }
  }

  struct NoLinks {};
  [[no_unique_address]] std::conditional_t<kLinked, LinkHeuristic<DistanceBound>, NoLinks> heuristic_;
  JumpNodes& nodes_;
  BucketQueue& queue_;
  PlanResult& result_;
  Observer observer_;
  Cost goal_g_ = kInfinite;  // cost of the cheapest known path
};

}  // namespace strata

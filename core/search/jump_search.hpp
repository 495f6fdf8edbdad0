// Purpose: JumpSearch is the part that all jump point searches share: A* over jump points, with the open list, the
//          pruned directions, the path and the events. A derived class finds the jumps.
// Source: Harabor, Grastien 2011, "Online graph pruning for pathfinding on grid maps".
// Links: With kLinked the search follows the links of the map. Jumps call `found` for cells from which links lead, too.
//        Such a node follows its links, and the end of a link is expanded in all directions, as the start is. A
//        diagonal jump goes on past such a cell, so that a node reached so only follows its links.
// Goal: The goal need not be a jump point. A path that ends at it leaves its last jump point by a jump that a straight
//       or diagonal line continues to the goal. Each expanded node is tested for that by the free lines round the goal.
// Shapes: Finder is the derived class. Its member templates jump_straight<kDirection>(at) and
//         jump_diagonal<kDirection>(at) call `found` for every jump point; free_steps<kDirection>(at) counts the steps
//         up to a blocked cell. `version()` is that of the structure that it reads. Code holds the lines of its
//         pseudo-code.
#pragma once

#include <algorithm>
#include <array>
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
  JumpSearch(const MoveGrid& grid, const PlanQuery& query, Workspace& workspace, PlanResult& result, Observer observer)
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

  // Adds a successor of the node that is being expanded: `cost` is that of the jump, whose last step is in `direction`.
  void found(Cell at, Cost cost, uint32_t direction) { nodes_.add(Space::id_of(at), cost, direction); }

  const MoveGrid& grid_;
  Cell start_, goal_;
  DistanceBound bound_;
  Cost straight_, diagonal_;
  uint32_t touched_ = 0;  // by the jumps of the list that is being written

 private:
  using Space = CellSpace<false, true>;  // defines the ids of cells

  static Cell cell_of(const JumpNode& node) { return {Space::x_of(node.id), Space::y_of(node.id)}; }

  Cost h(Cell at) const {
    const Cost plain = bound_(at, goal_);
    if constexpr (kLinked) return heuristic_(plain, at.x, at.y);
    return plain;
  }

  // Generates a node, reached from the node `from` with the last step in `direction`.
  void reach(uint32_t index, Cost g, uint32_t from, uint32_t direction) {
    JumpNode& node = nodes_[index];
    const bool seen = nodes_.reached(node);
    if (seen && node.g <= g) return;
    const Cost f = g + h(cell_of(node));
    if (f >= goal_g_) return;
    node.search = nodes_.search();
    node.g = g;
    node.from = from << 4 | direction;
    if (node.id == Space::id_of(goal_)) goal_g_ = g;
    queue_.push(f, g, node.id);
    ++count_.generated;
    if constexpr (Observer::kEnabled) {
      const CellId parent = direction == JumpNode::kStart ? kNoCell : grid_.id(cell_of(nodes_[from]));
      const uint8_t line = direction == JumpNode::kOverLink ? Code::kLink : seen ? Code::kUpdate : Code::kGenerate;
      report(seen ? EventType::kUpdate : EventType::kGenerate, line, node, parent);
    }
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
    nodes_.begin(static_cast<const Finder&>(*this).version(), straight_);
    queue_.begin(2 * across, h(start_));
    look_from_goal();
    reach(nodes_.find_or_add(Space::id_of(start_)), 0, 0, JumpNode::kStart);
    BucketQueue::Entry entry;
    while (queue_.pop(entry)) {
      const uint32_t node = nodes_.find(entry.id);
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
    const Cost g = nodes_[node].g;
    const uint32_t direction = nodes_[node].direction();
    const Cell at = cell_of(nodes_[node]);
    if constexpr (kLinked) {
      follow_links(at, g, node);
      if (direction < JumpNode::kStart && is_diagonal(static_cast<int>(direction))) return;  // that jump has gone on
    }
    reach_goal(at, g, node, direction);
    if (direction >= JumpNode::kStart) {
      generate(find_successors(at, direction), g, node);
      nodes_.drop_list();
      return;
    }
    const uint32_t known = nodes_[node].lists[direction / 2];
    if (known != 0) [[likely]]
      return generate(known, g, node);
    const uint32_t list = find_successors(at, direction);
    generate(list, g, node);
    if (nodes_.may_remember()) {
      nodes_[node].lists[direction / 2] = list;
    } else {
      nodes_.drop_list();
    }
  }

  void generate(uint32_t list, Cost g, uint32_t node) {
    count_.touched += nodes_.touched(list);
    for (const JumpSuccessor& next : nodes_.successors(list))
      reach(next.node >> 4, g + next.cost, node, next.node & 15);
  }

  uint32_t unpruned(Cell at, uint32_t direction) const {
    const uint32_t moves = grid_.moves(grid_.id(at));
    return direction >= JumpNode::kStart ? moves : unpruned_directions(moves, direction);
  }

  // Jumps from a cell that was reached in `direction`. Returns the list of the successors.
  [[gnu::noinline]] uint32_t find_successors(Cell at, uint32_t direction) {
    auto& finder = static_cast<Finder&>(*this);
    const uint32_t mask = unpruned(at, direction);
    touched_ = 0;
    nodes_.begin_list();
    if ((mask & 1) != 0) finder.template jump_straight<0>(at);
    if ((mask & 2) != 0) finder.template jump_diagonal<1>(at);
    if ((mask & 4) != 0) finder.template jump_straight<2>(at);
    if ((mask & 8) != 0) finder.template jump_diagonal<3>(at);
    if ((mask & 16) != 0) finder.template jump_straight<4>(at);
    if ((mask & 32) != 0) finder.template jump_diagonal<5>(at);
    if ((mask & 64) != 0) finder.template jump_straight<6>(at);
    if ((mask & 128) != 0) finder.template jump_diagonal<7>(at);
    return nodes_.end_list(touched_);
  }

  // Measures the free straight lines round the goal.
  void look_from_goal() {
    const auto& finder = static_cast<const Finder&>(*this);
    goal_lines_ = {finder.template free_steps<4>(goal_), finder.template free_steps<6>(goal_),
                   finder.template free_steps<0>(goal_), finder.template free_steps<2>(goal_)};
  }

  int free_diagonal_steps(int direction, Cell at) const {
    const auto& finder = static_cast<const Finder&>(*this);
    switch (direction) {
      case 1:
        return finder.template free_steps<1>(at);
      case 3:
        return finder.template free_steps<3>(at);
      case 5:
        return finder.template free_steps<5>(at);
      default:
        return finder.template free_steps<7>(at);
    }
  }

  // Generates the goal if a jump from the node passes it, or passes a cell from which it lies straight ahead.
  void reach_goal(Cell at, Cost g, uint32_t node, uint32_t direction) {
    const int dx = goal_.x - at.x, dy = goal_.y - at.y;
    const int turn = std::min(std::abs(dx), std::abs(dy));
    const int rest = std::max(std::abs(dx), std::abs(dy)) - turn;
    const int last = std::abs(dx) > std::abs(dy) ? (dx > 0 ? 2 : 6) : (dy > 0 ? 4 : 0);
    if (rest > goal_lines_[static_cast<size_t>(last / 2)]) [[likely]]
      return;
    const int first = turn == 0 ? last : dx > 0 ? (dy > 0 ? 3 : 1) : (dy > 0 ? 5 : 7);
    if ((unpruned(at, direction) >> first & 1) == 0) return;
    if (turn > 0 && free_diagonal_steps(first, at) < turn) return;
    reach(nodes_.find_or_add(Space::id_of(goal_)),
          g + static_cast<Cost>(turn) * diagonal_ + static_cast<Cost>(rest) * straight_, node,
          static_cast<uint32_t>(rest == 0 ? first : last));
  }

  void follow_links(Cell at, Cost g, uint32_t node) {
    for (const MapLink& link : grid_.links()->from(grid_.id(at))) {
      if (!grid_.passable(link.to)) continue;
      const uint32_t to = nodes_.find_or_add(Space::id_of(grid_.cell(link.to)));
      reach(to, g + grid_.link_cost(link), node, JumpNode::kOverLink);
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
  PhaseStats count_;
  std::array<int, 4> goal_lines_{};  // by straight direction / 2: the free steps from the goal against it
  Cost goal_g_ = kInfinite;          // cost of the cheapest known path
};

}  // namespace strata

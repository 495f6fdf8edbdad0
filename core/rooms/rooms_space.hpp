// Purpose: PublishedRoomsSpace and RoomExitsSpace are search spaces of best_first_search over the cells that room
// pruning leaves.
//          Only rooms_query.cpp includes them.
// Source: Harabor, Botea 2010, section 3 (PublishedRoomsSpace).
// Shapes: Ids are those of CellSpace.
#pragma once

#include <array>
#include <bit>
#include <cstdlib>
#include <unordered_set>

#include "core/base/check.hpp"
#include "core/rooms/rooms.hpp"
#include "core/rooms/rooms_code.hpp"
#include "core/search/cell_space.hpp"

namespace strata {

// The base class of both search spaces.
class RoomsSpace {
 public:
  CellRecords& records;
  BucketQueue& queue;

  RoomsSpace(const Rooms& rooms, const MoveGrid& grid, const PlanQuery& query, Workspace& workspace)
      : records(workspace.cells),
        queue(workspace.queue),
        marks_(rooms.marks_.data()),
        room_of_(rooms.room_of_.data()),
        rooms_(rooms.rooms_.data()),
        cells_(rooms.marks_.size()),
        width_(static_cast<uint32_t>(grid.width())),
        step_(grid.base(0) * static_cast<Cost>(grid.unit_weight())),
        start_(query.start),
        goal_(query.goal),
        start_inside_(rooms.pruned(grid.id(query.start))),
        goal_inside_(rooms.pruned(grid.id(query.goal))) {
    for (size_t d = 0; d < kDirections; ++d) {
      id_offset_[d] = static_cast<uint32_t>(kDirY[d] * (1 << kShift) + kDirX[d]);
      index_offset_[d] = static_cast<uint32_t>(kDirY[d] * grid.width() + kDirX[d]);
    }
  }

  uint32_t begin() {
    records.begin(cells_);
    // A macro edge across a room makes f rise far, and different values of f are at least two steps apart.
    queue.begin(kInfinite, h(id_of(start_)));
    return id_of(start_);
  }

  static uint32_t id_of(Cell c) { return Ids::id_of(c); }
  static Cell place(uint32_t id) { return {static_cast<int>(id & kMask), static_cast<int>(id >> kShift)}; }
  uint32_t index(uint32_t id) const { return (id >> kShift) * width_ + (id & kMask); }
  CellId cell(uint32_t id) const { return index(id); }
  Cost distance(Cell a, Cell b) const { return step_ * static_cast<Cost>(std::abs(a.x - b.x) + std::abs(a.y - b.y)); }
  Cost h(uint32_t id) const { return distance(place(id), goal_); }

  // Returns the perimeter cells straight north, east, south and west of a cell in the interior of a room.
  std::array<uint32_t, 4> projections(Cell c) const {
    const Rect& room = room_at(index(id_of(c)));
    return {id_of({c.x, room.y0}), id_of({room.x1 - 1, c.y}), id_of({c.x, room.y1 - 1}), id_of({room.x0, c.y})};
  }

 protected:
  using Ids = CellSpace<false, true>;
  static constexpr uint32_t kShift = Ids::kShift;
  static constexpr uint32_t kMask = Ids::kMask;

  // The directions along the perimeter at a cell, by the sides of its room on which the cell lies (bit d: the
  // side in direction d).
  static constexpr std::array<uint8_t, 128> kAlong = [] {
    std::array<uint8_t, 128> along{};
    for (size_t sides = 0; sides < along.size(); ++sides) {
      const size_t across = (sides & 0b00010001) != 0 ? 0b01000100 : 0;
      const size_t down = (sides & 0b01000100) != 0 ? 0b00010001 : 0;
      along[sides] = static_cast<uint8_t>((across | down) & ~sides);
    }
    return along;
  }();

  // Returns whether exactly one bit is set. std::has_single_bit is slow here: it needs an instruction that basic
  // x86-64 processors lack.
  static bool is_single(uint32_t mask) { return mask != 0 && (mask & (mask - 1)) == 0; }
  static uint32_t bit(uint32_t direction) { return 1u << direction; }
  static uint32_t back(uint32_t direction) { return direction ^ 4u; }
  static uint32_t direction_in(uint32_t mask) { return static_cast<uint32_t>(std::countr_zero(mask)); }

  template <class Observer>
  void report_projections(Phase phase, Cell end, uint8_t line, PlanStats& stats, Observer observer) const {
    stats.of(phase).touched += 4;
    if constexpr (Observer::kEnabled) {
      for (const uint32_t id : projections(end)) {
        observer.on({EventType::kLink, phase, 0, line, cell(id), cell(id_of(end)), distance(place(id), end), 0});
      }
    }
  }

  uint32_t sides(uint32_t index) const { return marks_[index] >> 1 & kStraightMoves; }
  // Returns the directions of the steps from a cell to cells that are not pruned.
  uint32_t steps(uint32_t index) const { return (marks_[index] & kStraightMoves) | kAlong[sides(index)]; }
  const Rect& room_at(uint32_t index) const { return rooms_[static_cast<size_t>(room_of_[index])].cells; }
  // Returns the number of steps across the room of a cell in a direction.
  uint32_t span(uint32_t index, uint32_t direction) const {
    const Rect& room = room_at(index);
    return static_cast<uint32_t>(((direction & 2) != 0 ? room.width() : room.height()) - 1);
  }

  const uint8_t* marks_;
  const int32_t* room_of_;
  const Room* rooms_;
  size_t cells_;
  uint32_t width_;
  Cost step_;
  Cell start_, goal_;
  bool start_inside_, goal_inside_;
  std::array<uint32_t, 8> id_offset_{}, index_offset_{};
};

// The published search: every perimeter cell is a node, with a macro edge to the opposite cell of its room. The token
// of a cell is the direction that led to it, plus 1 for a macro edge.
template <class Observer>
class PublishedRoomsSpace : public RoomsSpace {
 public:
  PublishedRoomsSpace(const Rooms& rooms, const MoveGrid& grid, const PlanQuery& query, Workspace& workspace,
                      PlanStats& stats, Observer observer)
      : RoomsSpace(rooms, grid, query, workspace) {
    if (start_inside_) {
      from_start_ = projections(start_);
      report_projections(Phase::kInsertStart, start_, rooms_code::kInsertStart, stats, observer);
    }
    if (goal_inside_) {
      to_goal_ = projections(goal_);
      report_projections(Phase::kInsertGoal, goal_, rooms_code::kInsertGoal, stats, observer);
    }
  }

  template <class Visit>
  void successors(uint32_t id, uint32_t index, Visit&& visit) const {
    const uint32_t token = records.token(index);
    if (token == CellRecords::kStart && start_inside_) {
      for (uint32_t d = 0; d < kDirections; d += 2) {
        const uint32_t to = from_start_[d / 2];
        visit(to, this->index(to), distance(start_, place(to)), d + 1);
      }
      return;
    }
    const uint32_t on = sides(index);
    const uint32_t came = token == CellRecords::kStart ? 0 : bit(back(token & 6u));
    for (uint32_t mask = steps(index) & ~came; mask != 0; mask &= mask - 1) {
      const uint32_t d = direction_in(mask);
      visit(id + id_offset_[d], index + index_offset_[d], step_, d);
    }
    if (goal_inside_) {
      for (uint32_t d = 0; d < kDirections; d += 2) {
        if (to_goal_[d / 2] != id) continue;
        const uint32_t to = id_of(goal_);
        visit(to, this->index(to), distance(goal_, place(id)), back(d) + 1);
      }
    }
    if (is_single(on)) {  // the cell is no corner
      const uint32_t d = back(direction_in(on));
      if (came == bit(d)) return;  // the macro edge led here from the opposite side
      const uint32_t far = span(index, d);
      visit(id + far * id_offset_[d], index + far * index_offset_[d], far * step_, d + 1);
    }
  }

  // Calls point(id) for the bends of the path between `id` and its parent, then for the parent.
  template <class Point>
  void trace_back(uint32_t id, Point&& point) const {
    const uint32_t at = index(id);
    const uint32_t token = records.token(at);
    if ((token & 1) == 0) {
      point(id - id_offset_[token]);
      return;
    }
    const uint32_t d = token - 1;
    if (goal_inside_ && id == id_of(goal_)) {
      point(to_goal_[back(d) / 2]);
    } else if (start_inside_ && from_start_[d / 2] == id && records.g(at) == distance(start_, place(id))) {
      point(id_of(start_));  // the start is nearer than the opposite side
    } else {
      point(id - span(at, d) * id_offset_[d]);
    }
  }

 private:
  std::array<uint32_t, 4> from_start_{}, to_goal_{};
};

// Only exits are nodes: perimeter cells with a step out of the room. Each path through a room is generated in one order
// only: from the entry along its side and round a corner, or straight across and then along the opposite side. If a
// neighbour of an entry on its side can be entered at the same cost, the search leaves that direction to the paths
// through the neighbour. In the room of the goal, every entry is joined straight to the goal.
template <class Observer>
class RoomExitsSpace : public RoomsSpace {
 public:
  RoomExitsSpace(const Rooms& rooms, const MoveGrid& grid, const PlanQuery& query, Workspace& workspace,
                 PlanStats& stats, Observer observer)
      : RoomsSpace(rooms, grid, query, workspace),
        goal_links_(stats.of(Phase::kInsertGoal).touched),
        observer_(observer),
        goal_id_(id_of(goal_)),
        goal_room_(room_of_[index(goal_id_)]) {
    if (start_inside_) report_projections(Phase::kInsertStart, start_, rooms_code::kInsertStart, stats, observer);
  }

  template <class Visit>
  void successors(uint32_t id, uint32_t index, Visit&& visit) {
    if constexpr (Observer::kEnabled) {
      queued_.erase(index);
      const Cost g = records.g(index);
      successors_of(id, index, [&](uint32_t next, uint32_t next_index, Cost cost, uint32_t token) {
        if (!records.seen(next_index) || records.g(next_index) > g + cost) queued_.insert(next_index);
        visit(next, next_index, cost, token);
      });
    } else {
      successors_of(id, index, visit);
    }
  }

  // Calls point(id) for the bends of the path between `id` and its parent, then for the parent.
  template <class Point>
  void trace_back(uint32_t id, Point&& point) const {
    const uint32_t at = index(id);
    const uint32_t token = records.token(at);
    if (token == kToGoal) {
      const Cell entry = place(goal_entry_);
      const bool down = (sides(index(goal_entry_)) & 0b00010001) != 0;
      const Cell bend = down ? Cell{entry.x, goal_.y} : Cell{goal_.x, entry.y};
      if (bend != entry && bend != goal_) point(id_of(bend));
      point(goal_entry_);
    } else if ((token & 1) == 0 && token < CellRecords::kStart) {
      point(id - id_offset_[token]);
    } else {
      trace_back_inside(id, at, token, point);
    }
  }

 private:
  template <class Visit>
  void successors_of(uint32_t id, uint32_t index, Visit&& visit) {
    const uint32_t token = records.token(index);
    if (token == CellRecords::kStart && start_inside_) {
      const std::array<uint32_t, 4> from_start = projections(start_);
      for (uint32_t d = 0; d < kDirections; d += 2) {
        const uint32_t to = from_start[d / 2];
        land(to, this->index(to), d, kBothSides, 0, distance(start_, place(to)), visit);
      }
      return;
    }
    uint32_t out = marks_[index] & kStraightMoves;
    if (token < CellRecords::kStart && (token & 1) == 0) out &= ~bit(back(token));
    const Cost g = records.g(index);
    if (sides(index) != 0) go_on_inside(id, index, token, g, visit);
    for (; out != 0; out &= out - 1) {
      const uint32_t d = direction_in(out);
      step_out(id, index, d, g, visit);
    }
  }

  // Tokens. Even and below 8: the direction of the step that led here, from another room or from a cell in no room. Odd
  // and below 8: direction + 1 of a walk along the side of the entry, which continues round the next corner.
  static constexpr uint32_t kAcross = 9;  // plus the hands to search (0..3): reached by crossing the room
  static constexpr uint32_t kWalk = 12;   // plus the hand (1, 2): reached along another side, up to its corner
  static constexpr uint32_t kToGoal = 15;
  // The two directions along a side are its hands: north or west is the first, south or east the second.
  static constexpr uint32_t kFirstSide = 1, kSecondHand = 2, kBothSides = 3;

  static uint32_t hand_of(uint32_t direction) { return direction == 0 || direction == 6 ? kFirstSide : kSecondHand; }
  // Returns the direction of a hand along the side that lies in direction `side` of the room.
  static uint32_t direction_of(uint32_t side, uint32_t hand) {
    if ((side & 2) != 0) return hand == kFirstSide ? 0 : 4;
    return hand == kFirstSide ? 6 : 2;
  }

  // Returns whether two neighbouring cells can be entered at the same cost: one from `from` in direction d, and its
  // neighbour in direction `along` in the same direction d from the neighbour of `from`.
  bool entered_beside(uint32_t from, uint32_t d, uint32_t along) const {
    return (steps(from) & bit(along)) != 0 && (steps(from + index_offset_[along]) & bit(d)) != 0;
  }

  // Walks along a side to the next exit, and round one corner if `turn`. Skips an exit that another path reached at the
  // same cost, because that path may not search further in this direction.
  template <class Visit>
  void walk(uint32_t id, uint32_t index, uint32_t d, bool turn, Cost from_g, Cost cost, Visit& visit) const {
    for (;;) {
      id += id_offset_[d];
      index += index_offset_[d];
      cost += step_;
      const uint32_t marks = marks_[index];
      if ((marks & kStraightMoves) != 0) {
        const uint32_t token = turn ? d + 1 : kWalk + hand_of(d);
        if (!records.seen(index) || records.g(index) > from_g + cost) {
          visit(id, index, cost, token);
          return;
        }
        if (records.g(index) < from_g + cost || records.token(index) == token) return;
      }
      const uint32_t on = marks >> 1 & kStraightMoves;
      if (is_single(on)) continue;
      if (!turn) return;
      turn = false;
      d = direction_in(kAlong[on] & ~bit(back(d)));
    }
  }

  // Continues after a straight move in direction d to a side: walks along the side in the directions given by `hands`.
  template <class Visit>
  void land(uint32_t id, uint32_t index, uint32_t d, uint32_t hands, Cost from_g, Cost cost, Visit& visit) const {
    if ((marks_[index] & kStraightMoves) != 0) {
      if (!records.seen(index) || records.g(index) > from_g + cost) {
        visit(id, index, cost, kAcross + hands);
        return;
      }
      if (records.g(index) < from_g + cost) return;
    }
    for (const uint32_t hand : {kFirstSide, kSecondHand}) {
      if ((hands & hand) != 0) walk(id, index, direction_of(d, hand), false, from_g, cost, visit);
    }
  }

  // Crosses the room from a perimeter cell that is no corner and was entered in direction d.
  template <class Visit>
  void cross(uint32_t id, uint32_t index, uint32_t d, uint32_t hands, Cost from_g, Cost cost, Visit& visit) const {
    for (const uint32_t hand : {kFirstSide, kSecondHand}) {
      if ((hands & hand) != 0) walk(id, index, direction_of(d, hand), true, from_g, cost, visit);
    }
    const uint32_t far = span(index, d);
    land(id + far * id_offset_[d], index + far * index_offset_[d], d, hands, from_g, cost + far * step_, visit);
  }

  // Reports that a cell leaves the open list unexpanded, because a shorter path passes over it.
  void leave_open(uint32_t index) {
    if constexpr (Observer::kEnabled) {
      if (queued_.erase(index) == 0) return;
      const Cell at{static_cast<int>(index % width_), static_cast<int>(index / width_)};
      observer_.on({EventType::kStall, Phase::kMain, 0, rooms_code::kPass, index, kNoCell, records.g(index),
                    distance(at, goal_)});
    }
  }

  // Steps out in direction d, and on through cells with a single successor: entries, straight crossings of rooms,
  // doors, corridors. Such cells are recorded but not expanded.
  template <class Visit>
  void step_out(uint32_t from, uint32_t from_index, uint32_t d, Cost from_g, Visit& visit) {
    for (Cost cost = step_;; cost += step_) {
      const uint32_t id = from + id_offset_[d];
      const uint32_t index = from_index + index_offset_[d];
      const uint32_t on = sides(index);
      const bool at_goal = on != 0 && room_of_[index] == goal_room_;
      uint32_t out = 0;
      if (id == goal_id_ || (on != 0 && !at_goal && !is_single(on))) {
        visit(id, index, cost, d);
        return;
      }
      if (on == 0) {
        out = marks_[index] & kStraightMoves & ~bit(back(d));
        if (!is_single(out)) {
          if (out != 0) visit(id, index, cost, d);
          return;
        }
      }
      if (records.seen(index) && records.g(index) <= from_g + cost) return;
      leave_open(index);
      records.set(index, from_g + cost, d);
      if (on == 0) {
        from = id;
        from_index = index;
        d = direction_in(out);
        continue;
      }
      if (at_goal) {
        const Cost rest = distance(place(id), goal_);
        if (from_g + cost + rest < goal_cost_) {
          goal_cost_ = from_g + cost + rest;
          goal_entry_ = id;
        }
        ++goal_links_;
        if constexpr (Observer::kEnabled) {
          observer_.on({EventType::kLink, Phase::kMain, 0, rooms_code::kInsertGoal, index, cell(goal_id_), rest, 0});
        }
        visit(goal_id_, this->index(goal_id_), cost + rest, kToGoal);
        return;
      }
      uint32_t hands = 0;
      for (const uint32_t hand : {kFirstSide, kSecondHand}) {
        if (!entered_beside(from_index, d, direction_of(d, hand))) hands |= hand;
      }
      if (hands != 0) {
        cross(id, index, d, hands, from_g, cost, visit);
        return;
      }
      const uint32_t far = span(index, d);
      from = id + far * id_offset_[d];
      from_index = index + far * index_offset_[d];
      cost += far * step_;
      if ((marks_[from_index] & kStraightMoves) == 0) return;
      if (records.seen(from_index) && records.g(from_index) <= from_g + cost) return;
      leave_open(from_index);
      records.set(from_index, from_g + cost, kAcross);
    }
  }

  // Continues from an exit along the sides of its own room.
  template <class Visit>
  void go_on_inside(uint32_t id, uint32_t index, uint32_t token, Cost g, Visit& visit) const {
    const uint32_t on = sides(index);
    const bool corner = !is_single(on);
    if (token >= kAcross) {
      if (corner) return;
      const uint32_t hands = token < kWalk + kFirstSide ? token - kAcross : token - kWalk;
      const uint32_t side = direction_in(on);
      for (const uint32_t hand : {kFirstSide, kSecondHand}) {
        if ((hands & hand) != 0) walk(id, index, direction_of(side, hand), false, g, 0, visit);
      }
    } else if (token == CellRecords::kStart && !corner) {
      cross(id, index, back(direction_in(on)), kBothSides, g, 0, visit);
    } else if ((token & 1) != 0) {
      const uint32_t d = token - 1;
      if (corner) {
        walk(id, index, direction_in(kAlong[on] & ~bit(back(d))), false, g, 0, visit);
      } else {
        walk(id, index, d, true, g, 0, visit);
      }
    } else {  // the start, or an entry, in a corner
      for (uint32_t mask = kAlong[on]; mask != 0; mask &= mask - 1) {
        const uint32_t d = direction_in(mask);
        if (token != CellRecords::kStart && d != token && entered_beside(index - index_offset_[token], token, d))
          continue;
        walk(id, index, d, true, g, 0, visit);
      }
    }
  }

  bool leads_to(uint32_t from, Cost to_g, uint32_t steps_between) const {
    const uint32_t at = index(from);
    return records.seen(at) && records.g(at) + steps_between * step_ == to_g;
  }

  // Finds a cell of the same room from which a shortest path leads to this cell. It need not be the cell from which
  // this cell was generated.
  template <class Point>
  void trace_back_inside(uint32_t id, uint32_t at, uint32_t token, Point&& point) const {
    const Cost g = records.g(at);
    const uint32_t on = sides(at);
    if (start_inside_ && room_of_[at] == room_of_[index(id_of(start_))] && g == distance(start_, place(id))) {
      const Cell c = place(id);
      const Cell bend = (direction_in(on) & 2) != 0 ? Cell{c.x, start_.y} : Cell{start_.x, c.y};
      if (bend != c) point(id_of(bend));
      point(id_of(start_));
      return;
    }
    uint32_t ways =
        kAlong[on];  // back along the side; from a corner, along either side, as both have the same hand there
    if (token < CellRecords::kStart) {
      ways = bit(back(token - 1));
    } else if (token > kWalk && is_single(on)) {
      ways = bit(back(direction_of(direction_in(on), token - kWalk)));
    }
    bool found = false;
    for (; ways != 0 && !found; ways &= ways - 1) {
      found = trace_side(id, g, direction_in(ways), token > CellRecords::kStart, point);
    }
    STRATA_CHECK(found);
  }

  // Follows a side in direction d and round one corner; from cells of the first side also crosses the room.
  template <class Point>
  bool trace_side(uint32_t id, Cost g, uint32_t d, bool crossed, Point&& point) const {
    uint32_t p = id;
    uint32_t bend = id;
    for (uint32_t walked = 0;;) {
      const uint32_t on = sides(index(p));
      if (!is_single(on)) {
        if (bend != id) return false;
        if (walked > 0) {
          bend = p;
          d = direction_in(kAlong[on] & ~bit(back(d)));
        }
      } else if (crossed && bend == id) {
        const uint32_t side = direction_in(on);
        const uint32_t far = span(index(p), side);
        const uint32_t from = p - far * id_offset_[side];
        if (leads_to(from, g, walked + far)) {
          if (p != id) point(p);
          point(from);
          return true;
        }
      }
      p += id_offset_[d];
      ++walked;
      if (leads_to(p, g, walked)) {
        if (bend != id) point(bend);
        point(p);
        return true;
      }
    }
  }

  uint64_t& goal_links_;
  Observer observer_;
  uint32_t goal_id_;
  int32_t goal_room_;                    // number of the goal's room; -1: the goal is in no room
  std::unordered_set<uint32_t> queued_;  // with an observer: the cells in the open list
  uint32_t goal_entry_ = 0;
  Cost goal_cost_ = kInfinite;  // cost of the path to the goal over goal_entry_
};

}  // namespace strata

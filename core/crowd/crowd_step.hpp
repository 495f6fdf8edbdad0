// Purpose: These functions simulate one tick of one agent of a crowd, over plain pointers. The same code runs in
//          threads of the processor and in kernels.
// How: `crowd_advance` advances the agent along its step and, at the end of the step, decides where it goes next. With
//      one agent per cell core/crowd/crowd_holding.hpp calls its parts.
// Units: Progress and the length of a step in 1/256 costs: a step over heavy terrain is long. Pace in 1/65536 straight
//        steps over terrain of weight 1 per tick.
// Shapes: By agent, by cell (row-major), by kind of agent. An agent larger than a cell covers a square whose upper left
//         cell is its position.
// Ties: Each agent writes its own entries, and only adds to shared entries, so that a tick is the same in any order.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/crowd/crowd_atomic.hpp"
#include "core/tables/tables_view.hpp"

namespace strata {

enum class CrowdStatus : uint8_t {
  kPlanning,  // queued for a path; a current step is finished meanwhile
  kWalking,
  kWaiting,  // for a cell that another agent holds
  kArrived,
  kCutOff,      // there is no path
  kBlockedEnd,  // the agent cannot stand on its goal
  kWalledIn,    // its own cell was painted over
  kGone,        // the agent has left the map through its goal
};
inline constexpr int kCrowdStatuses = 8;

// The goal of an agent, and what it does there.
enum class CrowdTask : uint8_t {
  kGoal,      // goes to the goal of all and stays there
  kEvacuate,  // goes to the nearest exit and is gone
  kWander,    // goes to one random cell after another
  kOwn,       // goes to the goal it came with and stays there
};
inline constexpr int kCrowdTasks = 4;

// What one kind of agent plans and walks on.
struct CrowdKindView {
  TablesView tables;
  bool ready = false;       // the tables are up to date with the map
  bool labels_due = false;  // plans are delayed until labels are ready
  bool searched = false;    // plans by tables run searches, as the labels do not fit
  bool has_tables = false;  // false: only moves and weights; paths go from cell to cell
  int32_t size = 1;
};

struct CrowdTotals {
  uint64_t arrivals = 0;
  uint64_t travel_ticks = 0;  // of agents that arrived
  uint64_t waited = 0;        // ticks
  uint64_t entered = 0;       // cells
  uint32_t wanting = 0;       // agents that were queued for a path in this tick
};

struct CrowdView {
  static constexpr uint32_t kTrail = 16;  // cells

  uint32_t count = 0;
  uint32_t tick = 0;
  uint64_t seed = 0;
  uint32_t era = 0;  // counts the edits of the map: cached costs are valid within one era

  // By agent.
  CellId* cell = nullptr;
  CellId* next = nullptr;  // the cell that it walks to; its own cell if it stands
  uint32_t* progress = nullptr;
  uint32_t* step = nullptr;  // length of the current step
  uint8_t* back = nullptr;   // 1: it turns back, as the step is not legal any more
  const uint32_t* pace = nullptr;
  CellId* goal = nullptr;
  const uint8_t* kind = nullptr;
  const uint8_t* task = nullptr;
  uint8_t* status = nullptr;
  const uint32_t* path_offset = nullptr;  // index in `path`
  const uint32_t* path_length = nullptr;  // cells
  uint32_t* place = nullptr;              // index of the cell in its path that it walks to
  uint32_t* waiting = nullptr;            // ticks of the current wait
  uint32_t* waited = nullptr;             // ticks in all
  uint32_t* draws = nullptr;              // random numbers that it has drawn
  uint32_t* began = nullptr;              // tick in which it set out; kHome: it has arrived since then
  uint32_t* entered = nullptr;            // number of cells entered, which gives the index in its trail
  CellId* trail = nullptr;                // a ring of kTrail cells for each agent
  const CellId* path = nullptr;
  // By kind.
  const CrowdKindView* kinds = nullptr;
  // By cell.
  uint32_t* visits = nullptr;
  uint32_t* waits = nullptr;     // ticks that agents waited there
  uint32_t* occupied = nullptr;  // agents there now
  uint32_t* flow_x = nullptr;    // signed sums of the steps that began in the cell
  uint32_t* flow_y = nullptr;
  CrowdTotals* totals = nullptr;

  static constexpr uint32_t kHome = 0xffffffffu;
};

// Returns the draw-th random number of an agent, whatever the others do.
STRATA_HD inline uint64_t crowd_random(uint64_t seed, uint32_t agent, uint32_t draw) {
  uint64_t z = seed + 0x9e3779b97f4a7c15ull * (static_cast<uint64_t>(agent) << 32 | draw);
  for (int i = 0; i < 2; ++i) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    z ^= z >> 31;
  }
  return z;
}
// Returns a number that is uniform in [0, bound).
STRATA_HD inline uint32_t crowd_below(uint64_t random, uint32_t bound) {
  return static_cast<uint32_t>(((random >> 32) * bound) >> 32);
}

// Returns the direction of the next step towards the next cell of a path. kMoveHere and kMoveNone are as in the tables.
STRATA_HD inline uint32_t crowd_next_move(const CrowdKindView& kind, CellId from, CellId to) {
  if (kind.has_tables) return table_next_move(kind.tables, from, to);
  if (from == to) return kMoveHere;
  for (uint32_t direction = 0; direction < kDirections; ++direction) {
    if (((kind.tables.moves[from] >> direction) & 1) == 0) continue;
    if (kind.tables.neighbour(from, static_cast<int>(direction)) == to) return direction;
  }
  return kMoveNone;
}

// Returns a cell where an agent of the kind can stand, other than `not_there`. kNoCell: no try found one.
STRATA_HD inline CellId crowd_random_cell(const CrowdKindView& kind, uint64_t seed, uint32_t agent, uint32_t& draws,
                                          CellId not_there) {
  const auto cells = static_cast<uint32_t>(kind.tables.width * kind.tables.height);
  for (int i = 0; i < 64; ++i) {
    const CellId cell = crowd_below(crowd_random(seed, agent, draws++), cells);
    if (kind.tables.weights[cell] != 0 && cell != not_there) return cell;
  }
  return kNoCell;
}

// Calls visit(cell) for the square of an agent at `at`.
template <class Visit>
STRATA_HD inline void crowd_square(const CrowdKindView& kind, CellId at, Visit&& visit) {
  for (int32_t y = 0; y < kind.size; ++y) {
    for (int32_t x = 0; x < kind.size; ++x) visit(at + static_cast<CellId>(y * kind.tables.width + x));
  }
}

STRATA_HD inline void crowd_begin_step(const CrowdView& crowd, const CrowdKindView& kind, uint32_t agent,
                                       uint32_t direction) {
  const CellId cell = crowd.cell[agent];
  crowd.next[agent] = kind.tables.neighbour(cell, static_cast<int>(direction));
  crowd.step[agent] = kind.tables.step_cost(cell, static_cast<int>(direction)) * 256;
  const Cell from = kind.tables.cell(cell), to = kind.tables.cell(crowd.next[agent]);
  shared_add(crowd.flow_x[cell], static_cast<uint32_t>(to.x - from.x));
  shared_add(crowd.flow_y[cell], static_cast<uint32_t>(to.y - from.y));
  crowd.status[agent] = static_cast<uint8_t>(CrowdStatus::kWalking);
  crowd.waiting[agent] = 0;
}

STRATA_HD inline void crowd_want_way(const CrowdView& crowd, uint32_t agent) {
  crowd.status[agent] = static_cast<uint8_t>(CrowdStatus::kPlanning);
  crowd.progress[agent] = 0;
  shared_add(crowd.totals->wanting, 1);
}

STRATA_HD inline void crowd_arrive(const CrowdView& crowd, const CrowdKindView& kind, uint32_t agent) {
  crowd.progress[agent] = 0;
  crowd.waiting[agent] = 0;
  if (crowd.began[agent] != CrowdView::kHome) {
    shared_add(crowd.totals->arrivals, 1);
    shared_add(crowd.totals->travel_ticks, crowd.tick - crowd.began[agent]);
  }
  crowd.began[agent] = CrowdView::kHome;
  switch (static_cast<CrowdTask>(crowd.task[agent])) {
    case CrowdTask::kEvacuate:
      crowd.status[agent] = static_cast<uint8_t>(CrowdStatus::kGone);
      shared_add(crowd.occupied[crowd.cell[agent]], ~0u);
      return;
    case CrowdTask::kWander: {
      const CellId goal = crowd_random_cell(kind, crowd.seed, agent, crowd.draws[agent], crowd.cell[agent]);
      if (goal == kNoCell) break;
      crowd.began[agent] = crowd.tick;
      crowd.goal[agent] = goal;
      crowd_want_way(crowd, agent);
      return;
    }
    default:
      break;
  }
  crowd.status[agent] = static_cast<uint8_t>(CrowdStatus::kArrived);
}

// Returns the agent's progress in a tick, in the units of its step.
STRATA_HD inline uint32_t crowd_pace(const CrowdView& crowd, const CrowdKindView& kind, uint32_t agent) {
  return static_cast<uint32_t>(static_cast<uint64_t>(crowd.pace[agent]) * kind.tables.straight >> 8);
}

// Ends the current step: the agent is in the next cell.
STRATA_HD inline void crowd_enter(const CrowdView& crowd, uint32_t agent) {
  const CellId from = crowd.cell[agent], cell = crowd.next[agent];
  crowd.progress[agent] -= crowd.step[agent];
  crowd.cell[agent] = cell;
  const size_t trail = static_cast<size_t>(agent) * CrowdView::kTrail;
  crowd.trail[trail + crowd.entered[agent]++ % CrowdView::kTrail] = from;
  shared_add(crowd.visits[cell], 1);
  shared_add(crowd.occupied[from], ~0u);
  shared_add(crowd.occupied[cell], 1);
  shared_add(crowd.totals->entered, 1);
}

// What happens to a step in this tick.
enum class CrowdMove : uint8_t {
  kStands,    // there is no step
  kUnderWay,  // the step goes on or rests
  kDue,       // the step is at its end
  kReturned,  // the agent has turned back to its cell
};
STRATA_HD inline CrowdMove crowd_move(const CrowdView& crowd, const CrowdKindView& kind, uint32_t agent) {
  if (crowd.next[agent] == crowd.cell[agent]) return CrowdMove::kStands;
  // It is unknown whether the step is still legal: it rests until the moves are known.
  if (kind.tables.moves == nullptr) return CrowdMove::kUnderWay;
  const uint32_t pace = crowd_pace(crowd, kind, agent);
  if (crowd.back[agent] != 0) {
    if (crowd.progress[agent] > pace) {
      crowd.progress[agent] -= pace;
      return CrowdMove::kUnderWay;
    }
    crowd.progress[agent] = 0;
    return CrowdMove::kReturned;
  }
  crowd.progress[agent] += pace;
  return crowd.progress[agent] < crowd.step[agent] ? CrowdMove::kUnderWay : CrowdMove::kDue;
}

// Returns the direction in which an agent that stands wants to go. kMoveNone: it stays, as it has arrived or waits for
// a path.
STRATA_HD inline uint32_t crowd_decide(const CrowdView& crowd, const CrowdKindView& kind, uint32_t agent) {
  const auto status = static_cast<CrowdStatus>(crowd.status[agent]);
  if ((status != CrowdStatus::kWalking && status != CrowdStatus::kWaiting) || !kind.ready) {
    crowd.progress[agent] = 0;
    return kMoveNone;
  }
  const CellId cell = crowd.cell[agent];
  const CellId* path = crowd.path + crowd.path_offset[agent];
  uint32_t place = crowd.place[agent];
  while (place < crowd.path_length[agent] && path[place] == cell) ++place;
  crowd.place[agent] = place;
  if (place >= crowd.path_length[agent]) {
    crowd_arrive(crowd, kind, agent);
    return kMoveNone;
  }
  const uint32_t direction = crowd_next_move(kind, cell, path[place]);
  if (direction < 8) return direction;
  crowd_want_way(crowd, agent);  // it made room and is too far from its path
  return kMoveNone;
}

STRATA_HD inline void crowd_advance(const CrowdView& crowd, uint32_t agent) {
  const auto status = static_cast<CrowdStatus>(crowd.status[agent]);
  if (status == CrowdStatus::kGone || status == CrowdStatus::kWalledIn) return;
  const CrowdKindView& kind = crowd.kinds[crowd.kind[agent]];
  switch (crowd_move(crowd, kind, agent)) {
    case CrowdMove::kUnderWay:
      return;
    case CrowdMove::kDue:
      crowd_enter(crowd, agent);
      break;
    case CrowdMove::kReturned:
      crowd.back[agent] = 0;
      crowd.next[agent] = crowd.cell[agent];
      break;
    case CrowdMove::kStands:
      break;
  }
  const uint32_t direction = crowd_decide(crowd, kind, agent);
  if (direction < 8) crowd_begin_step(crowd, kind, agent, direction);
}

}  // namespace strata

// Purpose: These functions simulate one tick of one agent of a crowd, on plain pointers. The same code runs in threads
//          of the processor and in CUDA kernels.
// How: `crowd_advance` advances the agent along its step and, at the end of the step, chooses the next step. With at
//      most one agent per cell, core/crowd/pibt.hpp calls the single functions instead. A link between cells
//      (core/grid/map_links.hpp) is walked like a step: the agent stands at its first end until the time of the move
//      has passed, then it is at the other end. Agents on a device walk on maps without links only.
// Units: Progress and length of a step are in 1/256 of a cost, so a step over heavy terrain is longer. A link takes as
//        long as steps of its cost, up to kLongestStep. Pace is in 1/65536 of a straight step over terrain of weight 1
//        per tick.
// Shapes: Arrays are by agent, by cell (row-major), or by kind of agent. An agent larger than a cell covers a square;
//         its position is the upper left cell.
// Ties: Each agent writes its own entries and only adds to shared ones, so a tick has the same result in any order.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/crowd/crowd_atomic.hpp"
#include "core/tables/tables_view.hpp"

namespace strata {

enum class CrowdStatus : uint8_t {
  kPlanning,  // queued for a path; a current step is finished meanwhile
  kWalking,
  kWaiting,  // waits for a cell that another agent occupies
  kArrived,
  kCutOff,      // there is no path
  kBlockedEnd,  // the agent cannot stand on its goal
  kWalledIn,    // the agent's own cell became blocked
  kGone,        // the agent has left the map through its goal
};
inline constexpr int kCrowdStatuses = 8;

// The kind of goal of an agent, and its behaviour there.
enum class CrowdTask : uint8_t {
  kGoal,      // goes to the common goal and stays there
  kEvacuate,  // goes to the nearest exit and leaves the map
  kWander,    // goes from one random cell to another
  kOwn,       // goes to its own goal and stays there
};
inline constexpr int kCrowdTasks = 4;

// A link between cells (core/grid/map_links.hpp), with its cost under the rules of the agents.
struct CrowdLink {
  CellId from = kNoCell, to = kNoCell;
  Cost cost = 0;
};

// The tables and moves of one kind of agents.
struct CrowdKindView {
  TablesView tables;
  bool ready = false;       // what the method needs is up to date with the map, and follows its links
  bool labels_due = false;  // plans are delayed until labels are ready
  bool searched = false;    // the labels do not fit, so that plans by tables run searches
  bool has_tables = false;  // false: there are only moves and weights; paths go from cell to cell
  int32_t size = 1;
  const CrowdLink* links = nullptr;  // by cell where they begin, then where they end; in memory of the host
  uint32_t link_count = 0;
  uint8_t padding[4] = {};  // devices compare and copy these bytes
};

// A flow field as agents follow it (core/search/flow_field.hpp).
struct CrowdFlowView {
  // By cell, in the lower four bits: a direction, or kFlowAtGoal, or kFlowOverLink, or none of these.
  const uint8_t* directions = nullptr;
  size_t cells = 0;             // number of cells whose directions are known
  bool current = false;         // false: being updated, so that the directions are those of the earlier map
  const Cost* costs = nullptr;  // by cell, only while `current`: cost to the goal
};
inline constexpr uint8_t kNoFlow = 255;  // the agent follows a path, not a flow field
inline constexpr uint32_t kFlowAtGoal = 8, kFlowOverLink = 9;

struct CrowdTotals {
  uint64_t arrivals = 0;
  uint64_t travel_ticks = 0;  // summed over agents that arrived
  uint64_t waited = 0;        // ticks, summed over all agents
  uint64_t entered = 0;       // cells, summed over all agents
  uint32_t wanting = 0;       // agents that were queued for a path in this tick
};

struct CrowdView {
  static constexpr uint32_t kTrail = 16;              // length of a trail, in cells
  static constexpr uint32_t kLongestStep = 1u << 31;  // largest length of a step

  uint32_t count = 0;
  uint32_t tick = 0;
  uint64_t seed = 0;
  uint32_t era = 0;  // number of edits of the map; cached costs are valid within one era

  // The following arrays have one element per agent, except `trail` and `path`.
  CellId* cell = nullptr;
  CellId* next = nullptr;  // the cell that the agent steps to; its own cell if it stands
  uint32_t* progress = nullptr;
  uint32_t* step = nullptr;  // length of the current step
  uint8_t* back = nullptr;   // 1: the agent turns back, because the step is no longer legal
  const uint32_t* pace = nullptr;
  CellId* goal = nullptr;
  const uint8_t* kind = nullptr;
  const uint8_t* task = nullptr;
  uint8_t* status = nullptr;
  const uint32_t* path_offset = nullptr;  // index in `path`
  const uint32_t* path_length = nullptr;  // number of cells
  uint32_t* place = nullptr;              // index, in the agent's path, of the cell that it walks to
  uint32_t* waiting = nullptr;            // ticks of the current wait
  uint32_t* waited = nullptr;             // total ticks of waiting
  uint32_t* draws = nullptr;              // number of random numbers that the agent has drawn
  uint32_t* began = nullptr;              // tick of the agent's departure; kHome: it has arrived since
  uint32_t* entered = nullptr;            // number of entered cells, from which follows the index in the trail
  CellId* trail = nullptr;                // a ring buffer of kTrail cells per agent
  const CellId* path = nullptr;
  const uint8_t* flow_of = nullptr;      // number of the agent's flow field, or kNoFlow; null: all follow paths
  const CrowdFlowView* flows = nullptr;  // the flow fields by number
  // The following array has one element per kind of agents.
  const CrowdKindView* kinds = nullptr;
  // The following arrays have one element per cell.
  uint32_t* visits = nullptr;
  uint32_t* waits = nullptr;     // ticks that agents waited in the cell
  uint32_t* occupied = nullptr;  // number of agents in the cell
  uint32_t* flow_x = nullptr;    // signed sums of the steps that began in the cell
  uint32_t* flow_y = nullptr;
  CrowdTotals* totals = nullptr;

  static constexpr uint32_t kHome = 0xffffffffu;
};

// Returns the draw-th random number of an agent. It does not depend on other agents.
STRATA_HD inline uint64_t crowd_random(uint64_t seed, uint32_t agent, uint32_t draw) {
  uint64_t z = seed + 0x9e3779b97f4a7c15ull * (static_cast<uint64_t>(agent) << 32 | draw);
  for (int i = 0; i < 2; ++i) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    z ^= z >> 31;
  }
  return z;
}
// Returns a number uniform in [0, bound), computed from `random`.
STRATA_HD inline uint32_t crowd_below(uint64_t random, uint32_t bound) {
  return static_cast<uint32_t>(((random >> 32) * bound) >> 32);
}

// Returns the direction of the legal step from one cell to another; kMoveNone if there is none.
STRATA_HD inline uint32_t crowd_direction(const CrowdKindView& kind, CellId from, CellId to) {
  for (uint32_t direction = 0; direction < kDirections; ++direction) {
    if (((kind.tables.moves[from] >> direction) & 1) == 0) continue;
    if (kind.tables.neighbour(from, static_cast<int>(direction)) == to) return direction;
  }
  return kMoveNone;
}

// Calls visit(link) for the links from a cell where the agents can stand at both ends.
template <class Visit>
STRATA_HD inline void crowd_links_from(const CrowdKindView& kind, CellId from, Visit&& visit) {
  if (kind.link_count == 0 || kind.tables.weights[from] == 0) return;
  uint32_t first = 0;
  for (uint32_t end = kind.link_count; first < end;) {
    const uint32_t middle = (first + end) / 2;
    if (kind.links[middle].from < from) {
      first = middle + 1;
    } else {
      end = middle;
    }
  }
  for (; first < kind.link_count && kind.links[first].from == from; ++first) {
    if (kind.tables.weights[kind.links[first].to] != 0) visit(kind.links[first]);
  }
}

// Returns the cost of the cheapest move from one cell to another: a step, or a link. kInfinite if there is none.
STRATA_HD inline Cost crowd_move_cost(const CrowdKindView& kind, CellId from, CellId to) {
  const uint32_t direction = crowd_direction(kind, from, to);
  Cost cost = direction < kDirections ? kind.tables.step_cost(from, static_cast<int>(direction)) : kInfinite;
  crowd_links_from(kind, from, [&](const CrowdLink& link) {
    if (link.to == to && link.cost < cost) cost = link.cost;
  });
  return cost;
}

// Returns the cell of the next move towards the next cell of a path, which may be the other end of a link: `from` if
// the agent is there, kNoCell if no move leads on.
STRATA_HD inline CellId crowd_next_cell(const CrowdKindView& kind, CellId from, CellId to) {
  if (from == to) return from;
  if (!kind.has_tables) return crowd_move_cost(kind, from, to) != kInfinite ? to : kNoCell;
  if (table_steps_over_link(kind.tables, from, to)) return to;
  const uint32_t direction = table_next_move(kind.tables, from, to);
  return direction < kDirections ? kind.tables.neighbour(from, static_cast<int>(direction)) : kNoCell;
}

// Returns a random cell where an agent of the kind can stand, other than `not_there`; kNoCell if no try found one.
STRATA_HD inline CellId crowd_random_cell(const CrowdKindView& kind, uint64_t seed, uint32_t agent, uint32_t& draws,
                                          CellId not_there) {
  const auto cells = static_cast<uint32_t>(kind.tables.width * kind.tables.height);
  for (int i = 0; i < 64; ++i) {
    const CellId cell = crowd_below(crowd_random(seed, agent, draws++), cells);
    if (kind.tables.weights[cell] != 0 && cell != not_there) return cell;
  }
  return kNoCell;
}

// Calls visit(cell) for each cell of the square of an agent at `at`.
template <class Visit>
STRATA_HD inline void crowd_square(const CrowdKindView& kind, CellId at, Visit&& visit) {
  for (int32_t y = 0; y < kind.size; ++y) {
    for (int32_t x = 0; x < kind.size; ++x) visit(at + static_cast<CellId>(y * kind.tables.width + x));
  }
}

// Begins a move to a cell: a legal step, or a link.
STRATA_HD inline void crowd_begin_step(const CrowdView& crowd, const CrowdKindView& kind, uint32_t agent, CellId next) {
  const CellId cell = crowd.cell[agent];
  const uint64_t length = uint64_t{crowd_move_cost(kind, cell, next)} * 256;
  crowd.next[agent] = next;
  crowd.step[agent] = static_cast<uint32_t>(length < CrowdView::kLongestStep ? length : CrowdView::kLongestStep);
  const Cell from = kind.tables.cell(cell), to = kind.tables.cell(next);
  const int dx = to.x - from.x, dy = to.y - from.y;
  if (dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1) {
    shared_add(crowd.flow_x[cell], static_cast<uint32_t>(dx));
    shared_add(crowd.flow_y[cell], static_cast<uint32_t>(dy));
  }
  crowd.status[agent] = static_cast<uint8_t>(CrowdStatus::kWalking);
  crowd.waiting[agent] = 0;
}

STRATA_HD inline void crowd_request_path(const CrowdView& crowd, uint32_t agent) {
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
      crowd_request_path(crowd, agent);
      return;
    }
    default:
      break;
  }
  crowd.status[agent] = static_cast<uint8_t>(CrowdStatus::kArrived);
}

// Returns the agent's progress per tick, in the units of its step.
STRATA_HD inline uint32_t crowd_pace(const CrowdView& crowd, const CrowdKindView& kind, uint32_t agent) {
  return static_cast<uint32_t>(static_cast<uint64_t>(crowd.pace[agent]) * kind.tables.straight >> 8);
}

// Ends the current step: the agent enters the next cell.
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

// The state of a step after a tick.
enum class CrowdMove : uint8_t {
  kStands,    // there is no step
  kUnderWay,  // the step continues or is suspended
  kDue,       // the step is complete
  kReturned,  // the agent has turned back to its cell
};
STRATA_HD inline CrowdMove crowd_move(const CrowdView& crowd, const CrowdKindView& kind, uint32_t agent) {
  if (crowd.next[agent] == crowd.cell[agent]) return CrowdMove::kStands;
  // Without moves it is unknown whether the step is still legal: it is suspended.
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

STRATA_HD inline bool crowd_follows_flow(const CrowdView& crowd, uint32_t agent) {
  return crowd.flow_of != nullptr && crowd.flow_of[agent] != kNoFlow;
}
// Returns the cell to which the agent's flow field leads from a cell: the cell itself at a goal, kNoCell if there is
// none. While the field is updated, a direction of the earlier map counts if it is still legal, and agents wait at
// links.
STRATA_HD inline CellId crowd_flow_cell(const CrowdView& crowd, const CrowdKindView& kind, uint32_t agent,
                                        CellId cell) {
  const CrowdFlowView& flow = crowd.flows[crowd.flow_of[agent]];
  const uint32_t direction = cell < flow.cells ? flow.directions[cell] & 15u : kMoveNone;
  if (direction == kFlowAtGoal) return cell;
  CellId next = kNoCell;
  if (direction < kDirections && (kind.tables.moves[cell] >> direction & 1) != 0) {
    next = kind.tables.neighbour(cell, static_cast<int>(direction));
  } else if (direction == kFlowOverLink && flow.current) {
    Cost least = kInfinite;
    crowd_links_from(kind, cell, [&](const CrowdLink& link) {
      if (flow.costs[link.to] == kInfinite || flow.costs[link.to] + link.cost >= least) return;
      least = flow.costs[link.to] + link.cost;
      next = link.to;
    });
  }
  return next;
}

// Returns the cell of the agent's next move by its path or its flow field, without any effect: its own cell or kNoCell
// if there is no move.
STRATA_HD inline CellId crowd_wanted_cell(const CrowdView& crowd, const CrowdKindView& kind, uint32_t agent) {
  if (crowd_follows_flow(crowd, agent)) return crowd_flow_cell(crowd, kind, agent, crowd.cell[agent]);
  const uint32_t place = crowd.place[agent];
  if (place >= crowd.path_length[agent]) return kNoCell;
  return crowd_next_cell(kind, crowd.cell[agent], crowd.path[crowd.path_offset[agent] + place]);
}

// Returns the cell to which a standing agent wants to move; kNoCell if it stays, because it has arrived or waits for a
// path, or for its flow field.
STRATA_HD inline CellId crowd_decide(const CrowdView& crowd, const CrowdKindView& kind, uint32_t agent) {
  const auto status = static_cast<CrowdStatus>(crowd.status[agent]);
  if ((status != CrowdStatus::kWalking && status != CrowdStatus::kWaiting) || !kind.ready) {
    crowd.progress[agent] = 0;
    return kNoCell;
  }
  const CellId cell = crowd.cell[agent];
  if (crowd_follows_flow(crowd, agent)) {
    const CellId next = crowd_flow_cell(crowd, kind, agent, cell);
    if (next != cell && next != kNoCell) return next;
    if (next == cell) {
      crowd.goal[agent] = cell;
      crowd_arrive(crowd, kind, agent);
    } else if (crowd.flows[crowd.flow_of[agent]].current) {
      crowd_request_path(crowd, agent);
    } else {
      crowd.progress[agent] = 0;
    }
    return kNoCell;
  }
  const CellId* path = crowd.path + crowd.path_offset[agent];
  uint32_t place = crowd.place[agent];
  while (place < crowd.path_length[agent] && path[place] == cell) ++place;
  crowd.place[agent] = place;
  if (place >= crowd.path_length[agent]) {
    crowd_arrive(crowd, kind, agent);
    return kNoCell;
  }
  const CellId next = crowd_next_cell(kind, cell, path[place]);
  // Else the agent made way for another and is too far from its path.
  if (next == kNoCell) crowd_request_path(crowd, agent);
  return next;
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
  const CellId next = crowd_decide(crowd, kind, agent);
  if (next != kNoCell) crowd_begin_step(crowd, kind, agent, next);
}

}  // namespace strata

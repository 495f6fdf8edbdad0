// Purpose: This header has the state of a crowd while a device simulates its agents: the columns, the transfers of a
//          tick, and the checkpoint from which the crowd restores its state if the device fails.
// How: The device keeps what ticks write. The host keeps a checkpoint of the last state that was complete on both
//      sides, and all patches that it has sent since. Simulating those ticks again gives the state on the device, as a
//      tick has the same result everywhere.
// Shapes: Columns in the order of for_written and for_given, by number.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "core/crowd/crowd_step.hpp"

namespace strata {

// Parts of a crowd that are downloaded together, as bits.
struct CrowdPart {
  static constexpr uint8_t kSeen = 1;   // what is drawn: places, progress of steps, status
  static constexpr uint8_t kInner = 2;  // other state of an agent
  static constexpr uint8_t kTrail = 4;
  static constexpr uint8_t kCells = 8;  // statistics by cell
  static constexpr uint8_t kAll = 15;
};

// Calls with(number, part, array, count) for every column that a tick writes, until a call returns false.
template <class With>
bool for_written(CrowdView& view, size_t cells, With&& with) {
  const size_t count = view.count;
  int number = 0;
  const auto all = [&](uint8_t part, size_t length, auto*&... arrays) {
    return (with(number++, part, arrays, length) && ...);
  };
  return all(CrowdPart::kSeen, count, view.cell, view.next, view.progress, view.step, view.back, view.status) &&
         all(CrowdPart::kInner, count, view.goal, view.place, view.waiting, view.waited, view.draws, view.began,
             view.entered) &&
         all(CrowdPart::kTrail, count * CrowdView::kTrail, view.trail) &&
         all(CrowdPart::kCells, cells, view.visits, view.waits, view.occupied, view.flow_x, view.flow_y);
}
// Does so for columns that only the host writes, except paths.
template <class With>
bool for_given(CrowdView& view, With&& with) {
  int number = 0;
  const auto all = [&](auto*&... arrays) { return (with(number++, arrays, size_t{view.count}) && ...); };
  return all(view.pace, view.kind, view.task, view.path_offset, view.path_length);
}
inline constexpr size_t kCrowdWritten = 19, kCrowdGiven = 5;

// What planning changes in an agent.
struct CrowdPatch {
  uint32_t agent = 0;
  CellId goal = kNoCell;
  uint32_t place = 0, draws = 0, path_offset = 0, path_length = 0;
  uint32_t status = 0;
};
STRATA_HD inline void crowd_patch(const CrowdView& crowd, const CrowdPatch& patch) {
  const uint32_t agent = patch.agent;
  crowd.goal[agent] = patch.goal;
  crowd.place[agent] = patch.place;
  crowd.draws[agent] = patch.draws;
  crowd.status[agent] = static_cast<uint8_t>(patch.status);
  // Only the host writes these columns; the device gets its values here.
  const_cast<uint32_t*>(crowd.path_offset)[agent] = patch.path_offset;
  const_cast<uint32_t*>(crowd.path_length)[agent] = patch.path_length;
}

// What planning reads of an agent.
struct CrowdRow {
  CellId cell = kNoCell, next = kNoCell, goal = kNoCell;
  uint32_t place = 0, draws = 0;
  uint8_t status = 0, back = 0;
  uint16_t unused = 0;
};
STRATA_HD inline CrowdRow crowd_row(const CrowdView& crowd, uint32_t agent) {
  return {crowd.cell[agent],  crowd.next[agent],   crowd.goal[agent], crowd.place[agent],
          crowd.draws[agent], crowd.status[agent], crowd.back[agent], 0};
}

// The result of a tick that is always downloaded; the host uploads both fields before the tick.
struct CrowdReport {
  CrowdTotals totals;
  uint32_t counts[kCrowdStatuses] = {};
};

// Flag in the list of agents that were queued, in order: the agent has lost a path.
inline constexpr uint32_t kCrowdLostWay = 0x80000000u;

// The statuses of the agents at the last tick, from which a tick finds changes. A piece is a run of consecutive agents.
struct CrowdChanges {
  static constexpr uint32_t kPiece = 64;
  static constexpr uint8_t kBegan = 0x80;
  uint8_t* last = nullptr;    // by agent
  uint32_t* began = nullptr;  // by piece: number of its agents that were queued
  CrowdReport* report = nullptr;
};
STRATA_HD inline void crowd_count(const CrowdChanges& changes, uint8_t before, uint8_t now) {
  shared_add(changes.report->counts[before], ~0u);
  shared_add(changes.report->counts[now], 1);
}
STRATA_HD inline void crowd_look_for_changes(const CrowdView& crowd, const CrowdChanges& changes, uint32_t piece) {
  constexpr auto kPlanning = static_cast<uint8_t>(CrowdStatus::kPlanning);
  uint32_t began = 0;
  const uint32_t end = crowd.count - piece * CrowdChanges::kPiece;
  for (uint32_t k = 0; k < CrowdChanges::kPiece && k < end; ++k) {
    const uint32_t agent = piece * CrowdChanges::kPiece + k;
    const uint8_t before = changes.last[agent], now = crowd.status[agent];
    if (before == now) continue;
    crowd_count(changes, before, now);
    changes.last[agent] = now == kPlanning ? static_cast<uint8_t>(now | CrowdChanges::kBegan) : now;
    if (now != kPlanning) continue;
    crowd.waiting[agent] = 0;
    ++began;
  }
  changes.began[piece] = began;
}
// Writes the piece's agents that were queued to `to`.
STRATA_HD inline void crowd_list_wanting(const CrowdView& crowd, const CrowdChanges& changes, uint32_t piece,
                                         uint32_t* to) {
  const uint32_t end = crowd.count - piece * CrowdChanges::kPiece;
  for (uint32_t k = 0; k < CrowdChanges::kPiece && k < end; ++k) {
    const uint32_t agent = piece * CrowdChanges::kPiece + k;
    if ((changes.last[agent] & CrowdChanges::kBegan) == 0) continue;
    changes.last[agent] = static_cast<uint8_t>(changes.last[agent] & ~CrowdChanges::kBegan);
    *to++ = agent | (crowd.place[agent] < crowd.path_length[agent] ? kCrowdLostWay : 0);
  }
}

// The last complete state of the crowd on the host, and the patches sent since.
struct CrowdCheckpoint {
  struct Sent {
    uint32_t tick = 0;
    std::vector<CrowdPatch> patches;
  };
  std::array<std::vector<std::byte>, kCrowdWritten> written;
  std::array<std::vector<std::byte>, kCrowdGiven> given;
  std::vector<Sent> sent;
  size_t bytes() const;
  // Returns a view like `crowd`, with the columns of the checkpoint.
  CrowdView view(const CrowdView& crowd, size_t cells);
  // Takes the state of `crowd` as checkpoint, and forgets the patches that were sent.
  void take(CrowdView crowd, size_t cells);
};

}  // namespace strata

// Purpose: This header defines the state of a crowd while a device simulates its agents: the columns, the transfers of
//          a tick, and the checkpoint from which the crowd restores its state if the device fails.
// How: The device holds the columns that ticks write. The host keeps a checkpoint, the last state that it downloaded
//      completely, and all patches that it has sent since. Replaying the ticks from there gives the state of the
//      device, because a tick has the same result everywhere.
// Shapes: Columns are numbered in the order of for_written and for_given.
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

// The parts of a crowd that are downloaded together, as bits.
struct CrowdDownloadParts {
  static constexpr uint8_t kSeen = 1;   // drawn columns: places, progress of steps, status
  static constexpr uint8_t kInner = 2;  // other columns of agents
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
  return all(CrowdDownloadParts::kSeen, count, view.cell, view.next, view.progress, view.step, view.back,
             view.status) &&
         all(CrowdDownloadParts::kInner, count, view.goal, view.place, view.waiting, view.waited, view.draws,
             view.began, view.entered) &&
         all(CrowdDownloadParts::kTrail, count * CrowdView::kTrail, view.trail) &&
         all(CrowdDownloadParts::kCells, cells, view.visits, view.waits, view.occupied, view.flow_x, view.flow_y);
}
// Calls with(number, array, count) for every column that only the host writes, except paths, until a
// call returns false.
template <class With>
bool for_given(CrowdView& view, With&& with) {
  int number = 0;
  const auto all = [&](auto*&... arrays) { return (with(number++, arrays, size_t{view.count}) && ...); };
  return all(view.pace, view.kind, view.task, view.path_offset, view.path_length);
}
inline constexpr size_t kCrowdWritten = 19, kCrowdGiven = 5;

// The changes of one agent by planning.
struct AgentPlanPatch {
  uint32_t agent = 0;
  CellId goal = kNoCell;
  uint32_t place = 0, draws = 0, path_offset = 0, path_length = 0;
  uint32_t status = 0;
};
STRATA_HD inline void crowd_patch(const CrowdView& crowd, const AgentPlanPatch& patch) {
  const uint32_t agent = patch.agent;
  crowd.goal[agent] = patch.goal;
  crowd.place[agent] = patch.place;
  crowd.draws[agent] = patch.draws;
  crowd.status[agent] = static_cast<uint8_t>(patch.status);
  // Only the host writes these columns, so that the device must set its copies here.
  const_cast<uint32_t*>(crowd.path_offset)[agent] = patch.path_offset;
  const_cast<uint32_t*>(crowd.path_length)[agent] = patch.path_length;
}

// The columns of one agent that planning reads.
struct AgentPlanRow {
  CellId cell = kNoCell, next = kNoCell, goal = kNoCell;
  uint32_t place = 0, draws = 0;
  uint8_t status = 0, back = 0;
  uint16_t unused = 0;
};
STRATA_HD inline AgentPlanRow crowd_row(const CrowdView& crowd, uint32_t agent) {
  return {crowd.cell[agent],  crowd.next[agent],   crowd.goal[agent], crowd.place[agent],
          crowd.draws[agent], crowd.status[agent], crowd.back[agent], 0};
}

// The results of a tick that are always downloaded. The host uploads both members before the tick, which adds to them.
struct CrowdTickReport {
  CrowdTotals totals;
  uint32_t counts[kCrowdStatuses] = {};
};

// Flag of an entry in the list of agents that a tick has queued: the agent has lost its path.
inline constexpr uint32_t kCrowdLostPath = 0x80000000u;

// The statuses of the agents after the last tick, to find those that changed. A piece is a run of consecutive agents.
struct CrowdStatusChanges {
  static constexpr uint32_t kPiece = 64;
  static constexpr uint8_t kBegan = 0x80;
  uint8_t* last = nullptr;    // by agent: its status after the last tick
  uint32_t* began = nullptr;  // by piece: number of agents that became queued
  CrowdTickReport* report = nullptr;
};
STRATA_HD inline void crowd_count(const CrowdStatusChanges& changes, uint8_t before, uint8_t now) {
  shared_add(changes.report->counts[before], ~0u);
  shared_add(changes.report->counts[now], 1);
}
STRATA_HD inline void crowd_look_for_changes(const CrowdView& crowd, const CrowdStatusChanges& changes,
                                             uint32_t piece) {
  constexpr auto kPlanning = static_cast<uint8_t>(CrowdStatus::kPlanning);
  uint32_t began = 0;
  const uint32_t end = crowd.count - piece * CrowdStatusChanges::kPiece;
  for (uint32_t k = 0; k < CrowdStatusChanges::kPiece && k < end; ++k) {
    const uint32_t agent = piece * CrowdStatusChanges::kPiece + k;
    const uint8_t before = changes.last[agent], now = crowd.status[agent];
    if (before == now) continue;
    crowd_count(changes, before, now);
    changes.last[agent] = now == kPlanning ? static_cast<uint8_t>(now | CrowdStatusChanges::kBegan) : now;
    if (now != kPlanning) continue;
    crowd.waiting[agent] = 0;
    ++began;
  }
  changes.began[piece] = began;
}
// Writes the agents of the piece that became queued to `to`.
STRATA_HD inline void crowd_list_wanting(const CrowdView& crowd, const CrowdStatusChanges& changes, uint32_t piece,
                                         uint32_t* to) {
  const uint32_t end = crowd.count - piece * CrowdStatusChanges::kPiece;
  for (uint32_t k = 0; k < CrowdStatusChanges::kPiece && k < end; ++k) {
    const uint32_t agent = piece * CrowdStatusChanges::kPiece + k;
    if ((changes.last[agent] & CrowdStatusChanges::kBegan) == 0) continue;
    changes.last[agent] = static_cast<uint8_t>(changes.last[agent] & ~CrowdStatusChanges::kBegan);
    *to++ = agent | (crowd.place[agent] < crowd.path_length[agent] ? kCrowdLostPath : 0);
  }
}

// The last complete state of the crowd on the host, and the patches sent to the device since.
struct CrowdCheckpoint {
  struct SentPatches {
    uint32_t tick = 0;
    std::vector<AgentPlanPatch> patches;
  };
  std::array<std::vector<std::byte>, kCrowdWritten> written;
  std::array<std::vector<std::byte>, kCrowdGiven> given;
  std::vector<SentPatches> sent;
  size_t bytes() const;
  // Returns a copy of the view `crowd` whose columns are those of the checkpoint.
  CrowdView view(const CrowdView& crowd, size_t cells);
  // Stores the state of `crowd` as the checkpoint and deletes the patches.
  void take(CrowdView crowd, size_t cells);
};

}  // namespace strata

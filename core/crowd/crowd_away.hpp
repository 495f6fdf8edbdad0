// Purpose: What a crowd knows while a device walks its agents: which columns there are, what goes there and back in a
//          tick, and how the crowd gets to its state without the device, should that fail.
// How: The device keeps what a tick writes. The host keeps it as it was when all of it was last on both sides, and all
//      that it has sent since: walking those ticks again gives what was on the device, as a tick is the same
//      everywhere.
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

// What of a crowd is downloaded together, as bits.
struct CrowdPart {
  static constexpr uint8_t kSeen = 1;   // what is drawn: where agents are, how far their step has come, their status
  static constexpr uint8_t kInner = 2;  // what else is known of an agent
  static constexpr uint8_t kTrail = 4;
  static constexpr uint8_t kCells = 8;  // statistics
  static constexpr uint8_t kAll = 15;
};

// Calls with(number, part, array, count) for everything that a tick writes, until it returns false.
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
// The same for what only the host writes, but for ways.
template <class With>
bool for_given(CrowdView& view, With&& with) {
  int number = 0;
  const auto all = [&](auto*&... arrays) { return (with(number++, arrays, size_t{view.count}) && ...); };
  return all(view.pace, view.kind, view.task, view.path_offset, view.path_length);
}
inline constexpr size_t kCrowdWritten = 19, kCrowdGiven = 5;

// What planning changes of an agent.
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
  // Only the host writes these; what it has written arrives here.
  const_cast<uint32_t*>(crowd.path_offset)[agent] = patch.path_offset;
  const_cast<uint32_t*>(crowd.path_length)[agent] = patch.path_length;
}

// What planning has to know of one.
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

// What a tick gives back whatever happens; the host sends both before it.
struct CrowdReport {
  CrowdTotals totals;
  uint32_t counts[kCrowdStatuses] = {};
};

// Agents that began to wait for a way, in their order; this bit: it has lost one.
inline constexpr uint32_t kCrowdLostWay = 0x80000000u;

// The statuses of the agents at the last tick, by which a tick knows what has changed. Agents in pieces, one after
// the other each.
struct CrowdChanges {
  static constexpr uint32_t kPiece = 64;
  static constexpr uint8_t kBegan = 0x80;
  uint8_t* last = nullptr;    // an agent
  uint32_t* began = nullptr;  // a piece: of its agents, how many began to wait for a way
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
// `to`: where those of the piece belong.
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

// The crowd as it was last known whole, and what it was sent since.
struct CrowdCheckpoint {
  struct Sent {
    uint32_t tick = 0;
    std::vector<CrowdPatch> patches;
  };
  std::array<std::vector<std::byte>, kCrowdWritten> written;
  std::array<std::vector<std::byte>, kCrowdGiven> given;
  std::vector<Sent> sent;
  size_t bytes() const;
  // A view of it: as `crowd`, with these columns.
  CrowdView view(const CrowdView& crowd, size_t cells);
  // What is written is now as in `crowd`, and what was sent has arrived.
  void take(CrowdView crowd, size_t cells);
};

}  // namespace strata

// Purpose: CrowdAgents gives read access to the agents of a crowd: the place, goal and status of each.
// Units: As in core/crowd/crowd_step.hpp.
// Shapes: Columns are by agent, in the order in which agents were added. A removed agent keeps its number.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/crowd/crowd_device_state.hpp"
#include "core/crowd/crowd_step.hpp"

namespace strata {

// Read access to the agents; GridCrowd fills the columns and moves the agents. While a device simulates them, a getter
// first downloads the columns that it reads.
class CrowdAgents {
 public:
  virtual ~CrowdAgents() = default;
  uint32_t count() const { return static_cast<uint32_t>(cell_.size()); }  // including agents that have left
  const std::array<uint32_t, kCrowdStatuses>& counts() const { return counts_; }
  uint32_t count(CrowdStatus status) const { return counts_[static_cast<size_t>(status)]; }
  uint32_t on_map() const { return count() - count(CrowdStatus::kGone); }

  CrowdStatus status(uint32_t agent) const {
    need(CrowdDownloadParts::kSeen);
    return static_cast<CrowdStatus>(status_[agent]);
  }
  CellId cell(uint32_t agent) const {
    need(CrowdDownloadParts::kSeen);
    return cell_[agent];
  }
  CellId next(uint32_t agent) const {
    need(CrowdDownloadParts::kSeen);
    return next_[agent];
  }
  CellId goal(uint32_t agent) const {
    need(CrowdDownloadParts::kInner);
    return goal_of_[agent];
  }
  CrowdTask task(uint32_t agent) const { return static_cast<CrowdTask>(task_[agent]); }
  uint8_t group(uint32_t agent) const { return group_[agent]; }
  uint32_t pace_of(uint32_t agent) const { return pace_[agent]; }
  // Returns the ticks since the agent began to wait.
  uint32_t waiting(uint32_t agent) const {
    need(CrowdDownloadParts::kInner);
    return waiting_[agent];
  }
  uint32_t longest_wait() const;  // maximum over all agents that wait now, in ticks
  // Returns the total number of ticks that the agent has waited.
  uint32_t waited(uint32_t agent) const {
    need(CrowdDownloadParts::kInner);
    return waited_[agent];
  }
  uint32_t replans(uint32_t agent) const { return replans_[agent]; }
  // Returns the number of cells that the agent has entered.
  uint32_t travelled(uint32_t agent) const {
    need(CrowdDownloadParts::kInner);
    return entered_[agent];
  }
  // Returns the finished share of the current step, 0..1. `ahead` is the time since the last tick, in ticks, 0..1.
  float along(uint32_t agent, float ahead) const {
    need(CrowdDownloadParts::kSeen);
    if (next_[agent] == cell_[agent] || step_[agent] == 0) return 0;
    const float ticks = back_[agent] != 0 ? -ahead : ahead;
    const float at = (static_cast<float>(progress_[agent]) + ticks * static_cast<float>(pace_costs(agent))) /
                     static_cast<float>(step_[agent]);
    return at < 0 ? 0 : at > 1 ? 1 : at;
  }
  // Returns whether the agent turns back, because its step is no longer legal.
  bool turned_back(uint32_t agent) const {
    need(CrowdDownloadParts::kSeen);
    return back_[agent] != 0;
  }
  // Sets `cells` to the cells that the agent entered last, newest first.
  void trail(uint32_t agent, std::vector<CellId>& cells) const;

  // Returns how often agents entered each cell.
  std::span<const uint32_t> visits() const {
    need(CrowdDownloadParts::kCells);
    return visits_;
  }
  std::span<const uint32_t> occupied() const {
    need(CrowdDownloadParts::kCells);
    return occupied_;
  }
  std::span<const uint32_t> waits() const {
    need(CrowdDownloadParts::kCells);
    return waits_;
  }
  int32_t flow_x(CellId cell) const {
    need(CrowdDownloadParts::kCells);
    return static_cast<int32_t>(flow_x_[cell]);
  }
  int32_t flow_y(CellId cell) const {
    need(CrowdDownloadParts::kCells);
    return static_cast<int32_t>(flow_y_[cell]);
  }

 protected:
  uint32_t straight_ = 1;  // cost of a straight step over terrain of weight 1
  std::vector<CellId> cell_, next_, goal_of_, trail_;
  std::vector<uint32_t> progress_, step_, pace_, waiting_, waited_, entered_, replans_;
  std::vector<uint8_t> task_, status_, group_, back_;
  std::vector<uint32_t> visits_, waits_, occupied_, flow_x_, flow_y_;  // statistics, by cell
  std::array<uint32_t, kCrowdStatuses> counts_{};
  uint8_t stale_ = 0;  // bits of CrowdDownloadParts: the parts of which the device has a newer version

  void need(uint8_t parts) const {
    if ((stale_ & parts) != 0) download(parts);
  }
  virtual void download(uint8_t parts) const = 0;

 private:
  // Returns the agent's progress per tick, in the units of `progress_`.
  uint32_t pace_costs(uint32_t agent) const {
    return static_cast<uint32_t>(static_cast<uint64_t>(pace_[agent]) * straight_ >> 8);
  }
};

}  // namespace strata

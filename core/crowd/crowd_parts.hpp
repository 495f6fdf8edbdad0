// Purpose: This header holds the code that crowds over cells and over meshes share: the loop over agents, the queue of
//          agents that wait for a plan, and statistics of edits and ticks.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/parallel.hpp"
#include "core/crowd/crowd_step.hpp"

namespace strata {

// The replanning after an edit, or after all edits of one gesture.
struct ReplanStats {
  uint32_t edits = 0;
  uint32_t affected = 0;  // agents that had to be replanned
  uint32_t pending = 0;   // affected agents that are still queued
  uint32_t turned = 0;    // over cells: agents that turned back from a step
  uint32_t walled_in = 0;
  uint32_t cut_off = 0;  // over cells: replanned agents without a path
  uint32_t ticks = 0;    // ticks until all were replanned
  double plan_ms = 0;    // over cells: time of planning
};

// The times of the last tick.
struct GridCrowdTimes {
  double plan_ms = 0;
  double step_ms = 0;
  uint32_t planned = 0;  // number of planned agents
};

// The agents that wait for a plan, oldest first.
class PlanQueue {
 public:
  uint32_t size() const { return static_cast<uint32_t>(agents_.size() - taken_); }
  void push(uint32_t agent) { agents_.push_back(agent); }
  uint32_t take() { return agents_[taken_++]; }
  // Puts `agents`, which were taken before, back to the front of the queue.
  void put_back(std::span<const uint32_t> agents) {
    taken_ -= agents.size();
    std::copy(agents.begin(), agents.end(), agents_.begin() + static_cast<std::ptrdiff_t>(taken_));
    if (taken_ < agents_.size() && taken_ <= agents_.size() / 2) return;
    agents_.erase(agents_.begin(), agents_.begin() + static_cast<std::ptrdiff_t>(taken_));
    taken_ = 0;
  }
  size_t memory_bytes() const { return agents_.capacity() * sizeof(uint32_t); }

 private:
  std::vector<uint32_t> agents_;
  size_t taken_ = 0;
};

using CrowdCounts = std::array<uint32_t, kCrowdStatuses>;
inline CrowdCounts count_statuses(std::span<const uint8_t> statuses) {
  CrowdCounts counts{};
  for (const uint8_t status : statuses) ++counts[status];
  return counts;
}

// Calls visit(i) for i in [0, count) in any order, in several threads with `grain` items each. A small number of agents
// is visited in one thread, because starting others would take longer.
template <class Visit>
void each_agent(Threads& threads, uint32_t count, size_t grain, Visit&& visit) {
  const auto part = [&](size_t begin, size_t end, size_t) {
    for (size_t i = begin; i < end; ++i) visit(static_cast<uint32_t>(i));
  };
  count < 2 * grain ? part(0, count, 0) : threads.for_pieces(0, count, grain, part);
}

}  // namespace strata

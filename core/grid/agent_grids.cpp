#include "core/grid/agent_grids.hpp"

#include "core/base/check.hpp"

namespace strata {

void AgentGrids::build(const GridMap& map, const Rules& rules, int max_size, std::span<const Capability> capabilities) {
  STRATA_CHECK(max_size >= 1 && max_size <= kMaxAgentSize);
  STRATA_CHECK(!capabilities.empty());
  max_size_ = max_size;
  built_for_ = map.revision();
  capabilities_.assign(capabilities.begin(), capabilities.end());
  clearances_.resize(capabilities_.size());
  grids_.resize(capabilities_.size() * static_cast<size_t>(max_size));
  for (size_t c = 0; c < capabilities_.size(); ++c) {
    for (size_t other = 0; other < c; ++other) STRATA_CHECK(capabilities_[other] != capabilities_[c]);
    clearances_[c].build(map, capabilities_[c]);
    for (int size = 1; size <= max_size; ++size) {
      Rules own = rules;
      own.capability = capabilities_[c];
      own.agent_size = size;
      grids_[c * static_cast<size_t>(max_size) + static_cast<size_t>(size) - 1].build(map, own, &clearances_[c]);
    }
  }
}

void AgentGrids::update(const GridMap& map, const Rect& dirty, std::span<Rect> changed) {
  STRATA_CHECK(changed.size() == grids_.size());
  built_for_ = map.revision();
  for (size_t c = 0; c < capabilities_.size(); ++c) {
    clearances_[c].update(map, dirty);
    for (int size = 1; size <= max_size_; ++size) {
      const size_t agent_class = c * static_cast<size_t>(max_size_) + static_cast<size_t>(size) - 1;
      changed[agent_class].include(grids_[agent_class].update(map, dirty, &clearances_[c]));
    }
  }
}

int AgentGrids::class_of(const Agent& agent) const {
  if (agent.size < 1 || agent.size > max_size_) return -1;
  for (size_t c = 0; c < capabilities_.size(); ++c) {
    if (capabilities_[c] == agent.capability) return static_cast<int>(c) * max_size_ + agent.size - 1;
  }
  return -1;
}

size_t AgentGrids::memory_bytes() const {
  size_t bytes = capabilities_.capacity() * sizeof(Capability) + clearances_.capacity() * sizeof(Clearance) +
                 grids_.capacity() * sizeof(MoveGrid);
  for (const Clearance& clearance : clearances_) bytes += clearance.memory_bytes();
  for (const MoveGrid& grid : grids_) bytes += grid.memory_bytes();
  return bytes;
}

}  // namespace strata

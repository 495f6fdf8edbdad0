// Purpose: AgentGrids holds the moves of several kinds of agents on one map, sizes times capabilities, with the
//          clearances behind them. All of them are updated together after edits.
// Source: Harabor, Botea 2008, sections 3 and 4.
// Shapes: Classes are ordered by capability as given, then by size from 1: class = capability * max_size + size - 1.
//         One byte a cell for each capability and two for each class.
// Threads: Const calls may run together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/grid/clearance.hpp"
#include "core/grid/move_grid.hpp"

namespace strata {

struct Agent {
  int size = 1;
  Capability capability = Capability::walker();
  friend bool operator==(const Agent&, const Agent&) = default;
};

class AgentGrids {
 public:
  // Builds all classes. `rules`: profile and weights of all classes; its capability and size are ignored. 1 <= max_size
  // <= kMaxAgentSize; the capabilities are distinct and at least one.
  void build(const GridMap& map, const Rules& rules, int max_size, std::span<const Capability> capabilities);
  // Updates after an edit inside `dirty`; changed[class] is grown by the bounds of the cells that became passable,
  // blocked or of another weight for the class. changed.size() == class_count().
  void update(const GridMap& map, const Rect& dirty, std::span<Rect> changed);
  uint64_t built_for() const { return built_for_; }  // revision of the map; 0: never

  int max_size() const { return max_size_; }
  const std::vector<Capability>& capabilities() const { return capabilities_; }
  int class_count() const { return static_cast<int>(grids_.size()); }
  Agent agent(int agent_class) const {
    return {agent_class % max_size_ + 1, capabilities_[static_cast<size_t>(agent_class / max_size_)]};
  }
  int class_of(const Agent& agent) const;  // -1: no such class
  const MoveGrid& grid(int agent_class) const { return grids_[static_cast<size_t>(agent_class)]; }
  const Clearance& clearance(int capability) const { return clearances_[static_cast<size_t>(capability)]; }
  size_t memory_bytes() const;

  friend bool operator==(const AgentGrids& a, const AgentGrids& b) {
    return a.max_size_ == b.max_size_ && a.capabilities_ == b.capabilities_ && a.clearances_ == b.clearances_ &&
           a.grids_ == b.grids_;
  }

 private:
  int max_size_ = 0;
  uint64_t built_for_ = 0;
  std::vector<Capability> capabilities_;
  std::vector<Clearance> clearances_;
  std::vector<MoveGrid> grids_;
};

}  // namespace strata

// Purpose: AgentGrids holds the legal moves of all agent classes on one map: every combination of a size and a
//          capability. It also holds their clearances, and an edit updates all of them together.
// Source: Harabor, Botea 2008, sections 3 and 4.
// Shapes: Classes are ordered by capability as given, then by size from 1: class = capability * max_size + size - 1.
//         The memory is one byte a cell for each capability and two bytes a cell for each class.
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
  // Builds all classes. `rules` gives their profile and weights; its capability and size are ignored. 1 <= max_size <=
  // kMaxAgentSize; there is at least one capability, and all differ.
  void build(const GridMap& map, const Rules& rules, int max_size, std::span<const Capability> capabilities);
  // Updates the classes after an edit inside `dirty`. Extends changed[class] by the bounds of the cells that became
  // passable, blocked or of another weight for this class. changed.size() == class_count().
  void update(const GridMap& map, const Rect& dirty, std::span<Rect> changed);
  uint64_t built_for() const { return built_for_; }  // revision of the map; 0: never built

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

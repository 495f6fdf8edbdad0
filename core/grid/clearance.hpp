// Purpose: Clearance holds, for one capability, the size of the largest agent that can stand at each cell of a map. It
//          is updated after edits.
// Source: Harabor, Botea 2008, section 3: the clearance of a cell is the side of the largest square of traversable
//         cells whose upper left corner it is. An agent of size s stands at a cell if the clearance is at least s.
// Differs: Larger values are stored as kMaxClearance, which then means "at least that"; it limits how far an
//          edit changes values.
// Units: Cells. 0: not traversable.
// Shapes: values() is row-major, one byte a cell. Squares are not clipped at cluster borders.
// Threads: Const calls may run together.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/grid/grid_map.hpp"

namespace strata {

inline constexpr int kMaxAgentSize = 8;

class Clearance {
 public:
  static constexpr int kMaxClearance = 32;

  void build(const GridMap& map, Capability capability);
  // Updates the values after an edit inside `dirty`. Returns the bounds of the cells whose clearance changed.
  Rect update(const GridMap& map, const Rect& dirty);
  uint64_t built_for() const { return built_for_; }  // revision of the map; 0: never built

  Capability capability() const { return capability_; }
  int width() const { return width_; }
  int height() const { return height_; }
  int at(CellId cell) const { return values_[cell]; }
  int at(Cell c) const {
    return values_[static_cast<size_t>(c.y) * static_cast<size_t>(width_) + static_cast<size_t>(c.x)];
  }
  std::span<const uint8_t> values() const { return values_; }
  size_t memory_bytes() const { return values_.capacity(); }

  friend bool operator==(const Clearance& a, const Clearance& b) {
    return a.width_ == b.width_ && a.height_ == b.height_ && a.capability_ == b.capability_ && a.values_ == b.values_;
  }

 private:
  Capability capability_;
  int width_ = 0;
  int height_ = 0;
  uint64_t built_for_ = 0;
  std::vector<uint8_t> values_;
};

// An Obstacle is a cell that prevents an agent from standing somewhere. limiting_obstacle() returns the one for an
// agent of this size at `at`: of the cells that the agent cannot enter or that are outside the map, the one in the
// smallest square with its upper left corner at `at`. It returns nothing if the agent can stand there.
struct Obstacle {
  Cell cell;             // may lie one column or row outside the map
  bool outside = false;  // the cell is outside the map
  Terrain terrain = Terrain::kOut;
};
std::optional<Obstacle> limiting_obstacle(const GridMap& map, Capability capability, int agent_size, Cell at);

}  // namespace strata

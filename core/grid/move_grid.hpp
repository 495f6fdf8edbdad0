// Purpose: MoveGrid holds the legal moves of every cell of a map under one profile, capability, agent size and set of
//          terrain weights. It is updated after edits.
// Source: Harabor, Botea 2008, section 4: a cell is passable for a large agent if its clearance lets the agent stand
//         there. A* on these moves is the paper's annotated search (AA*), and so is any other search.
// Units: See core/grid/cost.hpp. A cell costs its own weight if the map gives it one, else that of its terrain. A large
//        agent pays the highest weight under it (our definition).
// Shapes: moves() and weights() are row-major, one byte a cell. Bit d of a move mask is set if direction d is legal.
// Threads: Const calls may run together.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/grid/cell.hpp"
#include "core/grid/clearance.hpp"
#include "core/grid/cost.hpp"
#include "core/grid/grid_map.hpp"
#include "core/grid/terrain.hpp"

namespace strata {

struct Rules {
  Profile profile = Profile::kOctile;
  Capability capability = Capability::walker();
  TerrainWeights weights = kUniformWeights;
  // Side of the square that the agent covers, 1..kMaxAgentSize. The position of the agent is its upper left cell.
  int agent_size = 1;
  friend bool operator==(const Rules&, const Rules&) = default;
};

class MoveGrid {
 public:
  MoveGrid() = default;

  // Builds the moves. `clearance` belongs to the capability of `rules`; it may be null for agents of size 1.
  void build(const GridMap& map, const Rules& rules, const Clearance* clearance = nullptr);
  // Updates the moves after an edit; `dirty` contains the changed letters and weights. Examines every position from
  // which the agent covers a changed cell. Returns the bounds of the positions that became passable, blocked or of
  // another weight; empty if none.
  Rect update(const GridMap& map, const Rect& dirty, const Clearance* clearance = nullptr);
  uint64_t built_for() const { return built_for_; }  // revision of the map; 0: never built

  const Rules& rules() const { return rules_; }
  const LetterTerrains& letter_terrains() const { return letter_terrains_; }  // terrains of the last build's map
  int width() const { return width_; }
  int height() const { return height_; }
  Rect bounds() const { return {0, 0, width_, height_}; }
  uint32_t cell_count() const { return static_cast<uint32_t>(weights_.size()); }
  CellId id(Cell c) const { return static_cast<CellId>(c.y) * static_cast<CellId>(width_) + static_cast<CellId>(c.x); }
  Cell cell(CellId id) const {
    return {static_cast<int>(id % static_cast<CellId>(width_)), static_cast<int>(id / static_cast<CellId>(width_))};
  }
  bool contains(Cell c) const { return bounds().contains(c); }

  bool passable(CellId id) const { return weights_[id] != 0; }
  bool passable(Cell c) const { return contains(c) && passable(id(c)); }
  uint8_t moves(CellId id) const { return moves_[id]; }
  std::span<const uint8_t> moves() const { return moves_; }
  // Returns the links of the map; null if it has none. moves() does not hold them, and update() does not return their
  // cells. An agent can use a link if it can stand at both ends.
  const std::shared_ptr<const MapLinks>& links() const { return links_; }
  Cost link_cost(const MapLink& link) const { return cost_of_link(rules_.profile, link.length); }
  Cost max_link_cost() const;                                    // 0 without links
  std::span<const uint8_t> weights() const { return weights_; }  // highest weight under the agent; 0: blocked
  uint32_t passable_count() const { return passable_count_; }

  // Returns whether all passable cells of the map have the same weight. Terrains that do not occur on
  // the map do not count.
  bool uniform() const { return uniform_; }
  // Returns the weight of all passable cells if the map is uniform(), else min_weight().
  int unit_weight() const { return unit_weight_; }
  // Returns the smallest weight of a passable terrain under the rules, or of a passable cell if that is smaller.
  int min_weight() const { return min_weight_; }
  // Returns the smallest weight of a passable terrain under the rules; edits do not change it.
  int min_terrain_weight() const { return least_terrain_; }
  Cost base(int direction) const { return is_diagonal(direction) ? info_.diagonal : info_.straight; }
  // Returns the cost of a legal step from `from` in `direction`.
  Cost step_cost(CellId from, int direction) const {
    return base(direction) / 2 * static_cast<Cost>(weights_[from] + weights_[neighbour(from, direction)]);
  }
  CellId neighbour(CellId from, int direction) const {
    return static_cast<CellId>(static_cast<int64_t>(from) + offsets_[static_cast<size_t>(direction)]);
  }
  const std::array<int32_t, 8>& offsets() const { return offsets_; }
  // Returns an upper bound of the cost of a step: that over the largest weight of a passable terrain under the rules,
  // or of a passable cell if that is larger.
  Cost max_step() const { return max_step_; }
  // Returns the heuristic for the present map: it never exceeds the cost of a path.
  DistanceBound bound() const { return DistanceBound(rules_.profile, unit_weight_); }
  // Returns the direction from a to an adjacent cell b; -1 if they are not adjacent.
  int direction_between(CellId a, CellId b) const;
  size_t memory_bytes() const { return moves_.capacity() + weights_.capacity(); }

  friend bool operator==(const MoveGrid& a, const MoveGrid& b) {
    return a.width_ == b.width_ && a.height_ == b.height_ && a.rules_ == b.rules_ && a.moves_ == b.moves_ &&
           a.weights_ == b.weights_ && a.passable_count_ == b.passable_count_ && same_links(a.links_, b.links_);
  }

 private:
  uint8_t weight_of(char letter) const { return weight_of_letter_[static_cast<uint8_t>(letter)]; }
  uint8_t compute_moves(int x, int y) const;
  Cost longest_step() const { return info_.neighbours == 8 ? info_.diagonal : info_.straight; }
  void look_at_weights(bool has_weights);

  Rules rules_;
  LetterTerrains letter_terrains_;
  MoveProfileInfo info_ = profile_info(Profile::kOctile);
  int width_ = 0;
  int height_ = 0;
  int least_terrain_ = 1, highest_terrain_ = 1;  // weights of passable terrains under the rules
  int min_weight_ = 1, unit_weight_ = 1;
  bool uniform_ = true;
  bool any_own_weights_ = false;  // whether the map had weights of single cells at the last update
  Cost max_step_ = 0;
  uint32_t passable_count_ = 0;
  std::array<uint32_t, kMaxCellWeight + 1> cells_of_weight_{};  // number of cells by weight; 0: blocked
  uint64_t built_for_ = 0;
  std::array<int32_t, 8> offsets_{};
  std::array<uint8_t, 256> weight_of_letter_{};
  std::vector<uint8_t> moves_;
  std::vector<uint8_t> weights_;
  std::shared_ptr<const MapLinks> links_;
};

}  // namespace strata

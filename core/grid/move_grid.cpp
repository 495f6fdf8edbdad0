#include "core/grid/move_grid.hpp"

#include "core/base/check.hpp"
#include "core/base/work_count.hpp"

namespace strata {

void MoveGrid::build(const GridMap& map, const Rules& rules, const Clearance* clearance) {
  STRATA_CHECK(rules.agent_size >= 1 && rules.agent_size <= kMaxAgentSize);
  rules_ = rules;
  letter_terrains_ = map.letter_terrains();
  info_ = profile_info(rules.profile);
  width_ = map.width();
  height_ = map.height();
  min_weight_ = kMaxTerrainWeight;
  int max_weight = 1;
  for (int i = 0; i < 4; ++i) {
    const auto terrain = static_cast<Terrain>(i);
    if (!rules.capability.has(terrain)) continue;
    const int weight = rules.weights[static_cast<size_t>(i)];
    STRATA_CHECK(weight >= 1 && weight <= kMaxTerrainWeight);
    min_weight_ = std::min(min_weight_, weight);
    max_weight = std::max(max_weight, weight);
  }
  max_step_ = (info_.neighbours == 8 ? info_.diagonal : info_.straight) * static_cast<Cost>(max_weight);
  for (size_t letter = 0; letter < 256; ++letter) {
    const Terrain terrain = letter_terrains_.of(static_cast<char>(letter));
    weight_of_letter_[letter] = rules.capability.has(terrain) ? rules.weights[static_cast<size_t>(terrain)] : 0;
  }
  for (size_t d = 0; d < kDirections; ++d) offsets_[d] = kDirY[d] * width_ + kDirX[d];
  passable_count_ = 0;
  cells_of_weight_ = {map.cell_count()};
  weights_.assign(map.cell_count(), 0);
  moves_.assign(map.cell_count(), 0);
  update(map, map.bounds(), clearance);
}

Rect MoveGrid::update(const GridMap& map, const Rect& dirty, const Clearance* clearance) {
  STRATA_CHECK(map.width() == width_ && map.height() == height_);
  const int size = rules_.agent_size;
  STRATA_CHECK(size == 1 || (clearance != nullptr && clearance->built_for() == map.revision() &&
                             clearance->capability() == rules_.capability));
  built_for_ = map.revision();
  if (!dirty.empty()) count_work(static_cast<uint64_t>(dirty.width()) * static_cast<uint64_t>(dirty.height()));
  Rect changed;
  for (int y = dirty.y0; y < dirty.y1; ++y) {
    int first = dirty.x1;
    int last = -1;
    for (int x = dirty.x0; x < dirty.x1; ++x) {
      const CellId i = id({x, y});
      const uint8_t weight = size > 1 && clearance->at(i) < size ? 0 : weight_of(map.letter(i));
      if (weight == weights_[i]) continue;
      passable_count_ += static_cast<uint32_t>(weight != 0) - static_cast<uint32_t>(weights_[i] != 0);
      --cells_of_weight_[weights_[i]];
      ++cells_of_weight_[weight];
      weights_[i] = weight;
      first = std::min(first, x);
      last = x;
    }
    if (last >= 0) changed.include(Rect{first, y, last + 1, y + 1});
  }
  look_at_weights();
  const Rect around = changed.empty() ? changed : changed.grown(1).clipped(bounds());
  for (int y = around.y0; y < around.y1; ++y) {
    for (int x = around.x0; x < around.x1; ++x) moves_[id({x, y})] = compute_moves(x, y);
  }
  return changed;
}

void MoveGrid::look_at_weights() {
  int weights = 0;
  unit_weight_ = min_weight_;
  for (int weight = 1; weight <= kMaxTerrainWeight; ++weight) {
    if (cells_of_weight_[static_cast<size_t>(weight)] == 0) continue;
    ++weights;
    unit_weight_ = weight;
  }
  uniform_ = weights <= 1;
  if (!uniform_) unit_weight_ = min_weight_;
}

uint8_t MoveGrid::compute_moves(int x, int y) const {
  const CellId here = id({x, y});
  if (weights_[here] == 0) return 0;
  uint8_t open = 0;  // bit d: the neighbour in direction d is passable
  if (x > 0 && x + 1 < width_ && y > 0 && y + 1 < height_) {
    for (int d = 0; d < kDirections; ++d) open = static_cast<uint8_t>(open | (weights_[neighbour(here, d)] != 0) << d);
  } else {
    for (size_t d = 0; d < kDirections; ++d) {
      open = static_cast<uint8_t>(open | passable(Cell{x + kDirX[d], y + kDirY[d]}) << d);
    }
  }
  if (info_.neighbours == 4) return open & kStraightMoves;
  // Bits of the two straight neighbours of each diagonal: direction d lies between d - 1 and d + 1.
  const uint8_t straight = open & kStraightMoves;
  const auto before = static_cast<uint8_t>(straight << 1);
  const auto after = static_cast<uint8_t>(straight >> 1 | straight << 7);
  const uint8_t corner = info_.diagonal_needs_both ? before & after : before | after;
  return static_cast<uint8_t>(straight | (open & corner & ~kStraightMoves));
}

int MoveGrid::direction_between(CellId a, CellId b) const {
  const Cell ca = cell(a);
  const Cell cb = cell(b);
  for (size_t d = 0; d < kDirections; ++d) {
    if (cb.x - ca.x == kDirX[d] && cb.y - ca.y == kDirY[d]) return static_cast<int>(d);
  }
  return -1;
}

}  // namespace strata

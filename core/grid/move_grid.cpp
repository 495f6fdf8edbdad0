#include "core/grid/move_grid.hpp"

#include <algorithm>
#include <optional>

#include "core/base/check.hpp"
#include "core/base/work_count.hpp"
#include "core/grid/map_links.hpp"

namespace strata {
namespace {

// Computes the highest weights under agents of one size for one row of cells after the other, from the top. It stores
// the maxima along each row that an agent covers, so that a cell needs only two reads per row of the agent's square.
class MaxWeightUnderAgent {
 public:
  MaxWeightUnderAgent(const GridMap& map, const std::array<uint8_t, 256>& weight_of_letter, int size, const Rect& area)
      : map_(map),
        weight_of_letter_(weight_of_letter),
        size_(size),
        area_(area),
        next_row_(area.y0),
        letters_(static_cast<size_t>(area.width() + size - 1)),
        rows_(static_cast<size_t>(size), std::vector<uint8_t>(static_cast<size_t>(area.width()))),
        highest_(static_cast<size_t>(area.width())) {}

  // Returns the weights at row y of the area, from its left end on. Cells outside the map have weight 0.
  std::span<const uint8_t> row(int y) {
    while (next_row_ < y + size_) read_row(next_row_++);
    highest_ = rows_[0];
    for (size_t k = 1; k < rows_.size(); ++k) include(rows_[k].data(), highest_);
    return highest_;
  }

 private:
  static void include(const uint8_t* weights, std::vector<uint8_t>& highest) {
    for (size_t i = 0; i < highest.size(); ++i) highest[i] = std::max(highest[i], weights[i]);
  }
  void read_row(int y) {
    std::vector<uint8_t>& maxima = rows_[static_cast<size_t>(y % size_)];
    std::fill(maxima.begin(), maxima.end(), 0);
    if (y >= map_.height()) return;
    std::fill(letters_.begin(), letters_.end(), 0);
    const int end = std::min(area_.x1 + size_ - 1, map_.width());
    const CellId first = map_.id({area_.x0, y});
    for (int x = area_.x0; x < end; ++x) {
      const auto i = static_cast<CellId>(x - area_.x0);
      letters_[i] = weight_of_letter_[static_cast<uint8_t>(map_.letter(first + i))];
    }
    if (map_.has_weights()) {
      const uint8_t* own = map_.weights().data() + first;
      for (int x = area_.x0; x < end; ++x) {
        const auto i = static_cast<size_t>(x - area_.x0);
        if (letters_[i] != 0 && own[i] != 0) letters_[i] = own[i];
      }
    }
    for (size_t k = 0; k < static_cast<size_t>(size_); ++k) include(letters_.data() + k, maxima);
  }

  const GridMap& map_;
  const std::array<uint8_t, 256>& weight_of_letter_;
  int size_;
  Rect area_;
  int next_row_;
  std::vector<uint8_t> letters_;            // weights of the cells of one row; 0: blocked
  std::vector<std::vector<uint8_t>> rows_;  // by y modulo size
  std::vector<uint8_t> highest_;
};

}  // namespace

void MoveGrid::build(const GridMap& map, const Rules& rules, const Clearance* clearance) {
  STRATA_CHECK(rules.agent_size >= 1 && rules.agent_size <= kMaxAgentSize);
  rules_ = rules;
  letter_terrains_ = map.letter_terrains();
  info_ = profile_info(rules.profile);
  width_ = map.width();
  height_ = map.height();
  least_terrain_ = kMaxTerrainWeight;
  highest_terrain_ = 1;
  for (int i = 0; i < 4; ++i) {
    const auto terrain = static_cast<Terrain>(i);
    if (!rules.capability.has(terrain)) continue;
    const int weight = rules.weights[static_cast<size_t>(i)];
    STRATA_CHECK(weight >= 1 && weight <= kMaxTerrainWeight);
    least_terrain_ = std::min(least_terrain_, weight);
    highest_terrain_ = std::max(highest_terrain_, weight);
  }
  any_own_weights_ = false;
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
  links_ = map.links();
  if (dirty.empty()) return {};
  const Rect area = Rect{dirty.x0 - size + 1, dirty.y0 - size + 1, dirty.x1, dirty.y1}.clipped(bounds());
  count_work(static_cast<uint64_t>(area.width()) * static_cast<uint64_t>(area.height()));
  std::optional<MaxWeightUnderAgent> highest;
  const bool own_weights = map.has_weights();
  if (own_weights || (size > 1 && least_terrain_ != highest_terrain_)) {
    highest.emplace(map, weight_of_letter_, size, area);
  }
  Rect changed;
  for (int y = area.y0; y < area.y1; ++y) {
    const uint8_t* under = highest ? highest->row(y).data() : nullptr;
    int first = area.x1;
    int last = -1;
    for (int x = area.x0; x < area.x1; ++x) {
      const CellId i = id({x, y});
      uint8_t weight = 0;
      if (size == 1 || clearance->at(i) >= size) {
        weight = under != nullptr ? under[x - area.x0] : weight_of(map.letter(i));
      }
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
  look_at_weights(own_weights);
  const Rect around = changed.empty() ? changed : changed.grown(1).clipped(bounds());
  for (int y = around.y0; y < around.y1; ++y) {
    for (int x = around.x0; x < around.x1; ++x) moves_[id({x, y})] = compute_moves(x, y);
  }
  return changed;
}

// `has_weights`: the map has weights of single cells. The last of them may have just been taken away.
void MoveGrid::look_at_weights(bool has_weights) {
  const int highest = has_weights || any_own_weights_ ? kMaxCellWeight : kMaxTerrainWeight;
  any_own_weights_ = has_weights;
  int weights = 0;
  min_weight_ = least_terrain_;
  int max_weight = highest_terrain_;
  for (int weight = 1; weight <= highest; ++weight) {
    if (cells_of_weight_[static_cast<size_t>(weight)] == 0) continue;
    ++weights;
    unit_weight_ = weight;
    min_weight_ = std::min(min_weight_, weight);
    max_weight = std::max(max_weight, weight);
  }
  uniform_ = weights <= 1;
  if (weights != 1) unit_weight_ = min_weight_;
  max_step_ = longest_step() * static_cast<Cost>(max_weight);
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
  // Masks of the two straight neighbours of each diagonal: direction d lies between d - 1 and d + 1.
  const uint8_t straight = open & kStraightMoves;
  const auto before = static_cast<uint8_t>(straight << 1);
  const auto after = static_cast<uint8_t>(straight >> 1 | straight << 7);
  const uint8_t corner = info_.diagonal_needs_both ? before & after : before | after;
  return static_cast<uint8_t>(straight | (open & corner & ~kStraightMoves));
}

Cost MoveGrid::max_link_cost() const {
  return links_ != nullptr ? cost_of_link(rules_.profile, links_->max_length()) : 0;
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

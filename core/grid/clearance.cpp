#include "core/grid/clearance.hpp"

#include <algorithm>
#include <array>

#include "core/base/check.hpp"
#include "core/base/work_count.hpp"

namespace strata {

void Clearance::build(const GridMap& map, Capability capability) {
  capability_ = capability;
  width_ = map.width();
  height_ = map.height();
  values_.assign(map.cell_count(), 0);
  update(map, map.bounds());
}

// Updates rows upwards from the lowest changed letter, each from right to left, because a value depends on its right,
// lower and diagonal neighbours: the columns where letters or values below have changed, and further to the left
// while values change.
Rect Clearance::update(const GridMap& map, const Rect& dirty) {
  STRATA_CHECK(map.width() == width_ && map.height() == height_);
  built_for_ = map.revision();
  Rect changed;
  if (dirty.empty()) return changed;
  count_work(static_cast<uint64_t>(dirty.width()) * static_cast<uint64_t>(dirty.height()));
  std::array<bool, 256> open{};
  for (size_t letter = 0; letter < open.size(); ++letter) {
    open[letter] = capability_.has(map.letter_terrains().of(static_cast<char>(letter)));
  }
  const char* letters = map.letters().data();
  int below_first = width_;  // first and last changed column in the row below
  int below_last = -1;
  for (int y = dirty.y1 - 1; y >= 0; --y) {
    const bool letters_changed = y >= dirty.y0;
    if (!letters_changed && below_last < 0) break;
    int first = below_last < 0 ? width_ : std::max(below_first - 1, 0);
    int last = below_last;
    if (letters_changed) {
      first = std::min(first, dirty.x0);
      last = std::max(last, dirty.x1 - 1);
    }
    const size_t row = static_cast<size_t>(y) * static_cast<size_t>(width_);
    uint8_t* values = &values_[row];
    const uint8_t* below = y + 1 < height_ ? values + width_ : nullptr;
    int right = last + 1 < width_ ? values[last + 1] : 0;
    int diagonal = last + 1 < width_ && below != nullptr ? below[last + 1] : 0;
    int changed_first = width_;
    int changed_last = -1;
    for (int x = last; x >= 0; --x) {
      if (x < first && changed_first != x + 1) break;
      const int down = below != nullptr ? below[x] : 0;
      int value = 0;
      if (open[static_cast<uint8_t>(letters[row + static_cast<size_t>(x)])]) {
        value = std::min(1 + std::min({right, down, diagonal}), kMaxClearance);
      }
      if (values[x] != value) {
        values[x] = static_cast<uint8_t>(value);
        changed_first = x;
        changed_last = std::max(changed_last, x);
      }
      right = value;
      diagonal = down;
    }
    if (changed_last >= 0) changed.include(Rect{changed_first, y, changed_last + 1, y + 1});
    below_first = changed_first;
    below_last = changed_last;
  }
  return changed;
}

// Looks for the smallest square in which a cell cannot be entered: the square of side k + 1 is that of side k with one
// more column and row.
std::optional<Obstacle> limiting_obstacle(const GridMap& map, Capability capability, int agent_size, Cell at) {
  STRATA_CHECK(agent_size >= 1);
  std::optional<Obstacle> found;
  const auto look = [&](Cell c) {
    const bool outside = !map.contains(c);
    if (!outside && capability.has(map.terrain(c))) return false;
    found = Obstacle{c, outside, outside ? Terrain::kOut : map.terrain(c)};
    return true;
  };
  for (int k = 0; k < agent_size; ++k) {
    for (int i = 0; i < k; ++i) {
      if (look({at.x + k, at.y + i}) || look({at.x + i, at.y + k})) return found;
    }
    if (look({at.x + k, at.y + k})) return found;
  }
  return found;
}

}  // namespace strata

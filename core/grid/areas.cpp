#include "core/grid/areas.hpp"

#include <algorithm>

namespace strata {

namespace {

constexpr CellId kLook = 1u << 16;  // cells between two checks for a cancel

}  // namespace

// Returns the root of a run and halves the path to it.
uint32_t Areas::find_root(uint32_t run) {
  while (parent_[run] != run) {
    parent_[run] = parent_[parent_[run]];
    run = parent_[run];
  }
  return run;
}

void Areas::join(uint32_t a, uint32_t b) {
  a = find_root(a);
  b = find_root(b);
  if (a != b) parent_[std::max(a, b)] = std::min(a, b);
}

bool Areas::find(const MoveGrid& moves, const JobControl* control) {
  const CellId cells = moves.cell_count();
  area_.assign(cells, 0);
  parent_.assign(1, 0);
  for (CellId id = 0; id < cells; ++id) {
    if (id % kLook == 0 && control != nullptr && control->cancelled()) {
      area_.clear();
      return false;
    }
    if (!moves.passable(id)) continue;
    // Earlier neighbours, in the order of cells, have a run already; later ones will join it themselves.
    uint32_t own = 0;
    const uint8_t legal = moves.moves(id);
    for (int d = 0; d < kDirections; ++d) {
      if ((legal >> d & 1) == 0) continue;
      const CellId other = moves.neighbour(id, d);
      if (other > id) continue;
      if (own == 0) {
        own = area_[other];
      } else if (area_[other] != own) {
        join(own, area_[other]);
      }
    }
    if (own == 0) {
      own = static_cast<uint32_t>(parent_.size());
      parent_.push_back(own);
    }
    area_[id] = own;
  }
  // From here on the parent of every run is its root.
  for (uint32_t run = 1; run < parent_.size(); ++run) parent_[run] = parent_[parent_[run]];
  return true;
}

}  // namespace strata

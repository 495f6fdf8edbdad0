#include "core/grid/areas.hpp"

#include "core/base/disjoint_sets.hpp"

namespace strata {

namespace {

constexpr CellId kLook = 1u << 16;  // cells between two checks for a cancel

}  // namespace

bool ConnectedAreas::find(const MoveGrid& moves, const JobControl* control) {
  const CellId cells = moves.cell_count();
  area_.assign(cells, 0);
  parent_.assign(1, 0);
  for (CellId id = 0; id < cells; ++id) {
    if (id % kLook == 0 && control != nullptr && control->cancelled()) {
      area_.clear();
      return false;
    }
    if (!moves.passable(id)) continue;
    // Earlier neighbours, in the order of cells, already have a run; later ones will join this run themselves.
    uint32_t own = 0;
    const uint8_t legal = moves.moves(id);
    for (int d = 0; d < kDirections; ++d) {
      if ((legal >> d & 1) == 0) continue;
      const CellId other = moves.neighbour(id, d);
      if (other > id) continue;
      if (own == 0) {
        own = area_[other];
      } else if (area_[other] != own) {
        join_sets(parent_, own, area_[other]);
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

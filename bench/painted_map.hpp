// Purpose: PaintedMap is a map that the commands `repair` and `flow` paint, with its moves.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>

#include "core/grid/clearance.hpp"
#include "core/grid/grid_map.hpp"
#include "core/grid/move_grid.hpp"

namespace strata::bench {

class PaintedMap {
 public:
  PaintedMap(GridMap map, const Rules& rules) : map_(std::move(map)) {
    if (rules.agent_size > 1) clearance_.emplace().build(map_, rules.capability);
    moves_.build(map_, rules, clearance());
  }
  // Returns the bounds of the cells whose moves have changed.
  Rect paint(const Edit& edit) {
    Rect dirty = map_.apply(edit).dirty;
    if (clearance_) dirty.include(clearance_->update(map_, dirty));
    return moves_.update(map_, dirty, clearance());
  }
  // Returns whether an edit changes cells of this rectangle.
  bool touches(const Edit& edit, const Rect& rect) const {
    return std::ranges::any_of(edit.runs, [&](const CellRun& run) {
      for (CellId cell = run.first; cell < run.first + run.count; ++cell) {
        if (rect.contains(map_.cell(cell))) return true;
      }
      return false;
    });
  }
  const GridMap& map() const { return map_; }
  const MoveGrid& moves() const { return moves_; }

 private:
  const Clearance* clearance() const { return clearance_ ? &*clearance_ : nullptr; }

  GridMap map_;
  std::optional<Clearance> clearance_;
  MoveGrid moves_;
};

}  // namespace strata::bench

// Purpose: CornerViews gives access to how far each cell sees (core/ch/corner_map.hpp) by plain pointers, on the host
//          and on a device.
// Shapes: A cell has four views in straight directions and four in diagonal ones, by direction / 2. A view is twice the
//         number of steps to the first corner, less one; or twice the number of free steps, if a wall comes before any
//         corner. Half of it, rounded down, is the number of free cells before.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/check.hpp"
#include "core/grid/cell.hpp"

namespace strata {

struct CornerViews {
  using View = uint16_t;
  const View* straight = nullptr;
  const View* diagonal = nullptr;

  static constexpr bool ends_at_corner(View view) { return (view & 1) != 0; }
  static constexpr uint32_t steps_of(View view) { return (view + 1u) / 2; }
  static constexpr uint32_t free_before(View view) { return view / 2u; }

  // Returns whether no obstacle blocks the path with a diagonal and then a straight part between two cells.
  STRATA_HD bool sees(Cell from, Cell to, CellId start, int32_t map_width) const {
    const int32_t dx = to.x - from.x, dy = to.y - from.y;
    const auto wide = static_cast<uint32_t>(dx < 0 ? -dx : dx), tall = static_cast<uint32_t>(dy < 0 ? -dy : dy);
    const uint32_t diagonal_steps = wide < tall ? wide : tall;
    const int32_t right = dx < 0 ? -1 : 1, down = dy < 0 ? -map_width : map_width;
    CellId at = start;
    const uint32_t slant = dx < 0 ? (dy < 0 ? 3 : 2) : (dy < 0 ? 0 : 1);
    if (!goes(diagonal, slant, diagonal_steps, right + down, at)) return false;
    if (wide > tall) return goes(straight, dx < 0 ? 3 : 1, wide - tall, right, at);
    return goes(straight, dy < 0 ? 0 : 2, tall - wide, down, at);
  }

 private:
  // Goes from corner to corner in one direction. Returns false if a wall comes before `length` steps.
  STRATA_HD static bool goes(const View* views, uint32_t side, uint32_t length, int32_t offset, CellId& at) {
    for (uint32_t left = length; left > 0;) {
      const View ahead = views[static_cast<size_t>(at) * 4 + side];
      const uint32_t far = (ahead + 1u) / 2;
      const uint32_t steps = left < far ? left : far;
      if (steps < left && (ahead & 1) == 0) return false;
      at += static_cast<CellId>(offset) * steps;
      left -= steps;
    }
    return true;
  }
};

}  // namespace strata

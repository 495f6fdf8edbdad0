#include "core/grid/random_stroke.hpp"

#include <iterator>

#include "core/base/rng.hpp"
#include "core/grid/move_grid.hpp"
#include "core/grid/shapes.hpp"

namespace strata {

Edit random_stroke(const GridMap& map, const Rules& rules, int radius, Rng& rng) {
  constexpr char kDrawn[] = {'@', '@', '@', 'T', 'W', 'S'};
  const Cell from{rng.between(0, map.width() - 1), rng.between(0, map.height() - 1)};
  const int reach = radius + 2;
  const Cell to{from.x + rng.between(-reach, reach), from.y + rng.between(-reach, reach)};
  const Brush brush{radius, rng.percent(70) ? BrushShape::kRound : BrushShape::kSquare};
  if (map.has_weights() && rng.percent(40)) {
    const int weight = rng.percent(30) ? 0 : rng.between(1, kMaxCellWeight);
    return with_weight(brush_line(map, from, to, brush, '.'), weight);
  }
  const char drawn = kDrawn[rng.below(std::size(kDrawn))];
  const char letter = rules.capability.has(map.terrain(from)) ? drawn : '.';
  return brush_line(map, from, to, brush, letter);
}

}  // namespace strata

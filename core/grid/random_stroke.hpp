// Purpose: random_stroke draws the brush strokes of an edit storm: `strata-bench edits` and the app measure updates by
//          the same strokes.
// Units: Cells.
#pragma once

#include "core/grid/grid_map.hpp"

namespace strata {

class Rng;
struct Rules;

// Returns a short drag of a brush with this radius. It draws where an agent can stand and erases elsewhere, so that the
// map neither fills nor empties. On a map with weights of single cells, some strokes give cells weights or take them.
Edit random_stroke(const GridMap& map, const Rules& rules, int radius, Rng& rng);

}  // namespace strata

// Purpose: automatic_options chooses the options of HPA* for a map: cluster size, levels, stored paths, and on small
//          maps the spacing of transitions.
// Source: Measured on the 239 maps of the MovingAI sets bg, bg512, dao, sc1, wc3, mazes, random and rooms, and of the
//         paper on RSR (adaptive-depth): 26 options in turns with the published ones, 100 queries a map, the fastest of
//         three rounds; checked with other queries (docs/benchmarks.md). `strata-bench queries --automatic` repeats the
//         comparison. Larger clusters were faster on the largest maps; these keep builds and edits short.
// Differs: Botea, Müller, Schaeffer 2004 have clusters of 10 on one level without stored paths, on every map. Their
//          entrances stay, and on all but small maps their transitions.
// Units: Sides in cells.
#pragma once

#include "core/base/automatic_options.hpp"
#include "core/hpa/hpa_options.hpp"

namespace strata {

class MoveGrid;

using AutomaticHpaOptions = AutomaticOptions<HpaOptions>;

// Reads the sides and the borders of at most some thousand clusters; equal moves give equal options.
AutomaticHpaOptions automatic_options(const MoveGrid& moves);

}  // namespace strata

// Purpose: automatic_landmark_options chooses the number of landmarks for a map.
// Source: Measured on some maps of the MovingAI sets, which have all shaped the rule (docs/benchmarks.md).
// Differs: Sturtevant, Geisberger 2010 have 10 landmarks on every map. More landmarks than are chosen here expanded
//          fewer nodes on large maps, but a build takes time and memory in proportion to their number.
#pragma once

#include "core/alt/landmarks.hpp"
#include "core/base/automatic_options.hpp"

namespace strata {

// Equal moves give equal options. The landmarks are placed automatically, and fit into Landmarks::kMaxBytes if the
// published number does.
AutomaticOptions<LandmarkOptions> automatic_landmark_options(const MoveGrid& moves);

}  // namespace strata

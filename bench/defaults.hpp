// Purpose: This header defines the default options of the bench program's command line.
#pragma once

#include "core/hpa/hpa.hpp"
#include "core/search/plan.hpp"

namespace strata::bench {

// The defaults of HPA*, chosen on game maps of 512x512: the fastest options whose paths are within 3 % of the optimum
// before smoothing. The paper's own setting is --cluster 10 --spacing 0 --cache off.
inline constexpr HpaOptions kHpaDefaults = {.cluster_size = 32,
                                            .entrance_threshold = 6,
                                            .transition_spacing = 16,
                                            .cache_paths = true,
                                            .levels = 1,
                                            .level_factor = 2};
// The defaults of HPA* under next-hop tables: a cluster of 16 takes 32 KB of first moves, and has so few nodes that a
// table of all distances between them is small.
inline constexpr HpaOptions kTablesHpaDefaults = {.cluster_size = 16,
                                                  .entrance_threshold = 6,
                                                  .transition_spacing = 0,
                                                  .cache_paths = false,
                                                  .levels = 1,
                                                  .level_factor = 2};
inline constexpr int kHaaCluster = 10;
inline constexpr int kLandmarks = 10;
inline constexpr int kLevelPairs = 1000;     // number of random pairs on a level
inline constexpr int kAmortisedStarts = 10;  // number of starts for each goal that is linked once
inline constexpr bool kSmooth = true;
inline constexpr int kRounds = 3;
inline constexpr uint64_t kSeed = 1;

}  // namespace strata::bench

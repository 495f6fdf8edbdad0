// Purpose: What the bench program assumes where the command line says nothing.
#pragma once

#include "core/hpa/hpa.hpp"
#include "core/search/plan.hpp"

namespace strata::bench {

inline constexpr HpaOptions kHpaDefaults = {.cluster_size = 10, .entrance_threshold = 6, .cache_paths = true};
inline constexpr bool kSmooth = true;
inline constexpr int kRounds = 3;
inline constexpr uint64_t kSeed = 1;

}  // namespace strata::bench

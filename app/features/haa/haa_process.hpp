// Purpose: The construction of the graph of HAA*, step by step: entrances of each terrain set and size, transitions,
//          intra-edges, and the edges that dominance drops.
// Source: Harabor, Botea 2008, section 5; core/haa/haa_build_code.hpp.
#pragma once

#include "app/lab/feature.hpp"

namespace strata {

extern const Feature kHaaProcessFeature;
extern const Process kHaaConstruction;

}  // namespace strata

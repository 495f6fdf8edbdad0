// Purpose: This header declares the process that steps through the construction of HAA*'s graph: entrances of each
//          terrain set and size, transitions, intra-edges, and the edges removed by dominance.
// Source: Harabor, Botea 2008, section 5; core/haa/haa_build_code.hpp.
#pragma once

#include "app/lab/feature.hpp"

namespace strata {

extern const Feature kHaaProcessFeature;
extern const SteppedProcess kHaaConstruction;

}  // namespace strata

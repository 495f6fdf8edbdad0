// Purpose: This header declares the process that steps through the construction of HPA*: clusters, entrances,
//          transitions, and the edges of each level.
// Source: Botea, Müller, Schaeffer 2004, figure 9; core/hpa/hpa_build_code.hpp.
#pragma once

#include "app/lab/feature.hpp"

namespace strata {

extern const Feature kHpaProcessFeature;
extern const SteppedProcess kHpaConstruction;

// Returns whether the construction of HPA* is stepped. If so, the layers draw only what has been constructed
// up to the cursor.
bool hpa_is_constructed(const Lab& lab);

}  // namespace strata

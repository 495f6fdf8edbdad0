// Purpose: The construction of HPA*, step by step: clusters, entrances, transitions, and the edges of each level.
// Source: Botea, Müller, Schaeffer 2004, figure 9; core/hpa/hpa_build_code.hpp.
#pragma once

#include "app/lab/feature.hpp"

namespace strata {

extern const Feature kHpaProcessFeature;
extern const Process kHpaConstruction;

// Returns whether the construction is stepped: then only what it has built so far is drawn of HPA*.
bool hpa_is_constructed(const Lab& lab);

}  // namespace strata

// Purpose: The construction of the tables of HNA* and PCCP, step by step: groups, searches from inter-edges,
// intra-edges,
//          and the stored paths of polygons.
// Source: Rahmani, Pelechano 2020, section 4; core/hna/hna_build_code.hpp.
#pragma once

#include "app/lab/feature.hpp"

namespace strata {

extern const Feature kHnaProcessFeature;
extern const Process kHnaConstruction;

}  // namespace strata

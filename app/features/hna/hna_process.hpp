// Purpose: This header declares the process that steps through the construction of the tables of HNA* and PCCP: groups,
//          searches from inter-edges, intra-edges, and the stored paths of polygons.
// Source: Rahmani, Pelechano 2020, section 4; core/hna/hna_build_code.hpp.
#pragma once

#include "app/lab/feature.hpp"

namespace strata {

extern const Feature kHnaProcessFeature;
extern const SteppedProcess kHnaConstruction;

}  // namespace strata

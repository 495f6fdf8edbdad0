// Purpose: automatic_hna_options chooses the number of levels and the size of groups for a navigation mesh.
// Source: Measured on some maps of the MovingAI sets, which have all shaped the rule (docs/benchmarks.md).
// Differs: Rahmani, Pelechano 2020 compare numbers of levels and sizes of groups on each mesh and give no rule.
// Units: Sizes in polygons.
#pragma once

#include "core/base/automatic_options.hpp"
#include "core/hna/hna.hpp"

namespace strata {

// Equal meshes give equal options. HnaOptions::costs stays as by default.
AutomaticOptions<HnaOptions> automatic_hna_options(const NavMesh& mesh);

}  // namespace strata

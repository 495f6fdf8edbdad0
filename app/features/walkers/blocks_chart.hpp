// Purpose: A chart of the blocks of a batch on the mesh: what each agent links and searches.
// Source: Rahmani, Pelechano 2020, listing of MA-HNA*: a block for each agent, whose threads link start and goal at the
//         same time, wait for each other, and then search.
#pragma once

#include <array>

#include "app/lab/chart.hpp"

namespace strata {

extern const std::array<FeatureChart, 1> kBlockCharts;

}  // namespace strata

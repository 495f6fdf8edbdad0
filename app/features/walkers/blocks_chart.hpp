// Purpose: This header declares a chart of a batch of queries that CUDA blocks answer on the navigation mesh, one agent
//          per block: the nodes that each expands to connect start and goal, and to search.
// Source: Rahmani, Pelechano 2020, listing of MA-HNA*: one block per agent, whose threads connect start and goal in
//         parallel, synchronise, and then search.
#pragma once

#include <array>

#include "app/lab/chart.hpp"

namespace strata {

extern const std::array<FeatureChart, 1> kBlockCharts;

}  // namespace strata

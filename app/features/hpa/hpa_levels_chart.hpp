// Purpose: This header declares a chart that compares HPA* with 1 to 4 levels: the effort of the query in each
//          phase of the search.
#pragma once

#include <array>

#include "app/lab/chart.hpp"

namespace strata {

extern const std::array<FeatureChart, 1> kHpaLevelCharts;

}  // namespace strata

// Purpose: The chart of the effort of HPA* by phase, for hierarchies of 1 to 4 levels.
#pragma once

#include <array>

#include "app/lab/chart.hpp"

namespace strata {

extern const std::array<FeatureChart, 1> kHpaLevelCharts;

}  // namespace strata

// Purpose: The chart of the packed hierarchy: how many bytes of each block its parts take.
// Source: Sturtevant, Geisberger 2010, figure 7; core/ch/ch_mobile.hpp.
#pragma once

#include <array>

#include "app/lab/chart.hpp"

namespace strata {

extern const std::array<FeatureChart, 1> kPackedCharts;

}  // namespace strata

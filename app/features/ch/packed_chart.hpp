// Purpose: This header declares a chart of a contraction hierarchy that is packed into blocks of bytes: how many bytes
//          nodes and arcs take in each block.
// Source: Sturtevant, Geisberger 2010, figure 7; core/ch/ch_mobile.hpp.
#pragma once

#include <array>

#include "app/lab/chart.hpp"

namespace strata {

extern const std::array<FeatureChart, 1> kPackedCharts;

}  // namespace strata

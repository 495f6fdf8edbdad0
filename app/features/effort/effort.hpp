// Purpose: The effort of the planners that are compared: which phase of each search expands how many nodes, as a chart.
#pragma once

#include "app/lab/feature.hpp"

namespace strata {

extern const Feature kEffortFeature;

}  // namespace strata

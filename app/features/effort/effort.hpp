// Purpose: This header declares a chart of the effort of the compared planners: the nodes expanded in each phase
//          of their searches.
#pragma once

#include "app/lab/feature.hpp"

namespace strata {

extern const Feature kEffortFeature;

}  // namespace strata

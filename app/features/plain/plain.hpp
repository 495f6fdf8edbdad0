// Purpose: The plain searches: A* and what is taught beside it, and jump points. Their tab is in plain_panel.hpp.
#pragma once

#include "app/lab/feature.hpp"

namespace strata {

extern const Feature kPlainFeature;

}  // namespace strata

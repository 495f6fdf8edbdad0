// Purpose: The construction of rooms, step by step: bounds, the heap, the rooms that are cut, what they prune, and the
//          edges across them.
// Source: Harabor, Botea 2010, section 3; core/rooms/rooms_build_code.hpp.
#pragma once

#include "app/lab/feature.hpp"

namespace strata {

extern const Feature kRoomsProcessFeature;
extern const Process kRoomsConstruction;

}  // namespace strata

// Purpose: This header declares the process that steps through the construction of rooms: bounds, the heap, the rooms
//          cut out, their pruned interiors, and macro edges.
// Source: Harabor, Botea 2010, section 3; core/rooms/rooms_build_code.hpp.
#pragma once

#include "app/lab/feature.hpp"

namespace strata {

extern const Feature kRoomsProcessFeature;
extern const SteppedProcess kRoomsConstruction;

}  // namespace strata

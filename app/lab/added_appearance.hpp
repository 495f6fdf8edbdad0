// Purpose: set_added_appearance gives a planner that a user has added (core/world/added_planner.hpp) its colour, dash
// and
//          words, in the whole program.
// Threads: The main thread calls it.
#pragma once

#include "app/lab/planner_appearance.hpp"

namespace strata {

void set_added_appearance(const PlannerAppearance& appearance);

}  // namespace strata

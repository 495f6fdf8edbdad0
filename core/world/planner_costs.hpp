// Purpose: These functions say what the structures that a planner depends on have cost: the time of their full builds,
//          and the time that an edit takes.
// Units: Microseconds. The moves, which all planners need, are not counted.
#pragma once

#include <span>
#include <vector>

#include "core/world/planners.hpp"
#include "core/world/world.hpp"

namespace strata {

// What their last full builds took; below 0: one of them has not been built yet.
double prepare_micros(const World& world, const Planner& planner);

// What one edit, or one stroke, made every structure spend.
struct EditCosts {
  std::vector<double> micros = std::vector<double>(kStructures, 0.0);  // by structure
  void add(const EditReport& report);
};
// The median over these strokes of what the structures under the planner spent. Landmarks and contraction hierarchies
// that are made anew in the background cost what a full build does. Below 0: nothing was painted yet.
double edit_micros(const World& world, const Planner& planner, std::span<const EditCosts> strokes);

}  // namespace strata

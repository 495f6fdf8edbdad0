// Purpose: These functions say what the structures that a planner depends on have cost: the time of their full builds,
//          and the time that an edit takes.
// Units: Microseconds. The moves, which all planners need, are not counted.
#pragma once

#include <span>
#include <vector>

#include "core/world/planners.hpp"
#include "core/world/world.hpp"

namespace strata {

// Returns the sum of the last full builds of the structures under the planner. Below 0: one of them was never built.
double prepare_micros(const World& world, const Planner& planner);

// The time that every structure spent on one edit or stroke.
struct EditCosts {
  std::vector<double> micros = std::vector<double>(kStructures, 0.0);  // by structure
  void add(const EditReport& report);
};
// Returns the median over these strokes of the time that the structures under the planner spent. Landmarks and
// contraction hierarchies that are rebuilt in the background count as a full build. Below 0: nothing was painted yet.
double edit_micros(const World& world, const Planner& planner, std::span<const EditCosts> strokes);

}  // namespace strata

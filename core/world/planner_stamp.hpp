// Purpose: A stamp is one line of text with everything that influences the answer of a planner. While the stamp stays
//          the same, so do the answer and the recorded search.
// Shapes: Stamps are only for comparison. Different worlds may have equal stamps, and work in progress does not count:
//         a planner whose structure is not ready gives no answer.
#pragma once

#include <string>

#include "core/world/planners.hpp"
#include "core/world/world.hpp"

namespace strata {

// Returns a stamp of map, rules and query, and the planner's own stamp.
std::string planner_stamp(const World& world, const Planner& planner, const PlanQuery& query,
                          const PlanOptions& options);
// Returns a stamp of all options of planning.
std::string options_stamp(const PlanOptions& options);
// Returns the stamp of one structure: its options, and its version if map and options do not determine its result.
std::string structure_stamp(const World& world, StructureId structure);

}  // namespace strata

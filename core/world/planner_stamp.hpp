// Purpose: A stamp is one line of text with all that the answer of a planner depends on. While the line stays the same,
//          so do the answer and the recorded search.
// Shapes: The line is for comparison only. It does not tell one world from another, and says nothing about work in
//         progress: a planner whose structure is not ready has no answer.
#pragma once

#include <string>

#include "core/world/planners.hpp"
#include "core/world/world.hpp"

namespace strata {

// Returns a stamp of map, rules and query, with the planner's own stamp.
std::string planner_stamp(const World& world, const Planner& planner, const Query& query, const PlanOptions& options);
// Returns a stamp of all options of planning.
std::string options_stamp(const PlanOptions& options);
// Returns the stamp of one structure: its options, and its version if the same map and options may give another result.
std::string structure_stamp(const World& world, StructureId structure);

}  // namespace strata

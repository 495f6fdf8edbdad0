// Purpose: answer_fault checks the answer of a planner to a query: every step of its path, its cost, and its form.
#pragma once

#include <optional>
#include <string>

#include "bench/query_set.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/planners.hpp"

namespace strata::bench {

// Returns why an answer to this query with these options is wrong; nothing if it is correct. An answer by turning
// points or by its cost is held against the answer by cells.
std::optional<std::string> answer_fault(const World& world, const Planner& planner, const ReferenceQuery& reference,
                                        const PlanResult& result, const QueryOptions& options,
                                        const PlanOptions& plan_options, Workspace& workspace);

}  // namespace strata::bench

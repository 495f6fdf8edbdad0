// Purpose: These functions are shared by the rows of the table of planners, each of which is defined with its family
//          (planners_*.cpp).
#pragma once

#include "core/search/trace.hpp"
#include "core/search/workspace.hpp"
#include "core/world/planner_stamp.hpp"
#include "core/world/planners.hpp"

namespace strata::planner_rows {

// Returns the stamp of a planner that depends on one structure and on all options.
template <StructureId kOn>
std::string stamp(const World& world, const PlanOptions& options) {
  return options_stamp(options) + " | " + structure_stamp(world, kOn);
}

// Clears the trace, if there is one, and returns it.
inline Trace* cleared(Trace* trace) {
  if (trace != nullptr) trace->clear();
  return trace;
}

// Calls plan(grid, query, options, workspace, result, trace) of the structure.
template <StructureId kNeeds, class Built>
void plan_built(const World& world, const Built& built, const PlanQuery& query, const PlanOptions& options,
                Workspace& workspace, PlanResult& result, Trace* trace) {
  if (!world.has(kNeeds)) return result.clear(PlanStatus::kStale);
  built.plan(world.moves(), query, options, workspace, result, cleared(trace));
}

}  // namespace strata::planner_rows

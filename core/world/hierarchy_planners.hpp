// Purpose: Plans over the contraction hierarchies of a world, for its table of planners.
// Source: Sturtevant, Geisberger 2010; Dibbelt, Strasser, Wagner 2014.
// Differs: Over an abstract graph the hierarchy finds the way between nodes; linking, refinement and smoothing are
//          those of HPA* or of sectors.
#pragma once

#include "core/search/plan.hpp"
#include "core/search/trace.hpp"
#include "core/world/world.hpp"

namespace strata {

// `trace` may be null.
void plan_by_ch(const World& world, const Query& query, const PlanOptions& options, Workspace& workspace,
                PlanResult& result, Trace* trace);
void plan_by_cch(const World& world, const Query& query, const PlanOptions& options, Workspace& workspace,
                 PlanResult& result, Trace* trace);

}  // namespace strata

// Purpose: This header declares the rows of the table of planners and what they share. Each row is defined beside its
//          family (planners_*.cpp).
#pragma once

#include "core/search/trace.hpp"
#include "core/search/workspace.hpp"
#include "core/world/planner_stamp.hpp"
#include "core/world/planners.hpp"

namespace strata::planner_rows {

Planner dijkstra();
Planner astar();
Planner bfs();            // breadth-first
Planner best_first();     // greedy
Planner bidirectional();  // A* from both ends
Planner theta();          // at any angle
Planner jps();
Planner hpa1();  // on one level
Planner hpa2();
Planner hpa3();
Planner hpa4();
Planner haa_high();
Planner haa_low();
Planner rooms();
Planner sectors();
Planner alt();
Planner ch();
Planner cch();
Planner labels();
Planner tables();
Planner navmesh();   // A* over portals
Planner polyanya();  // any-angle and optimal
Planner hna1();      // HNA* on one level
Planner hna2();
Planner hna3();
Planner pccp();
Planner detour();  // Detour's own search, on the meshes of levels

// Returns the stamp of a planner that depends on one structure and may read every option.
template <StructureId kOn>
std::string stamp(const World& world, const PlanOptions& options) {
  return options_stamp(options) + " | " + structure_stamp(world, kOn);
}

// Calls the structure's own plan(grid, query, options, workspace, result[, trace]).
template <StructureId kNeeds, class Built>
void plan_built(const World& world, const Built& built, const Query& query, const PlanOptions& options,
                Workspace& workspace, PlanResult& result, Trace* trace) {
  if (!world.has(kNeeds)) {
    result.clear(PlanStatus::kStale);
  } else if (trace == nullptr) {
    built.plan(world.moves(), query, options, workspace, result);
  } else {
    trace->clear();
    built.plan(world.moves(), query, options, workspace, result, *trace);
  }
}

}  // namespace strata::planner_rows

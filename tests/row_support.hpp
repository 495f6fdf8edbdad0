// Purpose: row_fault checks a planner's answer in the comparison: it must be a legal path with the reported cost.
#pragma once

#include <optional>
#include <string>

#include "app/lab/lab.hpp"
#include "core/navmesh/mesh_path_check.hpp"
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/map_navmesh.hpp"

namespace strata::test {

// Returns what is wrong with the path of a row; nullopt: nothing is.
inline std::optional<std::string> row_fault(const World& world, const PlanQuery& query, const PlannerRow& row) {
  if (!row.planner->any_angle) {
    return path_fault(world.moves(), row.result.path, query.start, query.goal, row.result.cost);
  }
  const Cost unit = world.moves().base(0) * static_cast<Cost>(world.moves().unit_weight());
  const MapNavmesh& mesh = world.get<MapNavmesh>();
  // A path over the mesh of a level, or for a radius, is checked on the mesh; any other path on the cells.
  const bool of_cells = mesh.level_mesh() == nullptr && row.result.units == 1;
  if (!of_cells && row.planner->needs != StructureId::kMoves) {
    // The cost is the length rounded up, and the costs of the links.
    return mesh_path_fault(mesh.mesh(), {mesh.end_at(query.start), mesh.end_at(query.goal)}, row.result.points,
                           cost_of_lines(world.moves(), row.result) / unit, 1.0 / unit, row.result.links_at);
  }
  return points_fault(world.moves(), row.result.points, query.start, query.goal, unit, row.result.cost,
                      row.result.links_at);
}

// Returns whether the planner is optimal with the present options: A* is with an admissible heuristic.
inline bool finds_optimum_here(const Lab& lab, const Planner& planner) {
  const PlanOptions& plan = lab.state().plan_options();
  return finds_optimum(lab.world(), planner) &&
         (&planner != &optimum_planner() || is_admissible(plan.heuristic, lab.world().rules().profile, plan.weight));
}

}  // namespace strata::test

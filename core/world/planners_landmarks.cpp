// This file defines the planner A* with landmarks (ALT).
#include "core/alt/alt_code.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/map_landmarks.hpp"
#include "core/world/planner_rows.hpp"

namespace strata::planner_rows {
namespace {

constexpr PlannerFamily kLandmarks{.name = "Landmarks"};

void plan_landmarks(const World& world, const PlanQuery& query, const PlanOptions&, Workspace& workspace,
                    PlanResult& result, Trace* trace) {
  world.get<MapLandmarks>().landmarks().plan(world.moves(), query, workspace, result, cleared(trace));
}

}  // namespace

Planner alt() {
  return {.name = "alt",
          .title = "A* + landmarks",
          .source = "Goldberg, Harrelson 2005",
          .family = &kLandmarks,
          .optimal = true,
          .profiles = {true, true, true},
          .uniform_only = false,
          .needs = StructureId::kLandmarks,
          .links = true,
          .pseudo_code = &alt_code::kCode,
          .plan = plan_landmarks,
          .stamp = stamp<StructureId::kLandmarks>};
}

}  // namespace strata::planner_rows

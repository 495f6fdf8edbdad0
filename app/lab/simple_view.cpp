#include "app/lab/simple_view.hpp"

#include <algorithm>

#include "app/lab/feature.hpp"
#include "app/lab/menu_model.hpp"
#include "core/world/added_planner.hpp"

namespace strata {

bool is_simple(const Planner& planner) {
  return planner.name == "astar" || planner.name == "jps" || planner.needs == StructureId::kHpa || is_added(planner);
}

bool is_listed(const LabState& state, const Planner& planner) { return !state.simple || is_simple(planner); }

bool is_listed(const LabState& state, const LayerGroup& group) {
  return !state.simple || group.structure == StructureId::kMoves;
}

bool offers_settings(const LabState& state, const Feature& feature) {
  return !state.simple || feature.structure == StructureId::kMoves;
}

size_t unlisted_planners(const LabState& state) {
  return static_cast<size_t>(std::ranges::count_if(state.rows, [&](const PlannerRow& row) {
    return (row.shown || state.traced == row.planner->name) && !is_listed(state, *row.planner);
  }));
}

}  // namespace strata

// This file defines the planners that repair their last search: LPA* and D* Lite.
#include "core/search/incremental_code.hpp"
#include "core/world/map_repairs.hpp"
#include "core/world/planner_rows.hpp"
#include "core/world/world.hpp"

namespace strata::planner_rows {
namespace {

constexpr PlannerFamily kRepairing{.name = "Repaired searches"};

template <IncrementalMethod kMethod>
void plan_repairing(const World& world, const PlanQuery& query, const PlanOptions&, Workspace& workspace,
                    PlanResult& result, Trace* trace) {
  if (trace != nullptr) trace->clear();
  if (!world.has(StructureId::kRepairs)) return result.clear(PlanStatus::kStale);
  world.get<MapRepairs>().plan(kMethod, world.moves(), query, workspace, result, trace);
}

Planner repairing(std::string_view name, std::string_view title) {
  return {.name = name,
          .title = title,
          .source = {},
          .family = &kRepairing,
          .optimal = true,
          .profiles = {true, true, true},
          .uniform_only = false,
          .needs = StructureId::kRepairs,
          .links = true,
          .pseudo_code = nullptr,
          .plan = nullptr,
          .stamp = stamp<StructureId::kRepairs>};
}

}  // namespace

Planner lpa() {
  Planner row = repairing("lpa", "LPA*");
  row.source = "Koenig, Likhachev, Furcy 2004";
  row.pseudo_code = &LpaStar::pseudo_code();
  row.plan = plan_repairing<IncrementalMethod::kLpaStar>;
  return row;
}

Planner dlite() {
  Planner row = repairing("dlite", "D* Lite");
  row.source = "Koenig, Likhachev 2002";
  row.pseudo_code = &DStarLite::pseudo_code();
  row.plan = plan_repairing<IncrementalMethod::kDStarLite>;
  return row;
}

}  // namespace strata::planner_rows

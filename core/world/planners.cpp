#include "core/world/planners.hpp"

#include <array>

#include "core/search/grid_search.hpp"
#include "core/search/pseudo_code.hpp"

namespace strata {
namespace {

template <Guidance kGuidance>
void plan_flat(const World& world, const Query& query, const PlanOptions&, Workspace& workspace, PlanResult& result,
               Trace* trace) {
  if (trace == nullptr) {
    plan_on_grid(world.moves(), kGuidance, query, workspace, result);
  } else {
    trace->clear();
    plan_on_grid(world.moves(), kGuidance, query, workspace, result, *trace);
  }
}

void plan_hpa(const World& world, const Query& query, const PlanOptions& options, Workspace& workspace,
              PlanResult& result, Trace* trace) {
  if (trace == nullptr) {
    world.hpa().plan(world.moves(), query, options, workspace, result);
  } else {
    trace->clear();
    world.hpa().plan(world.moves(), query, options, workspace, result, *trace);
  }
}

constexpr std::array kPlanners = {
    Planner{"dijkstra",
            "Dijkstra",
            "Dijkstra 1959",
            true,
            {true, true, true},
            false,
            plan_flat<Guidance::kNone>,
            [] { return grid_search_pseudo_code(false); }},
    Planner{"astar",
            "A*",
            "Hart, Nilsson, Raphael 1968",
            true,
            {true, true, true},
            false,
            plan_flat<Guidance::kDistance>,
            [] { return grid_search_pseudo_code(true); }},
    Planner{
        "hpa1", "HPA*", "Botea, Müller, Schaeffer 2004", false, {true, true, true}, true, plan_hpa, hpa_pseudo_code},
};

}  // namespace

std::span<const Planner> planners() { return kPlanners; }

const Planner* planner_named(std::string_view name) {
  for (const Planner& planner : kPlanners) {
    if (planner.name == name) return &planner;
  }
  return nullptr;
}

}  // namespace strata

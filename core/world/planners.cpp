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

template <int kLevels>
void plan_hpa(const World& world, const Query& query, const PlanOptions& options, Workspace& workspace,
              PlanResult& result, Trace* trace) {
  if (world.hpa().levels() < kLevels) {
    result.clear(PlanStatus::kStale);
    return;
  }
  PlanOptions own = options;
  own.levels = kLevels;
  if (trace == nullptr) {
    world.hpa().plan(world.moves(), query, own, workspace, result);
  } else {
    trace->clear();
    world.hpa().plan(world.moves(), query, own, workspace, result, *trace);
  }
}

template <HaaQuality kQuality>
void plan_haa(const World& world, const Query& query, const PlanOptions& options, Workspace& workspace,
              PlanResult& result, Trace* trace) {
  if (!world.has_haa()) {
    result.clear(PlanStatus::kStale);
    return;
  }
  const Agent agent{world.rules().agent_size, world.rules().capability};
  if (trace == nullptr) {
    world.haa().plan(world.agents(), agent, kQuality, query, options, workspace, result);
  } else {
    trace->clear();
    world.haa().plan(world.agents(), agent, kQuality, query, options, workspace, result, *trace);
  }
}

constexpr std::string_view kHpaSource = "Botea, Müller, Schaeffer 2004";
constexpr std::string_view kHaaSource = "Harabor, Botea 2008";

template <int kLevels>
constexpr Planner hpa_planner(std::string_view name, std::string_view title) {
  return {name, title, kHpaSource, false, {true, true, true}, kLevels, false, plan_hpa<kLevels>, hpa_pseudo_code};
}

template <HaaQuality kQuality>
constexpr Planner haa_planner(std::string_view name, std::string_view title) {
  return {name, title, kHaaSource, false, {true, true, true}, 0, true, plan_haa<kQuality>, haa_pseudo_code};
}

constexpr std::array kPlanners = {
    Planner{"dijkstra",
            "Dijkstra",
            "Dijkstra 1959",
            true,
            {true, true, true},
            0,
            false,
            plan_flat<Guidance::kNone>,
            [] { return grid_search_pseudo_code(false); }},
    Planner{"astar",
            "A*",
            "Hart, Nilsson, Raphael 1968",
            true,
            {true, true, true},
            0,
            false,
            plan_flat<Guidance::kDistance>,
            [] { return grid_search_pseudo_code(true); }},
    hpa_planner<1>("hpa1", "HPA* 1 level"),
    hpa_planner<2>("hpa2", "HPA* 2 levels"),
    hpa_planner<3>("hpa3", "HPA* 3 levels"),
    hpa_planner<4>("hpa4", "HPA* 4 levels"),
    haa_planner<HaaQuality::kHigh>("haa-high", "HAA* high"),
    haa_planner<HaaQuality::kLow>("haa-low", "HAA* low"),
};

}  // namespace

std::span<const Planner> planners() { return kPlanners; }

bool available(const World& world, const Planner& planner) {
  return world.hpa().levels() >= planner.hpa_levels && (!planner.needs_haa || world.has_haa());
}

const Planner* planner_named(std::string_view name) {
  for (const Planner& planner : kPlanners) {
    if (planner.name == name) return &planner;
  }
  return nullptr;
}

}  // namespace strata

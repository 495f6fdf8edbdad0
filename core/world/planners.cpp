#include "core/world/planners.hpp"

#include <array>

#include "core/navmesh/navmesh.hpp"
#include "core/world/added_planner.hpp"
#include "core/world/build_inputs.hpp"
#include "core/world/partial_path.hpp"
#include "core/world/planner_rows.hpp"

namespace strata {

std::span<const Planner> planners() {
  static const std::array kPlanners = {
      planner_rows::dijkstra(),
      planner_rows::astar(),
      planner_rows::bfs(),
      planner_rows::best_first(),
      planner_rows::bidirectional(),
      planner_rows::theta(),
      planner_rows::jps(),
      planner_rows::hpa1(),
      planner_rows::hpa2(),
      planner_rows::hpa3(),
      planner_rows::hpa4(),
      planner_rows::haa_high(),
      planner_rows::haa_low(),
      planner_rows::rooms(),
      planner_rows::sectors(),
      planner_rows::alt(),
      planner_rows::ch(),
      planner_rows::cch(),
      planner_rows::labels(),
      planner_rows::tables(),
      planner_rows::navmesh(),
      planner_rows::polyanya(),
      planner_rows::hna1(),
      planner_rows::hna2(),
      planner_rows::hna3(),
      planner_rows::pccp(),
      planner_rows::detour(),
  };
  return kPlanners;
}

const Planner* planner_named(std::string_view name) {
  for (const Planner& planner : planners()) {
    if (planner.name == name) return &planner;
  }
  return nullptr;
}

const Planner& optimum_planner() {
  static const Planner& planner = *planner_named("astar");
  return planner;
}

const Planner& any_angle_optimum_planner() {
  static const Planner& planner = *planner_named("polyanya");
  return planner;
}

const Planner& baseline_planner() {
  static const Planner& planner = *planner_named("jps");
  return planner;
}

Cost any_angle_unit(const World& world, const Planner& planner) {
  constexpr auto kUnit = static_cast<Cost>(2 * kCostOfHalfCell);
  const NavMesh* mesh = depends_on(world, planner).contains(StructureId::kNavmesh) ? world.inputs().navmesh : nullptr;
  return mesh != nullptr ? kUnit * static_cast<Cost>(mesh->units()) : kUnit;
}

bool supports(const World& world, const Planner& planner) {
  return planner.profiles[static_cast<size_t>(world.rules().profile)] &&
         (!planner.uniform_only || world.moves().uniform()) && (!planner.levels_only || world.level() != nullptr);
}

std::string lacking(const World& world, const Planner& planner) {
  if (const AddedPlanner* own = added_planner(planner)) return own->lacks(world);
  return planner.lacks != nullptr ? planner.lacks(world) : std::string();
}

bool available(const World& world, const Planner& planner) {
  return supports(world, planner) && world.has(planner.needs) && lacking(world, planner).empty();
}

bool finds_optimum(const World& world, const Planner& planner) {
  return planner.finds_optimum != nullptr ? planner.finds_optimum(world) : planner.optimal;
}

int abstract_level(const World& world, const Planner& planner) {
  return planner.highest_level != nullptr ? planner.highest_level(world) : planner.abstract_level;
}

bool plans_own_graph(const World& world, const Planner& planner) {
  return planner.own_graph != nullptr && planner.own_graph(world);
}

StructureSet depends_on(const World& world, const Planner& planner) {
  if (planner.needs == StructureId::kMoves) return {};
  StructureSet all = world.structure(planner.needs).depends_on();
  all.insert(planner.needs);
  return all;
}

std::string_view short_title(const Planner& planner) {
  return planner.short_title.empty() ? planner.title : planner.short_title;
}

void plan(const World& world, const Planner& planner, const Query& query, const PlanOptions& options,
          Workspace& workspace, PlanResult& result, Trace* trace) {
  plan_to_goal(world, planner, query, options, workspace, result, trace);
  if (options.partial && !result.found()) {
    plan_to_nearest(world, planner, query, options, workspace, result, trace);
  }
}

}  // namespace strata

// This file holds what the commands that measure queries share.
#include "bench/query_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/query_structures.hpp"
#include "core/navmesh/mesh_path_check.hpp"
#include "core/search/path.hpp"
#include "core/search/plan_options.hpp"

namespace strata::bench {

Result<std::vector<const Planner*>> chosen_planners(const QueryOptions& options) {
  std::vector<const Planner*> chosen;
  if (options.planners.empty() || options.planners == std::vector<std::string>{"all"}) {
    for (const Planner& planner : planners()) {
      if (planner.levels_only && options.mesh.empty()) continue;
      if (planner.profiles[static_cast<size_t>(options.rules.profile)]) chosen.push_back(&planner);
    }
    return chosen;
  }
  for (const auto& name : options.planners) {
    const Planner* planner = planner_named(name);
    if (planner == nullptr) {
      std::string known;
      for (const Planner& p : planners()) known += (known.empty() ? "" : ", ") + std::string(p.name);
      return error_at("--planner", fmt::format("there is no planner '{}'; there are {}", name, known));
    }
    if (!planner->profiles[static_cast<size_t>(options.rules.profile)]) {
      return error_at("--planner", fmt::format("planner '{}' does not support the profile '{}'", name,
                                               profile_info(options.rules.profile).name));
    }
    chosen.push_back(planner);
  }
  return chosen;
}

Error no_queries(const QuerySet& all, const std::vector<QuerySource>& sources) {
  const std::string where = sources.size() == 1 ? sources.front().map : "queries";
  if (all.invalid.empty()) {
    return error_at(where, "there is no query: an agent can stand nowhere, or nowhere go to another cell");
  }
  std::string reasons;
  for (const auto& [reason, count] : all.invalid) {
    reasons += fmt::format("{}{} {}: {}", reasons.empty() ? "" : "; ", count, count == 1 ? "row" : "rows", reason);
  }
  return error_at(where, "there is no query that can be used: " + reasons);
}

HpaOptions hpa_for(const std::vector<const Planner*>& planners, const QueryOptions& options) {
  HpaOptions hpa = options.hpa;
  hpa.levels = 1;
  for (const Planner* planner : planners) hpa.levels = std::max(hpa.levels, hpa_levels(*planner));
  return hpa;
}

std::optional<std::string> any_angle_fault(const World& world, const Planner& planner, const PlanQuery& query,
                                           const PlanResult& result) {
  const MoveGrid& moves = world.moves();
  const Cost unit = profile_info(moves.rules().profile).straight * static_cast<Cost>(moves.unit_weight());
  if (const MapNavmesh& mesh = world.get<MapNavmesh>();
      over_mesh(planner) && (mesh.level_mesh() != nullptr || mesh.mesh().units() != 1)) {
    // The path is checked on the mesh: its polygons may lie below the floor that the map shows.
    return mesh_path_fault(mesh.mesh(), {mesh.end_at(query.start), mesh.end_at(query.goal)}, result.points,
                           cost_of_lines(moves, result) / unit, 1.0 / unit, result.links_at);
  }
  return points_fault(moves, result.points, query.start, query.goal, unit, result.cost, result.links_at);
}

PlanOptions plan_options_of(const QueryOptions& options) {
  PlanOptions plan_options{.smooth = options.smooth, .first_moves = options.first_moves};
  plan_options.segment = options.segment;
  plan_options.refine = options.refine;
  plan_options.interleave = options.interleave;
  plan_options.mesh_links = static_cast<uint8_t>(options.links);
  plan_options.from_centres = options.from_centres;
  plan_options.heuristic = options.heuristic;
  plan_options.weight = options.weight;
  plan_options.ties = options.ties;
  plan_options.answer = options.answer;
  return plan_options;
}

}  // namespace strata::bench

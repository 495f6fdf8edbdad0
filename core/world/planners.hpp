// Purpose: The one table of planners: every program looks them up here by name.
#pragma once

#include <span>
#include <string_view>

#include "core/search/plan.hpp"
#include "core/search/trace.hpp"
#include "core/world/world.hpp"

namespace strata {

struct Planner {
  std::string_view name;   // stable key: "dijkstra", "astar", "hpa1"
  std::string_view title;  // for people: "A*", "HPA*"
  std::string_view source;
  bool optimal;              // its cost equals A*'s
  bool profiles[kProfiles];  // by Profile
  bool needs_hpa;
  void (*plan)(const World&, const Query&, const PlanOptions&, Workspace&, PlanResult&, Trace*);
  std::span<const std::string_view> (*pseudo_code)();
};

std::span<const Planner> planners();
const Planner* planner_named(std::string_view name);  // nullptr: unknown

// `trace` may be null; the result is the same either way.
inline void plan(const World& world, const Planner& planner, const Query& query, const PlanOptions& options,
                 Workspace& workspace, PlanResult& result, Trace* trace = nullptr) {
  planner.plan(world, query, options, workspace, result, trace);
}

}  // namespace strata

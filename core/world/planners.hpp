// Purpose: The one table of planners: every program looks them up here by name.
#pragma once

#include <span>
#include <string_view>

#include "core/search/plan.hpp"
#include "core/search/trace.hpp"
#include "core/world/world.hpp"

namespace strata {

struct Planner {
  std::string_view name;   // stable key: "dijkstra", "astar", "hpa1", "hpa2", "hpa3", "hpa4", "haa-high", "haa-low"
  std::string_view title;  // for people: "A*", "HPA* 2 levels"
  std::string_view source;
  bool optimal;              // its cost equals A*'s
  bool profiles[kProfiles];  // by Profile
  int hpa_levels;            // of HPA* that it needs; 0: none
  bool needs_haa;
  void (*plan)(const World&, const Query&, const PlanOptions&, Workspace&, PlanResult&, Trace*);
  std::span<const std::string_view> (*pseudo_code)();
};

// True if the world keeps what the planner needs (it may still be under way: then plans are kStale).
bool available(const World& world, const Planner& planner);

std::span<const Planner> planners();
const Planner* planner_named(std::string_view name);  // nullptr: unknown

// `trace` may be null; the result is the same either way.
inline void plan(const World& world, const Planner& planner, const Query& query, const PlanOptions& options,
                 Workspace& workspace, PlanResult& result, Trace* trace = nullptr) {
  planner.plan(world, query, options, workspace, result, trace);
}

}  // namespace strata

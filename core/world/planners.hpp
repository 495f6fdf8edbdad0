// Purpose: The one table of planners: every program looks them up here by name.
#pragma once

#include <span>
#include <string_view>

#include "core/search/plan.hpp"
#include "core/search/pseudo_code.hpp"
#include "core/search/trace.hpp"
#include "core/world/world.hpp"

namespace strata {

struct Planner {
  std::string_view name;   // stable key: "astar", "jps", "hpa1", "haa-high", "rooms", "sectors", "alt", ...
  std::string_view title;  // for people: "A*", "HPA* 2 levels"
  std::string_view source;
  // Its cost equals A*'s; of contraction hierarchies those over cells, below 2^30 (1.3 million straight steps), see
  // finds_optimum.
  bool optimal;
  bool profiles[kProfiles];  // by Profile
  bool uniform_only;         // every passable cell must have the same terrain weight
  Structure needs;           // beyond the moves
  int hpa_levels;            // of HPA* that it needs; 0: none
  void (*plan)(const World&, const Query&, const PlanOptions&, Workspace&, PlanResult&, Trace*);
  const PseudoCode* pseudo_code;
};

// True if the planner can plan under the world's rules.
bool supports(const World& world, const Planner& planner);
// True if the world keeps what the planner needs as well (it may still be under way: then plans are kStale).
bool available(const World& world, const Planner& planner);

// True if every path found on this world costs as much as A*'s.
bool finds_optimum(const World& world, const Planner& planner);

std::span<const Planner> planners();
const Planner* planner_named(std::string_view name);  // nullptr: unknown

// `trace` may be null; the result is the same either way.
inline void plan(const World& world, const Planner& planner, const Query& query, const PlanOptions& options,
                 Workspace& workspace, PlanResult& result, Trace* trace = nullptr) {
  planner.plan(world, query, options, workspace, result, trace);
}

}  // namespace strata

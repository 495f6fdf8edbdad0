// Purpose: These functions validate a multi-agent path finding (MAPF) plan: whether all steps are legal, whether agents
//          collide, and whether the claims of the file are true.
// Units: Costs are time steps. The cost of an agent is the time step at which it reaches its goal and stays there.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/grid/grid_map.hpp"
#include "traces/mapf_plan.hpp"

namespace strata {

enum class PlanFault : uint8_t {
  kOffMap,      // an agent is off the map
  kBlocked,     // an agent is in a cell that it cannot enter
  kJump,        // an agent moves farther than to one of its four neighbours
  kSameCell,    // two agents are in one cell (vertex conflict)
  kSwap,        // two agents exchange their cells (edge conflict)
  kWrongStart,  // an agent does not begin at its start
  kWrongGoal,   // an agent does not end at its goal
};
inline constexpr int kPlanFaults = 7;
std::string_view plan_fault_text(PlanFault fault);

inline constexpr uint32_t kNoPlanAgent = UINT32_MAX;

// A fault at a time step; a jump or a swap has the number of the step to which it leads.
struct PlanFinding {
  PlanFault fault;
  uint32_t step;
  uint32_t agent;
  uint32_t other = kNoPlanAgent;  // the other agent, if two are involved
  friend bool operator==(const PlanFinding&, const PlanFinding&) = default;
  friend auto operator<=>(const PlanFinding&, const PlanFinding&) = default;
};

struct PlanReport {
  std::vector<PlanFinding> findings;         // sorted by time step; at most `most` of check_plan
  std::array<size_t, kPlanFaults> counts{};  // by kind, over all faults before truncation
  bool truncated = false;                    // there were more than `most` faults; the others were not counted
  uint64_t sum_of_costs = 0;
  uint32_t makespan = 0;
  size_t at_goal = 0;  // number of agents that end at their goals; all of them if goals are unknown
  bool has_goals = false;
  size_t total() const;
  // False claims of the file: "says soc 12, is 14".
  std::vector<std::string> false_claims;
};

// The required starts and goals; empty: unknown.
struct PlanTask {
  std::vector<PlanCell> starts, goals;
};

// Checks a plan. Every agent that shares a cell is reported once, together with the lowest agent there. Waiting is
// legal; a turn of an agent with a heading counts as waiting.
PlanReport check_plan(const MapfPlan& plan, const GridMap& map, Capability agent, const PlanTask& task,
                      size_t most = 10'000);
// Returns a fault as a sentence: "agents 3 and 7 are both in (4,5)".
std::string plan_finding_text(const MapfPlan& plan, const PlanFinding& finding);

}  // namespace strata

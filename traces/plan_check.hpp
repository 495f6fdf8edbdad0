// Purpose: These functions check a plan for many agents: whether every agent only takes legal steps, whether agents are
//          in each other's way, and whether what the file claims is so.
// Units: Costs are time steps. The cost of an agent is the time step at which it reaches its goal to stay there.
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
  kBlocked,     // in a cell that it cannot enter
  kJump,        // it moves farther than to one of the four neighbours
  kSameCell,    // two agents are in one cell
  kSwap,        // two agents exchange their cells
  kWrongStart,  // it does not begin at its start
  kWrongGoal,   // it does not end at its goal
};
inline constexpr int kPlanFaults = 7;
std::string_view plan_fault_text(PlanFault fault);

inline constexpr uint32_t kNoPlanAgent = UINT32_MAX;

// What is wrong at a time step: a jump or a swap is noted at the step that it leads to.
struct PlanFinding {
  PlanFault fault;
  uint32_t step;
  uint32_t agent;
  uint32_t other = kNoPlanAgent;  // the other agent of two
  friend bool operator==(const PlanFinding&, const PlanFinding&) = default;
  friend auto operator<=>(const PlanFinding&, const PlanFinding&) = default;
};

struct PlanReport {
  std::vector<PlanFinding> findings;         // by time step; at most `most` of check_plan
  std::array<size_t, kPlanFaults> counts{};  // of all findings, or of those before `truncated`
  bool truncated = false;                    // there were more than `most`; the rest was not counted
  uint64_t sum_of_costs = 0;
  uint32_t makespan = 0;
  size_t at_goal = 0;  // agents that end at their goals; all, if no goals are known
  bool has_goals = false;
  size_t total() const;
  // What the file claims, where that is not so: "says soc 12, is 14".
  std::vector<std::string> false_claims;
};

// Starts and goals as they should be; empty: not known.
struct PlanTask {
  std::vector<PlanCell> starts, goals;
};

// Every agent that shares a cell is reported once, with the agent of the lowest number there. Steps to the same cell
// are legal; turns of agents with headings are steps like waiting.
PlanReport check_plan(const MapfPlan& plan, const GridMap& map, Capability agent, const PlanTask& task,
                      size_t most = 10'000);
// Returns a finding as a sentence: "agents 3 and 7 are both in (4,5)".
std::string plan_finding_text(const MapfPlan& plan, const PlanFinding& finding);

}  // namespace strata

#include "traces/plan_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace strata {
namespace {

std::string place_words(PlanCell at) { return fmt::format("({},{})", at.x, at.y); }

// The agents in each cell at one time step, in the order of their numbers.
class CellOccupants {
 public:
  CellOccupants(const MapfPlan& plan, const GridMap& map)
      : plan_(plan), map_(map), first_(map.cell_count(), kNoPlanAgent), next_(plan.agents, kNoPlanAgent) {}

  void read(uint32_t step) {
    for (const CellId cell : used_) first_[cell] = kNoPlanAgent;
    used_.clear();
    // Agents are added from the last to the first, so that each chain is ascending.
    for (uint32_t agent = plan_.agents; agent-- > 0;) {
      const Cell at = plan_.at(step, agent).cell();
      if (!map_.contains(at)) continue;
      const CellId cell = map_.id(at);
      next_[agent] = first_[cell];
      first_[cell] = agent;
      used_.push_back(cell);
    }
  }
  uint32_t first(PlanCell at) const { return map_.contains(at.cell()) ? first_[map_.id(at.cell())] : kNoPlanAgent; }
  uint32_t next(uint32_t agent) const { return next_[agent]; }

 private:
  const MapfPlan& plan_;
  const GridMap& map_;
  std::vector<uint32_t> first_, next_;
  std::vector<CellId> used_;
};

class PlanChecker {
 public:
  PlanChecker(const MapfPlan& plan, const GridMap& map, Capability agent, const PlanTask& task, size_t most)
      : plan_(plan),
        map_(map),
        agent_(agent),
        task_(task),
        most_(most),
        occupants_{CellOccupants(plan, map), CellOccupants(plan, map)} {}

  PlanReport check() {
    for (uint32_t step = 0; step < plan_.steps && !report_.truncated; ++step) check_step(step);
    compute_costs();
    return std::move(report_);
  }

 private:
  void find(PlanFault fault, uint32_t step, uint32_t agent, uint32_t other = kNoPlanAgent) {
    if (report_.findings.size() >= most_) {
      report_.truncated = true;
      return;
    }
    report_.findings.push_back({fault, step, agent, other});
    ++report_.counts[static_cast<size_t>(fault)];
  }

  void check_step(uint32_t step) {
    CellOccupants& now = occupants_[step % 2];
    now.read(step);
    const bool last = step + 1 == plan_.steps;
    for (uint32_t agent = 0; agent < plan_.agents && !report_.truncated; ++agent) {
      const PlanCell at = plan_.at(step, agent);
      if (!map_.contains(at.cell())) {
        find(PlanFault::kOffMap, step, agent);
      } else if (!agent_.has(map_.terrain(at.cell()))) {
        find(PlanFault::kBlocked, step, agent);
      }
      const uint32_t first = now.first(at);
      if (first != kNoPlanAgent && first != agent) find(PlanFault::kSameCell, step, first, agent);
      if (step > 0) check_move(step, agent, plan_.at(step - 1, agent), at);
      if (step == 0 && !task_.starts.empty() && task_.starts[agent] != at) find(PlanFault::kWrongStart, step, agent);
      if (last && !task_.goals.empty() && task_.goals[agent] != at) find(PlanFault::kWrongGoal, step, agent);
    }
  }
  void check_move(uint32_t step, uint32_t agent, PlanCell from, PlanCell to) {
    if (from == to) return;
    if (std::abs(from.x - to.x) + std::abs(from.y - to.y) > 1) find(PlanFault::kJump, step, agent);
    const CellOccupants& before = occupants_[(step + 1) % 2];
    for (uint32_t other = before.first(to); other != kNoPlanAgent && !report_.truncated; other = before.next(other)) {
      if (other > agent && plan_.at(step, other) == from) find(PlanFault::kSwap, step, agent, other);
    }
  }

  void compute_costs() {
    report_.has_goals = !task_.goals.empty();
    for (uint32_t agent = 0; agent < plan_.agents; ++agent) {
      const PlanCell end = plan_.at(plan_.steps - 1, agent);
      uint32_t step = plan_.steps - 1;
      while (step > 0 && plan_.at(step - 1, agent) == end) --step;
      report_.sum_of_costs += step;
      report_.makespan = std::max(report_.makespan, step);
      report_.at_goal += task_.goals.empty() || task_.goals[agent] == end;
    }
    const auto claim = [&](const char* what, const std::optional<double>& said, uint64_t is) {
      if (said && *said != static_cast<double>(is)) {
        report_.false_claims.push_back(fmt::format("The file says {} {}; it is {}.", what, *said, is));
      }
    };
    // Runs of the League end at a time step, not when agents arrive.
    if (plan_.format == MapfPlan::Format::kRobotRunners) {
      claim("makespan", plan_.claimed_makespan, plan_.steps - 1);
    } else {
      claim("makespan", plan_.claimed_makespan, report_.makespan);
      claim("soc", plan_.claimed_costs, report_.sum_of_costs);
    }
  }

  const MapfPlan& plan_;
  const GridMap& map_;
  Capability agent_;
  const PlanTask& task_;
  size_t most_;
  std::array<CellOccupants, 2> occupants_;  // agents by cell, of even and of odd time steps
  PlanReport report_;
};

}  // namespace

std::string_view plan_fault_text(PlanFault fault) {
  constexpr std::array<std::string_view, kPlanFaults> kTexts = {
      "off the map", "in a blocked cell", "jump", "two in one cell", "swap", "wrong start", "goal not reached"};
  return kTexts[static_cast<size_t>(fault)];
}

size_t PlanReport::total() const { return std::accumulate(counts.begin(), counts.end(), size_t{0}); }

PlanReport check_plan(const MapfPlan& plan, const GridMap& map, Capability agent, const PlanTask& task, size_t most) {
  PlanTask known;
  if (task.starts.size() == plan.agents) known.starts = task.starts;
  if (task.goals.size() == plan.agents) known.goals = task.goals;
  return PlanChecker(plan, map, agent, known, most).check();
}

std::string plan_finding_text(const MapfPlan& plan, const PlanFinding& finding) {
  const std::string at = place_words(plan.at(finding.step, finding.agent));
  const std::string before = finding.step > 0 ? place_words(plan.at(finding.step - 1, finding.agent)) : std::string();
  switch (finding.fault) {
    case PlanFault::kOffMap:
      return fmt::format("agent {} is off the map, at {}", finding.agent, at);
    case PlanFault::kBlocked:
      return fmt::format("agent {} is in the blocked cell {}", finding.agent, at);
    case PlanFault::kJump:
      return fmt::format("agent {} jumps from {} to {}", finding.agent, before, at);
    case PlanFault::kSameCell:
      return fmt::format("agents {} and {} are both in {}", finding.agent, finding.other, at);
    case PlanFault::kSwap:
      return fmt::format("agents {} and {} exchange {} and {}", finding.agent, finding.other, before, at);
    case PlanFault::kWrongStart:
      return fmt::format("agent {} begins at {}, not at its start", finding.agent, at);
    case PlanFault::kWrongGoal:
      break;
  }
  return fmt::format("agent {} ends at {}, not at its goal", finding.agent, at);
}

}  // namespace strata

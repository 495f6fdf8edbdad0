#include "core/search/plan.hpp"

#include "core/search/build_events.hpp"

namespace strata {

std::string_view status_text(PlanStatus status) {
  switch (status) {
    case PlanStatus::kFound:
      return "found";
    case PlanStatus::kNoPath:
      return "no path";
    case PlanStatus::kStartBlocked:
      return "start is blocked";
    case PlanStatus::kGoalBlocked:
      return "goal is blocked";
    case PlanStatus::kStale:
      return "abstraction is being rebuilt";
    case PlanStatus::kCostOverflow:
      return "path cost too large";
    case PlanStatus::kNoSuchAgent:
      return "not built for this agent";
    case PlanStatus::kUnsupported:
      return "not under these rules of movement";
    case PlanStatus::kOffMesh:
      return "an end is off the navigation mesh";
    case PlanStatus::kRefused:
      return "abstraction is off or refused";
    case PlanStatus::kTooManyExpansions:
      return "gave up: too many expansions";
  }
  return "";
}

std::string_view phase_name(Phase phase) {
  switch (phase) {
    case Phase::kInsertStart:
      return "insert start";
    case Phase::kInsertGoal:
      return "insert goal";
    case Phase::kMain:
      return "search";
    case Phase::kRefine:
      return "refine";
    case Phase::kSmooth:
      return "smooth";
    case Phase::kForward:
      return "forward";
    case Phase::kBackward:
      return "backward";
    case Phase::kContract:
      return "contract";
  }
  return build_event::is_build(phase) ? "build" : "";
}

PhaseStats PlanStats::total() const {
  PhaseStats sum;
  for (const PhaseStats& phase : phases) {
    sum.expanded += phase.expanded;
    sum.generated += phase.generated;
    sum.touched += phase.touched;
  }
  return sum;
}

void PlanResult::clear(PlanStatus with) {
  status = with;
  cost = kInfinite;
  raw_cost = kInfinite;
  path.clear();
  turns.clear();
  raw_path.clear();
  abstract_path.clear();
  points.clear();
  links_at.clear();
  partial = false;
  nearest = {};
  nearest_visited = 0;
  complete = true;
  stats = {};
}

}  // namespace strata

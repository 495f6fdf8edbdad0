#include "app/features/traces/traces_narration.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/features/traces/reported_narration.hpp"
#include "app/features/traces/traces.hpp"

namespace strata {
namespace {

// Of the errors in one time step, this many are described in full.
constexpr size_t kToldFindings = 2;

// Returns the range of errors that concern one event or time step.
template <class Finding, class Key>
std::pair<size_t, size_t> findings_at(const std::vector<Finding>& findings, size_t at, Key key) {
  const auto first = std::ranges::lower_bound(findings, at, {}, key);
  const auto last = std::ranges::upper_bound(findings, at, {}, key);
  return {static_cast<size_t>(first - findings.begin()), static_cast<size_t>(last - findings.begin())};
}

// Sentences for the steps of an opened file.
class FileNarration : public ReportedNarration {
 public:
  explicit FileNarration(const TracesController& controller) : controller_(controller) {}
  std::string_view algorithm() const override { return "the search"; }

 protected:
  const TracesController& controller_;
};

class TraceNarration : public FileNarration {
 public:
  using FileNarration::FileNarration;

 protected:
  std::string told(const NarratedEvent& e) const override {
    const OpenedTrace* opened = controller_.trace();
    if (opened == nullptr || e.index >= opened->trace.events.size()) return {};
    const SearchTrace& trace = opened->trace;
    const TraceEvent& event = trace.events[e.index];
    std::string text = trace.types[event.type];
    if (event.placed()) {
      text += e.event.node != kNoNodeId ? " " + e.node : fmt::format(" ({:g},{:g}), off the map", event.x, event.y);
    }
    if (event.node != kNoTraceNode && !event.placed()) text += fmt::format(" node {}", trace.nodes[event.node]);
    text += reported_costs(e, {.g = event.g == event.g, .f = event.f == event.f}, event.parent != kNoTraceNode);
    text += '.';
    const auto [first, last] = findings_at(opened->report.findings, e.index, &TraceFinding::event);
    for (size_t i = first; i < last; ++i) {
      text += fmt::format(" Fault: {}.", trace_fault_text(opened->report.findings[i].fault));
    }
    return text;
  }
};

class PlanNarration : public FileNarration {
 public:
  using FileNarration::FileNarration;

 protected:
  std::string told(const NarratedEvent& e) const override {
    const OpenedPlan* opened = controller_.plan();
    if (opened == nullptr || e.index >= opened->plan.steps) return {};
    const MapfPlan& plan = opened->plan;
    const auto step = static_cast<uint32_t>(e.index);
    std::string text;
    if (step == 0) {
      text = fmt::format("Time step 0: {} at their starts.",
                         plan.agents == 1 ? "1 agent is" : fmt::format("{} agents are", plan.agents));
    } else {
      size_t moved = 0;
      for (uint32_t agent = 0; agent < plan.agents; ++agent) moved += plan.at(step, agent) != plan.at(step - 1, agent);
      text = fmt::format("Time step {} of {}: {} of {} agents move.", step, plan.steps - 1, moved, plan.agents);
    }
    const auto [first, last] = findings_at(opened->report.findings, step, &PlanFinding::step);
    for (size_t i = first; i < std::min(last, first + kToldFindings); ++i) {
      text += fmt::format(" Fault: {}.", plan_finding_text(plan, opened->report.findings[i]));
    }
    if (last - first > kToldFindings) text += fmt::format(" And {} more.", last - first - kToldFindings);
    return text;
  }
};

}  // namespace

std::string reported_costs(const NarratedEvent& e, ReportedCosts given, bool from_parent) {
  std::string text;
  if (given.g) text += fmt::format(", g = {}", e.g);
  if (given.h) text += fmt::format(", h = {}", e.h);
  if (given.f) text += fmt::format(", f = {}", e.f);
  if (from_parent && e.event.parent != kNoNodeId) text += fmt::format(", from {}", e.parent);
  return text;
}

std::unique_ptr<Narration> make_trace_narration(const TracesController& controller) {
  return std::make_unique<TraceNarration>(controller);
}

std::unique_ptr<Narration> make_plan_narration(const TracesController& controller) {
  return std::make_unique<PlanNarration>(controller);
}

}  // namespace strata

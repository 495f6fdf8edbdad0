#include "app/features/traces/trace_recording.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

namespace strata {
namespace {

constexpr size_t kSampledSteps = 1000;
constexpr double kMostCost = 4e9;

std::string_view meaning_of(TraceEventKind kind) {
  switch (kind) {
    case TraceEventKind::kSource:
      return ": the search starts here";
    case TraceEventKind::kDestination:
      return ": the goal";
    case TraceEventKind::kExpanding:
      return ": the node leaves the open list";
    case TraceEventKind::kGenerating:
      return ": the node enters the open list";
    case TraceEventKind::kUpdating:
      return ": a smaller g was found";
    case TraceEventKind::kClosing:
      return ": the node is done";
    case TraceEventKind::kEnd:
      return ": the search ends";
    case TraceEventKind::kOther:
      break;
  }
  return " (the program's own)";
}

EventType recorded_type(TraceEventKind kind) {
  switch (kind) {
    case TraceEventKind::kSource:
      return EventType::kSource;
    case TraceEventKind::kDestination:
      return EventType::kDestination;
    case TraceEventKind::kExpanding:
      return EventType::kExpand;
    case TraceEventKind::kGenerating:
      return EventType::kGenerate;
    case TraceEventKind::kUpdating:
      return EventType::kUpdate;
    default:
      return EventType::kLink;
  }
}

uint8_t line_of_type(uint32_t type) { return static_cast<uint8_t>(std::min<size_t>(type, TraceCode::kMostLines - 1)); }

Cost recorded_cost(double cost, double straight) {
  const double units = cost / straight * kTraceUnit;
  return units > 0 ? static_cast<Cost>(std::min(std::round(units), kMostCost)) : 0;
}

constexpr std::array<std::string_view, 3> kPlanText = {
    "for each time step:", "  every agent goes to a neighbour, or waits",
    "  a fault: blocked, a jump, two in one cell, a swap"};
constexpr EventTerm kPlanWords[] = {{EventType::kNoPath, 1, "time step"}, {EventType::kNoPath, 2, "fault"}};
constexpr ExecutedLines kPlanPasses[] = {{1, lines(0)}, {2, lines(0)}};
constexpr PhaseTerm kPlanPhases[] = {{Phase::kMain, kAnyLine, "plan"}};

}  // namespace

const PseudoCode kPlanCode{kPlanText, kPlanPasses, kPlanPhases, kPlanWords};

TraceCode::TraceCode() { code_.events = std::span<const EventTerm>(words_.data(), 0); }

void TraceCode::add(std::string_view type) {
  const TraceEventKind kind = trace_event_kind(type);
  const EventType recorded = recorded_type(kind);
  const std::string text = std::string(type) + std::string(meaning_of(kind));
  add_line(text, type, {recorded, EventType::kNoPath});
}

void TraceCode::add_line(std::string text, std::string_view word, std::initializer_list<EventType> events) {
  const size_t line = size();
  if (line == kMostLines || words_count_ + events.size() > words_.size()) return;
  texts_[line] = std::move(text);
  word_texts_[line] = word;
  lines_[line] = texts_[line];
  for (const EventType event : events) {
    words_[words_count_++] = {event, static_cast<uint8_t>(line), word_texts_[line]};
  }
  code_.lines = std::span<const std::string_view>(lines_.data(), line + 1);
  code_.events = std::span<const EventTerm>(words_.data(), words_count_);
}

void write_trace_code(const SearchTrace& trace, TraceCode& out) {
  const bool rest = trace.types.size() > TraceCode::kMostLines;
  for (size_t i = 0; i < (rest ? TraceCode::kMostLines - 1 : trace.types.size()); ++i) out.add(trace.types[i]);
  if (rest) out.add_line("all other types", "other", {EventType::kLink, EventType::kNoPath});
}

double straight_step(const SearchTrace& trace) {
  std::vector<double> last_g(trace.nodes.size(), std::nan("")), differences;
  std::vector<const TraceEvent*> last(trace.nodes.size(), nullptr);
  for (const TraceEvent& event : trace.events) {
    if (event.node == kNoTraceNode) continue;
    if (event.parent != kNoTraceNode && event.placed() && last[event.parent] != nullptr &&
        last[event.parent]->placed()) {
      const TraceEvent& from = *last[event.parent];
      const double difference = event.g - last_g[event.parent];
      if (std::abs(from.x - event.x) + std::abs(from.y - event.y) == 1 && difference > 0) {
        differences.push_back(difference);
        if (differences.size() >= kSampledSteps) break;
      }
    }
    if (!std::isnan(event.g)) last_g[event.node] = event.g;
    last[event.node] = &event;
  }
  if (differences.empty()) return 1;
  const auto middle = differences.begin() + static_cast<std::ptrdiff_t>(differences.size() / 2);
  std::nth_element(differences.begin(), middle, differences.end());
  return *middle;
}

void record_search_trace(const SearchTrace& trace, const GridMap& map, double straight, Trace& out) {
  struct ReportedNode {
    Cost g = 0, h = 0;
    NodeId cell = kNoNodeId;
  };
  std::vector<ReportedNode> known(trace.nodes.size());
  NodeId expanded = kNoNodeId;
  for (const TraceEvent& event : trace.events) {
    ReportedNode at;
    if (event.node != kNoTraceNode) at = known[event.node];
    at.cell = kNoNodeId;
    if (event.placed() && map.contains(SearchTrace::cell(event))) at.cell = map.id(SearchTrace::cell(event));
    if (!std::isnan(event.g)) at.g = recorded_cost(event.g, straight);
    if (!std::isnan(event.h)) {
      at.h = recorded_cost(event.h, straight);
    } else if (!std::isnan(event.f) && !std::isnan(event.g)) {
      at.h = recorded_cost(event.f - event.g, straight);
    }
    if (event.node != kNoTraceNode) known[event.node] = at;
    const TraceEventKind kind = trace.kind(event);
    SearchEvent recorded{.type = recorded_type(kind),
                         .line = line_of_type(event.type),
                         .node = at.cell,
                         .parent = event.parent != kNoTraceNode ? known[event.parent].cell : kNoNodeId,
                         .g = at.g,
                         .h = at.h};
    // An event without a cell concerns no node; it is recorded so that it can be stepped to.
    if (at.cell == kNoNodeId) recorded.type = EventType::kNoPath;
    if (recorded.type == EventType::kGenerate && recorded.parent == kNoNodeId) recorded.parent = expanded;
    if (recorded.type == EventType::kExpand) expanded = at.cell;
    if (recorded.parent == recorded.node || recorded.type == EventType::kLink) recorded.parent = kNoNodeId;
    out.add(recorded);
  }
}

void record_plan(const MapfPlan& plan, const PlanReport& report, Trace& out) {
  std::vector<bool> faulty(plan.steps, false);
  for (const PlanFinding& finding : report.findings) faulty[finding.step] = true;
  for (uint32_t step = 0; step < plan.steps; ++step) {
    out.add({.type = EventType::kNoPath, .line = static_cast<uint8_t>(faulty[step] ? 2 : 1)});
  }
}

}  // namespace strata

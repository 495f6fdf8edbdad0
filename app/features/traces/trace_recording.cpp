#include "app/features/traces/trace_recording.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace strata {
namespace {

constexpr size_t kMaxLines = 64;  // lines are bits of a word
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

uint8_t line_of_type(uint32_t type) { return static_cast<uint8_t>(std::min<size_t>(type, kMaxLines - 1)); }

Cost recorded_cost(double cost, double straight) {
  const double units = cost / straight * kTraceUnit;
  return units > 0 ? static_cast<Cost>(std::min(std::round(units), kMostCost)) : 0;
}

constexpr std::array<std::string_view, 3> kPlanText = {
    "for each time step:", "  every agent goes to a neighbour, or waits",
    "  a fault: blocked, a jump, two in one cell, a swap"};
constexpr EventWord kPlanWords[] = {{EventType::kNoPath, 1, "time step"}, {EventType::kNoPath, 2, "fault"}};
constexpr LinePass kPlanPasses[] = {{1, lines(0)}, {2, lines(0)}};
constexpr PhaseWord kPlanPhases[] = {{Phase::kMain, kAnyLine, "plan"}};

}  // namespace

const PseudoCode kPlanCode{kPlanText, kPlanPasses, kPlanPhases, kPlanWords};

void write_trace_code(const SearchTrace& trace, TraceCode& out) {
  out = {};
  const size_t count = std::min(trace.types.size(), kMaxLines);
  out.texts.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    const bool rest = i + 1 == kMaxLines && trace.types.size() > kMaxLines;
    out.texts.push_back(rest ? "all other types"
                             : trace.types[i] + std::string(meaning_of(trace_event_kind(trace.types[i]))));
  }
  for (size_t i = 0; i < count; ++i) {
    const std::string_view text = out.texts[i];
    out.lines.push_back(text);
    for (const EventType type : {recorded_type(trace_event_kind(trace.types[i])), EventType::kNoPath}) {
      out.words.push_back({type, static_cast<uint8_t>(i), text.substr(0, trace.types[i].size())});
    }
  }
  out.code = {out.lines, {}, {}, out.words};
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
  struct Known {
    Cost g = 0, h = 0;
    NodeId cell = kNoNodeId;
  };
  std::vector<Known> known(trace.nodes.size());
  NodeId expanded = kNoNodeId;
  for (const TraceEvent& event : trace.events) {
    Known at;
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
    // Events without a cell are told, and concern no node.
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

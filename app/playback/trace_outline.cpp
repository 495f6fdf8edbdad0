#include "app/playback/trace_outline.hpp"

#include <algorithm>

#include "core/search/build_events.hpp"
#include "core/search/trace.hpp"

namespace strata {

namespace {

// Returns the level of the span that the event belongs to. `open` is the span before it.
uint8_t span_level(const SearchEvent& event, const PhaseSpan* open) {
  if (build_event::is_build(event.phase)) {
    return event.type == build_event::kStage || open == nullptr ? event.level : open->level;
  }
  const bool goes_on = open != nullptr && open->phase == TraceOutline::joined(event.phase);
  const bool ends = event.type == EventType::kFound || event.type == EventType::kNoPath;
  if (ends && goes_on) return open->level;
  switch (event.phase) {
    case Phase::kInsertStart:
    case Phase::kInsertGoal:
      // To connect nodes of a level, the search runs on the next lower level.
      if (event.type == EventType::kLink) return event.level;
      return static_cast<uint8_t>(event.level + 1);
    case Phase::kMain:
    case Phase::kForward:
    case Phase::kBackward:
      return goes_on ? open->level : event.level;
    case Phase::kRefine:
      if (event.type == EventType::kRefine) return event.level;
      return goes_on ? open->level : uint8_t{0};
    case Phase::kContract:
      return event.level;
    case Phase::kSmooth:
      break;
  }
  return 0;
}

}  // namespace

void TraceOutline::clear() {
  truncated = two_way = contracting = false;
  two_way_level = top_level = 0;
  max_g = 0;
  goal = kNoNodeId;
  low_cell = kNoCell;
  high_cell = 0;
  phases.clear();
  for (std::vector<uint32_t>* list :
       {&expansions, &abstract_expansions, &searches, &unpackings, &meetings, &contracted, &added_arcs}) {
    list->clear();
  }
  for (LevelPath& path : paths) {
    path.edges.clear();
    path.refines.clear();
  }
}

void TraceOutline::read(const Trace* trace, const NodePlaces& places) {
  clear();
  if (trace == nullptr) return;
  truncated = trace->truncated();
  read_two_ways(trace->events());
  read_phases(trace->events(), places);
}

// Finds the level of a bidirectional search, and which refinements unpack shortcuts: those into edges of the level that
// was searched. A refinement into edges of a lower level is an ordinary one.
void TraceOutline::read_two_ways(const std::vector<SearchEvent>& events) {
  for (size_t i = 0; i < events.size(); ++i) {
    const SearchEvent& event = events[i];
    const auto index = static_cast<uint32_t>(i);
    contracting |= event.phase == Phase::kContract;
    if (event.type == EventType::kMeet) meetings.push_back(index);
    if (event.type == EventType::kContract || build_event::is_build(event.type)) contracted.push_back(index);
    if (event.type == EventType::kAddArc) added_arcs.push_back(index);
    if (joined(event.phase) == event.phase || !concerns_node(event.type)) continue;
    two_way = true;
    two_way_level = event.level;
  }
  if (!two_way) return;
  // The refinements that have begun and have no edge of the path yet.
  std::vector<uint32_t> begun;
  for (size_t i = 0; i < events.size(); ++i) {
    if (events[i].type == EventType::kRefine) begun.push_back(static_cast<uint32_t>(i));
    if (events[i].type != EventType::kPathEdge) continue;
    if (events[i].level == two_way_level) unpackings.insert(unpackings.end(), begun.begin(), begun.end());
    begun.clear();
  }
}

void TraceOutline::read_phases(const std::vector<SearchEvent>& events, const NodePlaces& places) {
  const bool cells = places.are_cells();
  // So far the span contains only the events that name start and goal.
  bool announced = true;
  for (size_t i = 0; i < events.size(); ++i) {
    const SearchEvent& event = events[i];
    if (event.type == EventType::kDestination) goal = event.node;
    if (event.type != EventType::kSource && event.type != EventType::kDestination) {
      // The first other event tells on which level the search runs.
      const bool searching = joined(event.phase) == Phase::kMain;
      if (announced && searching && !phases.empty() && phases.back().phase == Phase::kMain) {
        phases.back().level = event.level;
      }
      announced = false;
    }
    // While the path of a hierarchy is connected to the map, its edges may occur again as events. These belong
    // to the unpacking.
    const bool in_unpacking = !phases.empty() && phases.back().unpacking;
    const bool own_edge = two_way && event.type == EventType::kPathEdge && event.level == two_way_level;
    const bool repeated = own_edge && in_unpacking && event.phase != Phase::kRefine;
    const bool unpacking =
        repeated || (event.phase == Phase::kRefine && (event.type == EventType::kRefine     ? unpacks(i)
                                                       : event.type == EventType::kPathEdge ? own_edge
                                                                                            : in_unpacking));
    const uint8_t level =
        unpacking ? static_cast<uint8_t>(two_way_level) : span_level(event, phases.empty() ? nullptr : &phases.back());
    const Phase phase = repeated                             ? Phase::kRefine
                        : build_event::is_build(event.phase) ? build_event::kBuild
                                                             : joined(event.phase);
    // To connect nodes of a high level the planner may search the cells. Then only the link events have the level.
    if (event.type == EventType::kLink && !phases.empty() && phases.back().phase == phase) {
      phases.back().level = std::max(phases.back().level, level);
    }
    // The event that names the goal comes early and begins no span of its own.
    const bool said = event.type == EventType::kDestination && !phases.empty();
    if (said) {
      // the event belongs to the present span
    } else if (phases.empty() || phases.back().phase != phase || phases.back().level != level ||
               phases.back().unpacking != unpacking || event.type == build_event::kStage) {
      if (!phases.empty()) phases.back().end = i;
      phases.push_back({phase, level, i, events.size(), unpacking, event.line});
    }
    top_level = std::max<int>(top_level, event.level);
    if (event.level < kLevels && event.phase != Phase::kContract) {
      LevelPath& path = paths[event.level];
      if (event.type == EventType::kPathEdge && !repeated) path.edges.push_back(static_cast<uint32_t>(i));
      if (event.type == EventType::kRefine && !unpacking) path.refines.push_back(static_cast<uint32_t>(i));
    }
    if (starts_search(event, i == 0 ? nullptr : &events[i - 1])) searches.push_back(static_cast<uint32_t>(i));
    if (!concerns_node(event.type)) continue;
    if (event.type == EventType::kExpand) {
      expansions.push_back(static_cast<uint32_t>(i));
      if (event.level > 0) abstract_expansions.push_back(static_cast<uint32_t>(i));
      if (event.g != kInfinite) max_g = std::max(max_g, event.g);
    }
    if (event.level != 0) continue;
    const CellId cell = cells ? event.node : places.at(0, event.node).cell;
    if (!cells && cell == kNoCell) continue;
    low_cell = std::min(low_cell, cell);
    high_cell = std::max(high_cell, cell);
  }
}

size_t TraceOutline::phase_end(Phase phase) const {
  size_t end = 0;
  for (const PhaseSpan& span : phases) {
    if (span.phase == joined(phase)) end = span.end;
  }
  return end;
}

size_t TraceOutline::phase_end(Phase phase, int level) const {
  size_t end = 0;
  for (const PhaseSpan& span : phases) {
    if (span.phase == joined(phase) && span.level == level) end = span.end;
  }
  return end;
}

bool TraceOutline::unpacks(size_t index) const {
  return std::binary_search(unpackings.begin(), unpackings.end(), static_cast<uint32_t>(index));
}

int64_t TraceOutline::search_of(size_t cursor) const {
  return std::lower_bound(searches.begin(), searches.end(), cursor) - searches.begin() - 1;
}

}  // namespace strata

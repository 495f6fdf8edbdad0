// Purpose: A SearchTrace is a search recorded by another program, as a Posthoc search trace: a list of
//          events about nodes.
// Format: Posthoc search traces, versions 1.0.4 to 2.x, as YAML or JSON. An object has `version` and `events` (or
//         `eventList`); an event has `type`, `id`, `pId`, `x`, `y`, `f`, `g`, `h`. Keys that describe a drawing
//         (`render`, `views`) are ignored, because cells are drawn here.
// Differs: An event without x and y gets the last position of its node. Repeated parts (YAML aliases) are ignored.
// Units: x and y as in the file, for grids integers with (0,0) at the top left; costs as in the file.
// Errors: "FILE:LINE: reason".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/grid/grid_map.hpp"
#include "traces/document_reader.hpp"

namespace strata {

// The kind of an event, by its type. kOther: a type outside the format.
enum class TraceEventKind : uint8_t {
  kSource,
  kDestination,
  kExpanding,
  kGenerating,
  kUpdating,
  kClosing,
  kEnd,
  kOther
};
TraceEventKind trace_event_kind(std::string_view type);

inline constexpr uint32_t kNoTraceNode = UINT32_MAX;

struct TraceEvent {
  uint32_t type = 0;               // index in SearchTrace::types
  uint32_t node = kNoTraceNode;    // index in SearchTrace::nodes
  uint32_t parent = kNoTraceNode;  // index in SearchTrace::nodes
  uint32_t line = 0;               // line in the file
  float x = 0, y = 0;              // NaN: no position
  double f = 0, g = 0, h = 0;      // NaN: not in the file
  bool placed() const { return x == x && y == y; }
};

struct SearchTrace {
  std::string version;             // empty: the file has no version
  std::vector<std::string> types;  // names of types in order of their first event
  std::vector<std::string> nodes;  // ids of nodes
  std::vector<TraceEvent> events;
  int width = 0, height = 0;  // size of the map; 0: not in the file
  size_t unplaced = 0;        // events without a position
  size_t between_cells = 0;   // events whose position is not an integer
  size_t unread_costs = 0;    // costs that are not numbers
  TraceEventKind kind(const TraceEvent& event) const { return trace_event_kind(types[event.type]); }
  // Returns the cell of an event's position, which must exist.
  static Cell cell(const TraceEvent& event);
  // Returns the smallest size of a map with (0,0) that contains all positions.
  Cell extent() const;
};

// Parses a trace. `name` is the file name in messages; its ending decides between JSON and YAML.
Result<SearchTrace> parse_search_trace(std::string_view text, const std::string& name, const ReadLimits& limits = {});
Result<SearchTrace> load_search_trace(const std::string& path, const ReadLimits& limits = {});

// The kinds of faults in a trace.
enum class TraceFault : uint8_t {
  kOffMap,         // the event has a position outside the map
  kBlocked,        // the event is about a cell that the agent cannot enter
  kUnknownParent,  // the parent does not occur in an earlier event
  kNotGenerated,   // the node is expanded without having been generated
  kSum,            // f is less than g
};
std::string_view trace_fault_text(TraceFault fault);

struct TraceFinding {
  TraceFault fault;
  uint32_t event;  // index of the event
  friend bool operator==(const TraceFinding&, const TraceFinding&) = default;
};
struct TraceReport {
  std::vector<TraceFinding> findings;  // sorted by event; at most kMaxFindings
  size_t count = 0;                    // number of all faults
  size_t expanded = 0, generated = 0;
  uint32_t source = kNoTraceNode, destination = kNoTraceNode;  // index of the event
  double cost = 0;  // g of the destination when it was last reached; NaN: never
};
inline constexpr size_t kMaxFindings = 10'000;
TraceReport check_search_trace(const SearchTrace& trace, const GridMap& map, Capability agent);

}  // namespace strata

// Purpose: A SearchTrace is the recorded search of another program, as a Posthoc search trace has it: what happened to
//          which node, one event after the other.
// Format: Posthoc search traces, versions 1.0.4 to 2.x, as YAML or JSON. Of an object `version` and `events` (or
//         `eventList`) are read, and of each event `type`, `id`, `pId`, `x`, `y`, `f`, `g`, `h`. What describes a
//         drawing
//         (`render`, `views`) is left out: cells are drawn here.
// Differs: Events without x and y are where their node was before. Repeated parts (YAML aliases) are left out.
// Units: x and y as in the file, for grids whole numbers with (0,0) at the top left; costs as in the file.
// Errors: "FILE:LINE: reason".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/grid/grid_map.hpp"
#include "traces/document_reader.hpp"

namespace strata {

// What an event is by its type. kOther: a type that the format does not name.
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
  uint32_t parent = kNoTraceNode;  // likewise
  uint32_t line = 0;               // in the file
  float x = 0, y = 0;              // NaN: it has no place
  double f = 0, g = 0, h = 0;      // NaN: not in the file
  bool placed() const { return x == x && y == y; }
};

struct SearchTrace {
  std::string version;             // empty: the file names none
  std::vector<std::string> types;  // names of types, in the order in which they occur
  std::vector<std::string> nodes;  // their ids
  std::vector<TraceEvent> events;
  int width = 0, height = 0;  // of the map, if the file says so; 0: it does not
  size_t unplaced = 0;        // events without a place
  size_t between_cells = 0;   // events whose place is no whole number
  size_t unread_costs = 0;    // costs that are no numbers
  TraceEventKind kind(const TraceEvent& event) const { return trace_event_kind(types[event.type]); }
  // Returns the cell of an event's place, which must be there.
  static Cell cell(const TraceEvent& event);
  // Returns the smallest size of a map with (0,0) that has all places.
  Cell extent() const;
};

// `name` is the name of the file in messages; it decides between JSON and YAML.
Result<SearchTrace> parse_search_trace(std::string_view text, const std::string& name, const ReadLimits& limits = {});
Result<SearchTrace> load_search_trace(const std::string& path, const ReadLimits& limits = {});

// What may be wrong with a trace.
enum class TraceFault : uint8_t {
  kOffMap,         // the event is about a place that is not on the map
  kBlocked,        // about a cell that the agent cannot enter
  kUnknownParent,  // its parent has not occurred before
  kNotGenerated,   // the node is expanded without having been generated
  kSum,            // f is less than g
};
inline constexpr int kTraceFaults = 5;
std::string_view trace_fault_text(TraceFault fault);

struct TraceFinding {
  TraceFault fault;
  uint32_t event;  // index
  friend bool operator==(const TraceFinding&, const TraceFinding&) = default;
};
struct TraceReport {
  std::vector<TraceFinding> findings;  // by event; at most kMaxFindings
  size_t count = 0;                    // of all of them
  size_t expanded = 0, generated = 0;
  uint32_t source = kNoTraceNode, destination = kNoTraceNode;  // events
  double cost = 0;  // g of the destination when it was last reached; NaN: it was not
};
inline constexpr size_t kMaxFindings = 10'000;
TraceReport check_search_trace(const SearchTrace& trace, const GridMap& map, Capability agent);

}  // namespace strata

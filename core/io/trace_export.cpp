#include "core/io/trace_export.hpp"

#include <fmt/format.h>

#include <iterator>

#include "core/io/files.hpp"
#include "core/search/build_events.hpp"
#include "core/search/trace.hpp"

namespace strata {
namespace {

// Viewers colour events by these names. The format has no names for links of start or goal, refined edges, shortcuts,
// meeting nodes of bidirectional searches, and witnesses: they get other event types, which viewers list as unknown.
std::string_view exported_type(EventType type) {
  switch (type) {
    case EventType::kSource:
      return "source";
    case EventType::kDestination:
      return "destination";
    case EventType::kGenerate:
      return "generating";
    case EventType::kUpdate:
      return "updating";
    case EventType::kExpand:
      return "expanding";
    case EventType::kLink:
      return "linking";
    case EventType::kRefine:
      return "refining";
    case EventType::kPathEdge:
      return "path";
    case EventType::kStraight:
    case EventType::kAddArc:
      return "shortcut";
    case EventType::kStall:
      return "stalling";
    case EventType::kContract:
      return "contracting";
    case EventType::kMeet:
      return "meeting";
    case EventType::kWitness:
      return "witness";
    case EventType::kFound:
    case EventType::kNoPath:
      break;
  }
  if (build_event::is_build(type)) return "building";
  return "end";
}

// Draws the node of an event as a unit square.
constexpr std::string_view kHead = R"({
  "version": "1.4.0",
  "pivot": {"x": "${{$.x + 0.5}}", "y": "${{$.y + 0.5}}"},
  "views": {
    "main": [
      {"$": "rect", "x": "${{$.x}}", "y": "${{$.y}}", "width": 1, "height": 1, "fill": "${{$.fill}}", "clear": false}
    ]
  },
)";

// Returns the colour of an event, from the palette of Okabe and Ito, as in the desktop program.
std::string_view fill_of(EventType type) {
  switch (type) {
    case EventType::kSource:
      return "#009E73";
    case EventType::kDestination:
      return "#D55E00";
    case EventType::kGenerate:
      return "#56B4E9";
    case EventType::kUpdate:
      return "#CC79A7";
    case EventType::kExpand:
      return "#0072B2";
    case EventType::kLink:
    case EventType::kRefine:
      return "#E69F00";
    case EventType::kPathEdge:
    case EventType::kStraight:
    case EventType::kAddArc:
    case EventType::kMeet:
      return "#F0E442";
    case EventType::kStall:
    case EventType::kContract:
      return "#999999";
    case EventType::kWitness:
      return "#CC79A7";
    case EventType::kFound:
    case EventType::kNoPath:
      break;
  }
  if (build_event::is_build(type)) return type < build_event::kPick ? "#999999" : "#F0E442";
  return "#000000";
}

}  // namespace

std::string format_trace(const Trace& trace, const GridMap& map) {
  fmt::memory_buffer out;
  const auto at = std::back_inserter(out);
  out.append(kHead);
  fmt::format_to(at, "  \"width\": {}, \"height\": {}, \"truncated\": {},\n  \"events\": [", map.width(), map.height(),
                 trace.truncated());
  bool first = true;
  const NodePlaces places = trace.places(map.width());
  const auto id_of = [&](const SearchEvent& event, NodeId node) {
    return (places.are_cells() ? 0 : uint64_t{event.level} << 32) + node + 1;
  };
  const auto write = [&](const SearchEvent& event, std::string_view type, std::string_view name,
                         std::string_view fill) {
    // Writes the unit square around the node.
    const NodePlace place = places.at(event.level, event.node);
    fmt::format_to(at, "{}\n    {{\"type\": \"{}\", \"id\": {}", first ? "" : ",", type, id_of(event, event.node));
    first = false;
    if (event.parent != kNoNodeId && event.parent != event.node) {
      fmt::format_to(at, ", \"pId\": {}", id_of(event, event.parent));
    }
    const int64_t h = event.type == EventType::kContract ? contracted_priority(event) : int64_t{event.h};
    fmt::format_to(at, ", \"x\": {}, \"y\": {}, \"f\": {}, \"g\": {}, \"h\": {}", place.x - 0.5f, place.y - 0.5f,
                   event.g + h, event.g, h);
    fmt::format_to(at, ", \"event\": \"{}\", \"phase\": \"{}\", \"level\": {}, \"line\": {}, \"fill\": \"{}\"}}", name,
                   phase_name(event.phase), event.level, event.line, fill);
  };
  // An expansion ends where the next one begins, or with its phase. Traces do not record its end, but viewers need it.
  const SearchEvent* open = nullptr;
  const auto close = [&] {
    if (open != nullptr) write(*open, "closing", "close", "#999999");
    open = nullptr;
  };
  for (const SearchEvent& event : trace.events()) {
    const bool belongs = event.type == EventType::kGenerate || event.type == EventType::kUpdate;
    if (!belongs || (open != nullptr && event.phase != open->phase)) close();
    if (event.node == kNoNodeId) continue;
    write(event, exported_type(event.type), event_name(event.type), fill_of(event.type));
    if (event.type == EventType::kExpand) open = &event;
  }
  close();
  fmt::format_to(at, "\n  ]\n}}\n");
  return fmt::to_string(out);
}

Status save_trace(const Trace& trace, const GridMap& map, const std::string& path) {
  return write_file_atomic(path, format_trace(trace, map));
}

}  // namespace strata

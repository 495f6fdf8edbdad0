// Moments and phases of a recorded search in words.
#include <fmt/format.h>

#include "app/playback/playback.hpp"

namespace strata {

std::string_view node_state_name(NodeState state) {
  switch (state) {
    case NodeState::kOpen:
      return "open";
    case NodeState::kExpanded:
      return "expanded";
    case NodeState::kStalled:
      return "stalled";
    case NodeState::kUnseen:
      break;
  }
  return "unseen";
}

std::string span_title(const PhaseSpan& span) {
  const char* name = "smooth";
  switch (span.phase) {
    case Phase::kInsertStart:
      name = "insert S";
      break;
    case Phase::kInsertGoal:
      name = "insert G";
      break;
    case Phase::kMain:
    case Phase::kForward:
    case Phase::kBackward:
      name = "search";
      break;
    case Phase::kRefine:
      name = span.unpacking ? "unpack" : "refine";
      break;
    case Phase::kContract:
      name = "contract";
      break;
    case Phase::kSmooth:
      break;
  }
  return span.level == 0 ? std::string(name) : fmt::format("{} L{}", name, span.level);
}

std::string event_text(const SearchEvent& event, int map_width, Cost unit, bool unpacks) {
  const auto cell = [&](CellId id) {
    if (id == kNoCell) return std::string("-");
    const auto width = static_cast<CellId>(map_width);
    return fmt::format("({},{})", id % width, id / width);
  };
  const auto cost = [&](Cost value) {
    return value == kInfinite ? std::string("inf") : fmt::format("{:.2f}", value / static_cast<double>(unit));
  };
  std::string level;  // and direction
  if (event.phase == Phase::kForward || event.phase == Phase::kBackward) {
    level = fmt::format(" {}", phase_name(event.phase));
  }
  if (event.level != 0) level += fmt::format(" L{}", event.level);
  const std::string_view name = unpacks ? "unpack" : event_name(event.type);
  switch (event.type) {
    case EventType::kGenerate:
    case EventType::kUpdate:
    case EventType::kExpand: {
      std::string text = fmt::format("{}{} {}  g {}  h {}  f {}", event_name(event.type), level, cell(event.node),
                                     cost(event.g), cost(event.h), cost(event.g + event.h));
      if (event.parent != kNoCell) text += fmt::format("  from {}", cell(event.parent));
      return text;
    }
    case EventType::kLink:
    case EventType::kRefine:
    case EventType::kPathEdge:
    case EventType::kShortcut:
    case EventType::kAddArc:
      return fmt::format("{}{} {} - {}  cost {}", name, level, cell(event.parent), cell(event.node), cost(event.g));
    case EventType::kStall:
      return fmt::format("{}{} {}  g {}, but {} by way of {}", name, level, cell(event.node), cost(event.g),
                         cost(event.h), cell(event.parent));
    case EventType::kMeet:
      return fmt::format("{} {}  cost {}", name, cell(event.node), cost(event.g));
    case EventType::kContract:
      return fmt::format("{}{} {}  rank {}  priority {}", name, level, cell(event.node), event.g, event.h);
    case EventType::kWitness:
      if (event.g == kInfinite) {
        return fmt::format("{}{} {} - {}  none costs {} or less", name, level, cell(event.parent), cell(event.node),
                           cost(event.h));
      }
      return fmt::format("{}{} {} - {}  cost {}, not more than {}", name, level, cell(event.parent), cell(event.node),
                         cost(event.g), cost(event.h));
    case EventType::kFound:
      return fmt::format("{} {}  cost {}", event_name(event.type), cell(event.node), cost(event.g));
    case EventType::kSource:
    case EventType::kDestination:
      return fmt::format("{} {}", event_name(event.type), cell(event.node));
    case EventType::kNoPath:
      break;
  }
  return std::string(event_name(event.type));
}

}  // namespace strata

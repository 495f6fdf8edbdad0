// Events and phases of a recorded search in words.
#include <fmt/format.h>

#include "app/playback/event_words.hpp"
#include "app/playback/playback.hpp"
#include "core/search/build_events.hpp"
#include "core/search/trace.hpp"

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

std::string span_title(const PhaseSpan& span, const PseudoCode& code) {
  if (const std::string_view own = code.phase_word(span.phase, span.line); !own.empty()) return std::string(own);
  const char* name = build_event::is_build(span.phase) ? "build" : "smooth";
  switch (span.phase) {
    case Phase::kInsertStart:
      name = "connect S";
      break;
    case Phase::kInsertGoal:
      name = "connect G";
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

std::string place_text(const NodePlace& place) {
  if (place.cell == kNoCell) return fmt::format("({:.1f},{:.1f})", place.x, place.y);
  return fmt::format("({},{})", static_cast<int>(place.x), static_cast<int>(place.y));
}

namespace {

std::string point_text(MapPoint point) { return fmt::format("({:.1f},{:.1f})", point.x, point.y); }

// Returns an interval in words: "(3.0,4.0)-(3.0,7.0)"; a point as "(3.0,4.0)".
std::string interval_text(const NodeCone& cone) {
  return cone.is_point() ? point_text(cone.left) : point_text(cone.left) + "-" + point_text(cone.right);
}

}  // namespace

std::string cone_text(const NodeCone& cone, const NodeCone* before) {
  if (cone.root == cone.left && cone.is_point()) return interval_text(cone);
  const bool turns = before != nullptr && before->root != cone.root;
  return fmt::format("{} {} {}", interval_text(cone), turns ? "round" : "seen from", point_text(cone.root));
}

std::string EventFormatter::node(int level, NodeId node) const {
  if (const NodeCone* cone = playback_.places().cone(static_cast<size_t>(level), node)) {
    return cone_text(*cone, nullptr);
  }
  return place_text(playback_.place(level, node));
}

bool EventFormatter::is_goal(int level, NodeId node) const {
  const NodeId goal = playback_.outline().goal;
  if (goal == kNoNodeId || node == kNoNodeId) return false;
  return level == 0 ? node == goal : playback_.place(level, node) == playback_.place(0, goal);
}

std::string EventFormatter::cost(Cost value) const {
  return value == kInfinite ? std::string("no end") : fmt::format("{:.2f}", value / static_cast<double>(unit_));
}

std::string EventFormatter::sum64(uint64_t value) const {
  return fmt::format("{:.2f}", static_cast<double>(value) / static_cast<double>(unit_));
}

std::string EventFormatter::count(size_t number, const std::string& noun) {
  return fmt::format("{} open {}{}", number, noun, number == 1 ? "" : "s");
}

std::string event_text(const SearchEvent& event, const NodePlaces& places, Cost unit, bool unpacks,
                       const PseudoCode& code) {
  const auto cone_of = [&](NodeId id) { return id == kNoNodeId ? nullptr : places.cone(event.level, id); };
  const NodeCone *cone = cone_of(event.node), *before = cone_of(event.parent);
  const auto node = [&](NodeId id) {
    return id == kNoNodeId ? std::string("-") : place_text(places.at(event.level, id));
  };
  const auto cost = [&](Cost value) {
    return value == kInfinite ? std::string("inf") : fmt::format("{:.2f}", value / static_cast<double>(unit));
  };
  std::string level;  // level and direction
  if (event.phase == Phase::kForward || event.phase == Phase::kBackward) {
    level = fmt::format(" {}", phase_name(event.phase));
  }
  if (event.level != 0) level += fmt::format(" L{}", event.level);
  const std::string_view own = code.event_word(event.type, event.line);
  // The log has the word of the sentences, and leaves "link" to the links between cells.
  const std::string_view common = event.type == EventType::kLink ? "connect" : event_name(event.type);
  const std::string_view name = unpacks ? "unpack" : own.empty() ? common : own;
  if (event.type == build_event::kStage) return fmt::format("{}{}", name, level);
  if (event.type == build_event::kRaise && event.parent == kNoNodeId) {
    return fmt::format("{}{} {}", name, level, node(event.node));
  }
  if (event.type == build_event::kRaise) {
    return fmt::format("{}{} {}  joined to {}", name, level, node(event.node), node(event.parent));
  }
  if (build_event::is_build(event.type)) {
    std::string text = fmt::format("{}{} {} - {}", name, level, node(event.parent), node(event.node));
    return event.type < build_event::kAddEdge ? text : text + fmt::format("  cost {}", cost(event.g));
  }
  switch (event.type) {
    case EventType::kGenerate:
    case EventType::kUpdate:
    case EventType::kExpand: {
      std::string text =
          fmt::format("{}{} {}  g {}  h {}  f {}", name, level, cone ? cone_text(*cone, before) : node(event.node),
                      cost(event.g), cost(event.h), cost(event.g + event.h));
      if (before != nullptr) {
        if (!before->is_point()) text += fmt::format("  behind {}", interval_text(*before));
      } else if (event.parent != kNoNodeId) {
        text += fmt::format("  from {}", node(event.parent));
      }
      return text;
    }
    case EventType::kLink:
      if (event.parent == kNoNodeId) return fmt::format("{} {}  g {}", name, node(event.node), cost(event.g));
      [[fallthrough]];
    case EventType::kRefine:
    case EventType::kPathEdge:
    case EventType::kStraight:
    case EventType::kAddArc:
      // The costs of such nodes are lengths of paths from root to root.
      if (cone != nullptr) {
        std::string text = fmt::format("{} {}", name, cone_text(*cone, before));
        return event.g == 0 ? text : text + fmt::format("  cost {}", cost(event.g));
      }
      return fmt::format("{}{} {} - {}  cost {}", name, level, node(event.parent), node(event.node), cost(event.g));
    case EventType::kStall:
      if (event.parent == kNoNodeId) {
        return fmt::format("{}{} {}  g {}  h {}", name, level, cone ? cone_text(*cone, before) : node(event.node),
                           cost(event.g), cost(event.h));
      }
      return fmt::format("{}{} {}  g {}, but {} over {}", name, level, node(event.node), cost(event.g), cost(event.h),
                         node(event.parent));
    case EventType::kMeet:
      return fmt::format("{} {}  cost {}", name, node(event.node), cost(event.g));
    case EventType::kContract:
      return fmt::format("{}{} {}  rank {}  priority {}", name, level, node(event.node), uint64_t{event.g} + 1,
                         contracted_priority(event));
    case EventType::kWitness:
      if (event.g == kInfinite) {
        return fmt::format("{}{} {} - {}  none costs {} or less", name, level, node(event.parent), node(event.node),
                           cost(event.h));
      }
      return fmt::format("{}{} {} - {}  cost {}, not more than {}", name, level, node(event.parent), node(event.node),
                         cost(event.g), cost(event.h));
    case EventType::kFound:
      return fmt::format("{} {}  cost {}", event_name(event.type), node(event.node), cost(event.g));
    case EventType::kSource:
    case EventType::kDestination:
      return fmt::format("{} {}", event_name(event.type), node(event.node));
    case EventType::kNoPath:
      break;
  }
  return std::string(name);
}

}  // namespace strata

#include "core/search/trace.hpp"

#include "core/search/build_events.hpp"

namespace strata {

std::string_view event_name(EventType type) {
  switch (type) {
    case EventType::kSource:
      return "source";
    case EventType::kDestination:
      return "destination";
    case EventType::kGenerate:
      return "generate";
    case EventType::kUpdate:
      return "update";
    case EventType::kExpand:
      return "expand";
    case EventType::kLink:
      return "link";
    case EventType::kRefine:
      return "refine";
    case EventType::kPathEdge:
      return "path edge";
    case EventType::kStraight:
      return "smoothed segment";
    case EventType::kFound:
      return "found";
    case EventType::kNoPath:
      return "no path";
    case EventType::kStall:
      return "stall";
    case EventType::kMeet:
      return "meet";
    case EventType::kContract:
      return "contract";
    case EventType::kWitness:
      return "witness";
    case EventType::kAddArc:
      return "add shortcut";
  }
  return build_event::name(type);
}

}  // namespace strata

// Purpose: This header defines the events of a recorded construction (preprocessing of a structure). Their types and
//          phases have numbers beyond those of the events of queries, so that code for queries can ignore them.
// Shapes: If no comment here says so, the structure defines the content of g and h, beside its pseudo-code
//         (core/*/*_build_code.hpp). Searches of a construction have the usual events, with phase kSearch.
#pragma once

#include <string_view>

#include "core/search/observer.hpp"

namespace strata::build_event {

inline constexpr Phase kBuild = static_cast<Phase>(kPhases);
inline constexpr Phase kSearch = static_cast<Phase>(kPhases + 1);

// The next stage of the construction begins. There is no node.
inline constexpr EventType kStage = static_cast<EventType>(32);
// The construction goes on to a part of the map: the cells from `parent` (upper left) to `node` (lower right).
inline constexpr EventType kPart = static_cast<EventType>(33);
// An entrance or rectangle with the ends or corners `parent` and `node` is chosen; nodes or rooms are made from it.
inline constexpr EventType kPick = static_cast<EventType>(34);
// `node`, a node of the level below, also becomes a node of this level, because of its inter-edge to `parent`; without
// a parent because it is an end of a link.
inline constexpr EventType kRaise = static_cast<EventType>(35);
// The edge parent - node is added to the graph of this level; g = its cost.
inline constexpr EventType kAddEdge = static_cast<EventType>(36);
// The edge parent - node is removed from the graph; g = its cost. The event before it names the edge that dominates it.
inline constexpr EventType kDropEdge = static_cast<EventType>(37);
inline constexpr EventType kKeepEdge = static_cast<EventType>(38);

constexpr bool is_build(EventType type) { return type >= kStage; }
constexpr bool is_build(Phase phase) { return phase >= kBuild; }

// Returns a name such as "stage", "part" or "add edge"; empty for the events of queries.
constexpr std::string_view name(EventType type) {
  constexpr std::string_view kNames[] = {"stage", "part", "pick", "raise", "add edge", "drop edge", "keep edge"};
  return is_build(type) ? kNames[static_cast<int>(type) - static_cast<int>(kStage)] : std::string_view();
}

}  // namespace strata::build_event

// Purpose: This header defines the events of a recorded construction: of a structure that is built, not of a query.
// Their
//          types and phases lie beyond those of queries, so that code about queries need not know them.
// Shapes: What g and h hold where nothing is said of them here depends on the structure, and stands beside the lines of
//         its pseudo-code (core/*/*_build_code.hpp). Searches of a construction have the usual events, in kSearch.
#pragma once

#include <string_view>

#include "core/search/observer.hpp"

namespace strata::build_event {

inline constexpr Phase kBuild = static_cast<Phase>(kPhases);
inline constexpr Phase kSearch = static_cast<Phase>(kPhases + 1);

// The next stage of the construction begins; no node.
inline constexpr EventType kStage = static_cast<EventType>(32);
// The construction turns to a part of the map: the cells from `parent` (upper left) to `node` (lower right).
inline constexpr EventType kPart = static_cast<EventType>(33);
// Something with the ends or corners `parent` and `node` is found, from which nodes or rooms are made.
inline constexpr EventType kPick = static_cast<EventType>(34);
// `node`, which is a node of the level below, becomes one of this level, as it is joined to `parent`.
inline constexpr EventType kRaise = static_cast<EventType>(35);
// The edge parent - node joins the graph of this level; g = its cost.
inline constexpr EventType kAddEdge = static_cast<EventType>(36);
// The edge parent - node leaves the graph; g = its cost. The event before has the edge that dominates it.
inline constexpr EventType kDropEdge = static_cast<EventType>(37);
inline constexpr EventType kKeepEdge = static_cast<EventType>(38);

constexpr bool is_build(EventType type) { return type >= kStage; }
constexpr bool is_build(Phase phase) { return phase >= kBuild; }

// Returns "stage", "part", "add edge"; empty for the events of queries.
constexpr std::string_view name(EventType type) {
  constexpr std::string_view kNames[] = {"stage", "part", "pick", "raise", "add edge", "drop edge", "keep edge"};
  return is_build(type) ? kNames[static_cast<int>(type) - static_cast<int>(kStage)] : std::string_view();
}

}  // namespace strata::build_event

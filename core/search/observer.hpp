// Purpose: This header defines the events that a search reports to an observer, and NoObserver, which costs nothing. An
//          observer is passed by value and has `void on(const SearchEvent&)` and `static constexpr bool kEnabled`.
#pragma once

#include <cstdint>

#include "core/search/node_places.hpp"
#include "core/search/plan.hpp"

namespace strata {

enum class EventType : uint8_t {
  kSource,       // node = start
  kDestination,  // node = goal
  kGenerate,     // node enters the open list for the first time
  kUpdate,       // node gets a smaller g and enters the open list again
  kExpand,       // node is expanded
  kLink,         // start or goal (parent) is linked to an abstract node of this level; g = cost of the link
  kRefine,       // the refinement of the abstract edge parent -> node of this level begins; g = its cost
  // The edge parent -> node of this level is added to the path, by the search or by refining the level
  // above; g = its cost.
  kPathEdge,
  kStraight,  // smoothing: a straight segment replaces the path between parent and node; g = its cost
  kFound,     // node = goal, g = cost
  kNoPath,
  // The following events are those of contraction hierarchies.
  // A node leaves the open list unexpanded (stall-on-demand): the higher node `parent` reaches it at a cost of h, no
  // more than its g. Without a parent: the node was skipped, or a cheaper path made it useless; h is its h.
  kStall,
  kMeet,      // forward and backward search meet at a node on a cheaper path than before; g = its cost
  kContract,  // node is removed from the graph; g = its rank; h holds its priority (contracted_priority)
  // The result of a witness search for a path from parent to node that avoids the contracted node; g = its cost,
  // kInfinite if none was found; h = the cost over the contracted node.
  kWitness,
  kAddArc,  // the shortcut parent - node over the contracted node is added; g = its cost
};

// An event of a search. `line` is the line of the planner's pseudo-code (core/search/pseudo_code.hpp). Nodes are ids of
// the planner on the level of the event; planners over the map have cells as nodes.
struct SearchEvent {
  EventType type = EventType::kSource;
  Phase phase = Phase::kMain;
  uint8_t level = 0;  // 0: cells; 1 and up: abstract levels
  uint8_t line = 0;
  NodeId node = kNoNodeId;
  NodeId parent = kNoNodeId;
  Cost g = 0;
  Cost h = 0;
  friend bool operator==(const SearchEvent&, const SearchEvent&) = default;
};
static_assert(sizeof(SearchEvent) == 20);

// Returns the priority of a contracted node. It may be negative; h holds it in two's complement.
constexpr int32_t contracted_priority(const SearchEvent& event) { return static_cast<int32_t>(event.h); }

struct NoObserver {
  static constexpr bool kEnabled = false;
  void on(const SearchEvent&) const {}
};

}  // namespace strata

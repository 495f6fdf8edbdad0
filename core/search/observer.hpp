// Purpose: This header defines the events that a search reports while it runs, and an observer that reports nothing and
//          costs nothing. An observer is passed by value and offers `void on(const SearchEvent&)` and `static constexpr
//          bool kEnabled`.
#pragma once

#include <cstdint>

#include "core/search/node_places.hpp"
#include "core/search/plan.hpp"

namespace strata {

enum class EventType : uint8_t {
  kSource,       // node = start
  kDestination,  // node = goal
  kGenerate,     // first time in the open list
  kUpdate,       // again, with a smaller g
  kExpand,       // taken from the open list
  kLink,         // start or goal (parent) was joined to an abstract node of this level; g = cost of the link
  kRefine,       // the abstract edge parent -> node of this level is about to be refined; g = its cost
  kPathEdge,  // the edge parent -> node of this level has joined the path, found by the search or by refining the level
              // above; g = its cost
  kStraight,  // smoothing: the piece of path between parent and node becomes a straight line; g = its cost
  kFound,     // node = goal, g = cost
  kNoPath,
  // Contraction hierarchies.
  kStall,  // left the open list unexpanded: the higher node `parent` reaches it at a cost of h, no more than its own g.
           // Without a parent: it was skipped, or a cheaper path made it pointless; h is its h
  kMeet,   // forward and backward search have met in a node on a cheaper path than before; g = its cost
  kContract,  // node is removed from the graph; g = its rank, h = its priority, 0 if below
  kWitness,   // whether a path from parent to node avoids the contracted node and costs no more than the path over it;
              // g = cost of the witness, kInfinite: none was found; h = cost over the contracted node
  kAddArc,    // a shortcut parent - node over the contracted node; g = its cost
};

// An event. `line` is the current line of the planner's pseudo-code (core/search/pseudo_code.hpp). Nodes are ids of the
// planner, for the level of the event; for planners over the map they are cells.
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

struct NoObserver {
  static constexpr bool kEnabled = false;
  void on(const SearchEvent&) const {}
};

}  // namespace strata

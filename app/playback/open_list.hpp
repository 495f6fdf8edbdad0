// Purpose: OpenList is the open list of a recorded search at a given moment, in the order of expansion.
// How: A node is open if its last event before the moment put it into the list. Finding these nodes takes one pass over
//      the events of the present search: some milliseconds for a million events.
// Units: A moment is a cursor of the playback: the number of events before it.
#pragma once

#include <cstddef>
#include <vector>

#include "app/playback/narration.hpp"
#include "app/playback/playback.hpp"

namespace strata {

struct OpenNode {
  NodeId node = kNoNodeId;
  NodeId parent = kNoNodeId;
  Cost g = 0, h = 0;
  // The event that has put the node into the list, or has given it a smaller g.
  size_t event = 0;
  uint64_t f() const { return uint64_t{g} + h; }
};

struct OpenList {
  int level = 0;
  bool backward = false;
  size_t total = 0;  // number of open nodes
  // Only some of the open nodes are in `nodes`.
  bool truncated = false;
  std::vector<OpenNode> nodes;  // in order of expansion

  // Returns the position of a node in the list; if it is not in the list, the number of nodes listed.
  size_t place_of(NodeId node) const;
};

// Returns whether the rule of the algorithm prefers `a` to `b`. If the rule makes no difference, the smaller
// node id comes first.
bool goes_before(const OpenNode& a, const OpenNode& b, const ExpansionOrder& order);

// The events of the present search up to a moment: [begin, end).
struct EventRange {
  size_t begin = 0, end = 0;
};
EventRange events_of_search(const Playback& playback, size_t moment);
// Returns the index after the last event of the search that event `index` belongs to.
size_t search_end(const Playback& playback, size_t index);

// Returns the open list after the first `moment` events, in the order_in() its last event, with at most `limit` of its
// nodes. In a bidirectional search, `backward` chooses the direction whose list is returned.
OpenList open_list(const Playback& playback, size_t moment, const ExpansionOrder& order, size_t limit,
                   bool backward = false);

// Returns the order in which the search of an event expands nodes; of an expansion, the one by which its node was
// chosen. Only the climbing searches of a hierarchy go by rank: those that connect start and goal, and those that
// refine, go as A* does.
ExpansionOrder order_in(const SearchEvent& event, const ExpansionOrder& order);

// Returns whether an event of this type puts its node into the open list, or changes its position there.
bool enters_open_list(EventType type);

}  // namespace strata

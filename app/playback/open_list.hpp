// Purpose: OpenList is the open list of a recorded search at any moment, in the order in which the algorithm would
//          expand it.
// How: A node is open if the last event of it before the moment put it into the list. That takes one pass over the
//      events of the search at the cursor: some milliseconds for a million of them.
// Units: A moment is a cursor of the playback: the number of events that have passed.
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
  size_t event = 0;  // the event that put the node into the list, or updated it with a smaller g
  uint64_t f() const { return uint64_t{g} + h; }
};

struct OpenList {
  int level = 0;
  bool backward = false;
  size_t total = 0;             // nodes that are open
  bool truncated = false;       // more nodes are open than are listed
  std::vector<OpenNode> nodes;  // the node to expand next is first

  // Returns the place of a node in the list; the size of the list if the node is not in it.
  size_t place_of(NodeId node) const;
};

// Whether node a goes before node b by the algorithm's rule. Nodes that are equal under the rule go by their numbers.
bool goes_before(const OpenNode& a, const OpenNode& b, const ExpansionOrder& order);

// The events of the search under way at a moment: from its first to the moment.
struct EventRange {
  size_t begin = 0, end = 0;
};
EventRange events_of_search(const Playback& playback, size_t moment);
// Returns one past the last event of the search that event `index` belongs to.
size_t search_end(const Playback& playback, size_t index);

// Returns the open list just after `moment` events, at most `limit` nodes. In a bidirectional search it is the list of
// one direction.
OpenList open_list(const Playback& playback, size_t moment, const ExpansionOrder& order, size_t limit,
                   bool backward = false);

// Whether an event of this type puts its node into the open list, or changes its place there.
bool enters_open_list(EventType type);

}  // namespace strata

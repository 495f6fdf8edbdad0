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
  size_t event = 0;  // that put it there, or put it there again with a smaller g
  uint64_t f() const { return uint64_t{g} + h; }
};

struct OpenList {
  int level = 0;
  bool backward = false;
  size_t total = 0;             // nodes that are open
  bool truncated = false;       // there are more than those listed
  std::vector<OpenNode> nodes;  // the next to be taken first

  // Place of a node among those listed; as many as there are: it is not listed.
  size_t place_of(NodeId node) const;
};

// Whether a goes before b as far as the algorithm's rule says. Equals in all that the rule looks at go by their
// numbers.
bool goes_before(const OpenNode& a, const OpenNode& b, const ExpansionOrder& order);

// The events of the search under way at a moment: from its first to the moment.
struct SearchRange {
  size_t begin = 0, end = 0;
};
SearchRange search_range(const Playback& playback, size_t moment);
// One after the last event of the search that event `index` belongs to.
size_t search_end(const Playback& playback, size_t index);

// What is open just after `moment` events, at most `limit` nodes. Of a search from both ends: in one direction.
OpenList open_list(const Playback& playback, size_t moment, const ExpansionOrder& order, size_t limit,
                   bool backward = false);

// An event of this type puts its node into the open list, or changes its place there.
bool enters_open_list(EventType type);

}  // namespace strata

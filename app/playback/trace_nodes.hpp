// Purpose: TraceNodes lists all nodes that a recorded search names, at whatever moment: which events concern a node,
//          and which nodes lie in a cell.
// How: It is built once for a trace, by one pass over the events and a sort.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "app/playback/playback.hpp"

namespace strata {

struct NodeKey {
  uint8_t level = 0;
  bool backward = false;  // the direction, in a bidirectional search
  NodeId node = kNoNodeId;
  friend bool operator==(const NodeKey&, const NodeKey&) = default;
};

class TraceNodes {
 public:
  // Reads the trace. Does nothing if this trace has been read already.
  void read(const Playback& playback);

  // Returns the events that put the node into an open list or take it out, ascending; empty if there are none.
  void events_of(const Playback& playback, const NodeKey& key, std::vector<size_t>& events) const;
  bool has(const NodeKey& key) const;
  // Returns the nodes with such events that lie in the cell, the highest level first.
  void nodes_in(const Playback& playback, CellId cell, std::vector<NodeKey>& keys) const;
  // Counts the other events that name a node in the cell as their own (links, edges of the path, ends), and gives the
  // first of them.
  struct EventsInCell {
    size_t first = 0, count = 0;
  };
  EventsInCell events_in_cell(const Playback& playback, CellId cell, EventType type) const;

 private:
  // The direction matters only on the two levels that bidirectional searches use.
  static uint64_t packed(const NodeKey& key) {
    return uint64_t{key.level} << 33 | uint64_t{key.backward} << 32 | key.node;
  }
  static uint64_t packed(EventType type, uint8_t level, NodeId node) {
    return uint64_t{static_cast<uint8_t>(type)} << 40 | uint64_t{level} << 32 | node;
  }
  using Entry = std::pair<uint64_t, uint32_t>;

  const Playback* read_ = nullptr;
  uint64_t version_ = 0;
  std::vector<Entry> last_;  // by node: its last event
  std::vector<Entry> told_;  // by type, level and node: an event
};

}  // namespace strata

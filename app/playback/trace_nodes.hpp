// Purpose: TraceNodes indexes the nodes of a recorded search over all its events: which events concern a node, and
//          which nodes lie in a cell.
// How: The index is built once per trace, by one pass over the events and a sort.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "app/playback/playback.hpp"

namespace strata {

struct NodeKey {
  uint8_t level = 0;
  bool backward = false;  // the backward side of a bidirectional search
  NodeId node = kNoNodeId;
  friend bool operator==(const NodeKey&, const NodeKey&) = default;
};

class TraceNodes {
 public:
  // Builds the index unless it exists for this trace.
  void read(const Playback& playback);

  // Collects the events that put the node into an open list or remove it from there, in ascending order.
  void events_of(const Playback& playback, const NodeKey& key, std::vector<size_t>& events) const;
  bool has(const NodeKey& key) const;
  // Collects the nodes in the cell that have events of an open list; those of the highest level come first.
  void nodes_in(const Playback& playback, CellId cell, std::vector<NodeKey>& keys) const;
  // Events whose node lies in the cell, but which concern no open list (links, edges of the path, ends): their number
  // and the first of them.
  struct EventsInCell {
    size_t first = 0, count = 0;
  };
  EventsInCell events_in_cell(const Playback& playback, CellId cell, EventType type) const;

 private:
  // The side only matters on the two levels that bidirectional searches use.
  static uint64_t packed(const NodeKey& key) {
    return uint64_t{key.level} << 33 | uint64_t{key.backward} << 32 | key.node;
  }
  static uint64_t packed(EventType type, uint8_t level, NodeId node) {
    return uint64_t{static_cast<uint8_t>(type)} << 40 | uint64_t{level} << 32 | node;
  }
  using NodeAndEvent = std::pair<uint64_t, uint32_t>;

  const Playback* read_ = nullptr;
  uint64_t version_ = 0;
  // For each node its last event; sorted by node.
  std::vector<NodeAndEvent> last_;
  // The events that concern no open list; sorted by type, level and node.
  std::vector<NodeAndEvent> events_by_node_;
};

}  // namespace strata

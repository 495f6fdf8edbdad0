// Purpose: A SearchTree is the tree of parents of a recorded search at a moment, laid out to be drawn: roots at the
//          top, each generation a row below, no two branches across each other.
// How: Leaves stand side by side in the order in which the search found them. A parent stands over the middle of its
//      children. A tree that is too large is drawn in part: the path to the node at the cursor, what branches off near
//      it, and the nodes that were found first.
// Units: x counts leaves from 0, y generations.
#pragma once

#include <cstdint>
#include <vector>

#include "app/playback/playback.hpp"

namespace strata {

struct TreeNode {
  NodeId node = kNoNodeId;
  uint32_t parent = kNone;  // index; kNone: the node is a root
  NodeState state = NodeState::kUnseen;
  uint8_t level = 0;
  bool backward = false;
  bool on_way = false;  // on the path to the node at the cursor, which is its last node
  float x = 0;
  uint32_t y = 0;
  size_t event = 0;  // it put the node into the open list; a root without such an event: that of its child
  static constexpr uint32_t kNone = 0xffffffffu;
};

struct SearchTree {
  static constexpr size_t kNodeLimit = 20'000;

  std::vector<TreeNode> nodes;         // parents before children
  uint32_t current = TreeNode::kNone;  // index of the node at the cursor
  float width = 0;
  uint32_t height = 0;     // generations
  size_t total = 0;        // nodes of the search at the moment
  bool truncated = false;  // some nodes were left out

  // Returns the node nearest to a place, at most `reach` away in x and half a generation in y; kNone if there is none.
  uint32_t nearest(float x, float y, float reach) const;
};

// Returns the tree of the search under way just after `moment` events. If that search has no nodes, the tree is that of
// the last search before it.
SearchTree search_tree(const Playback& playback, size_t moment, size_t most_nodes = SearchTree::kNodeLimit);

}  // namespace strata

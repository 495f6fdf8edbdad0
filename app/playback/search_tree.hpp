// Purpose: A SearchTree is the tree that the parents of nodes in a recorded search form at a moment, arranged for
//          drawing: roots at the top, one row for each generation, no crossing branches.
// How: Leaves are placed side by side in the order in which the search has found them, and parents centred above their
//      children. Of a large tree only a part is drawn: the path to the node at the cursor, branches near it, and the
//      nodes that were found first.
//      nodes that were found first.
// Units: x is the index of a leaf, from 0; y is the generation, from 0.
#pragma once

#include <cstdint>
#include <vector>

#include "app/playback/playback.hpp"

namespace strata {

struct TreeNode {
  NodeId node = kNoNodeId;
  uint32_t parent = kNone;  // index of the parent in `nodes`; kNone: a root
  NodeState state = NodeState::kUnseen;
  uint8_t level = 0;
  bool backward = false;
  // The node lies on the path in the tree from the root to the node at the cursor.
  bool on_way = false;
  float x = 0;
  uint32_t y = 0;
  // The event that has put the node into the open list; for a root without such an event, that of its child.
  size_t event = 0;
  static constexpr uint32_t kNone = 0xffffffffu;
};

struct SearchTree {
  static constexpr size_t kNodeLimit = 20'000;

  // The nodes; parents come before their children.
  std::vector<TreeNode> nodes;
  uint32_t current = TreeNode::kNone;  // index of the node at the cursor
  float width = 0;
  uint32_t height = 0;  // number of generations
  // Number of nodes of the search at the moment, whether they are drawn or not.
  size_t total = 0;
  // Some nodes of the search are not drawn.
  bool truncated = false;

  // Returns the node nearest to (x, y), at most `reach` away in x and half a generation in y; kNone: there
  // is no such node.
  uint32_t nearest(float x, float y, float reach) const;
};

// Returns the tree of the search that the event before `moment` belongs to, after the first `moment` events. If that
// search has no nodes yet, returns the tree of the search before it.
SearchTree search_tree(const Playback& playback, size_t moment, size_t most_nodes = SearchTree::kNodeLimit);

}  // namespace strata

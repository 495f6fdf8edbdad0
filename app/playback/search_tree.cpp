#include "app/playback/search_tree.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <unordered_map>

#include "app/playback/open_list.hpp"

namespace strata {
namespace {

uint64_t key_of(NodeId node, bool backward) { return uint64_t{backward} << 32 | node; }

class SearchTreeBuilder {
 public:
  SearchTreeBuilder(const Playback& playback, size_t most) : playback_(playback), most_(most) {}

  SearchTree build(size_t moment) {
    const EventRange range = range_with_nodes(moment);
    if (range.begin == range.end) return std::move(tree_);
    read(range);
    link();
    choose();
    order();
    place();
    mark_way();
    return std::move(tree_);
  }

 private:
  struct FoundNode {
    uint64_t key;
    NodeId parent;
    // `first` is the event that has named the node first; `event` is the one that has set its parent.
    size_t first, event;
    NodeState state;
    bool kept = false;
  };

  // Returns the last search that begins before the moment and has nodes.
  EventRange range_with_nodes(size_t moment) const {
    EventRange range = events_of_search(playback_, std::min(moment, playback_.size()));
    for (;;) {
      for (size_t i = range.begin; i < range.end; ++i) {
        if (TraceOutline::concerns_node(playback_.event(i)->type)) return range;
      }
      if (range.begin == 0) return {};
      range = events_of_search(playback_, range.begin);
    }
  }

  void read(const EventRange& range) {
    for (size_t i = range.begin; i < range.end; ++i) {
      const SearchEvent& event = *playback_.event(i);
      if (!TraceOutline::concerns_node(event.type)) continue;
      const bool backward = event.phase == Phase::kBackward;
      const uint64_t key = key_of(event.node, backward);
      const auto [at, is_new] = index_.try_emplace(key, static_cast<uint32_t>(found_.size()));
      if (is_new) found_.push_back({key, kNoNodeId, i, i, NodeState::kOpen});
      FoundNode& found = found_[at->second];
      level_ = event.level;
      current_ = at->second;
      if (enters_open_list(event.type)) {
        // Two nodes of a graph in the same cell, such as the start and a transition, are shown as one.
        if (event.parent != event.node) found.parent = event.parent;
        found.event = i;
        found.state = NodeState::kOpen;
      } else {
        found.state = event.type == EventType::kExpand ? NodeState::kExpanded : NodeState::kStalled;
      }
    }
    // A node that occurs only as the parent of others is a root.
    for (size_t i = 0; i < found_.size(); ++i) {
      if (found_[i].parent == kNoNodeId) continue;
      const uint64_t key = key_of(found_[i].parent, found_[i].key >> 32 != 0);
      if (!index_.try_emplace(key, static_cast<uint32_t>(found_.size())).second) continue;
      const size_t event = found_[i].event;
      found_.push_back({key, kNoNodeId, event, event, NodeState::kUnseen});
    }
    tree_.total = found_.size();
  }

  uint32_t parent_of(uint32_t found) const {
    const FoundNode& own = found_[found];
    return own.parent == kNoNodeId ? TreeNode::kNone : index_.at(key_of(own.parent, own.key >> 32 != 0));
  }

  void keep(uint32_t found) {
    for (; found != TreeNode::kNone && !found_[found].kept; found = parent_[found]) {
      found_[found].kept = true;
      ++kept_;
    }
  }

  // Makes roots of nodes whose parents lead back to themselves. A search that raises costs may name the parent of a
  // node, and later reach that parent over the node, without an event of the node in between.
  void cut_cycles() {
    std::vector<uint32_t> walk(found_.size());  // the walk along parents that has passed the node, from 1; 0: none
    for (uint32_t i = 0; i < found_.size(); ++i) {
      uint32_t before = TreeNode::kNone;
      for (uint32_t at = i; at != TreeNode::kNone && (walk[at] == 0 || walk[at] == i + 1); at = parent_[at]) {
        if (walk[at] == i + 1) {
          parent_[before] = TreeNode::kNone;
          break;
        }
        walk[at] = i + 1;
        before = at;
      }
    }
  }

  // Collects the children of each node, in the order in which the search has found them.
  void link() {
    parent_.resize(found_.size());
    first_child_.assign(found_.size() + 1, 0);
    for (uint32_t i = 0; i < found_.size(); ++i) parent_[i] = parent_of(i);
    cut_cycles();
    for (const uint32_t parent : parent_) {
      if (parent != TreeNode::kNone) ++first_child_[parent + 1];
    }
    for (size_t i = 1; i < first_child_.size(); ++i) first_child_[i] += first_child_[i - 1];
    children_.resize(first_child_.back());
    std::vector<uint32_t> next(first_child_.begin(), first_child_.end() - 1);
    for (uint32_t i = 0; i < found_.size(); ++i) {
      if (parent_[i] != TreeNode::kNone) children_[next[parent_[i]]++] = i;
    }
  }
  std::span<const uint32_t> children_of(uint32_t found) const {
    return {children_.data() + first_child_[found], children_.data() + first_child_[found + 1]};
  }

  // Chooses the nodes that are drawn: the path to the node at the cursor, branches near it, and then the nodes that
  // were found first.
  void choose() {
    constexpr size_t kBranch = 200;  // maximum number of nodes drawn below one node of the path
    keep(current_);
    std::vector<uint32_t> branch;
    for (uint32_t at = current_; at != TreeNode::kNone && found_.size() > most_ && kept_ < most_ / 2;
         at = parent_[at]) {
      branch.assign(1, at);
      for (size_t i = 0; i < branch.size() && branch.size() < kBranch && kept_ < most_ / 2; ++i) {
        for (const uint32_t child : children_of(branch[i])) {
          if (kept_ >= most_ / 2) break;
          keep(child);
          branch.push_back(child);
        }
      }
    }
    for (uint32_t i = 0; i < found_.size() && kept_ < most_; ++i) keep(i);
    tree_.truncated = kept_ < found_.size();
  }

  // Sorts the nodes: parents come before their children, and children in the order in which the search has found them.
  void order() {
    std::vector<uint32_t> due;
    for (uint32_t i = 0; i < found_.size(); ++i) {
      if (found_[i].kept && parent_[i] == TreeNode::kNone) due.push_back(i);
    }
    const auto earlier = [&](uint32_t a, uint32_t b) { return found_[a].first < found_[b].first; };
    std::sort(due.begin(), due.end(), earlier);
    std::reverse(due.begin(), due.end());
    place_.assign(found_.size(), TreeNode::kNone);
    while (!due.empty()) {
      const uint32_t found = due.back();
      due.pop_back();
      const FoundNode& own = found_[found];
      const uint32_t parent = parent_[found];
      TreeNode node;
      node.node = static_cast<NodeId>(own.key);
      node.backward = own.key >> 32 != 0;
      node.parent = parent == TreeNode::kNone ? TreeNode::kNone : place_[parent];
      node.state = own.state;
      node.level = level_;
      node.event = own.event;
      node.y = node.parent == TreeNode::kNone ? 0 : tree_.nodes[node.parent].y + 1;
      tree_.height = std::max(tree_.height, node.y + 1);
      place_[found] = static_cast<uint32_t>(tree_.nodes.size());
      tree_.nodes.push_back(node);
      const std::span<const uint32_t> children = children_of(found);
      for (size_t i = children.size(); i-- > 0;) {
        if (found_[children[i]].kept) due.push_back(children[i]);
      }
    }
    tree_.current = place_[current_];
  }

  // Computes the positions of the nodes. They are in depth-first order, so that children come after their parent.
  void place() {
    std::vector<TreeNode>& nodes = tree_.nodes;
    // The x coordinates of the first and of the last child of each node.
    std::vector<float> first(nodes.size(), -1), last(nodes.size(), -1);
    std::vector<bool> has_child(nodes.size());
    for (const TreeNode& node : nodes) {
      if (node.parent != TreeNode::kNone) has_child[node.parent] = true;
    }
    float leaf = 0;
    for (size_t i = 0; i < nodes.size(); ++i) {
      if (!has_child[i]) nodes[i].x = leaf++;
    }
    tree_.width = leaf;
    for (size_t i = nodes.size(); i-- > 0;) {
      TreeNode& node = nodes[i];
      if (has_child[i]) node.x = (first[i] + last[i]) / 2;
      if (node.parent == TreeNode::kNone) continue;
      // The loop goes from the last child to the first.
      if (last[node.parent] < 0) last[node.parent] = node.x;
      first[node.parent] = node.x;
    }
  }

  void mark_way() {
    for (uint32_t i = tree_.current; i != TreeNode::kNone; i = tree_.nodes[i].parent) tree_.nodes[i].on_way = true;
  }

  const Playback& playback_;
  size_t most_;
  SearchTree tree_;
  std::vector<FoundNode> found_;
  std::unordered_map<uint64_t, uint32_t> index_;
  // Index: position in found_. The children of a node are next to each other.
  std::vector<uint32_t> parent_, first_child_, children_;
  // Index: position in found_. Value: position in the tree.
  std::vector<uint32_t> place_;
  uint32_t current_ = 0;
  uint8_t level_ = 0;
  size_t kept_ = 0;
};

}  // namespace

uint32_t SearchTree::nearest(float x, float y, float reach) const {
  uint32_t best = TreeNode::kNone;
  float least = reach;
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    if (std::abs(static_cast<float>(nodes[i].y) - y) > 0.5f) continue;
    const float away = std::abs(nodes[i].x - x);
    if (away > least) continue;
    least = away;
    best = i;
  }
  return best;
}

SearchTree search_tree(const Playback& playback, size_t moment, size_t most_nodes) {
  if (playback.empty() || moment == 0) return {};
  return SearchTreeBuilder(playback, most_nodes).build(moment);
}

}  // namespace strata

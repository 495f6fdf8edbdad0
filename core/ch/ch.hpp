// Purpose: Ch is a contraction hierarchy ready for queries: the nodes by rank, and the upward arcs of each node (edges
//          and shortcuts to nodes of higher rank).
// Source: Geisberger, Sanders, Schultes, Delling 2008; Sturtevant, Geisberger 2010, section "Contraction hierarchies".
// Differs: Only undirected graphs are supported, so that one upward graph serves both directions.
// Units: Costs as in core/grid/cost.hpp.
// Shapes: Ranks count from 0, the least important node. The arcs of rank r are arcs()[first[r]..first[r + 1]); their
//         targets are ascending and above r.
// Errors: A hierarchy is valid only for the graph for which it was built.
// Threads: Const calls with different workspaces may run together.
#pragma once

#include <cstdint>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include "core/base/check.hpp"
#include "core/grid/cost.hpp"

namespace strata {

inline constexpr uint32_t kNoRank = 0xffffffffu;
// Limits of nodes: for larger graphs building throws TooManyNodesError, because it would take minutes. Contraction by
// priority is slow, METIS cannot be interrupted. Nested dissection of larger graphs needs places (dissection_order).
inline constexpr uint32_t kMaxContractedNodes = 1u << 19, kMaxMetisNodes = 1u << 19, kMaxNestedNodes = 1u << 21;
struct TooManyNodesError : std::bad_alloc {
  TooManyNodesError(uint32_t count, uint32_t limit) : nodes(count), most(limit) {}
  const char* what() const noexcept override { return "the graph has more nodes than its hierarchy may have"; }
  uint32_t nodes, most;
};

// Thrown if hub labels (core/ch/labels.hpp) would take more memory than allowed.
struct LabelsTooLargeError : std::bad_alloc {
  explicit LabelsTooLargeError(size_t needed) : bytes(needed) {}
  const char* what() const noexcept override { return "labels would take more memory than they may"; }
  size_t bytes;
};

struct ChArc {
  uint32_t target = 0;  // rank of the target
  Cost weight = 0;
  uint32_t middle = kNoRank;  // for a shortcut, the rank of its middle node, below both ends; kNoRank: an edge
  bool shortcut() const { return middle != kNoRank; }
  friend bool operator==(const ChArc&, const ChArc&) = default;
};

// The two arcs of a shortcut, by number: those from its middle node up to its lower and to its upper end.
struct ChildArcs {
  uint32_t to_lower = 0;
  uint32_t to_upper = 0;
  friend bool operator==(const ChildArcs&, const ChildArcs&) = default;
};

// The nodes inside the path of an arc, from one end to the other, without the ends.
struct StoredPath {
  std::span<const uint32_t> ranks;
  bool backward = false;  // they are listed from the upper end to the lower one
};

class Ch {
 public:
  Ch() = default;
  // Makes a hierarchy from its arrays. `node_of_rank` is a permutation of the nodes; `first` has one
  // entry more than ranks.
  Ch(std::vector<uint32_t> node_of_rank, std::vector<uint32_t> first, std::vector<ChArc> arcs)
      : nodes_(std::move(node_of_rank)), first_(std::move(first)), arcs_(std::move(arcs)), ranks_(nodes_.size()) {
    for (uint32_t rank = 0; rank < nodes_.size(); ++rank) ranks_[nodes_[rank]] = rank;
  }

  bool empty() const { return nodes_.empty(); }
  uint32_t node_count() const { return static_cast<uint32_t>(nodes_.size()); }
  size_t arc_count() const { return arcs_.size(); }
  size_t shortcut_count() const;
  uint32_t node(uint32_t rank) const { return nodes_[rank]; }
  uint32_t rank(uint32_t node) const { return ranks_[node]; }
  std::span<const uint32_t> order() const { return nodes_; }  // nodes, least important first
  std::span<const ChArc> up(uint32_t rank) const {
    return {arcs_.data() + first_[rank], arcs_.data() + first_[rank + 1]};
  }
  // Returns the arc between two ranks, the lower first; null if there is none.
  const ChArc* arc(uint32_t lower, uint32_t upper) const;
  // Stores the child arcs of all shortcuts, 8 bytes an arc, so that shortcuts are unpacked without searching for them.
  void store_child_arcs();
  bool has_child_arcs() const { return !children_.empty() && paths_.empty(); }
  ChildArcs child_arcs(uint32_t arc) const { return children_[arc]; }
  // Stores the nodes of the paths of shortcuts, 4 bytes a node, so that they are copied instead of being unpacked. The
  // path of a child is a part of that of its shortcut and takes no memory of its own. The arcs of the most important
  // nodes come first; those for which no memory is left keep their child arcs. Call store_child_arcs() before.
  void store_paths(size_t max_bytes);
  bool has_paths() const { return !paths_.empty(); }
  // Returns whether the path of an arc is stored; if not, child_arcs(arc) are. Valid only if has_paths().
  bool path_stored(uint32_t arc) const { return (children_[arc].to_lower & kStored) != 0; }
  StoredPath stored_path(uint32_t arc) const {
    const auto [first, count] = children_[arc];
    return {{paths_.data() + (first & ~kStored), count & ~kBackward}, (count & kBackward) != 0};
  }
  // Returns the number of the arc between two ranks, the lower first. There must be one.
  uint32_t arc_number(uint32_t lower, uint32_t upper) const {
    const ChArc* found = arc(lower, upper);
    STRATA_CHECK(found != nullptr);
    return static_cast<uint32_t>(found - arcs_.data());
  }
  Cost arc_weight(uint32_t arc) const { return arcs_[arc].weight; }
  uint32_t arc_middle(uint32_t arc) const { return arcs_[arc].middle; }
  size_t memory_bytes() const {
    return (nodes_.capacity() + ranks_.capacity() + first_.capacity()) * sizeof(uint32_t) +
           arcs_.capacity() * sizeof(ChArc) + children_.capacity() * sizeof(ChildArcs) +
           paths_.capacity() * sizeof(uint32_t);
  }
  friend bool operator==(const Ch& a, const Ch& b) {
    return a.nodes_ == b.nodes_ && a.first_ == b.first_ && a.arcs_ == b.arcs_;
  }

  // Calls visit(target, weight, middle) for each upward arc of the rank. ChSearch (core/ch/ch_search.hpp) uses it.
  template <class Visit>
  void visit_up(uint32_t rank, Visit&& visit) const {
    for (uint32_t a = first_[rank]; a < first_[rank + 1]; ++a) visit(arcs_[a].target, arcs_[a].weight, arcs_[a].middle);
  }
  bool find_up(uint32_t rank, uint32_t target, Cost& weight, uint32_t& middle) const {
    const ChArc* found = arc(rank, target);
    if (found == nullptr) return false;
    weight = found->weight;
    middle = found->middle;
    return true;
  }

 private:
  std::vector<uint32_t> nodes_;  // by rank: its node
  std::vector<uint32_t> first_;
  std::vector<ChArc> arcs_;
  // Marks of an entry of `children_` that is the place of a stored path: its first node and the number of its nodes.
  static constexpr uint32_t kStored = 1u << 31, kBackward = 1u << 31;
  void write_path(uint32_t arc, uint32_t first, std::span<const uint32_t> lengths, std::span<ChildArcs> places);

  std::vector<ChildArcs> children_;  // by arc: its child arcs, or the place of its path; empty: neither is stored
  std::vector<uint32_t> paths_;      // stored paths, in ranks; begins with one entry that is not used
  std::vector<uint32_t> ranks_;      // by node: its rank
};

inline constexpr Cost kMaxWay = (1u << 31) - 1;  // the sum of a cost below this and a weight does not overflow

// Options of one query.
struct ChQueryOptions {
  bool stall = true;
  Cost bound = kMaxWay;  // the search finds only cheaper paths
  uint8_t level = 0;     // level of the recorded events
  // Links cost what the way to their node costs: two nodes that are linked to the same end of the query are at most as
  // far apart as over this end.
  bool links_are_distances = false;
  bool unpack = true;  // set ChRoute::nodes; false: only the cost is asked for
};

}  // namespace strata

// Purpose: PackedLabels holds hub labels and the arcs of their hierarchy in the form in which queries read them. It
//          replaces the hierarchy, and does not follow changes of weights. On large graphs only the upper part of the
//          elimination tree has stored labels: a query goes from the nodes below to the first
//          nodes with labels (their exits).
// Source: core/ch/labels.hpp. A block is skipped by a lower bound as in the pruned queries of Akiba, Iwata, Yoshida
//         2013; labels for the important nodes only: Abraham, Delling, Goldberg, Werneck 2011, section 6 (partial
//         labels).
// Differs: Bounds of blocks: a block of 16 entries is read only if the least entries of the two blocks of the labels
//          leave room for a cheaper path.
// Units: Costs as in core/grid/cost.hpp; Cch::kNone for no upward path.
// Shapes: Nodes are ranks of the hierarchy. A label is padded with Cch::kNone to whole blocks. Arcs are sorted by lower
//         end, then by upper end. 5.25 bytes a stored entry, 20 bytes an arc, 8 bytes an exit.
// Errors: LabelsTooLargeError if the stored labels and the exits would take more than `limit` bytes; std::bad_alloc
// also
//         if a node is deeper than AncestorTable::kMaxDepth.
// Threads: Const calls with different scratch memory may run together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/job.hpp"
#include "core/ch/ancestor_table.hpp"
#include "core/ch/cch.hpp"
#include "core/ch/ch.hpp"
#include "core/ch/label_sums.hpp"

namespace strata {

class PackedLabels {
 public:
  static constexpr uint32_t kBlock = kLabelBlock;
  // Labels up to this size are stored for all nodes.
  static constexpr size_t kUsualBytes = size_t{1} << 26;
  // The largest subtree whose nodes have no stored labels.
  static constexpr uint32_t kMaxBottom = 256;

  // Builds the labels of a customised hierarchy. If those of all nodes take more than `usual` bytes, nodes whose
  // subtree in the elimination tree has at most 1, 2, 4, ..., kMaxBottom nodes are left without, up to the first of
  // these sizes that saves enough. After a cancel the labels are not valid.
  void build(const Cch& cch, const JobControl* control, size_t limit, size_t usual = kUsualBytes);

  bool empty() const { return nodes_.empty(); }
  uint32_t node_count() const { return static_cast<uint32_t>(nodes_.size()); }
  uint32_t node(uint32_t rank) const { return nodes_[rank]; }
  uint32_t rank(uint32_t node) const { return ranks_[node]; }
  size_t arc_count() const { return arcs_.size(); }
  size_t entry_count() const { return entry_count_; }  // number of stored entries
  size_t entry_bytes() const { return entries_.size() / kBlock * kBlockBytes; }
  size_t exit_bytes() const { return exits_.size() * sizeof(Exit); }
  uint32_t height() const { return height_; }  // number of entries of the longest label
  uint32_t bottom() const { return bottom_; }  // the largest subtree without stored labels; 0: all labels are stored

  uint32_t depth(uint32_t rank) const { return records_[rank].depth; }
  uint32_t place(uint32_t rank) const { return records_[rank].place; }  // in a preorder of the elimination tree
  uint32_t parent(uint32_t rank) const {
    return first_arc(rank) == first_arc(rank + 1) ? kNoRank : arcs_[first_arc(rank)].target;
  }
  // Returns the number of common ancestors of two nodes, including the nodes themselves.
  uint32_t common(uint32_t a, uint32_t b) const {
    return a == b ? depth(a) + 1 : ancestors_.common(records_[a].place, records_[b].place);
  }
  bool stored(uint32_t rank) const { return records_[rank].block < kNotStored; }
  // Returns whether two nodes without stored labels are in one subtree of such nodes.
  bool below_together(uint32_t a, uint32_t b) const { return records_[a].block == records_[b].block; }
  // A node with a stored label to which a node without one climbs through other nodes without.
  struct Exit {
    Cost cost = 0;
    uint16_t place = 0;  // it is the upper end of this arc of exits_root
    uint16_t arc = 0;    // index in arcs() of the first arc of the path
    friend bool operator==(const Exit&, const Exit&) = default;
  };
  std::span<const Exit> exits(uint32_t rank) const {
    return {exits_.data() + first_exit_[rank + 1], exits_.data() + first_exit_[rank]};
  }
  // Returns the root of the subtree of nodes without stored labels. Its upper ends are the exits of the subtree.
  uint32_t exits_root(uint32_t rank) const { return records_[rank].block - kNotStored; }
  // Return the label of a node that has one, and the least entries of its blocks.
  const Cost* label(uint32_t rank) const { return entries_.data() + size_t{records_[rank].block} * kBlock; }
  const Cost* minima(uint32_t rank) const { return minima_.data() + records_[rank].block; }
  BlockedLabel blocked(uint32_t rank) const { return {label(rank), minima(rank)}; }
  const Cost* entries() const { return entries_.data(); }
  const Cost* all_minima() const { return minima_.data(); }
  uint32_t first_block(uint32_t rank) const { return records_[rank].block; }
  // Returns the arc with which the cheapest upward path from `rank`, whose label is stored, to its ancestor at `depth`
  // begins. There must be such a path.
  uint32_t arc_up(uint32_t rank, uint32_t depth) const;

  // The labels of a node and of the nodes above it without stored labels.
  struct Scratch {
    std::vector<uint32_t> ranks;
    std::vector<std::vector<Cost>> labels;
    size_t memory_bytes() const;
  };
  // Returns the label of any node. The scratch memory serves one node.
  std::span<const Cost> read(uint32_t rank, Scratch& scratch) const;
  // Returns the next rank on the cheapest upward path to the ancestor at `depth`, from a node that was read into
  // `scratch` or an ancestor of it.
  uint32_t next_up(uint32_t rank, uint32_t depth, const Scratch& scratch) const;

  struct Arc {
    uint32_t target = 0;        // its upper end
    uint32_t middle = kNoRank;  // its middle node; kNoRank: an edge of the graph
    // The two arcs of a shortcut from its middle node. kEdge is set if the arc is an edge.
    uint32_t to_lower = 0, to_upper = 0;
    friend bool operator==(const Arc&, const Arc&) = default;
  };
  static constexpr uint32_t kEdge = 1u << 31;
  uint32_t first_arc(uint32_t rank) const { return records_[rank].arc; }
  std::span<const Arc> arcs(uint32_t rank) const {
    return {arcs_.data() + first_arc(rank), arcs_.data() + first_arc(rank + 1)};
  }
  const Arc& arc(uint32_t arc) const { return arcs_[arc]; }

  // What ch_unpack needs (core/ch/ch_search.hpp).
  bool find_up(uint32_t rank, uint32_t target, Cost& weight, uint32_t& middle) const;
  bool has_child_arcs() const { return true; }
  ChildArcs child_arcs(uint32_t arc) const { return {arcs_[arc].to_lower & ~kEdge, arcs_[arc].to_upper & ~kEdge}; }
  uint32_t arc_number(uint32_t lower, uint32_t upper) const;  // there must be one
  Cost arc_weight(uint32_t arc) const { return weights_[arc]; }
  uint32_t arc_middle(uint32_t arc) const { return arcs_[arc].middle; }

  size_t memory_bytes() const;
  friend bool operator==(const PackedLabels& a, const PackedLabels& b) {
    return a.nodes_ == b.nodes_ && a.records_ == b.records_ && a.entries_ == b.entries_ &&
           a.upper_ends_ == b.upper_ends_ && a.arcs_ == b.arcs_ && a.weights_ == b.weights_ && a.exits_ == b.exits_;
  }

 private:
  static constexpr uint32_t kNotStored = 1u << 31;
  static constexpr uint8_t kSearched = 0xff;  // an index in arcs() that does not fit and must be searched for
  static constexpr size_t kBlockBytes = kBlock * (sizeof(Cost) + sizeof(uint8_t)) + sizeof(Cost);
  // What is known of a rank, on one cache line.
  struct Record {
    uint32_t block = kNotStored;  // the first block of its label; else kNotStored + the root of its subtree without
    uint32_t arc = 0;             // its first arc; there is an end mark
    uint32_t place = 0;           // in preorder
    uint32_t depth = 0;
    friend bool operator==(const Record&, const Record&) = default;
  };

  void copy_arcs(const Cch& cch);
  void choose_bottom(const std::vector<uint32_t>& parents, size_t usual, size_t limit);
  void find_exits(size_t limit);
  void compute(uint32_t rank, std::vector<Cost>& label, std::vector<uint32_t>& by);
  uint32_t arc_to(uint32_t rank, uint32_t depth, const Cost* own, const Scratch* scratch) const;

  std::vector<uint32_t> nodes_, ranks_;
  std::vector<Record> records_;
  AncestorTable ancestors_;
  std::vector<Arc> arcs_;
  std::vector<Cost> weights_;  // by arc
  std::vector<Cost> entries_;
  std::vector<Cost> minima_;          // by block: its least entry
  std::vector<uint8_t> upper_ends_;   // by entry: the lowest index in arcs() that gave it
  std::vector<uint32_t> first_exit_;  // by rank, descending; there is an end mark; empty if all labels are stored
  std::vector<Exit> exits_;
  size_t entry_count_ = 0;
  uint32_t height_ = 0, bottom_ = 0;
};

}  // namespace strata

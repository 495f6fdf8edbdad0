// Purpose: Labels holds the hub labels of a graph, which give the distance of any two nodes without a search: each
//          node stores the costs to its ancestors in the elimination tree, and a shortest path goes over a common
//          ancestor of its ends.
// Source: Abraham, Delling, Goldberg, Werneck 2011 (hub labels); Ouyang et al. 2018 (labels over a tree of separators);
//         Dibbelt, Strasser, Wagner 2014 (the elimination tree, and that a shortest path goes up and then down in it).
// Differs: An entry is the cost of the cheapest upward path, not the distance. Every shortest path goes up to a common
//          ancestor and then down, so the least sum over the common ancestors is the same; and an entry depends only on
//          the contiguous rows of the upper neighbours. One byte per entry stores the upper neighbour that gave it, so
//          that paths are followed without a search.
// Units: Costs as in core/grid/cost.hpp; kInfinite where there is no path.
// Shapes: Nodes are ranks of the hierarchy. The label of a node at depth d (a root has depth 0) has d + 1 entries: the
//         k-th for its ancestor at depth k, the last for the node itself, which is 0; Cch::kNone for no upward path.
// Errors: std::bad_alloc is also thrown if the labels would take more than `limit` bytes, or a node is
//         deeper than kMaxDepth.
// Threads: Const calls may run together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ch/ancestor_table.hpp"
#include "core/ch/cch.hpp"

namespace strata {

struct ChRoute;
struct ChWorkspace;

class Labels {
 public:
  static constexpr size_t kMaxBytes = size_t{1} << 31;
  static constexpr uint32_t kMaxDepth = AncestorTable::kMaxDepth;
  // Returns the number of entries that labels of a hierarchy would have.
  static size_t entry_count(const Cch& cch);

  struct Update {
    size_t recomputed = 0;  // labels that were recomputed
    size_t changed = 0;     // labels with a changed entry
  };

  // Builds the labels of a customised hierarchy. All later calls must pass a hierarchy with the same topology. After a
  // cancel the labels are not valid until the next build.
  void build(const Cch& cch, JobControl* control = nullptr, size_t limit = kMaxBytes);
  // Updates the labels after a change of the weights of arcs with these lower ends (Cch::Update::lower_ends). The
  // result equals that of a build.
  Update update(const Cch& cch, std::span<const uint32_t> lower_ends);
  // Builds labels over `cch`, which Cch::renew made from `old_cch`, the hierarchy of `before`. `old_ranks`
  // and `lower_ends` are those of Cch::renew. Only labels below a change are recomputed, the others are
  // copied from `before`.
  Update renew(const Labels& before, const Cch& old_cch, const Cch& cch, std::span<const uint32_t> old_ranks,
               std::span<const uint32_t> lower_ends, JobControl* control = nullptr, size_t limit = kMaxBytes);

  uint32_t node_count() const { return static_cast<uint32_t>(depths_.size()); }
  uint32_t depth(uint32_t rank) const { return depths_[rank]; }
  uint32_t height() const { return height_; }  // number of entries of the longest label
  size_t entry_count() const { return entries_.size(); }
  std::span<const Cost> label(uint32_t rank) const { return {entries_.data() + first_[rank], depths_[rank] + 1u}; }
  // Returns the number of common ancestors of two nodes, including the nodes themselves. They are the first
  // entries of both labels.
  uint32_t common(uint32_t a, uint32_t b) const;

  Cost distance(uint32_t a, uint32_t b) const;
  // Computes the distances from a node to all targets; `out` is as long as `targets`.
  void distances(uint32_t from, std::span<const uint32_t> targets, std::span<Cost> out) const;
  // Returns the depth of the common ancestor on the cheapest path: the highest of several with the same cost.
  uint32_t hub_depth(uint32_t a, uint32_t b) const;
  // Finds a cheapest path, in ranks: route.packed over arcs of the hierarchy, route.nodes over edges of the graph.
  // Without a path the cost is kInfinite and both are empty.
  void route(const Cch& cch, uint32_t from, uint32_t to, ChWorkspace& workspace, ChRoute& route) const;
  // Appends the path over the common ancestor at this depth to `packed`, in ranks. Both nodes must have an upward
  // path to the ancestor.
  void join(const Cch& cch, uint32_t from, uint32_t to, uint32_t depth, std::vector<uint32_t>& packed) const;
  // Returns the next rank on the cheapest upward path from `rank` to its ancestor at `depth`.
  uint32_t next_up(const Cch& cch, uint32_t rank, uint32_t depth) const;

  // The memory layout, for code that reads labels without this class: all entries, the first entry of each rank,
  // and the table of
  // `common` (core/ch/ancestor_table.hpp).
  std::span<const Cost> entries() const { return entries_; }
  // Returns, by entry, the index in Cch::up of the lowest upper neighbour that gave the entry; 255: the index is too
  // large for a byte and must be searched for.
  std::span<const uint8_t> upper_ends() const { return upper_ends_; }
  size_t first(uint32_t rank) const { return first_[rank]; }
  uint32_t place(uint32_t rank) const { return places_[rank]; }
  // Returns the rows of the table of `common`.
  std::span<const uint16_t> least() const { return ancestors_.least(); }

  size_t memory_bytes() const;
  friend bool operator==(const Labels& a, const Labels& b) {
    return a.first_ == b.first_ && a.depths_ == b.depths_ && a.entries_ == b.entries_ && a.upper_ends_ == b.upper_ends_;
  }

 private:
  static constexpr uint8_t kSearched = 0xff;  // index that does not fit and must be searched for

  void lay_out(const Cch& cch, size_t limit);
  void compute(const Cch& cch, uint32_t rank, Cost* label);
  void keep_upper_ends(uint32_t rank);  // stores the upper neighbours of the label that was computed last
  // Appends the ranks after `rank` on the upward path to its ancestor at this depth.
  void climb(const Cch& cch, uint32_t rank, uint32_t depth, std::vector<uint32_t>& ranks) const;

  std::vector<size_t> first_;     // by rank: its first entry; the labels of a subtree are contiguous
  std::vector<uint16_t> depths_;  // by rank: its depth
  std::vector<Cost> entries_;
  std::vector<uint8_t> upper_ends_;
  uint32_t height_ = 0;
  std::vector<uint32_t> places_;  // by rank: its place in preorder
  AncestorTable ancestors_;
  std::vector<Cost> scratch_;
  std::vector<uint32_t> by_;  // for the current label, by entry: index of the upper neighbour that gave it
};

}  // namespace strata

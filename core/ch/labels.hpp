// Purpose: Labels holds the hub labels of a graph. They give the distance between any two nodes without a search: each
//          node stores the costs up to its ancestors in the elimination tree, and the two nodes meet at a common
//          ancestor.
// Source: Abraham, Delling, Goldberg, Werneck 2011 (hub labels); Ouyang et al. 2018 (labels over a tree of separators);
//         Dibbelt, Strasser, Wagner 2014 (the elimination tree, and that a shortest path goes up and then down in it).
// Differs: An entry is the cost of the cheapest path that only goes up, not the distance. As every shortest path goes
//          up to a common ancestor and then down, the least sum over the common ancestors is the same, and an entry
//          depends only on the rows of the node's upper ends, which lie unbroken in memory. Beside each entry one byte
//          says which upper end gave it, so that paths are followed, not searched.
// Units: Costs as in core/grid/cost.hpp; kInfinite where there is no path.
// Shapes: Nodes are ranks of the hierarchy. The label of a node at depth d (a root has depth 0) has d + 1 entries, the
//         k-th for its ancestor at depth k, the last for the node itself, which is 0; Cch::kNone for no path up.
// Errors: std::bad_alloc also where the labels would take more than `limit` bytes, or a node is deeper than kMaxDepth.
// Threads: Const calls may run together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ch/cch.hpp"

namespace strata {

struct ChRoute;
struct ChWorkspace;

class Labels {
 public:
  static constexpr size_t kMaxBytes = size_t{1} << 31;
  static constexpr uint32_t kMaxDepth = 0xfffe;
  // Number of entries of the labels over a hierarchy, and their bytes, before they are built.
  static size_t entry_count(const Cch& cch);
  static size_t entry_bytes(const Cch& cch) { return entry_count(cch) * (sizeof(Cost) + sizeof(uint8_t)); }

  struct Update {
    size_t recomputed = 0;  // labels that were recomputed
    size_t changed = 0;     // labels of which an entry has changed
  };

  // Builds labels over a customised hierarchy. Its topology must be the same at every later call. After a cancel the
  // labels are not valid until the next build.
  void build(const Cch& cch, JobControl* control = nullptr, size_t limit = kMaxBytes);
  // Builds as a part of a larger job, whose progress it leaves unchanged.
  void build_part(const Cch& cch, const JobControl* control, size_t limit = kMaxBytes);
  // Updates the labels after the weights of arcs with these lower ends (Cch::Update::lower_ends) have changed; equals a
  // build.
  Update update(const Cch& cch, std::span<const uint32_t> lower_ends);
  // Equals a build over `cch`, which Cch::renew made from `old_cch`, the hierarchy of `before`. `old_ranks` and
  // `lower_ends` are those of Cch::renew. Labels below a change are recomputed, the others are copied from `before`.
  Update renew(const Labels& before, const Cch& old_cch, const Cch& cch, std::span<const uint32_t> old_ranks,
               std::span<const uint32_t> lower_ends, JobControl* control = nullptr, size_t limit = kMaxBytes);

  uint32_t node_count() const { return static_cast<uint32_t>(depths_.size()); }
  uint32_t depth(uint32_t rank) const { return depths_[rank]; }
  uint32_t height() const { return height_; }  // entries of the longest label
  size_t entry_count() const { return entries_.size(); }
  std::span<const Cost> label(uint32_t rank) const { return {entries_.data() + first_[rank], depths_[rank] + 1u}; }
  // Number of ancestors that two nodes have in common, the nodes themselves included: these are the first entries of
  // both labels.
  uint32_t common(uint32_t a, uint32_t b) const;

  Cost distance(uint32_t a, uint32_t b) const;
  // Writes the distances to all targets; `out` is as long as `targets`.
  void distances(uint32_t from, std::span<const uint32_t> targets, std::span<Cost> out) const;
  // Returns the depth of the common ancestor over which the cheapest path leads: of several with the same cost the
  // highest.
  uint32_t hub_depth(uint32_t a, uint32_t b) const;
  // Finds a cheapest path, in ranks: route.packed over arcs of the hierarchy, route.nodes over edges of the graph. If
  // there is none, the cost is kInfinite and both are empty.
  void route(const Cch& cch, uint32_t from, uint32_t to, ChWorkspace& workspace, ChRoute& route) const;
  // Appends the path over the common ancestor at this depth to `packed`, in ranks; both nodes must have a path to that
  // ancestor.
  void join(const Cch& cch, uint32_t from, uint32_t to, uint32_t depth, std::vector<uint32_t>& packed) const;
  // Returns the next rank on the path up from `rank` to its ancestor at `depth`, the path whose cost is the entry.
  uint32_t next_up(const Cch& cch, uint32_t rank, uint32_t depth) const;

  // The layout in memory, for code that reads labels without this class: all entries, the first entry of each rank, and
  // the table of `common`: row l holds, for each place in preorder, the least depth of the 2^l ranks from there on.
  std::span<const Cost> entries() const { return entries_; }
  // By entry: the index in Cch::up of the lowest upper end that gave it; 255: the index must be searched for.
  std::span<const uint8_t> upper_ends() const { return upper_ends_; }
  size_t first(uint32_t rank) const { return first_[rank]; }
  uint32_t place(uint32_t rank) const { return places_[rank]; }
  std::span<const uint16_t> least() const { return least_; }  // row after row, each with one value per node

  size_t memory_bytes() const;
  friend bool operator==(const Labels& a, const Labels& b) {
    return a.first_ == b.first_ && a.depths_ == b.depths_ && a.entries_ == b.entries_ && a.upper_ends_ == b.upper_ends_;
  }

 private:
  static constexpr uint8_t kSearched = 0xff;  // upper end whose index must be searched for

  void lay_out(const Cch& cch, size_t limit);
  template <class Tell>
  void build_all(const Cch& cch, const JobControl* control, size_t limit, Tell tell);
  void compute(const Cch& cch, uint32_t rank, Cost* label);
  void keep_upper_ends(uint32_t rank);  // of the label that was computed last
  // Appends the ranks after `rank` on the path up to its ancestor at this depth.
  void climb(const Cch& cch, uint32_t rank, uint32_t depth, std::vector<uint32_t>& ranks) const;

  std::vector<size_t> first_;     // by rank: its first entry; the labels of a subtree lie together
  std::vector<uint16_t> depths_;  // by rank
  std::vector<Cost> entries_;
  std::vector<uint8_t> upper_ends_;
  uint32_t height_ = 0;
  // The number of common ancestors of two nodes is the least depth among the nodes after the first one up to the second
  // one in preorder. So the table holds the least of 2^l nodes from each place on, for every l.
  std::vector<uint32_t> places_;  // by rank: its place in preorder
  std::vector<uint16_t> least_;   // by l, then by place
  uint32_t least_rows_ = 0;       // number of rows
  std::vector<Cost> scratch_;
  std::vector<uint32_t> by_;  // of the current label: the index of the upper end that gave an entry
};

}  // namespace strata

// Purpose: Labels holds the hub labels of a graph. They give the distance between any two nodes without a search: each
//          node stores the costs up to its ancestors in the elimination tree, and the two nodes meet at a common
//          ancestor.
// Source: Abraham, Delling, Goldberg, Werneck 2011 (hub labels); Ouyang et al. 2018 (labels over a tree of separators);
//         Dibbelt, Strasser, Wagner 2014 (the elimination tree, and that a shortest way goes up and then down in it).
// Differs: An entry is the cost of the cheapest path that only goes up, not the distance. As every shortest path goes
//          up to a common ancestor and then down, the least sum over the common ancestors is the same, and an entry
//          depends only on the rows of the node's upper ends, which lie unbroken in memory. Beside each entry one byte
//          says which upper end gave it, so that paths are followed, not searched.
// Units: Costs as in core/grid/cost.hpp; kInfinite where there is no way.
// Shapes: Nodes are ranks of the hierarchy. The label of a node at depth d (a root has depth 0) has d + 1 entries, the
//         k-th for its ancestor at depth k, the last for itself, which is 0; Cch::kNone where no way leads up.
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
  // How many entries labels over this hierarchy will have, and what these will take, before there are any.
  static size_t entry_count(const Cch& cch);
  static size_t entry_bytes(const Cch& cch) { return entry_count(cch) * (sizeof(Cost) + sizeof(uint8_t)); }

  struct Update {
    size_t recomputed = 0;  // labels looked at
    size_t changed = 0;     // of which an entry is another one
  };

  // Over a hierarchy that has been customised. Its topology must be the same at every later call. After a cancel the
  // labels are of no use until the next build.
  void build(const Cch& cch, JobControl* control = nullptr, size_t limit = kMaxBytes);
  // The same as a part of a larger piece of work, whose progress it leaves alone.
  void build_part(const Cch& cch, const JobControl* control, size_t limit = kMaxBytes);
  // The weights of arcs with these lower ends (Cch::Update::lower_ends) are others now; equals building with them.
  Update update(const Cch& cch, std::span<const uint32_t> lower_ends);
  // Equals building over `cch`, which Cch::renew made from `old_cch`, that of `before`: with its `old_ranks`, and the
  // lower ends that it told of. Labels are computed anew below what has changed, the others are taken from `before`.
  Update renew(const Labels& before, const Cch& old_cch, const Cch& cch, std::span<const uint32_t> old_ranks,
               std::span<const uint32_t> lower_ends, JobControl* control = nullptr, size_t limit = kMaxBytes);

  uint32_t node_count() const { return static_cast<uint32_t>(depths_.size()); }
  uint32_t depth(uint32_t rank) const { return depths_[rank]; }
  uint32_t height() const { return height_; }  // entries of the longest label
  size_t entry_count() const { return entries_.size(); }
  std::span<const Cost> label(uint32_t rank) const { return {entries_.data() + first_[rank], depths_[rank] + 1u}; }
  // How many ancestors two nodes have in common, themselves included: the first entries of both labels.
  uint32_t common(uint32_t a, uint32_t b) const;

  Cost distance(uint32_t a, uint32_t b) const;
  // To each of the targets; `out` is as long.
  void distances(uint32_t from, std::span<const uint32_t> targets, std::span<Cost> out) const;
  // The depth of the common ancestor over which the way leads: of several that cost the same the highest one.
  uint32_t hub_depth(uint32_t a, uint32_t b) const;
  // A cheapest way, in ranks: route.packed over arcs of the hierarchy, route.nodes over edges of the graph. The cost is
  // kInfinite, and both are empty, where there is none.
  void route(const Cch& cch, uint32_t from, uint32_t to, ChWorkspace& workspace, ChRoute& route) const;
  // Over their common ancestor at that depth, which both must have a way to: appends the ranks to `packed`.
  void join(const Cch& cch, uint32_t from, uint32_t to, uint32_t depth, std::vector<uint32_t>& packed) const;
  // The next rank on the way up that the entry of an ancestor, at a depth above that of `rank`, is the cost of.
  uint32_t next_up(const Cch& cch, uint32_t rank, uint32_t depth) const;

  // How they lie in memory, for those who look them up without this class: all entries, where those of a rank begin,
  // and what `common` looks up: row l holds, from each place on, the least depth of 2^l ranks that follow in preorder.
  std::span<const Cost> entries() const { return entries_; }
  // By entry: the index in Cch::up of the lowest upper end that gave it; 255: to be searched for.
  std::span<const uint8_t> upper_ends() const { return upper_ends_; }
  size_t first(uint32_t rank) const { return first_[rank]; }
  uint32_t place(uint32_t rank) const { return places_[rank]; }
  std::span<const uint16_t> least() const { return least_; }  // row after row, each as long as there are nodes

  size_t memory_bytes() const;
  friend bool operator==(const Labels& a, const Labels& b) {
    return a.first_ == b.first_ && a.depths_ == b.depths_ && a.entries_ == b.entries_ && a.upper_ends_ == b.upper_ends_;
  }

 private:
  static constexpr uint8_t kSearched = 0xff;  // as an upper end: to be searched for

  void lay_out(const Cch& cch, size_t limit);
  template <class Tell>
  void build_all(const Cch& cch, const JobControl* control, size_t limit, Tell tell);
  void compute(const Cch& cch, uint32_t rank, Cost* label);
  void keep_upper_ends(uint32_t rank);  // of the label that was computed last
  // Appends the ranks behind `rank` on the way up to its ancestor at that depth.
  void climb(const Cch& cch, uint32_t rank, uint32_t depth, std::vector<uint32_t>& ranks) const;

  std::vector<size_t> first_;     // by rank: of its entries, those of a subtree together
  std::vector<uint16_t> depths_;  // by rank
  std::vector<Cost> entries_;
  std::vector<uint8_t> upper_ends_;
  uint32_t height_ = 0;
  // How many ancestors two nodes share is the least depth among those from behind the one to the other in preorder: the
  // least of 2^l nodes from each place, for every l.
  std::vector<uint32_t> places_;  // by rank: in preorder
  std::vector<uint16_t> least_;   // by l, then by place
  uint32_t least_rows_ = 0;       // how many l there are
  std::vector<Cost> scratch_;
  std::vector<uint32_t> by_;  // of the label at work: the index of the upper end that gave an entry
};

}  // namespace strata

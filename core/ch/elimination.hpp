// Purpose: Elimination computes the chordal completion of a graph for a contraction order: all arcs that arise if the
//          nodes are contracted in this order and every possible shortcut is added. Customisable contraction
//          hierarchies put weights on these arcs.
// Source: Dibbelt, Strasser, Wagner 2014, section 4. In sparse linear algebra it is called the symbolic Cholesky factor
//         (George, Liu 1981), with its elimination tree.
// Shapes: Ranks count from 0, the node contracted first. Arcs lead upwards and are sorted by lower end,
//         then by upper end.
// Threads: Const calls may run together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ch/ch.hpp"
#include "core/search/csr_graph.hpp"

namespace strata {

class Elimination {
 public:
  static constexpr uint32_t kNoArc = 0xffffffffu;

  // Removes all contents but keeps the memory; `work` then does the elimination. `order` holds all nodes in the order
  // of contraction. The weights of the graph are ignored; every edge must have an opposite edge. Memory for
  // `expected_arcs` arcs is reserved, so that `work` need not copy them as they grow.
  void reset(CsrGraph graph, std::vector<uint32_t> order, size_t expected_arcs = 0);
  // Adds about `max_arcs` arcs. Returns true when the work is done. With more than 2^32 - 2 arcs it
  // ends with too_large().
  bool work(size_t max_arcs = SIZE_MAX);
  void build(CsrGraph graph, std::vector<uint32_t> order) {
    reset(std::move(graph), std::move(order));
    work();
  }
  bool ready() const { return ready_; }
  // Sets the memory limit of the arcs. If they need more, the work ends with too_large().
  void set_limit(size_t bytes) { limit_ = bytes; }
  bool too_large() const { return too_large_; }
  size_t done() const { return next_ + filled_; }  // steps done by work(), of 2 * node_count()

  uint32_t node_count() const { return static_cast<uint32_t>(nodes_.size()); }
  uint32_t node(uint32_t rank) const { return nodes_[rank]; }
  uint32_t rank(uint32_t node) const { return ranks_[node]; }
  // The functions below are valid while ready().
  size_t arc_count() const { return targets_.size(); }
  std::span<const uint32_t> up(uint32_t rank) const { return row(first_, targets_, rank); }
  uint32_t first_arc(uint32_t rank) const { return first_[rank]; }  // the arcs of a rank end at first_arc(rank + 1)
  uint32_t target(uint32_t arc) const { return targets_[arc]; }
  const uint32_t* targets() const { return targets_.data(); }  // by arc: its upper end
  // Returns the ranks whose up() contains this rank, ascending.
  std::span<const uint32_t> down(uint32_t rank) const { return row(first_down_, sources_, rank); }
  // Returns the parent in the elimination tree, the lowest rank of up(); kNoRank for a root. All of up() are ancestors.
  uint32_t parent(uint32_t rank) const { return first_[rank] == first_[rank + 1] ? kNoRank : targets_[first_[rank]]; }
  // Returns the end of the supernode that begins with this rank: consecutive ranks, each adjacent to the next one and
  // to all upper neighbours of the next one, so that their rows have the same upper ends above the supernode.
  uint32_t group_end(uint32_t rank) const {
    while (rank + 1 < node_count() && parent(rank) == rank + 1 && up(rank).size() == up(rank + 1).size() + 1) ++rank;
    return rank + 1;
  }
  // Returns the arc between two ranks, the lower first; kNoArc if there is none.
  uint32_t arc(uint32_t lower, uint32_t upper) const;

  size_t memory_bytes() const {
    return (nodes_.capacity() + ranks_.capacity() + first_.capacity() + targets_.capacity() + first_down_.capacity() +
            sources_.capacity() + child_.capacity() + sibling_.capacity() + stamps_.capacity()) *
               sizeof(uint32_t) +
           graph_.memory_bytes();
  }
  friend bool operator==(const Elimination& a, const Elimination& b) {
    return a.ready_ == b.ready_ && a.nodes_ == b.nodes_ && a.first_ == b.first_ && a.targets_ == b.targets_ &&
           a.first_down_ == b.first_down_ && a.sources_ == b.sources_;
  }

 private:
  static std::span<const uint32_t> row(const std::vector<uint32_t>& first, const std::vector<uint32_t>& all,
                                       uint32_t rank) {
    return {all.data() + first[rank], all.data() + first[rank + 1]};
  }
  void eliminate(uint32_t rank);

  std::vector<uint32_t> nodes_, ranks_;
  // The arcs: `first_` gives, by rank, its first upward arc, with an end mark; `targets_` the upper end of each arc.
  std::vector<uint32_t> first_, targets_;
  // The same arcs sorted by upper ends: `first_down_` is by upper end, `sources_` gives the lower end of each arc.
  std::vector<uint32_t> first_down_, sources_;
  bool ready_ = false, too_large_ = false;
  size_t limit_ = SIZE_MAX;
  // The following members hold the state of unfinished work.
  CsrGraph graph_;
  uint32_t next_ = 0, filled_ = 0;
  bool summed_ = false;                    // first_down_ holds start indices, no longer counts
  std::vector<uint32_t> child_, sibling_;  // children in the elimination tree, as linked lists by rank
  std::vector<uint32_t> stamps_, added_;
};

}  // namespace strata

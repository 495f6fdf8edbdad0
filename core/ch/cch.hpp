// Purpose: Cch is a customisable contraction hierarchy (CCH). The contraction order and all arcs that any weights could
//          need depend only on the topology of the graph and are computed once. Weights are customised later, all of
//          them or only the changed ones.
// Source: Dibbelt, Strasser, Wagner 2014 (chordal completion, customisation, perfect customisation, partial update).
// Differs: Perfect customisation also drops an arc if another path has the same cost, because on grids most shortest
//          paths have equals. No shortest path is lost if all weights are above 0, as the arcs of the other path are
//          shorter than the dropped arc.
// Units: Costs as in core/grid/cost.hpp. An edge of weight kInfinite is closed; an arc of weight kNone has no path.
// Shapes: Ranks count from 0, the least important node. The arcs of rank r are first[r]..first[r + 1), with ascending
//         upper ends; the upper ends of a rank are pairwise adjacent. Consecutive upper ends form a run, over which
//         loops read contiguous memory: nested_order makes runs long.
// Errors: The graph must be undirected, with weights between 1 and 2^30 or kInfinite. Paths of 2^30 - 1 and more count
//         as no path. std::bad_alloc is also thrown if the arcs alone, without child arcs, need more than kMaxBytes.
// Threads: Const calls with different workspaces may run together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/base/job.hpp"
#include "core/ch/ch.hpp"
#include "core/ch/elimination.hpp"
#include "core/search/csr_graph.hpp"

namespace strata {

class Cch {
 public:
  static constexpr size_t kMaxBytes = size_t{1} << 30;
  static constexpr Cost kNone = (1u << 30) - 1;  // weight without a path; the sum of two fits into a signed number
  struct EdgeChange {
    uint32_t a = 0, b = 0;  // nodes that the edge joins
    Cost weight = 0;
  };
  struct Update {
    size_t recomputed = 0;                  // arcs whose weight was recomputed
    size_t changed = 0;                     // arcs whose weight has changed
    std::vector<uint32_t> lower_ends = {};  // lower ends of the changed arcs, ascending
  };

  // Builds the topology without weights. `order` holds all nodes, least important first.
  void build(const CsrGraph& graph, std::vector<uint32_t> order, JobControl* control = nullptr);
  // Customises all weights for a graph with the same edges.
  void customise(const CsrGraph& graph, JobControl* control = nullptr);
  // Changes the weights of some edges (partial customisation). The result equals that of customising
  // with the new weights.
  Update update(std::span<const EdgeChange> changes);

  struct RebuildResult {
    bool whole = false;     // too much had changed: all weights were customised again
    size_t recomputed = 0;  // arcs recomputed before `whole` was decided
    // The ranks, ascending, that have a changed upward arc: one that is new, removed, or of another weight.
    // Not valid if `whole`.
    std::vector<uint32_t> lower_ends = {};
  };
  // Does the work of build() and customise() for a graph that resembles that of `before`: arcs that no change affects
  // are copied. `old_ranks` holds, by rank in `order`, the former rank of the node, kNoRank for a new node; nodes of
  // the former graph must be in their former order. After a cancel the hierarchy is not valid.
  RebuildResult renew(const Cch& before, const CsrGraph& graph, std::vector<uint32_t> order,
                      std::span<const uint32_t> old_ranks, JobControl* control = nullptr);

  bool empty() const { return elimination_.node_count() == 0; }
  uint32_t node_count() const { return elimination_.node_count(); }
  size_t arc_count() const { return elimination_.arc_count(); }
  uint32_t node(uint32_t rank) const { return elimination_.node(rank); }
  uint32_t rank(uint32_t node) const { return elimination_.rank(node); }
  std::vector<uint32_t> order() const;  // nodes by rank, least important first
  // Returns the parent in the elimination tree: the least important upper neighbour; kNoRank for a root. All upward
  // paths from a node lead to its ancestors.
  uint32_t parent(uint32_t rank) const { return elimination_.parent(rank); }
  std::span<const uint32_t> up(uint32_t rank) const { return elimination_.up(rank); }
  // Returns the ranks whose up() contains this rank.
  std::span<const uint32_t> down(uint32_t rank) const { return elimination_.down(rank); }
  std::span<const Cost> weights(uint32_t rank) const {
    return {weights_.data() + first_arc(rank), weights_.data() + first_arc(rank + 1)};
  }
  // Calls visit(first upper end, index of its arc, length) for each run of the arcs `begin` to `end`.
  template <class Visit>
  void for_runs(uint32_t begin, uint32_t end, Visit&& visit) const {
    for (uint32_t a = begin; a < end;) {
      const uint32_t next = std::min(run_end_[a], end);
      visit(elimination_.target(a), a, next - a);
      a = next;
    }
  }
  // Returns the index of the first arc of a rank. The arcs of the rank end at first_arc(rank + 1).
  uint32_t first_arc(uint32_t rank) const { return elimination_.first_arc(rank); }
  const Cost* arc_weights() const { return weights_.data(); }
  const uint32_t* arc_targets() const { return elimination_.targets(); }
  const uint32_t* arc_middles() const { return middles_.data(); }
  std::span<const uint32_t> middles(uint32_t rank) const {
    return {middles_.data() + first_arc(rank), middles_.data() + first_arc(rank + 1)};
  }
  // Finds the arc from `rank` up to `target`, for ch_unpack (core/ch/ch_search.hpp). Sets `middle` to the highest of
  // the middle nodes that give its weight.
  bool find_up(uint32_t rank, uint32_t target, Cost& weight, uint32_t& middle) const {
    const uint32_t arc = elimination_.arc(rank, target);
    if (arc == Elimination::kNoArc) return false;
    weight = weights_[arc];
    middle = middles_[arc];
    return true;
  }
  // Stores the child arcs of all arcs with a middle node, 8 bytes an arc, until the weights change.
  void store_child_arcs();
  bool has_child_arcs() const { return !children_.empty(); }
  ChildArcs child_arcs(uint32_t arc) const { return children_[arc]; }
  // Returns the number of the arc between two ranks, the lower first. There must be one.
  uint32_t arc_number(uint32_t lower, uint32_t upper) const { return elimination_.arc(lower, upper); }
  Cost arc_weight(uint32_t arc) const { return weights_[arc]; }
  uint32_t arc_middle(uint32_t arc) const { return middles_[arc]; }
  size_t memory_bytes() const;

  // Returns the arcs that shortest paths need (perfect customisation), with their middle nodes.
  Ch hierarchy(JobControl* control = nullptr) const;

  friend bool operator==(const Cch& a, const Cch& b) {
    return a.elimination_ == b.elimination_ && a.weights_ == b.weights_ && a.middles_ == b.middles_;
  }

 private:
  using QueuedArc = std::pair<uint32_t, uint32_t>;  // a queued arc: its lower end, its index

  uint32_t arc_between(uint32_t rank, uint32_t other) const;
  std::pair<Cost, uint32_t> recomputed(uint32_t lower, uint32_t arc) const;  // the new weight and middle node
  void read_edges(const CsrGraph& graph);
  void customise_row(uint32_t rank, std::span<const uint32_t> group_ends, std::vector<uint32_t>& rows,
                     std::vector<Cost>& over);
  bool spread(std::vector<QueuedArc> waiting, Update& update, size_t most_work, const JobControl* control);
  std::vector<QueuedArc> take_over(const Cch& before, std::span<const uint32_t> old_ranks,
                                   std::vector<uint8_t>& reshaped);

  Elimination elimination_;
  std::vector<uint32_t> run_end_;  // by arc: index after the last arc of its run
  std::vector<Cost> edges_;        // by arc: weight of the edge of the graph; kNone if there is no such edge
  std::vector<Cost> weights_;      // by arc: customised weight
  // By arc: the highest middle node, below both ends, of a path of this weight; kNoRank for an edge of the graph.
  std::vector<uint32_t> middles_;
  std::vector<ChildArcs> children_;  // by arc; empty: not stored
};

}  // namespace strata

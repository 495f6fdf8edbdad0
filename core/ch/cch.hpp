// Purpose: Cch is a customisable contraction hierarchy. The order of contraction and the arcs that any weights could
//          need follow from the shape of a graph and are computed once. The weights come later, all of them or only
//          those that have changed.
// Source: Dibbelt, Strasser, Wagner 2014 (chordal completion, customisation, perfect customisation, partial update).
// Differs: An arc is dropped from the searched hierarchy if another path costs as much, not only if it costs less: on
//          grids most shortest paths have equals. With weights above 0 no shortest path is lost, as the arcs of the
//          other path are all shorter than the dropped one.
// Units: Costs as in core/grid/cost.hpp; in a graph kInfinite closes an edge; the weight kNone of an arc means no path.
// Shapes: Ranks count from 0, the least important node. The arcs of rank r are first[r]..first[r + 1), their upper ends
//         ascending; the upper ends of a rank are all joined to each other. Where upper ends follow one another without
//         a gap (a run), loops over them run over unbroken memory: nested_order makes runs long.
// Errors: The graph must be undirected, weights between 1 and 2^30 or kInfinite. Paths of 2^30 - 1 and more count as
//         none. std::bad_alloc also where the arcs would take more than kMaxBytes.
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
  static constexpr Cost kNone = (1u << 30) - 1;  // two such weights can be added as signed numbers
  struct EdgeChange {
    uint32_t a = 0, b = 0;  // nodes
    Cost weight = 0;
  };
  struct Update {
    size_t recomputed = 0;                  // arcs whose weight was recomputed
    size_t changed = 0;                     // arcs whose weight has changed
    std::vector<uint32_t> lower_ends = {};  // of the changed arcs, ascending
  };

  // Builds the topology. `order` holds all nodes, least important first. The arcs have no weights yet.
  void build(const CsrGraph& graph, std::vector<uint32_t> order, JobControl* control = nullptr);
  // Sets all weights to those of a graph with the same edges.
  void customise(const CsrGraph& graph, JobControl* control = nullptr);
  // Changes the weights of some edges of the graph. Equals customising with the new weights.
  Update update(std::span<const EdgeChange> changes);

  struct Renewal {
    bool whole = false;     // too much had changed: all weights were computed again
    size_t recomputed = 0;  // arcs recomputed before that was known
    // Ranks, ascending, whose arcs up have changed: an arc is new, has another weight, or is gone. Not valid if
    // `whole`.
    std::vector<uint32_t> lower_ends = {};
  };
  // Equals build() and customise(), for a graph that is much like that of `before`: arcs that no change affects are
  // copied from there. `old_ranks`, by rank in `order`: the rank that a node had before, kNoRank if it is new; nodes
  // that were there before must be in their former order. After a cancel the hierarchy is not valid.
  Renewal renew(const Cch& before, const CsrGraph& graph, std::vector<uint32_t> order,
                std::span<const uint32_t> old_ranks, JobControl* control = nullptr);

  bool empty() const { return elimination_.node_count() == 0; }
  uint32_t node_count() const { return elimination_.node_count(); }
  size_t arc_count() const { return elimination_.arc_count(); }
  uint32_t node(uint32_t rank) const { return elimination_.node(rank); }
  uint32_t rank(uint32_t node) const { return elimination_.rank(node); }
  std::vector<uint32_t> order() const;  // nodes by rank
  // The least important of the upper neighbours; all paths up from a node lead to its ancestors. kNoRank: a root.
  uint32_t parent(uint32_t rank) const { return elimination_.parent(rank); }
  std::span<const uint32_t> up(uint32_t rank) const { return elimination_.up(rank); }
  std::span<const uint32_t> down(uint32_t rank) const { return elimination_.down(rank); }  // whose up() holds this rank
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
  uint32_t first_arc(uint32_t rank) const { return elimination_.first_arc(rank); }  // end: that of rank + 1
  const Cost* arc_weights() const { return weights_.data(); }
  const uint32_t* arc_targets() const { return elimination_.targets(); }
  const uint32_t* arc_middles() const { return middles_.data(); }
  std::span<const uint32_t> middles(uint32_t rank) const {
    return {middles_.data() + first_arc(rank), middles_.data() + first_arc(rank + 1)};
  }
  // The interface of a store (core/ch/ch_search.hpp): of several middle nodes that give the weight, the highest.
  bool find_up(uint32_t rank, uint32_t target, Cost& weight, uint32_t& middle) const {
    const uint32_t arc = elimination_.arc(rank, target);
    if (arc == Elimination::kNoArc) return false;
    weight = weights_[arc];
    middle = middles_[arc];
    return true;
  }
  size_t memory_bytes() const;

  // Returns the arcs that some shortest path needs (perfect customisation), with their middle nodes.
  Ch hierarchy(JobControl* control = nullptr) const;

  friend bool operator==(const Cch& a, const Cch& b) {
    return a.elimination_ == b.elimination_ && a.weights_ == b.weights_ && a.middles_ == b.middles_;
  }

 private:
  using Waiting = std::pair<uint32_t, uint32_t>;  // queued arcs: lower end, arc

  uint32_t arc_between(uint32_t rank, uint32_t other) const;
  std::pair<Cost, uint32_t> recomputed(uint32_t lower, uint32_t arc) const;  // weight, middle
  void read_edges(const CsrGraph& graph);
  bool spread(std::vector<Waiting> waiting, Update& update, size_t most_work, const JobControl* control);
  std::vector<Waiting> take_over(const Cch& before, std::span<const uint32_t> old_ranks,
                                 std::vector<uint8_t>& reshaped);

  Elimination elimination_;
  std::vector<uint32_t> run_end_;  // by arc: the first arc after its run
  std::vector<Cost> edges_;        // by arc: the weight of the edge of the graph, kNone: none
  std::vector<Cost> weights_;      // by arc, customised
  // By arc: the highest node below both ends over which a path of this weight leads; kNoRank: an edge of the graph.
  std::vector<uint32_t> middles_;
};

}  // namespace strata

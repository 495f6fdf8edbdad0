// Purpose: Cch is a customisable contraction hierarchy. The order of contraction and the arcs that any weights could
//          need follow from the shape of a graph and are computed once. The weights come later, all of them or only
//          those that have changed.
// Source: Dibbelt, Strasser, Wagner 2014 (chordal completion, customisation, perfect customisation, partial update).
// Differs: An arc is dropped from the searched hierarchy if another path costs as much, not only if it costs less: on
//          grids most shortest paths have equals. With weights above 0 no shortest path is lost, as the arcs of the
//          other path are all shorter than the dropped one.
// Units: Costs as in core/grid/cost.hpp; in a graph kInfinite closes an edge, on arcs kNone is no way.
// Shapes: Ranks count from 0, the least important node. The arcs of rank r are first[r]..first[r + 1), their upper ends
//         ascending; the upper ends of a rank are all joined to each other. Where upper ends follow one another without
//         a gap (a run), loops over them run over unbroken memory: nested_order makes runs long.
// Errors: The graph must be undirected, its weights between 1 and 2^30 or kInfinite. Ways of 2^30 - 1 and more count as
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
  static constexpr Cost kNone = (1u << 30) - 1;  // two of them can be added as signed numbers
  struct EdgeChange {
    uint32_t a = 0, b = 0;  // nodes
    Cost weight = 0;
  };
  struct Update {
    size_t recomputed = 0;                  // arcs looked at
    size_t changed = 0;                     // arcs whose weight is another one
    std::vector<uint32_t> lower_ends = {};  // of these arcs, ascending
  };

  // The topology: `order` holds all nodes, least important first. No weights yet.
  void build(const CsrGraph& graph, std::vector<uint32_t> order, JobControl* control = nullptr);
  // All weights, those of a graph with the same edges.
  void customise(const CsrGraph& graph, JobControl* control = nullptr);
  // Other weights for some edges of the graph; equals customising with them.
  Update update(std::span<const EdgeChange> changes);

  struct Renewal {
    bool whole = false;     // too much had changed: all weights were computed
    size_t recomputed = 0;  // arcs looked at before that was known
    // Ascending: ranks from which an arc leads up that was not there before, has another weight, or is gone. Of no use
    // if `whole`.
    std::vector<uint32_t> lower_ends = {};
  };
  // Equals build() and customise(), for a graph that is much like that of `before`: what lies under no change is taken
  // from there. `old_ranks`, by rank in `order`: the rank that a node had before, kNoRank if it is new; nodes that were
  // there before must be in the order of that time. After a cancel the hierarchy is of no use.
  Renewal renew(const Cch& before, const CsrGraph& graph, std::vector<uint32_t> order,
                std::span<const uint32_t> old_ranks, JobControl* control = nullptr);

  bool empty() const { return elimination_.node_count() == 0; }
  uint32_t node_count() const { return elimination_.node_count(); }
  size_t arc_count() const { return elimination_.arc_count(); }
  uint32_t node(uint32_t rank) const { return elimination_.node(rank); }
  uint32_t rank(uint32_t node) const { return elimination_.rank(node); }
  std::vector<uint32_t> order() const;  // nodes by rank
  // The next more important node that is joined to it: all its ways up lead to that node's ancestors. kNoRank: none.
  uint32_t parent(uint32_t rank) const { return elimination_.parent(rank); }
  std::span<const uint32_t> up(uint32_t rank) const { return elimination_.up(rank); }
  std::span<const uint32_t> down(uint32_t rank) const { return elimination_.down(rank); }  // whose up() holds it
  std::span<const Cost> weights(uint32_t rank) const {
    return {weights_.data() + first_arc(rank), weights_.data() + first_arc(rank + 1)};
  }
  // visit(first upper end, index of its arc, length) for the arcs from one to another, run by run.
  template <class Visit>
  void for_runs(uint32_t begin, uint32_t end, Visit&& visit) const {
    for (uint32_t a = begin; a < end;) {
      const uint32_t next = std::min(run_end_[a], end);
      visit(elimination_.target(a), a, next - a);
      a = next;
    }
  }
  uint32_t first_arc(uint32_t rank) const { return elimination_.first_arc(rank); }  // up to that of rank + 1
  const Cost* arc_weights() const { return weights_.data(); }
  const uint32_t* arc_targets() const { return elimination_.targets(); }
  const uint32_t* arc_middles() const { return middles_.data(); }
  std::span<const uint32_t> middles(uint32_t rank) const {
    return {middles_.data() + first_arc(rank), middles_.data() + first_arc(rank + 1)};
  }
  // As a store of core/ch/ch_search.hpp: middle nodes are the highest that give the weight.
  bool find_up(uint32_t rank, uint32_t target, Cost& weight, uint32_t& middle) const {
    const uint32_t arc = elimination_.arc(rank, target);
    if (arc == Elimination::kNoArc) return false;
    weight = weights_[arc];
    middle = middles_[arc];
    return true;
  }
  size_t memory_bytes() const;

  // The arcs that some shortest way needs (perfect customisation), with their middle nodes.
  Ch hierarchy(JobControl* control = nullptr) const;

  friend bool operator==(const Cch& a, const Cch& b) {
    return a.elimination_ == b.elimination_ && a.weights_ == b.weights_ && a.middles_ == b.middles_;
  }

 private:
  using Waiting = std::pair<uint32_t, uint32_t>;  // lower end, arc

  uint32_t arc_between(uint32_t rank, uint32_t other) const;
  std::pair<Cost, uint32_t> recomputed(uint32_t lower, uint32_t arc) const;  // weight, middle
  void read_edges(const CsrGraph& graph);
  bool spread(std::vector<Waiting> waiting, Update& update, size_t most_work, const JobControl* control);
  std::vector<Waiting> take_over(const Cch& before, std::span<const uint32_t> old_ranks,
                                 std::vector<uint8_t>& reshaped);

  Elimination elimination_;
  std::vector<uint32_t> run_end_;  // by arc: the first arc behind its run
  std::vector<Cost> edges_;        // by arc: the weight of the edge of the graph, kNone: none
  std::vector<Cost> weights_;      // by arc, customised
  // By arc: the highest node below both ends over which it costs that; kNoRank: an edge.
  std::vector<uint32_t> middles_;
};

}  // namespace strata

// Purpose: A customisable contraction hierarchy: the order of contraction and the arcs that any weights could need are
//          found from the shape of a graph once; weights come later, all of them or only those that have changed.
// Source: Dibbelt, Strasser, Wagner 2014 (chordal completion, customisation, perfect customisation, partial update).
// Differs: An arc is dropped from the searched hierarchy if another way costs as much, not only if it costs less: on
//          grids most shortest ways have equals. With weights above 0 that loses no shortest way, as the arcs of the
//          other way are all shorter than the one dropped.
// Units: Costs as in core/grid/cost.hpp; a weight of kInfinite closes an edge.
// Shapes: Ranks count from 0, the least important node. The arcs of rank r are first[r]..first[r + 1), their upper ends
//         ascending; the upper ends of a rank are all joined to each other.
// Errors: The graph must be undirected, its weights between 1 and 2^30 or kInfinite. No way may cost 2^31 or more.
// Threads: Const calls with different workspaces may run together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/base/job.hpp"
#include "core/ch/ch.hpp"
#include "core/search/csr_graph.hpp"

namespace strata {

class Cch {
 public:
  struct EdgeChange {
    uint32_t a = 0, b = 0;  // nodes
    Cost weight = 0;
  };
  struct Update {
    size_t recomputed = 0;  // arcs looked at
    size_t changed = 0;     // arcs whose weight is another one
  };

  // The topology: `order` holds all nodes, least important first. No weights yet.
  void build(const CsrGraph& graph, std::vector<uint32_t> order, JobControl* control = nullptr);
  // All weights, those of a graph with the same edges.
  void customise(const CsrGraph& graph, JobControl* control = nullptr);
  // Other weights for some edges of the graph; equals customising with them.
  Update update(std::span<const EdgeChange> changes);

  bool empty() const { return nodes_.empty(); }
  uint32_t node_count() const { return static_cast<uint32_t>(nodes_.size()); }
  size_t arc_count() const { return targets_.size(); }
  std::span<const uint32_t> order() const { return nodes_; }
  uint32_t node(uint32_t rank) const { return nodes_[rank]; }
  uint32_t rank(uint32_t node) const { return ranks_[node]; }
  // The next more important node that is joined to it: all its ways up lead to that node's ancestors. kNoRank: none.
  uint32_t parent(uint32_t rank) const { return first_[rank] == first_[rank + 1] ? kNoRank : targets_[first_[rank]]; }
  std::span<const uint32_t> up(uint32_t rank) const {
    return {targets_.data() + first_[rank], targets_.data() + first_[rank + 1]};
  }
  std::span<const Cost> weights(uint32_t rank) const {
    return {weights_.data() + first_[rank], weights_.data() + first_[rank + 1]};
  }
  std::span<const uint32_t> middles(uint32_t rank) const {
    return {middles_.data() + first_[rank], middles_.data() + first_[rank + 1]};
  }
  // As a store of core/ch/ch_search.hpp: middle nodes are the highest that give the weight.
  bool find_up(uint32_t rank, uint32_t target, Cost& weight, uint32_t& middle) const {
    const std::span<const uint32_t> targets = up(rank);
    const auto place = std::lower_bound(targets.begin(), targets.end(), target);
    if (place == targets.end() || *place != target) return false;
    const size_t arc = first_[rank] + static_cast<size_t>(place - targets.begin());
    weight = weights_[arc];
    middle = middles_[arc];
    return true;
  }
  size_t memory_bytes() const;

  // The arcs that some shortest way needs (perfect customisation), with their middle nodes.
  Ch hierarchy(JobControl* control = nullptr) const;

  friend bool operator==(const Cch& a, const Cch& b) {
    return a.nodes_ == b.nodes_ && a.targets_ == b.targets_ && a.weights_ == b.weights_ && a.middles_ == b.middles_;
  }

 private:
  uint32_t arc_index(uint32_t lower, uint32_t upper) const;
  std::pair<Cost, uint32_t> recomputed(uint32_t lower, uint32_t arc) const;  // weight, middle

  std::vector<uint32_t> nodes_, ranks_;
  std::vector<uint32_t> first_, targets_;
  std::vector<Cost> edges_;    // by arc: the weight of the edge of the graph, kInfinite: none
  std::vector<Cost> weights_;  // by arc, customised
  std::vector<uint32_t>
      middles_;  // by arc: the highest node below both ends over which it costs that; kNoRank: an edge
  // From above: the arcs whose upper end is r are down_[down_first_[r]..down_first_[r + 1]), with their lower ends.
  std::vector<uint32_t> down_first_, down_, down_arc_;
};

}  // namespace strata

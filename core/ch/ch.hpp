// Purpose: Ch is a contraction hierarchy that is ready to be searched: nodes by rank, and from each node the edges and
//          shortcuts to nodes of higher rank.
// Source: Geisberger, Sanders, Schultes, Delling 2008; Sturtevant, Geisberger 2010, section "Contraction hierarchies".
// Differs: Undirected graphs only, as all of this project are: one upward graph serves both directions.
// Units: Costs as in core/grid/cost.hpp.
// Shapes: Ranks count from 0, the least important node. The arcs of rank r are arcs()[first[r]..first[r + 1]), targets
//         ascending, all above r.
// Errors: Valid for the graph it was built for only.
// Threads: Const calls with different workspaces may run together.
#pragma once

#include <cstdint>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include "core/grid/cost.hpp"

namespace strata {

inline constexpr uint32_t kNoRank = 0xffffffffu;
// Larger graphs are refused with std::bad_alloc: building would take minutes, or more memory than a desktop program
// may.
inline constexpr uint32_t kMaxChNodes = 1u << 19;
struct TooManyNodes : std::bad_alloc {
  explicit TooManyNodes(uint32_t count) : nodes(count) {}
  const char* what() const noexcept override { return "the graph has more than kMaxChNodes nodes"; }
  uint32_t nodes;
};

// Labels (core/ch/labels.hpp) that would take more memory than allowed are refused in the same way.
struct TooManyBytes : std::bad_alloc {
  explicit TooManyBytes(size_t needed) : bytes(needed) {}
  const char* what() const noexcept override { return "labels would take more memory than they may"; }
  size_t bytes;
};

struct ChArc {
  uint32_t target = 0;  // rank
  Cost weight = 0;
  uint32_t middle = kNoRank;  // rank of the node that a shortcut goes over, below both ends; kNoRank: an edge
  bool shortcut() const { return middle != kNoRank; }
  friend bool operator==(const ChArc&, const ChArc&) = default;
};

class Ch {
 public:
  Ch() = default;
  // node_of_rank: a permutation of the nodes; first: ranks + 1.
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
  // Returns the arc between two ranks, lower one first; null if there is none.
  const ChArc* arc(uint32_t lower, uint32_t upper) const;
  size_t memory_bytes() const {
    return (nodes_.capacity() + ranks_.capacity() + first_.capacity()) * sizeof(uint32_t) +
           arcs_.capacity() * sizeof(ChArc);
  }
  friend bool operator==(const Ch&, const Ch&) = default;

  // The interface of a store (core/ch/ch_search.hpp): visit(target, weight, middle).
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
  std::vector<uint32_t> nodes_;  // by rank
  std::vector<uint32_t> first_;
  std::vector<ChArc> arcs_;
  std::vector<uint32_t> ranks_;  // by node
};

inline constexpr Cost kMaxWay = (1u << 31) - 1;  // the cost of a path below this plus a weight does not wrap

// Options of one query.
struct ChQueryOptions {
  bool stall = true;
  Cost bound = kMaxWay;  // a path of this cost is known: only cheaper paths are searched for
  uint8_t level = 0;     // of the recorded events
};

}  // namespace strata

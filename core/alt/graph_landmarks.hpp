// Purpose: GraphLandmarks places landmarks on an undirected graph in compressed rows (CSR), such as a sector graph or
//          an abstract graph, and gives lower bounds of the distances in it.
// Source: Goldberg, Harrelson 2005, with farthest placement; Sturtevant, Geisberger 2010, section "ALT".
// Errors: Landmarks of a graph are never updated: after a change of its weights or nodes they must be built again.
// Threads: Const calls may run together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/alt/distance_rows.hpp"
#include "core/search/csr_graph.hpp"

namespace strata {

class GraphLandmarks {
 public:
  // Places up to `count` landmarks (1..kMaxLandmarks): the first at the node farthest from node 0 of the largest
  // component, each further one at the node whose nearest landmark is farthest away. For every edge of the graph there
  // must be the opposite edge of the same cost.
  void build(const CsrGraph& graph, int count);
  void clear() { *this = {}; }
  bool empty() const { return landmarks_.empty(); }

  // Returns a function of a node: a consistent lower bound of the cost from that node to `goal`. It is valid until
  // these landmarks change.
  LandmarkBound bound(uint32_t goal) const { return {rows_, goal, ~uint64_t{0}}; }
  std::span<const uint32_t> landmarks() const { return landmarks_; }  // node numbers
  const DistanceRows& rows() const { return rows_; }
  size_t memory_bytes() const { return rows_.memory_bytes() + landmarks_.capacity() * sizeof(uint32_t); }
  friend bool operator==(const GraphLandmarks&, const GraphLandmarks&) = default;

 private:
  DistanceRows rows_;
  std::vector<uint32_t> landmarks_;
};

}  // namespace strata

// Purpose: GraphLandmarks are landmarks on any undirected graph in compressed rows, such as sector graphs and abstract
//          graphs.
// Source: Goldberg, Harrelson 2005, with farthest placement; Sturtevant, Geisberger 2010, section "ALT".
// Errors: They are not updated: a graph whose weights or nodes have changed needs a new build.
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
  // component, each other at the node whose nearest landmark is farthest away. Every edge must have an equal edge back.
  void build(const CsrGraph& graph, int count);
  void clear() { *this = {}; }
  bool empty() const { return landmarks_.empty(); }

  // Returns a consistent lower bound of the cost from any node to `goal`: bound(node). Valid as long as this is
  // unchanged.
  LandmarkBound bound(uint32_t goal) const { return {rows_, goal, ~uint64_t{0}}; }
  std::span<const uint32_t> landmarks() const { return landmarks_; }  // nodes
  const DistanceRows& rows() const { return rows_; }
  size_t memory_bytes() const { return rows_.memory_bytes() + landmarks_.capacity() * sizeof(uint32_t); }
  friend bool operator==(const GraphLandmarks&, const GraphLandmarks&) = default;

 private:
  DistanceRows rows_;
  std::vector<uint32_t> landmarks_;
};

}  // namespace strata

// Purpose: A CsrGraph is a directed graph in compressed sparse rows. Contraction hierarchies, landmarks and other
//          algorithms take abstract graphs in this form.
// Shapes: The edges of node v are targets[k], weights[k] for first[v] <= k < first[v + 1]; its targets are ascending.
// Units: Weights as costs in core/grid/cost.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/grid/cost.hpp"

namespace strata {

struct CsrGraph {
  std::vector<uint32_t> first;  // one entry more than nodes
  std::vector<uint32_t> targets;
  std::vector<Cost> weights;

  uint32_t node_count() const { return first.empty() ? 0 : static_cast<uint32_t>(first.size()) - 1; }
  size_t edge_count() const { return targets.size(); }
  std::span<const uint32_t> targets_of(uint32_t node) const {
    return {targets.data() + first[node], targets.data() + first[node + 1]};
  }
  std::span<const Cost> weights_of(uint32_t node) const {
    return {weights.data() + first[node], weights.data() + first[node + 1]};
  }
  size_t memory_bytes() const {
    return (first.capacity() + targets.capacity()) * sizeof(uint32_t) + weights.capacity() * sizeof(Cost);
  }
  friend bool operator==(const CsrGraph&, const CsrGraph&) = default;
};

}  // namespace strata

// Purpose: A DrawnGraph is a small graph that a user has drawn: its nodes lie on cells of a map, its edges are
//          undirected and have weights, and its nodes have a contraction order.
// Units: Weights are in cost units of the octile profile, kDrawnUnit per straight step, under any
//        profile of the agents.
// Shapes: Nodes have the indices 0, 1, ... of nodes(); no two are on one cell. Edges have a < b and are sorted, at most
//         one for a pair. order() holds every node once, least important first.
// Errors: An editing function returns false, and changes nothing, if the edit would break one of these rules
//         or exceed a limit.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/grid/cell.hpp"
#include "core/grid/cost.hpp"
#include "core/search/csr_graph.hpp"

namespace strata {

inline constexpr Cost kDrawnUnit = profile_info(Profile::kOctile).straight;

struct DrawnGraphEdge {
  uint32_t a = 0;
  uint32_t b = 0;
  Cost weight = 0;
  friend bool operator==(const DrawnGraphEdge&, const DrawnGraphEdge&) = default;
};

class DrawnGraph {
 public:
  static constexpr uint32_t kMaxNodes = 512;
  // The limit makes any path without a cycle cost less than 2^31.
  static constexpr Cost kMaxWeight = 5000 * kDrawnUnit;

  bool empty() const { return nodes_.empty(); }
  uint32_t node_count() const { return static_cast<uint32_t>(nodes_.size()); }
  std::span<const Cell> nodes() const { return nodes_; }
  std::span<const DrawnGraphEdge> edges() const { return edges_; }
  std::span<const uint32_t> order() const { return order_; }
  std::optional<uint32_t> node_at(Cell cell) const;
  const DrawnGraphEdge* edge(uint32_t a, uint32_t b) const;  // null if there is none
  // Returns the default weight of an edge: the distance of its cells on an empty map, but at least the smallest weight.
  Cost default_weight(uint32_t a, uint32_t b) const;

  // Adds a node, which becomes the most important one.
  bool add_node(Cell cell);
  bool move_node(uint32_t node, Cell to);
  // Removes a node and its edges; the indices of later nodes decrease by one.
  bool remove_node(uint32_t node);
  bool set_edge(uint32_t a, uint32_t b, Cost weight);
  bool remove_edge(uint32_t a, uint32_t b);
  bool set_order(std::span<const uint32_t> order);

  CsrGraph csr() const;

  friend bool operator==(const DrawnGraph&, const DrawnGraph&) = default;

 private:
  // Returns the position of the edge between a and b in the sorted edges, or the place where it would be inserted.
  std::vector<DrawnGraphEdge>::const_iterator place_of(uint32_t a, uint32_t b) const;

  std::vector<Cell> nodes_;
  std::vector<DrawnGraphEdge> edges_;
  std::vector<uint32_t> order_;
};

}  // namespace strata

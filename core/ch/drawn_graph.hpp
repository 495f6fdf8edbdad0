// Purpose: A DrawnGraph is a small graph that the user has drawn: nodes on cells of a map, undirected edges with
//          weights, and an order in which it is contracted.
// Units: Weights in cost units of the octile profile, kDrawnUnit to a straight step, whatever profile agents move by.
// Shapes: Nodes have indices 0, 1, ... as in nodes(); each is on a cell of its own. Edges are listed with a < b,
//         ascending, at most one for a pair. order() holds every node once, the least important first.
// Errors: Editing functions return false, and change nothing, where an edit would break a rule above or pass a limit.
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

struct DrawnEdge {
  uint32_t a = 0;
  uint32_t b = 0;
  Cost weight = 0;
  friend bool operator==(const DrawnEdge&, const DrawnEdge&) = default;
};

class DrawnGraph {
 public:
  static constexpr uint32_t kMaxNodes = 512;
  // A path without a cycle costs less than 2^31 units.
  static constexpr Cost kMaxWeight = 5000 * kDrawnUnit;

  bool empty() const { return nodes_.empty(); }
  uint32_t node_count() const { return static_cast<uint32_t>(nodes_.size()); }
  std::span<const Cell> nodes() const { return nodes_; }
  std::span<const DrawnEdge> edges() const { return edges_; }
  std::span<const uint32_t> order() const { return order_; }
  std::optional<uint32_t> node_at(Cell cell) const;
  const DrawnEdge* edge(uint32_t a, uint32_t b) const;  // null if there is none
  // Default weight of an edge: the distance of the cells on an empty map, and at least the least weight.
  Cost default_weight(uint32_t a, uint32_t b) const;

  // A new node is the most important one.
  bool add_node(Cell cell);
  bool move_node(uint32_t node, Cell to);
  // Removes the edges of the node too; the indices of the nodes after it go down by one.
  bool remove_node(uint32_t node);
  bool set_edge(uint32_t a, uint32_t b, Cost weight);
  bool remove_edge(uint32_t a, uint32_t b);
  bool set_order(std::span<const uint32_t> order);

  CsrGraph csr() const;

  friend bool operator==(const DrawnGraph&, const DrawnGraph&) = default;

 private:
  std::vector<DrawnEdge>::const_iterator place_of(uint32_t a, uint32_t b) const;  // first edge not before (a, b)

  std::vector<Cell> nodes_;
  std::vector<DrawnEdge> edges_;
  std::vector<uint32_t> order_;
};

}  // namespace strata

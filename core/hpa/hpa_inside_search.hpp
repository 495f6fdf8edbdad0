// Purpose: HpaInsideGraph is the graph of one level of HPA* inside a cluster of the level above, and HpaInsideSearch
//          finds the shortest paths inside it from one node to all others. Only the files that implement Hpa include
//          this header.
// Source: Botea, Müller, Schaeffer 2004, section 4.4.
// Differs: Two intra-edges of the same child are never shorter than one. So only nodes that the search enters over an
//          inter-edge are expanded (entry nodes), and each relaxes all nodes of its child at once, in one loop over a
//          row of costs. The search is label-correcting: it expands all waiting entry nodes of one child together, and
//          takes next the child whose cheapest waiting entry node costs least.
// Units: Costs as in core/grid/cost.hpp. Edges cost less than kMaxEdge, so that the sum of two fits into 31 bits.
// Shapes: Children are the clusters of the level below, row-major inside the cluster. Nodes are numbered by child, and
//         in each child as in Hpa.
#pragma once

#include <cstdint>
#include <vector>

#include "core/grid/cost.hpp"

namespace strata {

struct HpaInsideGraph {
  struct Edge {
    uint32_t to = 0;
    Cost cost = 0;
  };
  std::vector<const Cost*> intra;      // by child: the costs from node to node; kInfinite: no path inside the child
  std::vector<uint32_t> begin;         // first node by child; one entry more than children
  std::vector<uint32_t> child_of;      // by node
  std::vector<uint32_t> link_begin;    // first inter-edge by node; one entry more than nodes
  std::vector<Edge> links;             // inter-edges that stay inside the cluster
  std::vector<uint32_t> joined;        // nodes with such inter-edges, ascending
  std::vector<uint32_t> joined_begin;  // first of them by child; one entry more than children
  static constexpr uint16_t kNoNode = 0xffff;

  size_t size() const { return child_of.size(); }
  uint32_t child_size(uint32_t child) const { return begin[child + 1] - begin[child]; }
  // Returns the costs of the intra-edges of a node, by node of its child.
  const Cost* row(uint32_t node) const {
    const uint32_t child = child_of[node];
    return intra[child] + static_cast<size_t>(node - begin[child]) * child_size(child);
  }
  void clear();
  // Sets `joined` and `joined_begin`.
  void list_joined();
};

class HpaInsideSearch {
 public:
  static constexpr Cost kMaxEdge = 1u << 30;  // costs from here on are not followed
  static constexpr Cost kFar = 0x7fffffffu;   // no path is known

  // Computes the costs of the shortest paths from one node.
  void run(const HpaInsideGraph& graph, uint32_t source);
  // Takes the costs that another search has found instead; it leaves kFar where there is no path.
  std::vector<Cost>& costs_of_other_search(size_t nodes);
  // Sets the costs of kMaxEdge and above to kInfinite. Returns whether any was below kFar: a path was left out.
  bool cut();
  // Finds for every node its predecessor on a shortest path: the node itself for the source, kNoNode without a path.
  // Costs alone decide it, so that all searches choose the same. It follows cut().
  void find_predecessors(const HpaInsideGraph& graph, uint32_t source);

  const std::vector<Cost>& cost() const { return cost_; }                 // by node
  const std::vector<uint16_t>& predecessor() const { return previous_; }  // by node
  // Returns the work of the last run, in edges that were relaxed one by one.
  size_t relaxed() const { return relaxed_; }

 private:
  struct EntryNode {
    uint32_t node = 0;
    Cost cost = 0;
  };
  struct WaitingEntries {  // of one child
    std::vector<EntryNode> nodes;
    Cost least = kFar;
  };
  void wait(uint32_t child, uint32_t node, Cost cost);
  void expand(const HpaInsideGraph& graph, uint32_t child);

  std::vector<Cost> cost_;
  std::vector<Cost> told_;  // by node: its cost when its inter-edges were relaxed
  std::vector<uint16_t> previous_;
  std::vector<WaitingEntries> waiting_;  // by child
  std::vector<EntryNode> entries_;       // of the child at hand
  size_t relaxed_ = 0;
};

}  // namespace strata

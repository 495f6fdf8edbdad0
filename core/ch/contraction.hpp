// Purpose: contract() builds a contraction hierarchy: it removes the nodes of a graph one by one, least important
//          first, and adds a shortcut wherever a shortest path may have led over the removed node.
// Source: Geisberger, Sanders, Schultes, Delling 2008; Sturtevant, Geisberger 2010 (terms and coefficients of the
//         priority).
// Differs: A witness may cost as much as the shortcut, because on grids most shortest paths have equals.
// Units: Costs as in core/grid/cost.hpp.
// Errors: The graph must be undirected (every edge has an opposite edge of the same weight), with weights
//         between 1 and 2^30. Of parallel edges only the cheapest counts; loops are ignored. The weight of a
//         shortcut is at most 2^31 - 1.
// Threads: No shared state.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/job.hpp"
#include "core/ch/ch.hpp"
#include "core/search/csr_graph.hpp"

namespace strata {

class Trace;

// The coefficients of the priority of a node. The priority is the weighted sum of the edge difference (shortcuts to add
// - edges to remove), the original edges under the new shortcuts, an upper bound of the depth of the hierarchy below
// the node, and the number of contracted neighbours.
struct ChCoefficients {
  int edge_difference = 0;
  int original_edges = 0;
  int depth = 0;
  int contracted_neighbours = 0;
  friend bool operator==(const ChCoefficients&, const ChCoefficients&) = default;
};
// The largest weight of a shortcut: paths of this cost and more count as no path.
inline constexpr Cost kContractedLimit = (1u << 31) - 1;
inline constexpr ChCoefficients kChLarge{25, 60, 20, 2};  // the paper's coefficients for few settled nodes
inline constexpr ChCoefficients kChSmall{0, 1, 0, 0};     // the paper's coefficients for few shortcuts

struct ContractionOptions {
  ChCoefficients coefficients = kChLarge;
  // Limits of a witness search (0: none). When one is reached, the shortcut is added, even if it is not needed.
  uint32_t witness_settled = 0;
  uint32_t witness_hops = 0;
  std::vector<uint32_t> order;  // all nodes, least important first; empty: order by priority
};

// Contracts all nodes. Returns nothing if `control`, which may be null, was cancelled. Progress
// counts contracted nodes.
std::optional<Ch> contract(const CsrGraph& graph, const ContractionOptions& options, JobControl* control = nullptr);
// Contracts all nodes and records every step. `cells` gives, by node, the cell that names it in events; `level` is the
// level of the events. The events have Phase::kContract: kContract for a node; then for each pair of its neighbours
// kWitness, followed by a kPathEdge for each edge of the witness, or by kAddArc for the shortcut.
std::optional<Ch> contract(const CsrGraph& graph, const ContractionOptions& options, std::span<const CellId> cells,
                           uint8_t level, Trace& trace);

}  // namespace strata

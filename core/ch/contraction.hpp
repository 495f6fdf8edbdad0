// Purpose: Contraction builds a contraction hierarchy. It takes the nodes out of a graph one after the other, the least
//          important first, and puts in a shortcut where a shortest path may have led over the node.
// Source: Geisberger, Sanders, Schultes, Delling 2008; Sturtevant, Geisberger 2010 (terms and coefficients of the
//         priority).
// Differs: A witness may cost as much as the shortcut, not only less: on grids most shortest paths have equals.
// Units: Costs as in core/grid/cost.hpp.
// Errors: The graph must be undirected (every edge has an equal one back), its weights between 1 and 2^30. Of parallel
//         edges the cheapest counts, loops do not. Shortcuts that would weigh 2^31 or more weigh 2^31 - 1.
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

// Coefficients of the priority of a node, which is the weighted sum of: edge difference (shortcuts that contracting it
// would add - edges that it would remove), original edges under the new shortcuts, bound of the depth of the hierarchy
// below it, contracted neighbours.
struct ChCoefficients {
  int edge_difference = 0;
  int original_edges = 0;
  int depth = 0;
  int contracted_neighbours = 0;
  friend bool operator==(const ChCoefficients&, const ChCoefficients&) = default;
};
// Weights of shortcuts are cut off here: paths of this cost and more count as none.
inline constexpr Cost kContractedLimit = (1u << 31) - 1;
inline constexpr ChCoefficients kChLarge{25, 60, 20, 2};  // the two vectors of the paper: few nodes settled,
inline constexpr ChCoefficients kChSmall{0, 1, 0, 0};     // few shortcuts

struct ContractionOptions {
  ChCoefficients coefficients = kChLarge;
  // Limits of a witness search; when one is reached, the shortcut is added, needed or not. 0: no limit.
  uint32_t witness_settled = 0;
  uint32_t witness_hops = 0;
  std::vector<uint32_t> order;  // all nodes, least important first; empty: by priority
};

// Returns nothing if `control` was cancelled (it may be null). Progress counts contracted nodes.
std::optional<Ch> contract(const CsrGraph& graph, const ContractionOptions& options, JobControl* control = nullptr);
// Contracts likewise and records every step. `cells`: by node, the cell that names it in events; `level`: that of the
// events. The events have Phase::kContract: kContract for a node; for each pair of its neighbours kWitness, followed by
// a kPathEdge for each edge of the witness found, or by kAddArc for the shortcut.
std::optional<Ch> contract(const CsrGraph& graph, const ContractionOptions& options, std::span<const CellId> cells,
                           uint8_t level, Trace& trace);

}  // namespace strata

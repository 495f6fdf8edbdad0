// Purpose: nested_order ranks the nodes of a graph by nested dissection, from its shape alone: separators rank above
//          what they separate. Customisable contraction hierarchies are built on this order.
// Source: Dibbelt, Strasser, Wagner 2014; the dissection is METIS' (Karypis, Kumar 1998).
// Errors: std::bad_alloc also where the graph has more than kMaxChNodes nodes: METIS cannot be interrupted, and takes
//         some 4 s for that many. While it runs it handles SIGABRT and SIGTERM itself.
// Threads: Calls wait for each other.
#pragma once

#include <cstdint>
#include <vector>

#include "core/search/csr_graph.hpp"

namespace strata {

// Returns all nodes, least important first: the same order for the same graph on every run. Edges must go both ways.
std::vector<uint32_t> nested_order(const CsrGraph& graph);

}  // namespace strata

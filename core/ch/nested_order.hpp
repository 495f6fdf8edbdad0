// Purpose: nested_order computes a contraction order by nested dissection, from the topology of a graph only:
//          separators rank above the parts that they separate. Customisable contraction hierarchies use it.
// Source: Dibbelt, Strasser, Wagner 2014; the dissection is METIS' (Karypis, Kumar 1998).
// Errors: std::bad_alloc is also thrown for more than kMaxMetisNodes nodes: METIS cannot be interrupted, and takes
//         about 4 s for that many. METIS handles SIGABRT and SIGTERM itself while it runs.
// Threads: Concurrent calls wait for each other.
#pragma once

#include <cstdint>
#include <vector>

#include "core/search/csr_graph.hpp"

namespace strata {

// Returns all nodes, least important first. The order is the same on every run. Every edge must have an opposite edge.
std::vector<uint32_t> nested_order(const CsrGraph& graph);

}  // namespace strata

// Purpose: An order of importance from the shape of a graph alone, by nested dissection: separators above what they
//          separate. What customisable contraction hierarchies are built on.
// Source: Dibbelt, Strasser, Wagner 2014; the dissection is METIS' (Karypis, Kumar 1998).
// Threads: One call at a time per process is not needed; METIS keeps no state between calls.
#pragma once

#include <cstdint>
#include <vector>

#include "core/search/csr_graph.hpp"

namespace strata {

// All nodes, least important first: the same for the same graph on every run. Edges must go both ways.
std::vector<uint32_t> nested_order(const CsrGraph& graph);

}  // namespace strata

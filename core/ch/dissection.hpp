// Purpose: dissection_order computes a contraction order by nested dissection of a graph whose nodes have places on a
//          map: a cut across the map, improved by a maximum flow, gives a small separator, which ranks above the two
//          parts, and each part is cut again.
// Source: Schild, Sommer 2015, "On balanced separators in road networks" (inertial flow); Dibbelt, Strasser, Wagner
//         2014 (the order); minimum degree inside the smallest parts: George, Liu 1989.
// Differs: The cut that the flow improves is the best of all straight cuts in four directions, and only nodes near it
//          may become the separator. Vertices are cut, not edges.
// Errors: Every edge must have an opposite edge.
// Threads: Parts are cut in several threads. The order is the same for any number of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/grid/cell.hpp"
#include "core/search/csr_graph.hpp"

namespace strata {

class JobControl;

// Returns all nodes, least important first; nothing if `control`, which may be null, was cancelled. `places` gives, by
// node, its cell.
std::vector<uint32_t> dissection_order(const CsrGraph& graph, std::span<const Cell> places,
                                       const JobControl* control = nullptr);

}  // namespace strata

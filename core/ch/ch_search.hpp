// Purpose: The query of every contraction hierarchy: two searches that only climb, from start and goal, met in the
//          middle, and the way between them unpacked into edges of the graph.
// Source: Geisberger, Sanders, Schultes, Delling 2008 (upward search, stall-on-demand, unpacking); Sturtevant,
//         Geisberger 2010; potentials: Goldberg, Harrelson 2005.
// Shapes: A Store offers visit_up(rank, visit(target rank, weight, middle rank)), targets above the rank.
//         A Potential offers operator()(rank): a lower bound of the cost from there to the end the search runs to.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ch/ch.hpp"
#include "core/search/observer.hpp"
#include "core/search/plan.hpp"

namespace strata {

// An end of the way: a node by its rank and the cost of getting to it from where the query begins (0: it is the place).
struct ChEnd {
  uint32_t rank = 0;
  Cost cost = 0;
};

// Memory of searches, kept from one to the next; one per thread.
struct ChWorkspace;

struct ChRoute {
  Cost cost = kInfinite;        // kInfinite: none
  std::vector<uint32_t> nodes;  // ranks from one end to the other, every one on the way
  uint32_t packed_edges = 0;    // arcs on the way before it was unpacked
};

}  // namespace strata

// Purpose: These functions compute the four terms of the priority by which a contraction chooses its next node,
//          from its recording.
// Source: Sturtevant, Geisberger 2010; core/ch/contraction.hpp (ChCoefficients).
// Units: The terms count edges, nodes and levels.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ch/contraction.hpp"
#include "core/search/observer.hpp"

namespace strata {

struct ContractedGraph;

// The priority terms of a node at its contraction.
struct ContractionTerms {
  uint32_t node = 0;            // number of the node in the contracted graph
  int64_t edge_difference = 0;  // number of added shortcuts minus removed edges
  int64_t originals = 0;        // number of original edges that the added shortcuts represent
  int64_t depth = 0;            // upper bound of the depth of the hierarchy below the node
  int64_t neighbours = 0;       // number of neighbours contracted before
  int64_t priority(const ChCoefficients& c) const {
    return c.edge_difference * edge_difference + c.original_edges * originals + c.depth * depth +
           c.contracted_neighbours * neighbours;
  }
};

// Returns the terms of all contracted nodes, in the order of the recording.
std::vector<ContractionTerms> read_contraction_terms(const ContractedGraph& graph, std::span<const SearchEvent> events);
// Returns the terms that an uncontracted node has just before an event. Its shortcuts are found by
// unlimited witness searches.
ContractionTerms terms_before(const ContractedGraph& graph, std::span<const SearchEvent> events, size_t event,
                              uint32_t node);

}  // namespace strata

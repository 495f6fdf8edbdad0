// Purpose: The four terms of the priority by which a contraction chooses its nodes, read from its recording.
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

// The terms of a node when it was contracted.
struct ContractionTerms {
  uint32_t node = 0;            // of the contracted graph
  int64_t edge_difference = 0;  // shortcuts that were added, less the edges that were removed
  int64_t originals = 0;        // original edges under these shortcuts
  int64_t depth = 0;            // bound of the depth of the hierarchy below the node
  int64_t neighbours = 0;       // neighbours that were contracted before
  int64_t priority(const ChCoefficients& c) const {
    return c.edge_difference * edge_difference + c.original_edges * originals + c.depth * depth +
           c.contracted_neighbours * neighbours;
  }
};

// Returns the terms of the contracted nodes, in the order of the recording.
std::vector<ContractionTerms> read_contraction_terms(const ContractedGraph& graph, std::span<const SearchEvent> events);
// Returns the terms that a node which is left has just before an event; its shortcuts are found by witness searches
// without limits.
ContractionTerms terms_before(const ContractedGraph& graph, std::span<const SearchEvent> events, size_t event,
                              uint32_t node);

}  // namespace strata

// Purpose: These functions find, for an edge that HAA* omits as dominated, the edge or path that dominates it.
// Source: Harabor, Botea 2008, section 5.3. core/haa/haa_dominance.cpp decides whether an edge is dominated; these
//         functions find the reason.
#pragma once

#include <optional>
#include <string>

#include "core/haa/haa.hpp"

namespace strata {

// Why an edge is omitted. A strongly dominated edge has an edge `by` between the same nodes with the same cost that
// all of its agents can use. A weakly dominated inter-edge has an inter-edge `by` between the same clusters that all
// of its agents can reach: over `before`, `by` and `after`. A weakly dominated intra-edge ends at a node that has lost
// its inter-edges (`end_lost`).
struct HaaDominatingEdge {
  bool end_lost = false;
  std::optional<HaaEdge> by;
  // The intra-edges of the path before and after `by`; nullopt: the inter-edges share their node on this side.
  std::optional<HaaEdge> before, after;
};

// Returns the reason for a dominated edge; the result for any other edge has no edges. The graph must be ready.
HaaDominatingEdge dominator_of(const Haa& haa, const HaaEdge& edge);
// Returns the reason as a sentence; it is empty for an edge that is not dominated. `width` is the width of the map.
std::string dominance_text(const HaaEdge& edge, const HaaDominatingEdge& dominator, int width);

}  // namespace strata

// Purpose: These functions say by which edge of HAA* another edge is dominated, and by which path.
// Source: Harabor, Botea 2008, section 5.3; core/haa/haa_dominance.cpp decides, this looks the reason up.
#pragma once

#include <optional>
#include <string>

#include "core/haa/haa.hpp"

namespace strata {

// Why an edge is left out. A strongly dominated edge has an edge `by` between the same nodes, of the same cost, for all
// its agents. A weakly dominated inter-edge has an inter-edge `by` of the same two clusters, which all its agents can
// go over: by `before`, `by` and `after`. A weakly dominated intra-edge ends at a node that has lost its inter-edges.
struct HaaDominator {
  bool end_lost = false;
  std::optional<HaaEdge> by;
  std::optional<HaaEdge> before, after;  // intra-edges; none: the inter-edges share that end
};

// Returns the reason for a dominated edge, and one without any edge for other edges. The graph must be ready.
HaaDominator dominator_of(const Haa& haa, const HaaEdge& edge);
// Returns the reason as a sentence; empty for an edge that is not dominated. `width` is that of the map.
std::string dominance_text(const HaaEdge& edge, const HaaDominator& dominator, int width);

}  // namespace strata

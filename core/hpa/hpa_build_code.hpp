// Purpose: This header holds the pseudo-code of the construction of the HPA* graph and the numbers of its lines, by
//          which the events of a trace name them.
// Source: Botea, Müller, Schaeffer 2004, figure 9.
// Shapes: The fields g and h of an event depend on its line. kClusters and kGroup: number of clusters of the level,
//         their side in cells. kBorders: number of borders, the threshold. kBorder: both clusters. kNarrow and kWide:
//         width of the entrance, number of its transitions. kPair: cost of the inter-edge. kLinks: number of ends of
//         links. kEnd and kRaise: the cluster. kInside: number of clusters; of one cluster itself and the number of its
//         nodes. kUpper: the cluster, number of ends of links of the map. kIntra and kUpperIntra: cost of the
//         intra-edge. A kRaise event without a parent is that of an end of a link.
#pragma once

#include "core/search/build_events.hpp"
#include "core/search/pseudo_code.hpp"

namespace strata::hpa_build_code {

inline constexpr std::array<std::string_view, 20> kText = {
    "cut the map into clusters of level 1",
    "for each two adjacent clusters:",
    "  find the entrances on their border",
    "  an entrance below the threshold: one transition, in its middle",
    "  another entrance: a transition at each of its ends",
    "  each transition: two nodes and an inter-edge",
    "for each link between cells that can be used:",
    "  each of its ends: a node, of every level",
    "for each cluster C:",
    "  Dijkstra inside C, from one node a after the other",
    "    n = a cell of open whose g is final",
    "    n reaches its neighbours in C",
    "  each other node b that was reached: the intra-edge (a, b)",
    "for each level l = 2 .. L: join clusters to clusters of level l",
    "  for each cluster C of level l:",
    "    raise its nodes with an inter-edge out of C, ends of links",
    "    Dijkstra over level l - 1 inside C, from one of them, a",
    "      n = a node of open whose g is final",
    "      n reaches the ends of its edges in C",
    "    each other raised node b that was reached: the edge (a, b)",
};

inline constexpr uint8_t kClusters = line_of(kText, "cut the map"), kBorders = line_of(kText, "for each two"),
                         kBorder = line_of(kText, "find the entrances"), kNarrow = line_of(kText, "an entrance below"),
                         kWide = line_of(kText, "another entrance"), kPair = line_of(kText, "each transition"),
                         kLinks = line_of(kText, "for each link"), kEnd = line_of(kText, "each of its ends"),
                         kInside = line_of(kText, "for each cluster C:"), kFrom = line_of(kText, "Dijkstra inside C"),
                         kPop = line_of(kText, "n = a cell"), kReach = line_of(kText, "n reaches its"),
                         kIntra = line_of(kText, "each other node b"), kGroup = line_of(kText, "for each level l"),
                         kUpper = line_of(kText, "for each cluster C of level l"),
                         kRaise = line_of(kText, "raise its nodes"), kUpperFrom = line_of(kText, "Dijkstra over"),
                         kUpperPop = line_of(kText, "n = a node"), kUpperReach = line_of(kText, "n reaches the ends"),
                         kUpperIntra = line_of(kText, "each other raised");

inline constexpr PhaseTerm kPhases[] = {
    {build_event::kBuild, kClusters, "clusters"}, {build_event::kBuild, kBorders, "entrances"},
    {build_event::kBuild, kLinks, "links"},       {build_event::kBuild, kInside, "intra-edges"},
    {build_event::kBuild, kGroup, "next level"},
};
inline constexpr EventTerm kEvents[] = {
    {build_event::kPart, kBorder, "border"},      {build_event::kPart, kInside, "cluster"},
    {build_event::kPart, kUpper, "cluster"},      {build_event::kPick, kAnyLine, "entrance"},
    {build_event::kAddEdge, kPair, "inter-edge"}, {build_event::kAddEdge, kAnyLine, "intra-edge"},
};

inline constexpr PseudoCode kCode{kText, {}, kPhases, kEvents};

}  // namespace strata::hpa_build_code

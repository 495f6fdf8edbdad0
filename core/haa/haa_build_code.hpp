// Purpose: This header holds the pseudo-code of the construction of the HAA* graph and the numbers of its lines, by
//          which the events of a trace name them.
// Source: Harabor, Botea 2008, section 5.
// Shapes: The fields g and h of an event depend on its line and type. kBorders: number of borders, largest size; or
//         both clusters. kRun: length of the run, its class. Edges: cost, class. kInside: number of clusters; or the
//         cluster, number of its nodes. kClass: the class, the class whose distances are copied (itself if they are
//         searched). kWeak: number of inter-edges; or both clusters. kLow: number of nodes, number of nodes that stay.
//         A class is an edge_class.
#pragma once

#include "core/grid/terrain.hpp"
#include "core/search/build_events.hpp"
#include "core/search/pseudo_code.hpp"

namespace strata::haa_build_code {

// Packs a capability and an agent size (or a clearance) into one field of an event.
constexpr Cost edge_class(uint8_t capability, uint8_t size) { return capability | static_cast<Cost>(size) << 8; }
constexpr Capability capability_of(Cost edge_class) { return Capability(static_cast<uint8_t>(edge_class & 0x0f)); }
constexpr int size_of(Cost edge_class) { return static_cast<int>(edge_class >> 8); }

inline constexpr std::array<std::string_view, 16> kText = {
    "for each two adjacent clusters:",
    "  for each terrain set and size, each run of pairs that fit:",
    "    the widest pair of the run becomes a transition",
    "  each transition: two nodes and an inter-edge",
    "for each cluster C:",
    "  for each terrain set and size:",
    "    Dijkstra inside C from one node after the other",
    "      n = a cell of open whose g is final",
    "      n reaches its neighbours where such an agent fits",
    "  join each two nodes, for each set and size that has a path",
    "  strong dominance: drop e1 if e2 has its ends, costs as much,",
    "    is as wide or wider, and needs no other terrain",
    "low quality: for each two adjacent clusters:",
    "  weak dominance: drop inter-edge e1 if e2 joins the same",
    "    components of both clusters for every agent of e1",
    "  a node without an inter-edge leaves the graph",
};

inline constexpr uint8_t kBorders = line_of(kText, "for each two adjacent"),
                         kRun = line_of(kText, "for each terrain set and size, each"),
                         kWidest = line_of(kText, "the widest pair"), kPair = line_of(kText, "each transition"),
                         kInside = line_of(kText, "for each cluster C:"),
                         kClass = line_of(kText, "for each terrain set and size:"),
                         kFrom = line_of(kText, "Dijkstra inside"), kPop = line_of(kText, "n = a cell"),
                         kReach = line_of(kText, "n reaches"), kIntra = line_of(kText, "join each two"),
                         kStrong = line_of(kText, "strong dominance"), kStrongToo = line_of(kText, "is as wide"),
                         kWeak = line_of(kText, "low quality:"), kWeakDrop = line_of(kText, "weak dominance"),
                         kWeakToo = line_of(kText, "components of both"), kLow = line_of(kText, "a node without");

inline constexpr ExecutedLines kPasses[] = {
    {kRun, lines(kWidest)},
    {kStrong, lines(kStrongToo)},
    {kWeakDrop, lines(kWeakToo)},
};
inline constexpr PhaseTerm kPhases[] = {
    {build_event::kBuild, kBorders, "entrances"},
    {build_event::kBuild, kInside, "intra-edges"},
    {build_event::kBuild, kWeak, "weak dominance"},
    {build_event::kBuild, kLow, "low quality"},
};
inline constexpr EventTerm kEvents[] = {
    {build_event::kPart, kBorders, "border"},        {build_event::kPart, kInside, "cluster"},
    {build_event::kPart, kClass, "agents"},          {build_event::kPart, kWeak, "border"},
    {build_event::kPick, kRun, "entrance"},          {build_event::kAddEdge, kPair, "inter-edge"},
    {build_event::kAddEdge, kIntra, "intra-edge"},   {build_event::kDropEdge, kWeakDrop, "weakly dominated"},
    {build_event::kDropEdge, kAnyLine, "dominated"}, {build_event::kKeepEdge, kAnyLine, "dominates"},
};

inline constexpr PseudoCode kCode{kText, kPasses, kPhases, kEvents};

}  // namespace strata::haa_build_code

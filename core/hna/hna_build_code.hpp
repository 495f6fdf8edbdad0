// Purpose: This header holds the pseudo-code of the construction of the tables of HNA* and PCCP and the numbers of its
//          lines, by which the events of a trace name them.
// Source: Rahmani, Pelechano 2020, section 4.
// Differs: The paper searches from every polygon to every inter-edge. Here one search from each inter-edge over the
//          portals of its group serves all polygons: each polygon only chooses the portal by which its path leaves it.
// Shapes: The fields g and h of an event depend on its line. kGroups: number of groups, intended size. kGroup: number
//         of the group, polygons_and_exits. kIntra: cost. kPolygon: the group, the polygon. kFollow: number of polygons
//         of the path so far. kStore: cost, number of polygons of the path. For nodes see core/hna/hna_build.hpp.
#pragma once

#include "core/search/build_events.hpp"
#include "core/search/pseudo_code.hpp"

namespace strata::hna_build_code {

// Packs the numbers of polygons and inter-edges of a group into one field of an event.
constexpr Cost polygons_and_exits(size_t polygons, size_t exits) {
  return static_cast<Cost>(polygons << 16 | (exits & 0xffff));
}

inline constexpr std::array<std::string_view, 11> kText = {
    "for each level, for each group G of its polygons:",
    "  its portals to other groups are its inter-edges",
    "  for each inter-edge e of G: Dijkstra from e, over portals of G",
    "    n = the portal of open with the smallest g",
    "    n reaches the other portals of its polygons in G",
    "  each other inter-edge reached: an intra-edge to e",
    "  PCCP: for each polygon P of G:",
    "    for each inter-edge e of G: from the centroid of P,",
    "      go to the portal of P with the least link + distance to e",
    "      follow the first steps from there to e: the stored path",
    "      store its cost",
};

inline constexpr uint8_t kGroups = line_of(kText, "for each level"), kGroup = line_of(kText, "its portals"),
                         kFrom = line_of(kText, "for each inter-edge e of G: Dijkstra"),
                         kPop = line_of(kText, "n = the portal"), kReach = line_of(kText, "n reaches"),
                         kIntra = line_of(kText, "each other inter-edge"), kPolygon = line_of(kText, "PCCP:"),
                         kEach = line_of(kText, "for each inter-edge e of G: from"),
                         kLeave = line_of(kText, "go to the portal"), kFollow = line_of(kText, "follow the first"),
                         kStore = line_of(kText, "store its cost");

inline constexpr ExecutedLines kPasses[] = {{kLeave, lines(kEach)}};
inline constexpr PhaseTerm kPhases[] = {{build_event::kBuild, kGroups, "tables"}};
inline constexpr EventTerm kEvents[] = {
    {build_event::kPart, kGroup, "group"},         {build_event::kPart, kPolygon, "polygon"},
    {build_event::kPick, kLeave, "leave"},         {build_event::kPick, kFollow, "follow"},
    {build_event::kAddEdge, kIntra, "intra-edge"}, {build_event::kAddEdge, kStore, "stored path"},
};

inline constexpr PseudoCode kCode{kText, kPasses, kPhases, kEvents, "portals"};

}  // namespace strata::hna_build_code

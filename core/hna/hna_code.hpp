// Purpose: This header holds the pseudo-code of HNA* and the numbers of its lines, by which the events of
//          a trace name them.
// Source: Rahmani, Pelechano 2020, figure 3 (insert and link, search, extract subpaths) and the funnel.
#pragma once

#include "core/search/pseudo_code.hpp"

namespace strata::hna_code {

inline constexpr std::array<std::string_view, 18> kText = {
    "connect start to the inter-edges of its group:",
    "  search the group; each inter-edge gets its cost",
    "  PCCP: read these costs from a table, with no search",
    "connect goal to those of its group in the same way",
    "start and goal in one group: search it between them",
    "g(start) = 0; open = {start}",
    "while open is not empty:",
    "  n = the node of open with the smallest f = g + h",
    "  if n is the goal: go on with the subpaths",
    "  G = the group that n leads into; of the start: its own",
    "  for each other inter-edge or link m of G, or the goal:",
    "    if m has not been seen: set g(m), parent(m); add m",
    "    else if the path over n is shorter: update m",
    "return no path",
    "for each edge (a, b) of the path:",
    "  follow first steps from a to b: they join the corridor",
    "for each portal of the corridor, and at last the goal:",
    "  narrow the funnel; turn where its sides cross",
};

inline constexpr uint8_t kLink = line_of(kText, "connect start"), kInsertStart = line_of(kText, "search the group"),
                         kRead = line_of(kText, "PCCP: read"), kInsertGoal = line_of(kText, "connect goal"),
                         kDirect = line_of(kText, "start and goal in one"), kInit = line_of(kText, "g(start) = 0"),
                         kLoop = line_of(kText, "while open"), kPop = line_of(kText, "n = the node of open"),
                         kDone = line_of(kText, "if n is the goal"), kEnter = line_of(kText, "G = the group"),
                         kExits = line_of(kText, "for each other"),
                         kGenerate = line_of(kText, "if m has not been seen"), kUpdate = line_of(kText, "else if"),
                         kFail = line_of(kText, "return no path"), kEdges = line_of(kText, "for each edge (a, b)"),
                         kExtract = line_of(kText, "follow first steps"),
                         kFunnel = line_of(kText, "for each portal of the corridor"),
                         kTurn = line_of(kText, "narrow the funnel");

inline constexpr ExecutedLines kPasses[] = {
    {kInsertStart, lines(kLink)},
    {kPop, lines(kLoop)},
    {kGenerate, lines(kInit), EventFilter::kStart},
    {kGenerate, lines(kEnter, kExits), EventFilter::kNext},
    {kUpdate, lines(kEnter, kExits)},
    {kFail, lines(kLoop)},
    {kExtract, lines(kEdges)},
    {kTurn, lines(kFunnel)},
};

inline constexpr PhaseTerm kPhases[] = {
    {Phase::kInsertStart, kDirect, "own group"},
    {Phase::kRefine, kAnyLine, "extract"},
    {Phase::kSmooth, kAnyLine, "pull taut"},
};
inline constexpr EventTerm kEvents[] = {
    {EventType::kPathEdge, kEdges, "subpath"},
    {EventType::kPathEdge, kExtract, "corridor"},
    {EventType::kStraight, kTurn, "straight"},
};

inline constexpr PseudoCode kCode{kText, kPasses, kPhases, kEvents, "portals"};

}  // namespace strata::hna_code

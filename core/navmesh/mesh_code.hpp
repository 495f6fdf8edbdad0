// Purpose: This header holds the pseudo-code of A* over a navigation mesh and the numbers of its lines, by which the
//          events of a trace name them.
#pragma once

#include "core/search/pseudo_code.hpp"

namespace strata::mesh_code {

inline constexpr std::array<std::string_view, 16> kText = {
    "start and goal in one polygon: go straight to it",
    "g(start) = 0; open = {start}",
    "while open is not empty:",
    "  n = the node of open with the smallest f = g + h",
    "  if n is the goal: go on with the path",
    "  P = the polygon that n leads into; of the start: its own",
    "  for each other portal or link m of P, or the goal in it:",
    "    if m has not been seen: set g(m), parent(m); add m",
    "    else if the path over n is shorter: update m",
    "return no path",
    "for each portal of the path:",
    "  it joins the corridor",
    "for each portal of the corridor, and at last the goal:",
    "  narrow the funnel to what is seen through it",
    "  if a side of the funnel crosses the other one:",
    "    turn at the end of the other one, a new funnel begins there",
};

inline constexpr uint8_t kDirect = line_of(kText, "start and goal in one polygon"),
                         kInit = line_of(kText, "g(start) = 0"), kLoop = line_of(kText, "while open"),
                         kPop = line_of(kText, "n = the node of open"), kDone = line_of(kText, "if n is the goal"),
                         kEnter = line_of(kText, "P = the polygon"), kPortals = line_of(kText, "for each other"),
                         kGenerate = line_of(kText, "if m has not been seen"), kUpdate = line_of(kText, "else if"),
                         kFail = line_of(kText, "return no path"),
                         kEdges = line_of(kText, "for each portal of the path"),
                         kCorridor = line_of(kText, "it joins the corridor"),
                         kFunnel = line_of(kText, "for each portal of the corridor"),
                         kNarrow = line_of(kText, "narrow the funnel"), kCross = line_of(kText, "if a side"),
                         kTurn = line_of(kText, "turn at the end");

inline constexpr ExecutedLines kPasses[] = {
    {kPop, lines(kLoop)},
    {kGenerate, lines(kEnter, kPortals), EventFilter::kNext},
    {kUpdate, lines(kEnter, kPortals)},
    {kFail, lines(kLoop)},
    {kCorridor, lines(kEdges)},
    {kTurn, lines(kFunnel, kNarrow, kCross)},
};

inline constexpr PhaseTerm kPhases[] = {{Phase::kRefine, kAnyLine, "corridor"},
                                        {Phase::kSmooth, kAnyLine, "pull taut"}};
inline constexpr EventTerm kEvents[] = {{EventType::kPathEdge, kCorridor, "corridor"},
                                        {EventType::kStraight, kTurn, "straight"}};

inline constexpr PseudoCode kCode{kText, kPasses, kPhases, kEvents, "portals"};

}  // namespace strata::mesh_code

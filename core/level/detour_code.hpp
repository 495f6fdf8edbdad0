// Purpose: This header holds pseudo-code of Detour, written for this project, and the numbers of its lines, by which
//          the events of a trace name them.
#pragma once

#include "core/search/pseudo_code.hpp"

namespace strata::detour_code {

inline constexpr std::array<std::string_view, 18> kText = {
    "start and goal in one polygon: go straight to it",
    "place the start's polygon at the start, g = 0; open = {it}",
    "while open is not empty:",
    "  n = the polygon of open with the smallest f = g + h",
    "  if n is the goal's polygon: go on with the path",
    "  for each neighbour m of n but the one that n was reached from:",
    "    if m is new: place it in the middle of the side between",
    "    g = g(n) + the distance between both places",
    "    h = 0.999 times the distance from there to the goal",
    "    if m is the goal's polygon: that distance joins g, h = 0",
    "    if m is new: set g(m), h(m), parent(m); add m",
    "    else if g + h is smaller than that of m: update m, open it again",
    "offer the path to the polygon with the smallest h: it is partial",
    "for each polygon of the path: it joins the corridor",
    "for each side between polygons of the corridor, then the goal:",
    "  narrow the funnel to what is seen through it",
    "  if a side of the funnel crosses the other one:",
    "    turn at the end of the other one, a new funnel begins there",
};

inline constexpr uint8_t kDirect = line_of(kText, "start and goal in one polygon"),
                         kInit = line_of(kText, "place the start's polygon"), kLoop = line_of(kText, "while open"),
                         kPop = line_of(kText, "n = the polygon of open"), kDone = line_of(kText, "if n is the goal's"),
                         kNeighbours = line_of(kText, "for each neighbour"),
                         kPlace = line_of(kText, "if m is new: place"), kCost = line_of(kText, "g = g(n)"),
                         kBound = line_of(kText, "h = 0.999"), kAtGoal = line_of(kText, "if m is the goal's"),
                         kGenerate = line_of(kText, "if m is new: set"), kUpdate = line_of(kText, "else if g + h"),
                         kFail = line_of(kText, "offer the path"),
                         kCorridor = line_of(kText, "for each polygon of the path"),
                         kSides = line_of(kText, "for each side between"),
                         kNarrow = line_of(kText, "narrow the funnel"), kCross = line_of(kText, "if a side"),
                         kTurn = line_of(kText, "turn at the end");

inline constexpr ExecutedLines kPasses[] = {
    {kPop, lines(kLoop)},
    {kGenerate, lines(kNeighbours, kPlace, kCost, kBound, kAtGoal), EventFilter::kNext},
    {kUpdate, lines(kNeighbours, kCost, kBound, kAtGoal)},
    {kFail, lines(kLoop)},
    {kTurn, lines(kSides, kNarrow, kCross)},
};

inline constexpr PseudoCode kCode{kText, kPasses};

}  // namespace strata::detour_code

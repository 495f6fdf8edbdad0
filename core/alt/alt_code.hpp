// Purpose: This header holds the pseudo-code of A* with landmarks (ALT) and the numbers of its lines, by which the
//          events of a trace name them.
#pragma once

#include "core/search/pseudo_code.hpp"

namespace strata::alt_code {

inline constexpr std::array<std::string_view, 11> kText = {
    "g(start) = 0; open = {start}",
    "h(n) = max of the plain bound and |d(n, L) - d(goal, L)| of all L",
    "while open is not empty:",
    "  n = the node of open with the smallest f = g + h",
    "  if n is the goal: return the path to n",
    "  for each neighbour m of n:",
    "    if m has not been seen:",
    "      g(m) = g(n) + cost(n, m); parent(m) = n; add m",
    "    else if g(n) + cost(n, m) < g(m):",
    "      g(m) = g(n) + cost(n, m); parent(m) = n; add m",
    "return no path; at once if a landmark reaches only one end",
};

inline constexpr uint8_t kInit = line_of(kText, "g(start) = 0"), kBound = line_of(kText, "h(n) = max"),
                         kLoop = line_of(kText, "while open"), kPop = line_of(kText, "n = the node of open"),
                         kDone = line_of(kText, "if n is the goal"), kNeighbours = line_of(kText, "for each neighbour"),
                         kUnseen = line_of(kText, "if m has not been seen"), kGenerate = kUnseen + 1,
                         kSeen = line_of(kText, "else if"), kUpdate = kSeen + 1,
                         kFail = line_of(kText, "return no path");

// The lines executed before each event: the bound is computed for every node that is put into the open list.
inline constexpr ExecutedLines kPasses[] = {
    {kGenerate, lines(kBound)},
    {kUpdate, lines(kBound)},
    {kPop, lines(kLoop)},
    {kGenerate, lines(kNeighbours, kUnseen), EventFilter::kNext},
    {kUpdate, lines(kNeighbours, kUnseen, kSeen)},
};

inline constexpr PseudoCode kCode{kText, kPasses};

}  // namespace strata::alt_code

// Purpose: This header holds the pseudo-code of the search over sectors and the numbers of its lines, by which the
//          events of a trace name them.
#pragma once

#include "core/search/pseudo_code.hpp"

namespace strata::sectors_code {

inline constexpr std::array<std::string_view, 16> kText = {
    "r = the region of the start; t = the region of the goal",
    "open = {r}",
    "while open is not empty:",
    "  n = the region of open with the smallest f = g + h",
    "  if n is t: go on with refinement",
    "  for each region m next to n:",
    "    if m has not been seen: set g(m), parent(m); add m",
    "    else if the path over n is shorter: update m",
    "return no path",
    "two levels: for each piece of the path of large regions:",
    "  search the small regions whose centres lie in them",
    "for each piece of the path of regions:",
    "  walk straight to a centre, or search the cells of the piece",
    "  cut off the end of the path: go on where the region begins",
    "for each cell p of the path: cast straight rays from it",
    "  replace the path up to the farthest cell they meet",
};

inline constexpr uint8_t kInit = line_of(kText, "r = the region"), kOpen = line_of(kText, "open = {r}"),
                         kLoop = line_of(kText, "while open"), kPop = line_of(kText, "n = the region of open"),
                         kDone = line_of(kText, "if n is t"), kNeighbours = line_of(kText, "for each region m"),
                         kGenerate = line_of(kText, "if m has not been seen"), kUpdate = line_of(kText, "else if"),
                         kFail = line_of(kText, "return no path"), kPiece = line_of(kText, "two levels:"),
                         kRegions = line_of(kText, "search the small regions"),
                         kRefine = line_of(kText, "for each piece of the path of regions"),
                         kCells = line_of(kText, "walk straight to a centre"),
                         kTrim = line_of(kText, "cut off the end"), kSmooth = line_of(kText, "for each cell p"),
                         kReplace = line_of(kText, "replace the path");

inline constexpr ExecutedLines kPasses[] = {
    {kGenerate, lines(kOpen), EventFilter::kStart},
    {kPop, lines(kLoop)},
    {kGenerate, lines(kNeighbours), EventFilter::kNext},
    {kUpdate, lines(kNeighbours)},
    {kFail, lines(kLoop)},
    {kReplace, lines(kSmooth)},
};

inline constexpr PseudoCode kCode{kText, kPasses};

}  // namespace strata::sectors_code

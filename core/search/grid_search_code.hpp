// Purpose: This header holds the pseudo-code of A* and Dijkstra over cells and the numbers of its lines, by which the
//          events of a trace name them.
#pragma once

#include "core/search/pseudo_code.hpp"

namespace strata::grid_search_code {

inline constexpr std::array<std::string_view, 10> kAStarText = {
    "g(start) = 0; open = {start}",
    "while open is not empty:",
    "  n = the node of open with the smallest f = g + h",
    "  if n is the goal: return the path to n",
    "  for each neighbour m of n:",
    "    if m has not been seen:",
    "      g(m) = g(n) + cost(n, m); parent(m) = n; add m",
    "    else if g(n) + cost(n, m) < g(m):",
    "      g(m) = g(n) + cost(n, m); parent(m) = n; add m",
    "return no path",
};

inline constexpr uint8_t kInit = line_of(kAStarText, "g(start) = 0"), kLoop = line_of(kAStarText, "while open"),
                         kPop = line_of(kAStarText, "n = the node of open"),
                         kDone = line_of(kAStarText, "if n is the goal"),
                         kNeighbours = line_of(kAStarText, "for each neighbour"),
                         kUnseen = line_of(kAStarText, "if m has not been seen"), kGenerate = kUnseen + 1,
                         kSeen = line_of(kAStarText, "else if"), kUpdate = kSeen + 1,
                         kFail = line_of(kAStarText, "return no path");

// The pseudo-code of Dijkstra's algorithm differs from that of A* in the order of the open list.
inline constexpr auto kDijkstraText = [] {
  auto text = kAStarText;
  text[kPop] = "  n = the node of open with the smallest g";
  return text;
}();

inline constexpr ExecutedLines kPasses[] = {
    {kPop, lines(kLoop)},
    {kGenerate, lines(kNeighbours, kUnseen), EventFilter::kNext},
    {kUpdate, lines(kNeighbours, kUnseen, kSeen)},
    {kFail, lines(kLoop)},
};

inline constexpr PseudoCode kAStar{kAStarText, kPasses}, kDijkstra{kDijkstraText, kPasses};

}  // namespace strata::grid_search_code

// Purpose: This header holds the pseudo-code of breadth-first search, greedy best-first search, bidirectional A* and
//          Theta*, and the numbers of its lines, by which the events of a trace name them.
#pragma once

#include "core/search/pseudo_code.hpp"

namespace strata {

namespace first_way_code {

inline constexpr std::array<std::string_view, 8> kBreadthText = {
    "open = {start}",
    "while open is not empty:",
    "  n = the node that has waited longest in open",
    "  if n is the goal: return the path to n",
    "  for each neighbour m of n:",
    "    if m has not been seen:",
    "      parent(m) = n; add m",
    "return no path",
};

inline constexpr uint8_t kInit = line_of(kBreadthText, "open = {start}"), kLoop = line_of(kBreadthText, "while open"),
                         kPop = line_of(kBreadthText, "n = the node"),
                         kDone = line_of(kBreadthText, "if n is the goal"),
                         kNeighbours = line_of(kBreadthText, "for each neighbour"),
                         kUnseen = line_of(kBreadthText, "if m has not been seen"),
                         kGenerate = line_of(kBreadthText, "parent(m) = n"),
                         kFail = line_of(kBreadthText, "return no path");

// The pseudo-code of greedy best-first search differs from that of breadth-first search in the order of the open list.
inline constexpr auto kGreedyText = [] {
  auto text = kBreadthText;
  text[kPop] = "  n = the node of open with the smallest h";
  return text;
}();

inline constexpr ExecutedLines kPasses[] = {
    {kPop, lines(kLoop)},
    {kGenerate, lines(kNeighbours, kUnseen), EventFilter::kNext},
    {kFail, lines(kLoop)},
};

inline constexpr PseudoCode kBreadth{kBreadthText, kPasses}, kGreedy{kGreedyText, kPasses};

}  // namespace first_way_code

namespace bidirectional_code {

inline constexpr std::array<std::string_view, 12> kText = {
    "g_f(start) = 0; g_b(goal) = 0; best = infinite",
    "while both open lists hold a node with f below best:",
    "  on the side with fewer entries, outdated ones included:",
    "    n = the node with the smallest f = g + h",
    "    if the other side has closed n: skip n",
    "    for each neighbour m of n:",
    "      if g(n) + cost(n, m) < g(m) and it can still beat best:",
    "        new: g(m) = g(n) + cost(n, m); parent(m) = n; add m",
    "        seen: g(m) = g(n) + cost(n, m); parent(m) = n; add m",
    "        if the other side has seen m: best = the cheaper path",
    "if best is infinite: return no path",
    "return the paths from both ends to where they met at best",
};

inline constexpr uint8_t kInit = line_of(kText, "g_f(start) = 0"), kLoop = line_of(kText, "while both"),
                         kSide = line_of(kText, "on the side"), kPop = line_of(kText, "n = the node"),
                         kSkip = line_of(kText, "if the other side has closed"),
                         kNeighbours = line_of(kText, "for each neighbour"),
                         kShorter = line_of(kText, "if g(n) + cost(n, m) < g(m)"), kGenerate = line_of(kText, "new:"),
                         kUpdate = line_of(kText, "seen:"), kMeet = line_of(kText, "if the other side has seen"),
                         kFail = line_of(kText, "if best is infinite"), kDone = line_of(kText, "return the paths");

inline constexpr ExecutedLines kPasses[] = {
    {kPop, lines(kLoop, kSide)},
    {kSkip, lines(kLoop, kSide, kPop)},
    {kGenerate, lines(kNeighbours, kShorter), EventFilter::kNext},
    {kUpdate, lines(kNeighbours, kShorter)},
    {kFail, lines(kLoop)},
    {kDone, lines(kLoop)},
};

inline constexpr EventTerm kEvents[] = {{EventType::kStall, kAnyLine, "skip"}};

inline constexpr PseudoCode kCode{kText, kPasses, {}, kEvents};

}  // namespace bidirectional_code

namespace theta_code {

inline constexpr std::array<std::string_view, 13> kText = {
    "g(start) = 0; parent(start) = start; open = {start}",
    "while open is not empty:",
    "  n = the node of open with the smallest f = g + h",
    "  if n is the goal:",
    "    return the straight line if start and goal see each other,",
    "    else the path over parents",
    "  for each neighbour m of n:",
    "    if parent(n) sees m:",
    "      if g(parent(n)) + line < g(m):",
    "        g(m) = that; parent(m) = parent(n); add m",
    "    else if g(n) + line < g(m):",
    "      g(m) = that; parent(m) = n; add m",
    "return no path",
};

inline constexpr uint8_t kInit = line_of(kText, "g(start) = 0"), kLoop = line_of(kText, "while open"),
                         kPop = line_of(kText, "n = the node of open"), kGoal = line_of(kText, "if n is the goal"),
                         kStraight = line_of(kText, "return the straight line"),
                         kDone = line_of(kText, "else the path over parents"),
                         kNeighbours = line_of(kText, "for each neighbour"),
                         kSight = line_of(kText, "if parent(n) sees m"),
                         kSightShorter = line_of(kText, "if g(parent(n)) + line"), kSeen = kSightShorter + 1,
                         kStepShorter = line_of(kText, "else if g(n) + line"), kStep = kStepShorter + 1,
                         kFail = line_of(kText, "return no path");

inline constexpr ExecutedLines kPasses[] = {
    {kPop, lines(kLoop)},
    {kStraight, lines(kGoal)},
    {kDone, lines(kGoal, kStraight)},
    {kSeen, lines(kNeighbours, kSight, kSightShorter)},
    {kStep, lines(kNeighbours, kSight, kStepShorter)},
    {kFail, lines(kLoop)},
};

inline constexpr PseudoCode kCode{kText, kPasses};

}  // namespace theta_code

}  // namespace strata

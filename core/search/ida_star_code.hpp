// Purpose: This header holds the pseudo-code of IDA* and the numbers of its lines, by which the events of a trace name
//          them.
#pragma once

#include "core/search/pseudo_code.hpp"

namespace strata::ida_star_code {

inline constexpr std::array<std::string_view, 10> kText = {
    "for limit = h(start), then each next limit:",
    "  next limit = infinite; g(start) = 0; visit(start)",
    "  if next limit is infinite: return no path",
    "visit(n):",
    "  if g(n) + h(n) > limit: next limit = min(next limit, g(n) + h(n))",
    "  else if n is the goal: return the path to n",
    "  else if the most cells have been expanded: give up",
    "  else expand n:",
    "    for each neighbour m of n that is not on the path to n:",
    "      g(m) = g(n) + cost(n, m); visit(m)",
};

inline constexpr uint8_t kLoop = line_of(kText, "for limit"), kBegin = line_of(kText, "next limit = infinite"),
                         kFail = line_of(kText, "if next limit"), kVisit = line_of(kText, "visit(n)"),
                         kPrune = line_of(kText, "if g(n) + h(n) > limit"), kDone = line_of(kText, "else if n is"),
                         kGiveUp = line_of(kText, "else if the most"), kExpand = line_of(kText, "else expand n"),
                         kNeighbours = kExpand + 1, kStep = kExpand + 2;

inline constexpr ExecutedLines kPasses[] = {
    {kBegin, lines(kLoop)},
    {kPrune, lines(kVisit)},
    {kDone, lines(kVisit, kPrune)},
    {kGiveUp, lines(kVisit, kPrune, kDone)},
    {kExpand, lines(kVisit, kPrune, kDone, kGiveUp)},
    {kStep, lines(kNeighbours)},
};

inline constexpr EventTerm kEvents[] = {{EventType::kStall, kPrune, "over the limit"},
                                        {EventType::kStall, kGiveUp, "give up"}};

inline constexpr PseudoCode kCode{kText, kPasses, {}, kEvents};

}  // namespace strata::ida_star_code

// Purpose: This header holds the pseudo-code of searches that answer questions about a map, and the numbers of its
// lines,
//          by which the events of a trace name them.
#pragma once

#include "core/search/pseudo_code.hpp"

namespace strata {

namespace nearest_code {

inline constexpr std::array<std::string_view, 12> kText = {
    "g(start) = 0; open = {start}; best = none",
    "while open is not empty:",
    "  n = the node of open with the smallest f = g + h, h to the nearest goal",
    "  if f(n) > g(best): leave the loop",
    "  if n is a goal, and cheaper than best or earlier in the list: best = n",
    "  for each neighbour m of n:",
    "    if m has not been seen:",
    "      g(m) = g(n) + cost(n, m); parent(m) = n; add m",
    "    else if g(n) + cost(n, m) < g(m):",
    "      g(m) = g(n) + cost(n, m); parent(m) = n; add m",
    "if best is none: return no path",
    "return the path to best",
};

inline constexpr uint8_t kInit = line_of(kText, "g(start) = 0"), kLoop = line_of(kText, "while open"),
                         kPop = line_of(kText, "n = the node of open"), kLeave = line_of(kText, "if f(n)"),
                         kBest = line_of(kText, "if n is a goal"), kNeighbours = line_of(kText, "for each neighbour"),
                         kUnseen = line_of(kText, "if m has not been seen"), kGenerate = kUnseen + 1,
                         kSeen = line_of(kText, "else if"), kUpdate = kSeen + 1,
                         kFail = line_of(kText, "if best is none"), kDone = line_of(kText, "return the path");

inline constexpr ExecutedLines kPasses[] = {
    {kPop, lines(kLoop)},
    {kGenerate, lines(kLeave, kBest, kNeighbours, kUnseen), EventFilter::kNext},
    {kUpdate, lines(kLeave, kBest, kNeighbours, kUnseen, kSeen)},
    {kFail, lines(kLoop)},
};

inline constexpr PseudoCode kCode{kText, kPasses};

}  // namespace nearest_code

namespace reach_code {

inline constexpr std::array<std::string_view, 10> kText = {
    "g(start) = 0; open = {start}",
    "while open is not empty:",
    "  n = the node of open with the smallest g",
    "  if g(n) > limit: leave the loop",
    "  for each neighbour m of n:",
    "    if m has not been seen:",
    "      g(m) = g(n) + cost(n, m); add m",
    "    else if g(n) + cost(n, m) < g(m):",
    "      g(m) = g(n) + cost(n, m); add m",
    "return all nodes expanded before, with their g",
};

inline constexpr uint8_t kInit = line_of(kText, "g(start) = 0"), kLoop = line_of(kText, "while open"),
                         kPop = line_of(kText, "n = the node of open"), kLeave = line_of(kText, "if g(n)"),
                         kNeighbours = line_of(kText, "for each neighbour"),
                         kUnseen = line_of(kText, "if m has not been seen"), kGenerate = kUnseen + 1,
                         kSeen = line_of(kText, "else if"), kUpdate = kSeen + 1,
                         kDone = line_of(kText, "return all nodes");

inline constexpr ExecutedLines kPasses[] = {
    {kPop, lines(kLoop)},
    {kGenerate, lines(kLeave, kNeighbours, kUnseen), EventFilter::kNext},
    {kUpdate, lines(kLeave, kNeighbours, kUnseen, kSeen)},
};

inline constexpr PseudoCode kCode{kText, kPasses};

}  // namespace reach_code

namespace turn_code {

inline constexpr std::array<std::string_view, 10> kText = {
    "g(start, no direction) = 0; open = {(start, no direction)}",
    "while open is not empty:",
    "  (n, d) = the state of open with the smallest f = g + h",
    "  if n is the goal: return the path to (n, d)",
    "  for each neighbour m of n, in direction e:",
    "    if g(n, d) + cost(n, m) + (a turn if e differs from d) < g(m, e):",
    "      new: set g(m, e); parent(m, e) = (n, d); add (m, e)",
    "      seen: set g(m, e); parent(m, e) = (n, d); add (m, e)",
    "open is empty:",
    "return no path",
};

inline constexpr uint8_t kInit = line_of(kText, "g(start"), kLoop = line_of(kText, "while open"),
                         kPop = line_of(kText, "(n, d) = the state"), kDone = line_of(kText, "if n is the goal"),
                         kNeighbours = line_of(kText, "for each neighbour"), kCheaper = line_of(kText, "if g(n, d)"),
                         kGenerate = line_of(kText, "new:"), kUpdate = line_of(kText, "seen:"),
                         kEmpty = line_of(kText, "open is empty"), kFail = line_of(kText, "return no path");

inline constexpr ExecutedLines kPasses[] = {
    {kPop, lines(kLoop)},
    {kGenerate, lines(kNeighbours, kCheaper), EventFilter::kNext},
    {kUpdate, lines(kNeighbours, kCheaper)},
    {kFail, lines(kLoop, kEmpty)},
};

inline constexpr PseudoCode kCode{kText, kPasses, {}, {}, "cells, each with a direction"};

}  // namespace turn_code

namespace alternatives_code {

inline constexpr std::array<std::string_view, 13> kText = {
    "search from the start, and then from the goal, with A*:",
    "  n = the node of open with the smallest f = g + h",
    "  if f(n) > longest allowed cost: end this search",
    "  for each neighbour m of n:",
    "    if g(n) + cost(n, m) < g(m):",
    "      new: set g(m); add m",
    "      seen: set g(m); add m",
    "if the start does not reach the goal: return no path",
    "paths = {the optimal path}",
    "for each plateau that is long enough, best first:",
    "  P = the path from the start over the plateau to the goal",
    "  if P shares little with paths: add P to paths",
    "return paths",
};

inline constexpr uint8_t kInit = line_of(kText, "search from the start"), kPop = line_of(kText, "n = the node of open"),
                         kLeave = line_of(kText, "if f(n)"), kNeighbours = line_of(kText, "for each neighbour"),
                         kCheaper = line_of(kText, "if g(n)"), kGenerate = line_of(kText, "new:"),
                         kUpdate = line_of(kText, "seen:"), kFail = line_of(kText, "if the start does not"),
                         kOptimal = line_of(kText, "paths ="), kPlateau = line_of(kText, "for each plateau"),
                         kVia = line_of(kText, "P = the path"), kAdd = line_of(kText, "if P shares little"),
                         kDone = line_of(kText, "return paths");

inline constexpr ExecutedLines kPasses[] = {
    {kGenerate, lines(kLeave, kNeighbours, kCheaper), EventFilter::kNext},
    {kUpdate, lines(kLeave, kNeighbours, kCheaper)},
    {kOptimal, lines(kFail)},
    {kVia, lines(kPlateau)},
};

// A plateau is where both searches meet: that event is the path over it.
inline constexpr EventTerm kEvents[] = {{EventType::kMeet, kAnyLine, "plateau"},
                                        {EventType::kPathEdge, kAnyLine, "add"}};

inline constexpr PseudoCode kCode{kText, kPasses, {}, kEvents};

}  // namespace alternatives_code

}  // namespace strata

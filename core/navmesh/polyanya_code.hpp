// Purpose: This header holds the pseudo-code of Polyanya and the numbers of its lines, by which the events of
//          a trace name them.
#pragma once

#include "core/search/pseudo_code.hpp"

namespace strata::polyanya_code {

inline constexpr std::array<std::string_view, 18> kText = {
    "start and goal in one polygon: go straight to it",
    "open = {(start, portal) for each portal of its polygon}",
    "while open is not empty:",
    "  n = (root, interval) of open with the least f = g + h",
    "  if n is the goal: return the path over its roots",
    "  P = the polygon behind the interval",
    "  if the goal is in P:",
    "    add it, seen straight or round an end of the interval",
    "  else for each portal of P that leads on:",
    "    skip what a known corner at an end of it is nearer to",
    "    add (root, what it sees of the portal through n)",
    "    beside that, if the interval ends at a corner:",
    "      add (the corner, what the root does not see)",
    "    a portal in line with its root: its near end is the root",
    "  a shorter path to a corner: drop what it outdates from open",
    "  after some expansions, once: drop dead ends from open",
    "  only one was added, not into the goal's polygon: n = it",
    "return no path",
};

inline constexpr uint8_t kDirect = line_of(kText, "start and goal in one polygon"), kInit = line_of(kText, "open ="),
                         kLoop = line_of(kText, "while open"), kPop = line_of(kText, "n = (root, interval)"),
                         kDone = line_of(kText, "if n is the goal"),
                         kDrop = line_of(kText, "a shorter path to a corner"),
                         kEnter = line_of(kText, "P = the polygon"),
                         kGoalInside = line_of(kText, "if the goal is in P"), kAddGoal = line_of(kText, "add it, seen"),
                         kPortals = line_of(kText, "else for each portal"),
                         kNearer = line_of(kText, "skip what a known corner"), kSeen = line_of(kText, "add (root"),
                         kBeside = line_of(kText, "beside that"), kTurn = line_of(kText, "add (the corner"),
                         kInLine = line_of(kText, "a portal in line"),
                         kDeadEnds = line_of(kText, "after some expansions"),
                         kFollow = line_of(kText, "only one was added"), kFail = line_of(kText, "return no path");

inline constexpr ExecutedLines kPasses[] = {
    {kPop, lines(kLoop)},
    {kAddGoal, lines(kEnter, kGoalInside)},
    {kSeen, lines(kEnter, kPortals, kNearer), EventFilter::kNext},
    {kTurn, lines(kEnter, kPortals, kNearer, kBeside)},
    {kInLine, lines(kEnter, kPortals)},
    {kFail, lines(kLoop)},
};

inline constexpr PhaseTerm kPhases[] = {{Phase::kRefine, kAnyLine, "path"}};
inline constexpr EventTerm kEvents[] = {{EventType::kPathEdge, kAnyLine, "path"},
                                        {EventType::kStall, kAnyLine, "drop"}};

inline constexpr PseudoCode kCode{kText, kPasses, kPhases, kEvents, "intervals"};

}  // namespace strata::polyanya_code

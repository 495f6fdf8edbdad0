// Purpose: This header holds the pseudo-code of a query by hub labels, which reads two labels without a search, and the
//          numbers of its lines, by which the events of a trace name them.
#pragma once

#include "core/search/pseudo_code.hpp"

namespace strata::labels_code {

inline constexpr std::array<std::string_view, 16> kText = {
    "connect start and goal to nodes s and t; best = infinite",
    "for each node s that the start is connected to:",
    "  read the label of s",
    "  for each ancestor a of s in the elimination tree:",
    "    a is new: g_f(a) = g_f(s) + label(s)[a]",
    "    that is less than g_f(a): g_f(a) = that",
    "the same from the goal: g_b(a) = g_b(t) + label(t)[a]",
    "for each a in both, the most important first:",
    "  if g_f(a) + g_b(a) < best: a is the hub",
    "if there is no hub: return no path",
    "entries name the upper end that gave them: up to the hub",
    "for each arc on the path:",
    "  a shortcut: unpack it over its lower triangle",
    "  an edge: it joins the path",
    "over transitions or regions: refine each edge to cells",
    "  replace pieces of the path by straight lines",
};

inline constexpr uint8_t kInit = line_of(kText, "connect start and goal"), kStarts = line_of(kText, "for each node s"),
                         kRead = line_of(kText, "read the label of s"),
                         kAncestors = line_of(kText, "for each ancestor"), kNew = line_of(kText, "a is new:"),
                         kLess = line_of(kText, "that is less"), kBackward = line_of(kText, "the same from the goal"),
                         kBoth = line_of(kText, "for each a in both"), kHub = line_of(kText, "if g_f(a) + g_b(a)"),
                         kFail = line_of(kText, "if there is no hub"), kDone = line_of(kText, "entries name"),
                         kWay = line_of(kText, "for each arc on the path"), kUnpack = line_of(kText, "a shortcut"),
                         kEdge = line_of(kText, "an edge:"), kRefine = line_of(kText, "over transitions"),
                         kSmooth = line_of(kText, "replace pieces");

inline constexpr ExecutedLines kPasses[] = {
    {kRead, lines(kStarts)}, {kNew, lines(kAncestors)}, {kLess, lines(kAncestors)}, {kHub, lines(kBoth)},
    {kFail, lines(kBoth)},   {kUnpack, lines(kWay)},    {kEdge, lines(kWay)},
};

inline constexpr PseudoCode kCode{kText, kPasses};

}  // namespace strata::labels_code

// Purpose: This header holds the pseudo-code of a query of a contraction hierarchy and the numbers of its lines, by
//          which the events of a trace name them.
#pragma once

#include "core/search/pseudo_code.hpp"

namespace strata::ch_code {

inline constexpr std::array<std::string_view, 17> kText = {
    "g_f(start) = 0; g_b(goal) = 0; best = infinite",
    "while a smallest f of the two open lists is below best:",
    "  on the side of the smaller f:",
    "    n = the node with the smallest f = g + h",
    "    if a higher node reaches n as cheaply: stall n",
    "    for each arc from n up to a more important m:",
    "      if g(n) + weight < g(m) and it can still beat best:",
    "        new: g(m) = g(n) + weight; parent(m) = n; add m",
    "        seen: g(m) = g(n) + weight; parent(m) = n; add m",
    "        if the other side has reached m: best = the cheaper path",
    "if best is infinite: return no path",
    "the path goes up to the meeting node and down from there",
    "for each arc on the path:",
    "  a shortcut a - b over v: unpack a - v, then v - b",
    "  an edge: it joins the path",
    "over transitions or regions: refine each edge to cells",
    "  replace pieces of the path by straight lines",
};

inline constexpr uint8_t kInit = line_of(kText, "g_f(start) = 0"), kLoop = line_of(kText, "while a smallest f"),
                         kSide = line_of(kText, "on the side"), kPop = line_of(kText, "n = the node"),
                         kStall = line_of(kText, "if a higher node"), kArcs = line_of(kText, "for each arc from n"),
                         kShorter = line_of(kText, "if g(n) + weight < g(m)"), kGenerate = line_of(kText, "new:"),
                         kUpdate = line_of(kText, "seen:"), kMeet = line_of(kText, "if the other side"),
                         kFail = line_of(kText, "if best is infinite"), kDone = line_of(kText, "the path goes up"),
                         kWay = line_of(kText, "for each arc on the path"), kUnpack = line_of(kText, "a shortcut"),
                         kEdge = line_of(kText, "an edge:"), kRefine = line_of(kText, "over transitions"),
                         kSmooth = line_of(kText, "replace pieces");

inline constexpr ExecutedLines kPasses[] = {
    {kPop, lines(kLoop, kSide)},
    {kStall, lines(kLoop, kSide, kPop)},
    {kGenerate, lines(kArcs, kShorter), EventFilter::kNext},
    {kUpdate, lines(kArcs, kShorter)},
    {kFail, lines(kLoop)},
    {kUnpack, lines(kWay)},
    {kEdge, lines(kWay)},
};

inline constexpr PseudoCode kCode{kText, kPasses};

}  // namespace strata::ch_code

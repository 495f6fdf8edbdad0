// Purpose: This header holds the pseudo-code of a CCH query, which walks up the elimination tree from both ends, and
//          the numbers of its lines, by which the events of a trace name them.
#pragma once

#include "core/search/pseudo_code.hpp"

namespace strata::cch_code {

inline constexpr std::array<std::string_view, 14> kText = {
    "g_f(start) = 0; g_b(goal) = 0; best = infinite",
    "walk up the elimination tree from start and from goal:",
    "  n = the less important of the two nodes",
    "  for each arc from n up to a more important m:",
    "    m is new: g(m) = g(n) + weight; parent(m) = n",
    "    g(n) + weight < g(m): g(m) = g(n) + weight; parent(m) = n",
    "  if both sides have reached n: best = the cheaper path",
    "if best is infinite: return no path",
    "the path goes up to the meeting node and down from there",
    "for each arc on the path:",
    "  a shortcut: unpack it over its lower triangle",
    "  an edge: it joins the path",
    "over transitions or regions: refine each edge to cells",
    "  replace pieces of the path by straight lines",
};

inline constexpr uint8_t kInit = line_of(kText, "g_f(start) = 0"), kLoop = line_of(kText, "walk up"),
                         kClimb = line_of(kText, "n = the less important"),
                         kArcs = line_of(kText, "for each arc from n"), kGenerate = line_of(kText, "m is new:"),
                         kUpdate = line_of(kText, "g(n) + weight < g(m):"), kMeet = line_of(kText, "if both sides"),
                         kFail = line_of(kText, "if best is infinite"), kDone = line_of(kText, "the path goes up"),
                         kWay = line_of(kText, "for each arc on the path"), kUnpack = line_of(kText, "a shortcut"),
                         kEdge = line_of(kText, "an edge:"), kRefine = line_of(kText, "over transitions"),
                         kSmooth = line_of(kText, "replace pieces");

inline constexpr ExecutedLines kPasses[] = {
    {kClimb, lines(kLoop)},  {kGenerate, lines(kArcs), EventFilter::kNext},
    {kUpdate, lines(kArcs)}, {kFail, lines(kLoop)},
    {kUnpack, lines(kWay)},  {kEdge, lines(kWay)},
};

inline constexpr PseudoCode kCode{kText, kPasses};

}  // namespace strata::cch_code

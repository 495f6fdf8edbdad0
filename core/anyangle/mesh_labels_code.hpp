// Purpose: This header holds the pseudo-code of a query by hub labels of corners, and the numbers of its lines, by
//          which the events of a trace name them.
#pragma once

#include "core/search/pseudo_code.hpp"

namespace strata::mesh_labels_code {

inline constexpr std::array<std::string_view, 12> kText = {
    "if the start sees the goal: go straight to it",
    "for each corner s that the start sees, beside its wall:",
    "  read the label of s",
    "  for each hub h of the label:",
    "    h is new: g_f(h) = g_f(s) + label(s)[h]",
    "    that is less than g_f(h): g_f(h) = that",
    "the same from the goal: g_b(h) = g_b(t) + label(t)[h]",
    "for each h in both, the most important first:",
    "  if g_f(h) + g_b(h) < best: h is the hub",
    "if there is no hub: return no path",
    "entries name the next corner: follow them to the hub",
    "  each corner joins the path",
};

inline constexpr uint8_t kInit = line_of(kText, "if the start sees"), kSeen = line_of(kText, "for each corner s"),
                         kRead = line_of(kText, "read the label of s"), kHubs = line_of(kText, "for each hub h"),
                         kNew = line_of(kText, "h is new:"), kLess = line_of(kText, "that is less"),
                         kBackward = line_of(kText, "the same from the goal"),
                         kBoth = line_of(kText, "for each h in both"), kHub = line_of(kText, "if g_f(h) + g_b(h)"),
                         kFail = line_of(kText, "if there is no hub"), kDone = line_of(kText, "entries name"),
                         kWay = line_of(kText, "each corner joins");

inline constexpr ExecutedLines kPasses[] = {
    {kNew, lines(kHubs)}, {kLess, lines(kHubs)}, {kHub, lines(kBoth)}, {kFail, lines(kBoth)}, {kWay, lines(kDone)},
};

inline constexpr PhaseTerm kPhases[] = {{Phase::kForward, kAnyLine, "labels"},
                                        {Phase::kBackward, kAnyLine, "labels"},
                                        {Phase::kMain, kAnyLine, "labels"},
                                        {Phase::kRefine, kAnyLine, "path"}};
inline constexpr EventTerm kEvents[] = {{EventType::kExpand, kAnyLine, "read"},
                                        {EventType::kPathEdge, kAnyLine, "path"}};

inline constexpr PseudoCode kCode{kText, kPasses, kPhases, kEvents, "corners"};

}  // namespace strata::mesh_labels_code

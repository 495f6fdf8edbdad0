// Purpose: This header holds the pseudo-code of the contraction of a graph and the numbers of its lines, by which the
//          events of a trace name them.
#pragma once

#include "core/search/pseudo_code.hpp"

namespace strata::contraction_code {

inline constexpr std::array<std::string_view, 8> kText = {
    "order the nodes by priority",
    "while nodes are left:",
    "  v = the node with the smallest priority; give it the next rank",
    "  in a given order: v = the next node; give it the next rank",
    "  for each pair u, w of its neighbours:",
    "    is there a path u .. w without v that costs no more than u - v - w?",
    "    yes: that witness; no shortcut is needed",
    "    no: add the shortcut u - w over v",
};

inline constexpr uint8_t kInit = line_of(kText, "order the nodes"), kLoop = line_of(kText, "while nodes"),
                         kNode = line_of(kText, "v = the node"), kGiven = line_of(kText, "in a given order"),
                         kPairs = line_of(kText, "for each pair"), kWitness = line_of(kText, "is there a path"),
                         kWitnessEdge = line_of(kText, "yes:"), kShortcut = line_of(kText, "no:");

inline constexpr ExecutedLines kPasses[] = {
    {kNode, lines(kInit), EventFilter::kFirst},
    {kNode, lines(kLoop)},
    {kGiven, lines(kInit), EventFilter::kFirst},
    {kGiven, lines(kLoop)},
    {kWitness, lines(kPairs)},
};

inline constexpr PseudoCode kCode{kText, kPasses};

}  // namespace strata::contraction_code

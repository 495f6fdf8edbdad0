// Purpose: This header holds the pseudo-code of HPA* and the numbers of its lines, by which the events of
//          a trace name them.
#pragma once

#include "core/search/pseudo_code.hpp"

namespace strata::hpa_code {

inline constexpr std::array<std::string_view, 17> kText = {
    "for each level l = 1 .. L:",
    "  connect start to the level-l nodes of its cluster",
    "  connect goal to the level-l nodes of its cluster",
    "open = {start}",
    "while open is not empty:",
    "  n = the node of open with the smallest f = g + h",
    "  if n is the goal: go on with refinement",
    "  for each edge (n, m) of level L:",
    "    if m has not been seen: set g(m), parent(m); add m",
    "    else if the path over n is shorter: update m",
    "return no path",
    "for l = L .. 1, for each level-l edge (a, b) of the path:",
    "  inter-edge or link: step from a to b",
    "  intra-edge: search level l - 1 from a to b in the cluster",
    "for each cell p of the path:",
    "  cast straight rays from p in every direction",
    "  replace the path up to the farthest cell they meet",
};

inline constexpr uint8_t kLevels = line_of(kText, "for each level"), kInsertStart = line_of(kText, "connect start"),
                         kInsertGoal = line_of(kText, "connect goal"), kInit = line_of(kText, "open = {start}"),
                         kLoop = line_of(kText, "while open"), kPop = line_of(kText, "n = the node of open"),
                         kDone = line_of(kText, "if n is the goal"), kEdges = line_of(kText, "for each edge (n, m)"),
                         kGenerate = line_of(kText, "if m has not been seen"), kUpdate = line_of(kText, "else if"),
                         kFail = line_of(kText, "return no path"), kRefineEdge = line_of(kText, "for l = L .. 1"),
                         kRefineInter = line_of(kText, "inter-edge or"), kRefineIntra = line_of(kText, "intra-edge:"),
                         kSmooth = line_of(kText, "for each cell p"), kRays = line_of(kText, "cast straight rays"),
                         kReplace = line_of(kText, "replace the path");

inline constexpr ExecutedLines kPasses[] = {
    {kInsertStart, lines(kLevels)},
    {kInsertGoal, lines(kLevels)},
    {kGenerate, lines(kInit), EventFilter::kStart},
    {kPop, lines(kLoop)},
    {kGenerate, lines(kEdges), EventFilter::kNext},
    {kUpdate, lines(kEdges)},
    {kFail, lines(kLoop)},
    {kReplace, lines(kSmooth, kRays)},
};

inline constexpr PseudoCode kCode{kText, kPasses};

}  // namespace strata::hpa_code

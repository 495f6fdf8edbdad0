// Purpose: This header holds the pseudo-code of HAA* and the numbers of its lines, by which the events of
//          a trace name them.
#pragma once

#include "core/search/pseudo_code.hpp"

namespace strata::haa_code {

inline constexpr std::array<std::string_view, 17> kText = {
    "connect start to the nodes of its cluster that it reaches",
    "connect goal to the nodes of its cluster that it reaches",
    "open = {start}",
    "while open is not empty:",
    "  n = the node of open with the smallest f = g + h",
    "  if n is the goal: go on with refinement",
    "  for each edge (n, m) of the abstract graph:",
    "    skip it if it is too narrow or needs other terrain",
    "    if m has not been seen: set g(m), parent(m); add m",
    "    else if the path over n is shorter: update m",
    "return no path",
    "for each edge (a, b) of the path:",
    "  inter-edge: step across the border",
    "  intra-edge: annotated A* from a to b inside the cluster",
    "for each cell p of the path:",
    "  cast straight rays from p in every direction",
    "  replace the path up to the farthest cell they meet",
};

inline constexpr uint8_t kInsertStart = line_of(kText, "connect start"), kInsertGoal = line_of(kText, "connect goal"),
                         kInit = line_of(kText, "open = {start}"), kLoop = line_of(kText, "while open"),
                         kPop = line_of(kText, "n = the node of open"), kDone = line_of(kText, "if n is the goal"),
                         kEdges = line_of(kText, "for each edge (n, m)"), kSkip = line_of(kText, "skip it"),
                         kGenerate = line_of(kText, "if m has not been seen"), kUpdate = line_of(kText, "else if"),
                         kFail = line_of(kText, "return no path"), kRefineEdge = line_of(kText, "for each edge (a, b)"),
                         kRefineInter = line_of(kText, "inter-edge:"), kRefineIntra = line_of(kText, "intra-edge:"),
                         kSmooth = line_of(kText, "for each cell p"), kRays = line_of(kText, "cast straight rays"),
                         kReplace = line_of(kText, "replace the path");

// The lines executed before each event. No event is recorded for a skipped edge.
inline constexpr ExecutedLines kPasses[] = {
    {kGenerate, lines(kInit), EventFilter::kStart},
    {kPop, lines(kLoop)},
    {kGenerate, lines(kEdges, kSkip), EventFilter::kNext},
    {kUpdate, lines(kEdges, kSkip)},
    {kFail, lines(kLoop)},
    {kReplace, lines(kSmooth, kRays)},
};

inline constexpr PseudoCode kCode{kText, kPasses};

}  // namespace strata::haa_code

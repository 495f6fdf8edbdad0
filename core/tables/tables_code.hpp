// Purpose: This header holds the pseudo-code of plans from next-hop tables over HPA* and the numbers of its lines, by
//          which the events of a trace name them.
#pragma once

#include "core/search/pseudo_code.hpp"

namespace strata::tables_code {

inline constexpr std::array<std::string_view, 14> kText = {
    "look up T(start, a) for each node a of the start's cluster",
    "look up T(goal, b) for each node b of the goal's cluster",
    "one cluster: best = the path inside it",
    "for each node a: by labels",
    "  rest(a) = the least distance(a, b) + T(goal, b)",
    "  if T(start, a) + rest(a) is less than best: it is best, over a",
    "the path leaves over a",
    "if there is no best: return no path",
    "n = a; until rest(n) = T(goal, n):",
    "  n = a neighbour m with cost(n, m) + rest(m) = rest(n)",
    "for each edge (n, m) of that path:",
    "  until m is reached: look up the first move towards m",
    "for each cell p of the path: cast straight rays from it",
    "  replace the path up to the farthest cell they meet",
};

inline constexpr uint8_t kStart = line_of(kText, "look up T(start, a)"), kGoal = line_of(kText, "look up T(goal, b)"),
                         kLocal = line_of(kText, "one cluster:"), kNodes = line_of(kText, "for each node a"),
                         kNode = line_of(kText, "rest(a) ="), kBetter = line_of(kText, "if T(start, a)"),
                         kDone = line_of(kText, "the path leaves"), kFail = line_of(kText, "if there is no best"),
                         kWay = line_of(kText, "n = a; until"), kNext = line_of(kText, "n = a neighbour"),
                         kRefine = line_of(kText, "for each edge (n, m)"), kMove = line_of(kText, "until m is reached"),
                         kSmooth = line_of(kText, "for each cell p"), kReplace = line_of(kText, "replace the path");

inline constexpr ExecutedLines kPasses[] = {
    {kNode, lines(kNodes)},
    {kBetter, lines(kNodes, kNode)},
    {kNext, lines(kWay)},
    {kReplace, lines(kSmooth)},
};

inline constexpr PseudoCode kCode{kText, kPasses};

}  // namespace strata::tables_code

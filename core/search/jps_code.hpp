// Purpose: This header holds the pseudo-code of jump point search and the numbers of its lines, by which the events of
//          a trace name them.
#pragma once

#include "core/search/pseudo_code.hpp"

namespace strata::jps_code {

inline constexpr std::array<std::string_view, 12> kText = {
    "g(start) = 0; open = {start}",
    "while open is not empty:",
    "  n = the jump point of open with the smallest f = g + h",
    "  if n is the goal: return the path to n",
    "  for each link from n to m: if cheaper, set g(m), parent(m); add m",
    "  for each direction that n does not prune:",
    "    straight: jump on to the next jump point m, if there is one",
    "    diagonal: from each cell on, jump straight in both directions to m",
    "    the goal, wherever a jump meets it, is an m; so is a cell with links",
    "    if m has not been seen: set g(m), parent(m); add m",
    "    else if the path over n is shorter: update m",
    "return no path",
};

inline constexpr uint8_t kInit = line_of(kText, "g(start) = 0"), kLoop = line_of(kText, "while open"),
                         kPop = line_of(kText, "n = the jump point of open"),
                         kDone = line_of(kText, "if n is the goal"), kLink = line_of(kText, "for each link"),
                         kDirections = line_of(kText, "for each direction"), kStraight = line_of(kText, "straight:"),
                         kDiagonal = line_of(kText, "diagonal:"), kGoal = line_of(kText, "the goal, wherever"),
                         kGenerate = line_of(kText, "if m has not been seen"), kUpdate = line_of(kText, "else if"),
                         kFail = line_of(kText, "return no path");

// The line numbers for the events that jump_search.hpp reports.
struct PseudoCodeLines {
  static constexpr uint8_t kInit = jps_code::kInit, kPop = jps_code::kPop, kDone = jps_code::kDone,
                           kLink = jps_code::kLink, kGenerate = jps_code::kGenerate, kUpdate = jps_code::kUpdate,
                           kFail = jps_code::kFail;
};

// The lines executed before each event. A jump to a cell in the same row or column was a straight jump, or a diagonal
// jump that ended on its diagonal.
inline constexpr ExecutedLines kPasses[] = {
    {kPop, lines(kLoop)},
    {kGenerate, lines(kDirections), EventFilter::kNext},
    {kGenerate, lines(kStraight), EventFilter::kStraight},
    {kGenerate, lines(kDiagonal), EventFilter::kSlanted},
    {kGenerate, lines(kGoal), EventFilter::kGoal},
    {kUpdate, lines(kDirections)},
    {kUpdate, lines(kStraight), EventFilter::kStraight},
    {kUpdate, lines(kDiagonal), EventFilter::kSlanted},
    {kUpdate, lines(kGoal), EventFilter::kGoal},
    {kFail, lines(kLoop)},
};

inline constexpr PseudoCode kCode{kText, kPasses};

}  // namespace strata::jps_code

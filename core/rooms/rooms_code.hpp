// Purpose: This header holds the pseudo-code of searches with room pruning and the numbers of its lines, by which the
//          events of a trace name them.
#pragma once

#include "core/search/pseudo_code.hpp"

namespace strata::rooms_code {

inline constexpr std::array<std::string_view, 18> kText = {
    "start and goal in one room: go straight to it",
    "start inside a room: connect it to its four projections",
    "where the search enters the room of the goal: connect the goal",
    "g(start) = 0; open = {start}",
    "while open is not empty:",
    "  n = the node of open with the smallest f = g + h",
    "  if n is the goal: go on with the path",
    "  m = the next exits along the sides of the room of n,",
    "  the cells outside of it; and where these lie in other rooms,",
    "  the exits along their sides and across them:",
    "    if m has not been seen: set g(m), parent(m); add m",
    "    else if the path over n is shorter: update m",
    "    m with one successor: pass it; if it was open, it leaves open",
    "return no path",
    "for each edge (a, b) of the path:",
    "  add the cells between a and b",
    "for each piece of the path inside one room:",
    "  mix its moves at random",
};

// The pseudo-code of the published search, which differs from kText only in the lines that say which cells are nodes.
inline constexpr std::array<std::string_view, 18> kPublishedText = {
    "start and goal in one room: go straight to it",
    "start inside a room: connect it to its four projections",
    "goal inside a room: connect its four projections to it",
    "g(start) = 0; open = {start}",
    "while open is not empty:",
    "  n = the node of open with the smallest f = g + h",
    "  if n is the goal: go on with the path",
    "  m = each cell beside n that is not inside a room;",
    "  with n on the side of a room, the cell straight across;",
    "  with n a projection, its end; but never the parent of n:",
    "    if m has not been seen: set g(m), parent(m); add m",
    "    else if the path over n is shorter: update m",
    "    edges across a room cost as many steps as it is wide",
    "return no path",
    "for each edge (a, b) of the path:",
    "  add the cells between a and b",
    "for each piece of the path inside one room:",
    "  mix its moves at random",
};

inline constexpr uint8_t kDirect = line_of(kText, "start and goal in one room"),
                         kInsertStart = line_of(kText, "start inside a room"),
                         kInsertGoal = line_of(kText, "where the search enters"),
                         kInit = line_of(kText, "g(start) = 0"), kLoop = line_of(kText, "while open"),
                         kPop = line_of(kText, "n = the node of open"), kDone = line_of(kText, "if n is the goal"),
                         kExits = line_of(kText, "m = the next exits"),
                         kGenerate = line_of(kText, "if m has not been seen"), kUpdate = line_of(kText, "else if"),
                         kPass = line_of(kText, "m with one successor"), kFail = line_of(kText, "return no path"),
                         kEdges = line_of(kText, "for each edge (a, b)"), kRefine = line_of(kText, "add the cells"),
                         kPieces = line_of(kText, "for each piece"), kInterleave = line_of(kText, "mix its moves");

static_assert(kInsertGoal == line_of(kPublishedText, "goal inside a room") &&
              kExits == line_of(kPublishedText, "m = each cell beside") &&
              kFail == line_of(kPublishedText, "return no path") &&
              kInterleave == line_of(kPublishedText, "mix its moves"));

// These three lines of the pseudo-code form one sentence.
inline constexpr uint64_t kNeighbours = lines(kExits, kExits + 1, kExits + 2);

inline constexpr ExecutedLines kPasses[] = {
    {kPop, lines(kLoop)},     {kGenerate, kNeighbours, EventFilter::kNext},
    {kUpdate, kNeighbours},   {kFail, lines(kLoop)},
    {kRefine, lines(kEdges)}, {kInterleave, lines(kPieces)},
};

inline constexpr EventTerm kEvents[] = {{EventType::kStall, kAnyLine, "pass"}};

inline constexpr PseudoCode kCode{kText, kPasses, {}, kEvents};
inline constexpr PseudoCode kPublishedCode{kPublishedText, kPasses};

}  // namespace strata::rooms_code

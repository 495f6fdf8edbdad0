// Purpose: This header holds the pseudo-code of the construction of rooms, and the lines to which the events of its
//          traces point.
// Source: Harabor, Botea 2010, section 3.
// Differs: The paper measures the largest rectangle from every cell first. Here the cells begin with an upper bound of
//          it, and a rectangle is measured only when its cell comes first. Macro edges are not stored: searches know
//          them from the rooms.
// Shapes: g and h of the events, by line: kBounds: free cells, and those with a bound above 0; kLoop: these; kLower and
//         kSmaller: the bound before and after; kRoom: number of the room, and its interior cells; kPrune: rooms, and
//         their interior cells; kInterior: number of the room, and its interior cells; kMacro: cost of the edge.
#pragma once

#include "core/search/build_events.hpp"
#include "core/search/pseudo_code.hpp"

namespace strata::rooms_build_code {

inline constexpr std::array<std::string_view, 12> kText = {
    "for each free cell c:",
    "  bound(c) = an upper bound of the interior of any room from c",
    "heap = the cells with a bound above 0, the largest first",
    "while the heap is not empty:",
    "  c = the cell with the largest bound",
    "  its bound is too large, as cells were taken: lower it",
    "  else R = the largest empty rectangle with c as its corner",
    "    it has fewer interior cells: bound(c) = their number",
    "    it has as many: R becomes a room, and its cells are taken",
    "for each room of w x h cells:",
    "  prune its interior of (w - 2) x (h - 2) cells",
    "  join each cell of a side to the opposite side: a macro edge",
};

inline constexpr uint8_t kEach = line_of(kText, "for each free cell"), kBounds = line_of(kText, "bound(c) ="),
                         kHeap = line_of(kText, "heap ="), kLoop = line_of(kText, "while the heap"),
                         kTop = line_of(kText, "c = the cell"), kLower = line_of(kText, "its bound is too"),
                         kMeasure = line_of(kText, "else R"), kSmaller = line_of(kText, "it has fewer"),
                         kRoom = line_of(kText, "it has as many"), kPrune = line_of(kText, "for each room"),
                         kInterior = line_of(kText, "prune its"), kMacro = line_of(kText, "join each cell");

inline constexpr LinePass kPasses[] = {
    {kBounds, lines(kEach)},           {kLoop, lines(kHeap)},          {kLower, lines(kTop)},
    {kSmaller, lines(kTop, kMeasure)}, {kRoom, lines(kTop, kMeasure)},
};
inline constexpr PhaseWord kPhases[] = {
    {build_event::kBuild, kBounds, "bounds"},
    {build_event::kBuild, kLoop, "find rooms"},
    {build_event::kBuild, kPrune, "prune"},
};
inline constexpr EventWord kEvents[] = {
    {build_event::kPick, kLower, "lower bound"},
    {build_event::kPick, kSmaller, "measure"},
    {build_event::kPart, kRoom, "room"},
    {build_event::kPart, kInterior, "interior"},
    {build_event::kAddEdge, kAnyLine, "macro edge"},
};

inline constexpr PseudoCode kCode{kText, kPasses, kPhases, kEvents};

}  // namespace strata::rooms_build_code

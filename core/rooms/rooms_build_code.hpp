// Purpose: This header holds the pseudo-code of the construction of rooms and the numbers of its lines, by which the
//          events of a trace name them.
// Source: Harabor, Botea 2010, section 3.
// Differs: The paper first measures the largest rectangle at every cell. Here each cell has an upper bound of
//          it, and is measured only when it has the largest bound. Macro edges are not stored: searches compute
//          them from the rooms.
// Shapes: The fields g and h of an event depend on its line. kBounds: number of free cells, number of cells with a
//         bound above 0. kLoop: that number. kLower and kSmaller: the bound before and after. kRoom and kInterior:
//         number of the room, number of its interior cells. kPrune: number of rooms, number of their interior cells.
//         kMacro: cost of the edge.
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

inline constexpr ExecutedLines kPasses[] = {
    {kBounds, lines(kEach)},           {kLoop, lines(kHeap)},          {kLower, lines(kTop)},
    {kSmaller, lines(kTop, kMeasure)}, {kRoom, lines(kTop, kMeasure)},
};
inline constexpr PhaseTerm kPhases[] = {
    {build_event::kBuild, kBounds, "bounds"},
    {build_event::kBuild, kLoop, "find rooms"},
    {build_event::kBuild, kPrune, "prune"},
};
inline constexpr EventTerm kEvents[] = {
    {build_event::kPick, kLower, "reduce bound"},
    {build_event::kPick, kSmaller, "measure"},
    {build_event::kPart, kRoom, "room"},
    {build_event::kPart, kInterior, "interior"},
    {build_event::kAddEdge, kAnyLine, "macro edge"},
};

inline constexpr PseudoCode kCode{kText, kPasses, kPhases, kEvents};

}  // namespace strata::rooms_build_code

// Purpose: This header holds the pseudo-code of LPA* and D* Lite and the numbers of its lines, by which the events of a
//          trace name them.
#pragma once

#include "core/search/pseudo_code.hpp"

namespace strata {

namespace lpa_star_code {

inline constexpr std::array<std::string_view, 15> kText = {
    "fresh: g = rhs = infinite; rhs(start) = 0; U = {start}",
    "repair: keep g, rhs and U of the search before;",
    "  for each cell s beside an edit: compute rhs(s); update s",
    "while the smallest key of U < key(goal) or g(goal) < rhs(goal):",
    "  u = the cell of U with the smallest key",
    "  if g(u) > rhs(u): lower g(u) to rhs(u); take u out of U",
    "    for each neighbour s with rhs(s) > g(u) + cost(u, s):",
    "      rhs(s) = g(u) + cost(u, s); update s",
    "  else: raise g(u) to infinite; take u out of U",
    "    for u and each neighbour s whose rhs(s) came over u:",
    "      compute rhs(s) = min of g(m) + cost(m, s); update s",
    "if rhs(goal) is infinite: return no path",
    "return the path to goal over the smallest g(m) + cost(m, s)",
    "update s: if g(s) = rhs(s): take s out of U; else add it with",
    "  key(s) = (min(g(s), rhs(s)) + h(s, goal), min(g(s), rhs(s)))",
};

}  // namespace lpa_star_code

namespace d_star_lite_code {

inline constexpr std::array<std::string_view, 17> kText = {
    "fresh: g = rhs = infinite; rhs(goal) = 0; U = {goal}; km = 0",
    "repair: keep g, rhs and U of the search before;",
    "  km = km + h(start before, start);",
    "  for each cell s beside an edit: compute rhs(s); update s",
    "while the smallest key of U < key(start) or g(start) < rhs(start):",
    "  u = the cell of U with the smallest key",
    "  if key(u) has grown since: update its key in U; next u",
    "  if g(u) > rhs(u): lower g(u) to rhs(u); take u out of U",
    "    for each neighbour s with rhs(s) > cost(s, u) + g(u):",
    "      rhs(s) = cost(s, u) + g(u); update s",
    "  else: raise g(u) to infinite; take u out of U",
    "    for u and each neighbour s whose rhs(s) came over u:",
    "      compute rhs(s) = min of cost(s, m) + g(m); update s",
    "if rhs(start) is infinite: return no path",
    "return the path from start over the smallest cost(s, m) + g(m)",
    "update s: if g(s) = rhs(s): take s out of U; else add it with",
    "  key(s) = (min(g(s), rhs(s)) + h(start, s) + km, min(g(s), rhs(s)))",
};

}  // namespace d_star_lite_code

// The line numbers of one of the two texts.
template <const auto& kText>
struct IncrementalLines {
  static constexpr uint8_t kFresh = line_of(kText, "fresh:"), kKept = line_of(kText, "repair:"),
                           kEdited = line_of(kText, "for each cell s beside"), kLoop = line_of(kText, "while"),
                           kPop = line_of(kText, "u = the cell of U"), kLower = line_of(kText, "if g(u) > rhs(u)"),
                           kLowered = kLower + 2, kRaise = line_of(kText, "else: raise"), kRaised = kRaise + 2,
                           kFail = line_of(kText, "if rhs("), kDone = line_of(kText, "return the path"),
                           kUpdate = line_of(kText, "update s:"), kKey = kUpdate + 1;
};

namespace lpa_star_code {

using Lines = IncrementalLines<kText>;

inline constexpr ExecutedLines kPasses[] = {
    {Lines::kEdited, lines(Lines::kUpdate, Lines::kKey)},
    {Lines::kLower, lines(Lines::kLoop, Lines::kPop)},
    {Lines::kLowered, lines(Lines::kLowered - 1, Lines::kUpdate, Lines::kKey)},
    {Lines::kRaise, lines(Lines::kLoop, Lines::kPop, Lines::kLower)},
    {Lines::kRaised, lines(Lines::kRaised - 1, Lines::kUpdate, Lines::kKey)},
    {Lines::kFail, lines(Lines::kLoop)},
    {Lines::kDone, lines(Lines::kLoop, Lines::kFail)},
};

inline constexpr EventTerm kEvents[] = {{EventType::kExpand, Lines::kLower, "lower"},
                                        {EventType::kExpand, Lines::kRaise, "raise"},
                                        {EventType::kStall, kAnyLine, "consistent"}};

inline constexpr PseudoCode kCode{kText, kPasses, {}, kEvents};

}  // namespace lpa_star_code

namespace d_star_lite_code {

using Lines = IncrementalLines<kText>;

inline constexpr uint8_t kMoved = line_of(kText, "km = km"), kGrown = line_of(kText, "if key(u) has grown");

inline constexpr ExecutedLines kPasses[] = {
    {Lines::kKept, lines(kMoved), EventFilter::kFirst},
    {Lines::kEdited, lines(Lines::kUpdate, Lines::kKey)},
    {kGrown, lines(Lines::kLoop, Lines::kPop, Lines::kKey)},
    {Lines::kLower, lines(Lines::kLoop, Lines::kPop, kGrown)},
    {Lines::kLowered, lines(Lines::kLowered - 1, Lines::kUpdate, Lines::kKey)},
    {Lines::kRaise, lines(Lines::kLoop, Lines::kPop, kGrown, Lines::kLower)},
    {Lines::kRaised, lines(Lines::kRaised - 1, Lines::kUpdate, Lines::kKey)},
    {Lines::kFail, lines(Lines::kLoop)},
    {Lines::kDone, lines(Lines::kLoop, Lines::kFail)},
};

inline constexpr EventTerm kEvents[] = {{EventType::kExpand, Lines::kLower, "lower"},
                                        {EventType::kExpand, Lines::kRaise, "raise"},
                                        {EventType::kStall, kAnyLine, "consistent"},
                                        {EventType::kUpdate, kGrown, "new key"}};

inline constexpr PseudoCode kCode{kText, kPasses, {}, kEvents};

}  // namespace d_star_lite_code

}  // namespace strata

// Purpose: PseudoCode is the pseudo-code of an algorithm, to whose lines the events of a trace refer. It also says
//          which other lines the algorithm executes before the line of an event, and how the algorithm calls its phases
//          and events. The texts stand beside their algorithms, in files *_code.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/search/observer.hpp"

namespace strata {

// Returns the number of the line that begins with these words after its indentation. Compilation fails unless there is
// exactly one such line.
template <size_t kLines>
consteval uint8_t line_of(const std::array<std::string_view, kLines>& text, std::string_view words) {
  static_assert(kLines <= 64, "lines are bits of a word");
  size_t found = kLines;
  for (size_t line = 0; line < kLines; ++line) {
    const size_t indent = text[line].find_first_not_of(' ');
    if (!text[line].substr(indent).starts_with(words)) continue;
    if (found != kLines) throw "several lines begin with these words";
    found = line;
  }
  if (found == kLines) throw "no line begins with these words";
  return static_cast<uint8_t>(found);
}

// Returns a set of lines as a mask: bit i is line i.
template <class... Lines>
constexpr uint64_t lines(Lines... line) {
  return ((uint64_t{1} << line) | ...);
}

// The events of a line to which an ExecutedLines applies.
enum class EventFilter : uint8_t {
  kAny,       // every event of the line
  kStart,     // the generation of a node from which a search begins
  kNext,      // the generation of a node from another node
  kStraight,  // a node reached horizontally or vertically
  kSlanted,   // a node reached in any other direction
  kGoal,      // the goal
  kFirst,     // the first event of the trace
};

// The lines that the algorithm executes before an event of line `event_line`, as a mask.
struct ExecutedLines {
  uint8_t event_line = 0;
  uint64_t passed = 0;
  EventFilter by = EventFilter::kAny;
};

// An algorithm may have its own names of phases and events, by line. A phase gets the name of the entry for the line of
// its first event; if there is none, that of the entry for kAnyLine.
inline constexpr uint8_t kAnyLine = 255;
struct PhaseTerm {
  Phase phase;
  uint8_t line = kAnyLine;
  std::string_view word;  // the algorithm's name of the phase, such as "pull taut"
};
struct EventTerm {
  EventType type;
  uint8_t line = kAnyLine;
  std::string_view word;  // the algorithm's name of the event, such as "corridor"
};

struct PseudoCode {
  std::span<const std::string_view> lines;  // at most 64
  std::span<const ExecutedLines> passes;
  std::span<const PhaseTerm> phases = {};
  std::span<const EventTerm> events = {};
  std::string_view nodes = "cells";  // the nodes of level 0, in the plural
  // Returns the algorithm's name of a phase or event; empty if it has none.
  std::string_view phase_word(Phase phase, uint8_t line) const;
  std::string_view event_word(EventType type, uint8_t line) const;
  // Returns the lines of an event as a mask: its own line, and the lines executed before it since the previous event.
  // `goal` is the goal of the search.
  uint64_t lines_of(const SearchEvent& event, bool first, const NodePlaces& places, NodeId goal) const;
  // Returns all lines that an event of this line can have, as a mask.
  uint64_t lines_of(uint8_t event_line) const;
};

}  // namespace strata

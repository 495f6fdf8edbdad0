// Purpose: PseudoCode is the pseudo-code of an algorithm. The events of a trace point to its lines. It also says which
//          other lines the algorithm has passed before the line of an event, and which words the algorithm has for its
//          phases and events. The texts stand beside their algorithms, in files *_code.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/search/observer.hpp"

namespace strata {

// Returns the line of a text that begins with these words after its indentation. It compiles only if there is exactly
// one.
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

// Returns a set of lines, one bit each.
template <class... Lines>
constexpr uint64_t lines(Lines... line) {
  return ((uint64_t{1} << line) | ...);
}

// The events for which lines count as passed.
enum class EventFilter : uint8_t {
  kAny,       // every event of the line
  kStart,     // a node from which a search begins
  kNext,      // a node that was reached from another one
  kStraight,  // a node reached straight across or straight up
  kSlanted,   // a node reached in any other direction
  kGoal,      // the goal
  kFirst,     // the first event of the trace
};

// Before an event of line `event_line` the algorithm passes the lines `passed`, one bit each.
struct LinePass {
  uint8_t event_line = 0;
  uint64_t passed = 0;
  EventFilter by = EventFilter::kAny;
};

// The algorithm's own words for phases and events. A stretch of a phase is named by the entry for the line of its first
// event, or by the entry for kAnyLine if that line has none.
inline constexpr uint8_t kAnyLine = 255;
struct PhaseWord {
  Phase phase;
  uint8_t line = kAnyLine;
  std::string_view word;  // "pull taut"
};
struct EventWord {
  EventType type;
  uint8_t line = kAnyLine;
  std::string_view word;  // "corridor"
};

struct PseudoCode {
  std::span<const std::string_view> lines;  // 64 at most
  std::span<const LinePass> passes;
  std::span<const PhaseWord> phases = {};
  std::span<const EventWord> events = {};
  std::string_view nodes = "cells";  // what the nodes of level 0 are
  // Empty: the algorithm has no word of its own.
  std::string_view phase_word(Phase phase, uint8_t line) const;
  std::string_view event_word(EventType type, uint8_t line) const;
  // Returns the lines of an event, one bit each: its own, and those passed before it since the last event. `goal`: the
  // goal of the search.
  uint64_t lines_of(const SearchEvent& event, bool first, const NodePlaces& places, NodeId goal) const;
  // Returns all lines that events of this line may have.
  uint64_t lines_of(uint8_t event_line) const;
};

}  // namespace strata

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

// The one line of a text that begins with these words, its indentation left aside. It compiles if there is just one.
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

// One bit each.
template <class... Lines>
constexpr uint64_t lines(Lines... line) {
  return ((uint64_t{1} << line) | ...);
}

// What a line has been passed for.
enum class EventFilter : uint8_t {
  kAny,       // every event of the line
  kStart,     // a node from which a search begins
  kNext,      // a node that was reached from another one
  kStraight,  // the same, straight across or straight up
  kSlanted,   // the same, any other way
  kGoal,      // the goal
  kFirst,     // the first event of the trace
};

// An event of line `event_line` comes after the `passed` lines, one bit each.
struct LinePass {
  uint8_t event_line = 0;
  uint64_t passed = 0;
  EventFilter by = EventFilter::kAny;
};

// How the algorithm calls what others call by the common names. A stretch of a phase has the name that the line of its
// first event has in the phase; lines without one of their own have that of kAnyLine.
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
  // Empty: it has no word of its own.
  std::string_view phase_word(Phase phase, uint8_t line) const;
  std::string_view event_word(EventType type, uint8_t line) const;
  // Lines that the event belongs to: its own, and those passed before it since the last event, one bit each. `goal`: of
  // the search.
  uint64_t lines_of(const SearchEvent& event, bool first, const NodePlaces& places, NodeId goal) const;
  // All lines that events of this line may belong to.
  uint64_t lines_of(uint8_t event_line) const;
};

}  // namespace strata

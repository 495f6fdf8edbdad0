// Purpose: Breakpoints say where playing stops: at lines of the pseudo-code, and on conditions that need no line.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/grid/cell.hpp"
#include "core/search/pseudo_code.hpp"

namespace strata {

class Trace;

// Conditions on which playing can stop.
enum class BreakCondition : uint8_t {
  kFGrows,        // a node is expanded whose f is larger than that of the node expanded before it in the same search
  kReopened,      // a shorter path is found to a node that the same search has expanded already
  kLevelChanges,  // the event is of another level than the event before it
  kTouched,       // an event concerns the cell that is watched, at whatever level
};
inline constexpr std::array<std::string_view, 4> kBreakConditionNames = {"f-grows", "reopened", "level", "touched"};
constexpr std::string_view break_condition_name(BreakCondition when) {
  return kBreakConditionNames[static_cast<size_t>(when)];
}

// What conditions need of a trace besides its events.
struct BreakContext {
  const NodePlaces& places;
  NodeId goal;                         // goal of the recorded search
  std::span<const uint32_t> searches;  // events at which a search begins, ascending (TraceOutline)
  std::span<const uint32_t> before;    // by event: index + 1 of the event before it of the same node; 0: there is none
  int map_width, map_height;
};

class Breakpoints {
 public:
  static constexpr uint8_t kLines = 64;  // most lines of a pseudo-code

  // Sets the pseudo-code whose lines the events name. Breakpoints at lines of another pseudo-code are removed,
  // conditions stay.
  void set_code(const PseudoCode& code);
  void set(uint8_t line, bool on);
  bool at(uint8_t line) const { return line < kLines && (lines_ >> line & 1) != 0; }
  void set(BreakCondition when, bool on);
  bool at(BreakCondition when) const { return (conditions_ >> static_cast<int>(when) & 1) != 0; }
  bool any() const { return lines_ != 0 || conditions_ != 0; }
  // Sets the cell of BreakCondition::kTouched. A cell outside the map never stops the playback.
  void watch(Cell cell) { watched_ = cell; }
  Cell watched() const { return watched_; }
  // Returns a copy that has one condition alone, or one line alone.
  Breakpoints only(BreakCondition when) const;
  Breakpoints only(uint8_t line) const;

  // Returns the first event in [begin, end) at which to stop: a breakpoint is at its line or at a line passed on the
  // way to it, or a condition holds.
  std::optional<size_t> next(std::span<const SearchEvent> events, size_t begin, size_t end,
                             const BreakContext& context) const;

 private:
  template <class Stop>
  Breakpoints with_only(Stop stop) const;
  std::optional<size_t> next_line(std::span<const SearchEvent> events, size_t begin, size_t end,
                                  const BreakContext& context) const;
  std::optional<size_t> next_condition(std::span<const SearchEvent> events, size_t begin, size_t end,
                                       const BreakContext& context) const;

  const PseudoCode* code_ = nullptr;  // null: a line stands for itself only
  uint64_t lines_ = 0;
  uint8_t conditions_ = 0;
  Cell watched_;
};

// Whether the event concerns the cell: its node lies there, or, for a witness or a shortcut, either of its two nodes.
bool concerns_cell(const SearchEvent& event, const NodePlaces& places, CellId cell);

}  // namespace strata

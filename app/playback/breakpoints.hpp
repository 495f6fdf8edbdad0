// Purpose: Breakpoints decide where playback stops: at lines of the pseudo-code, and on conditions.
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

// The conditions at which playback may be told to stop.
enum class BreakCondition : uint8_t {
  // A node is expanded with a larger f than the node that the same search has expanded before.
  kFGrows,
  kReopened,      // a shorter path is found to a node that the same search has already expanded
  kLevelChanges,  // the event is on another level than the previous event
  // The event concerns the cell that the user has chosen to watch, on any level.
  kTouched,
};
inline constexpr std::array<std::string_view, 4> kBreakConditionNames = {"f-grows", "reopened", "level", "touched"};
constexpr std::string_view break_condition_name(BreakCondition when) {
  return kBreakConditionNames[static_cast<size_t>(when)];
}

// What the conditions need to know of a recording besides its events.
struct BreakContext {
  const NodePlaces& places;
  NodeId goal;  // goal of the recorded search
  // The events at which a search begins, in ascending order (TraceOutline).
  std::span<const uint32_t> searches;
  // For each event, the index of the previous event of the same node plus 1; 0: there is none.
  std::span<const uint32_t> before;
  int map_width, map_height;
};

class Breakpoints {
 public:
  static constexpr uint8_t kLines = 64;  // maximum number of lines of a pseudo-code

  // Sets the pseudo-code that the events belong to. Breakpoints at lines of another pseudo-code are removed;
  // conditions stay.
  void set_code(const PseudoCode& code);
  void set(uint8_t line, bool on);
  bool at(uint8_t line) const { return line < kLines && (lines_ >> line & 1) != 0; }
  void set(BreakCondition when, bool on);
  bool at(BreakCondition when) const { return (conditions_ >> static_cast<int>(when) & 1) != 0; }
  bool any() const { return lines_ != 0 || conditions_ != 0; }
  // Sets the cell that BreakCondition::kTouched watches. With a cell outside the map playback never stops at it.
  void watch(Cell cell) { watched_ = cell; }
  Cell watched() const { return watched_; }
  // These functions return a copy that has only this condition, or only the breakpoint at this line.
  Breakpoints only(BreakCondition when) const;
  Breakpoints only(uint8_t line) const;

  // Returns the first event in [begin, end) at which playback stops: a condition holds, or there is a breakpoint at the
  // event's line or at a line that is executed before it is reached.
  std::optional<size_t> next(std::span<const SearchEvent> events, size_t begin, size_t end,
                             const BreakContext& context) const;

 private:
  template <class Stop>
  Breakpoints with_only(Stop stop) const;
  std::optional<size_t> next_line(std::span<const SearchEvent> events, size_t begin, size_t end,
                                  const BreakContext& context) const;
  std::optional<size_t> next_condition(std::span<const SearchEvent> events, size_t begin, size_t end,
                                       const BreakContext& context) const;

  const PseudoCode* code_ = nullptr;  // null: an event executes only the line that it names
  uint64_t lines_ = 0;
  uint8_t conditions_ = 0;
  Cell watched_;
};

// Returns whether the event concerns the cell: the node of the event lies there, or, for a witness or a shortcut, one
// of its two nodes.
bool concerns_cell(const SearchEvent& event, const NodePlaces& places, CellId cell);

}  // namespace strata

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

// What playing can stop on.
enum class BreakCondition : uint8_t {
  kFGrows,        // a node is opened whose f is larger than that of the node opened before it in the same search
  kReopened,      // a shorter way is found to a node that the same search has opened already
  kLevelChanges,  // an event is of another level than the one before it
  kTouched,       // an event concerns the cell that is watched, at whatever level
};
inline constexpr std::array<std::string_view, 4> kBreakConditionNames = {"f-grows", "reopened", "level", "touched"};
constexpr std::string_view break_condition_name(BreakCondition when) {
  return kBreakConditionNames[static_cast<size_t>(when)];
}

// What conditions ask of a trace beside its events.
struct BreakContext {
  const NodePlaces& places;
  NodeId goal;                         // of the recorded search
  std::span<const uint32_t> searches;  // events at which a search begins, ascending (TraceOutline)
  std::span<const uint32_t> before;    // by event of a node: the event of the same node before it + 1; 0: there is none
  int map_width, map_height;
};

class Breakpoints {
 public:
  static constexpr uint8_t kLines = 64;  // of a pseudo-code

  // The pseudo-code whose lines the events name. Lines are of one pseudo-code: another one has no breakpoints.
  // Conditions stay.
  void set_code(const PseudoCode& code);
  void set(uint8_t line, bool on);
  bool at(uint8_t line) const { return line < kLines && (lines_ >> line & 1) != 0; }
  void set(BreakCondition when, bool on);
  bool at(BreakCondition when) const { return (conditions_ >> static_cast<int>(when) & 1) != 0; }
  // The cell of BreakCondition::kTouched. It may lie outside the map: then nothing touches it.
  void watch(Cell cell) { watched_ = cell; }
  Cell watched() const { return watched_; }
  // The same with one condition alone, or one line alone.
  Breakpoints only(BreakCondition when) const;
  Breakpoints only(uint8_t line) const;

  // The first event in [begin, end) whose line has a breakpoint, or a line that was passed on the way to it, or on
  // which a condition holds.
  std::optional<size_t> next(std::span<const SearchEvent> events, size_t begin, size_t end,
                             const BreakContext& context) const;

 private:
  template <class Stop>
  Breakpoints with_only(Stop stop) const;
  std::optional<size_t> next_line(std::span<const SearchEvent> events, size_t begin, size_t end,
                                  const BreakContext& context) const;
  std::optional<size_t> next_condition(std::span<const SearchEvent> events, size_t begin, size_t end,
                                       const BreakContext& context) const;

  const PseudoCode* code_ = nullptr;  // null: every line stands for itself
  uint64_t lines_ = 0;
  uint8_t conditions_ = 0;
  Cell watched_;
};

// The event concerns the cell: its node lies there, or either end where it is about two nodes alike (a witness, a
// shortcut).
bool concerns_cell(const SearchEvent& event, const NodePlaces& places, CellId cell);

}  // namespace strata

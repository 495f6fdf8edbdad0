// Purpose: These functions check invariants of a lab, at any moment or after all its work has ended.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/draw/draw_list.hpp"
#include "app/lab/lab.hpp"
#include "tests/soak/fault.hpp"

namespace strata::soak {

// Returns whether the map is small enough to be compared with a complete fresh world, which takes minutes
// on larger maps.
bool is_small(const Lab& lab);

// Checks the answers in the comparison: paths are legal and have their reported costs, optimal planners match a plain
// Dijkstra, and "no path" is right. Only checks answers that have changed.
class AnswerWatch {
 public:
  // `thoroughly`: also on large maps.
  MaybeFault look(Lab& lab, bool thoroughly = false);
  void forget() { *this = {}; }

 private:
  uint64_t seen_ = 0;
  uint64_t world_ = 0, revision_ = 0;
  Rules rules_;
  Cell start_{-1, -1};
  std::vector<Cost> distances_;
};

// Checks that structures updated by edits equal those that a fresh world builds. The lab's work must have ended.
MaybeFault structures_fault(Lab& lab);
// Checks that all coordinates of the overlays are finite.
MaybeFault overlay_fault(std::span<const Overlay* const> views);
// Returns the lines in which two states as JSON differ; empty: none.
std::string state_difference(const std::string& before, const std::string& after);
// Returns the resident memory of the process in bytes, without memory cached by the allocator.
size_t resident_bytes();

}  // namespace strata::soak

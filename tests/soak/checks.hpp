// Purpose: What must hold of a lab at any moment, or once it has settled.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/draw/draw_list.hpp"
#include "app/lab/lab.hpp"
#include "tests/soak/fault.hpp"

namespace strata::soak {

// Larger maps are not held against all that a fresh world has: it would take minutes.
bool is_small(const Lab& lab);

// The answers in the comparison: paths are legal and cost what they say, planners that promise the optimum find that of
// a plain Dijkstra, and who finds nothing is right. Looks only at answers that have changed.
class AnswerWatch {
 public:
  // `thoroughly`: on large maps as well.
  MaybeFault look(Lab& lab, bool thoroughly = false);
  void forget() { *this = {}; }

 private:
  uint64_t seen_ = 0;
  uint64_t world_ = 0, revision_ = 0;
  Rules rules_;
  Cell start_{-1, -1};
  std::vector<Cost> distances_;
};

// Structures that edits have changed are what a fresh world builds from the map. The lab must have settled.
MaybeFault structures_fault(Lab& lab);
// What is drawn has finite coordinates.
MaybeFault overlay_fault(std::span<const Overlay* const> views);
// Of two states as JSON: what differs, in lines; empty: nothing does.
std::string state_difference(const std::string& before, const std::string& after);
// Resident memory of the process, bytes, without what the allocator keeps for later.
size_t resident_bytes();

}  // namespace strata::soak

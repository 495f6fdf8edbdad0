// Purpose: These helpers of the tests of questions about a map provide maps of every kind, before and after random
// edits.
#pragma once

#include <doctest/doctest.h>

#include <vector>

#include "core/search/cell_space.hpp"
#include "tests/core/search/plain_support.hpp"

namespace strata::test {

// A map whose moves and clearances follow random edits.
struct EditedTestMap {
  GridMap map;
  Rules rules;
  Clearance clearance;
  MoveGrid grid;

  EditedTestMap(GridMap of, const Rules& with) : map(std::move(of)), rules(with) {
    clearance.build(map, rules.capability);
    grid.build(map, rules, &clearance);
  }
  void edit(Rng& rng) {
    const Rect dirty = map.apply(random_edit(map, 8, rng)).dirty;
    clearance.update(map, dirty);
    grid.update(map, dirty, &clearance);
  }
};

// Calls visit(edited, rng) for maps with walls, rooms and terrain under all rules, for agents of three sizes, each
// before and after `edits` random edits.
template <class Visit>
void for_edited_maps(int edits, Visit&& visit) {
  uint64_t seed = 1;
  for (const Rules& each : all_rules()) {
    for (int size = 1; size <= 3; ++size, ++seed) {
      CAPTURE(seed);
      Rules rules = each;
      rules.agent_size = size;
      const int width = 12 + static_cast<int>(seed * 7 % 17), height = 12 + static_cast<int>(seed * 5 % 13);
      EditedTestMap edited(seed % 2 == 0 ? random_map(width, height, 24u / static_cast<uint32_t>(size), seed)
                                         : random_rooms(width + 6, height, 6 + size, seed),
                           rules);
      Rng rng(seed + 50);
      visit(edited, rng);
      for (int i = 0; i < edits; ++i) {
        edited.edit(rng);
        visit(edited, rng);
      }
    }
  }
}

// Returns the lines of the pseudo-code that a trace has, as a bit set.
inline uint64_t lines_reached(const MoveGrid& grid, const PseudoCode& code, const Trace& trace, CellId goal) {
  uint64_t reached = 0;
  for (size_t i = 0; i < trace.events().size(); ++i) {
    reached |= code.lines_of(trace.events()[i], i == 0, trace.places(grid.width()), goal);
  }
  return reached;
}

}  // namespace strata::test

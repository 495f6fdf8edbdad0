// Purpose: unpruned_directions computes the natural and forced directions of jump point search at a cell.
// Source: Harabor, Grastien 2011, "Online graph pruning for pathfinding on grid maps", section 3.
// Differs: Steps cut no corners. Every jump ends with a straight step (core/search/jps.hpp), so there is no rule for
//          cells that were reached diagonally.
// Shapes: A set of directions is a mask: bit d is direction d.
#pragma once

#include <cstdint>

namespace strata {

// Returns the directions that are not pruned at a cell with the legal moves `moves` that was reached by a straight step
// in `direction`: straight on, and round each corner of blocked cells that ends beside the cell.
constexpr uint32_t unpruned_directions(uint32_t moves, uint32_t direction) {
  // The legal moves, rotated so that bit 0 is straight on.
  const uint32_t turned = (moves >> direction | moves << (8 - direction)) & 0xff;
  uint32_t mask = turned & 0b00000001;
  if ((turned & 0b00001100) == 0b00000100) mask |= turned & 0b00000110;
  if ((turned & 0b01100000) == 0b01000000) mask |= turned & 0b11000000;
  return (mask << direction | mask >> (8 - direction)) & 0xff;
}

}  // namespace strata

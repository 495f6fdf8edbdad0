// Purpose: This header holds the code that only the source files of MeshCrowd share: the loss of a path or goal, and
//          the search for neighbours.
#pragma once

#include <algorithm>

#include "core/crowd/mesh_crowd.hpp"

namespace strata {

// The effect of an edit or a tick on the path and goal of an agent.
enum PathLoss : uint8_t { kNothing = 0, kWalledOff, kGoalGone, kTriesAgain, kHasLostItsPath, kIsThere };

// Calls visit(other) for the agents that may touch this agent within a tick, always in the same order.
template <class Visit>
void MeshCrowd::each_near(uint32_t agent, Visit&& visit) const {
  const FixedPointPosition at = at_[agent] - squares_low_;
  const int32_t x = at.x / square_, y = at.y / square_;
  for (int32_t row = std::max(y - 1, 0); row <= std::min(y + 1, square_rows_ - 1); ++row) {
    const auto first = static_cast<size_t>(row * square_columns_ + std::max(x - 1, 0));
    const auto last = static_cast<size_t>(row * square_columns_ + std::min(x + 1, square_columns_ - 1));
    for (uint32_t i = square_ends_[first]; i < square_ends_[last + 1]; ++i) {
      if (sorted_[i] != agent && present(sorted_[i])) visit(sorted_[i]);
    }
  }
}

}  // namespace strata

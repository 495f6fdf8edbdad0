// Purpose: GraphCounts says how large everything is that was built from the map. Counting goes through whole graphs.
// Threads: Counting is a const call of the world like any other. It can be interrupted (core/base/interruption.hpp).
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "core/world/world.hpp"

namespace strata {

class Lab;

struct GraphCounts {
  std::array<size_t, kStructures> memory{};         // bytes by structure
  std::vector<size_t> planner_memory;               // bytes that a planner is charged, in the order of planners()
  std::vector<std::function<void(Lab&)>> features;  // hand over the counts of features
};

GraphCounts count_graphs(const World& world);

}  // namespace strata

// Purpose: GraphCounts holds the sizes of all structures that are built from the map. Computing them
//          visits whole graphs.
// Threads: Counting only reads the world. It can be interrupted (core/base/interruption.hpp).
#pragma once

#include <array>
#include <vector>

#include "app/lab/fact.hpp"
#include "core/world/world.hpp"

namespace strata {

struct GraphCounts {
  // Number of bytes of each structure.
  std::array<size_t, kStructures> memory{};
  std::vector<size_t> planner_memory;       // bytes charged to each planner, in the order of planners()
  std::array<FactRows, kStructures> facts;  // facts of each structure
};

GraphCounts count_graphs(const World& world);

}  // namespace strata

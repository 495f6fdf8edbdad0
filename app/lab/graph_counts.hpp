// Purpose: How large everything is that was built from the map. Counting looks at whole graphs.
// Threads: A const call of the world like any other; it can be interrupted (core/base/interruption.hpp).
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "core/world/hierarchy_view.hpp"
#include "core/world/world.hpp"

namespace strata {

class Lab;

struct GraphCounts {
  std::vector<HpaCounts> hpa;  // by level - 1
  size_t hpa_cache = 0;        // bytes of the stored ways
  std::array<HaaCounts, kHaaQualities> haa;
  std::array<HierarchyCounts, 2> hierarchies;       // kCh, kCch; zero where they are not ready
  std::array<size_t, kStructures> memory{};         // bytes, by Structure
  std::vector<std::function<void(Lab&)>> features;  // hand over what features have counted
};

GraphCounts count_graphs(const World& world);

}  // namespace strata

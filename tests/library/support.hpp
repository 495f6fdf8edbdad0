// Purpose: These helpers are shared by the tests of the library's interface: random maps of costs, and the plain
//          Dijkstra over them.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/rng.hpp"
#include "strata/strata.hpp"
#include "tests/support.hpp"

namespace strata::test {

struct CostMap {
  int width = 0, height = 0;
  std::vector<uint8_t> cost;

  Cell some_cell(Rng& rng) const {
    return {static_cast<int>(rng.below(static_cast<uint32_t>(width))),
            static_cast<int>(rng.below(static_cast<uint32_t>(height)))};
  }
  size_t at(Cell cell) const { return static_cast<size_t>(cell.y * width + cell.x); }
  void fill(CellBox box, int value) {
    for (int y = std::min(box.corner.y, box.opposite.y); y <= std::max(box.corner.y, box.opposite.y); ++y) {
      for (int x = std::min(box.corner.x, box.opposite.x); x <= std::max(box.corner.x, box.opposite.x); ++x) {
        if (x >= 0 && y >= 0 && x < width && y < height) cost[at({x, y})] = static_cast<uint8_t>(value);
      }
    }
  }
};

// Returns a map with random boxes of walls and, if `most` is above 1, of costs.
inline CostMap random_costs(int width, int height, int most, Rng& rng) {
  CostMap map{width, height, std::vector<uint8_t>(static_cast<size_t>(width * height), 1)};
  for (int i = 0; i < width * height / 40; ++i) {
    const Cell corner = map.some_cell(rng);
    const Cell size{static_cast<int>(rng.below(5)), static_cast<int>(rng.below(5))};
    const bool wall = most == 1 || rng.below(2) == 0;
    const int cost = wall ? 0 : 1 + static_cast<int>(rng.below(static_cast<uint32_t>(most)));
    map.fill({corner, {corner.x + size.x, corner.y + size.y}}, cost);
  }
  return map;
}

// Returns the lengths of the shortest paths of an agent from a cell to all others by a plain Dijkstra; infinite without
// a path.
inline std::vector<double> plain_lengths(const CostMap& map, const AgentSpec& agent, Cell start) {
  GridMap cells(map.width, map.height);
  std::vector<uint8_t> weights(map.cost.begin(), map.cost.end());
  Edit walls;
  for (CellId cell = 0; cell < map.cost.size(); ++cell) {
    if (map.cost[cell] == 0 || map.cost[cell] > agent.max_cost) walls.runs.push_back({cell, 1, '@'});
  }
  cells.apply(walls);
  cells.set_weights(std::move(weights));
  Rules rules;
  rules.agent_size = agent.size;
  std::vector<double> lengths(map.cost.size(), kNoLength);
  if (!can_stand(cells, rules, start)) return lengths;
  const std::vector<Cost> costs = plain_dijkstra(cells, rules, start);
  for (size_t i = 0; i < costs.size(); ++i) {
    if (costs[i] != kInfinite) lengths[i] = costs[i] / static_cast<double>(profile_info(rules.profile).straight);
  }
  return lengths;
}

inline MapSpec spec_of(const CostMap& map) { return {.width = map.width, .height = map.height, .cost = map.cost}; }

}  // namespace strata::test

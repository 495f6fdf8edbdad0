// Purpose: These helpers of the tests of paths that keep off walls compute the costs of core/search/wall_search.hpp
// from
//          their definition.
#pragma once

#include <vector>

#include "core/search/wall_search.hpp"
#include "tests/support.hpp"

namespace strata::test {

// Returns the distance from walls by looking at all cells of every ring.
inline int plain_rings(const GridMap& map, const Rules& rules, Cell at, int most) {
  int rings = 0;
  while (rings < most && square_is_free(map, rules.capability, {at.x - rings - 1, at.y - rings - 1},
                                        rules.agent_size + 2 * rings + 2)) {
    ++rings;
  }
  return rings;
}

// Returns what walls add to the weight of each cell, in hundredths.
inline std::vector<uint32_t> plain_wall_weights(const GridMap& map, const Rules& rules, const WallOptions& options) {
  std::vector<uint32_t> weights;
  for (CellId id = 0; id < map.cell_count(); ++id) {
    const int missing = options.margin - plain_rings(map, rules, map.cell(id), options.margin);
    weights.push_back(options.weight * static_cast<uint32_t>(missing));
  }
  return weights;
}

// Returns what walls add to the cost of a step between two cells with these weights.
inline Cost plain_wall_step(const Rules& rules, Cell from, Cell to, uint32_t from_weight, uint32_t to_weight) {
  const MoveProfileInfo info = profile_info(rules.profile);
  return (from.x != to.x && from.y != to.y ? info.diagonal : info.straight) * (from_weight + to_weight) / 200;
}

inline std::vector<Cost> plain_walls(const GridMap& map, const Rules& rules, const WallOptions& options, Cell start) {
  if (!can_stand(map, rules, start)) return std::vector<Cost>(map.cell_count(), kInfinite);
  const std::vector<uint32_t> weights = plain_wall_weights(map, rules, options);
  return plain_search(map.cell_count(), map.id(start), kInfinite, [&](CellId id, auto&& visit) {
    const Cell c = map.cell(id);
    for (int d = 0; d < kDirections; ++d) {
      if (!step_is_legal(map, rules, c, d)) continue;
      const Cell n{c.x + kDirX[static_cast<size_t>(d)], c.y + kDirY[static_cast<size_t>(d)]};
      visit(map.id(n), plain_step(map, rules, c, d) + plain_wall_step(rules, c, n, weights[id], weights[map.id(n)]));
    }
  });
}

}  // namespace strata::test

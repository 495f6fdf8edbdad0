// Purpose: These helpers of the tests of HAA* provide kinds of agents, graphs for them, and maps with lakes and woods.
#pragma once

#include <vector>

#include "core/haa/haa.hpp"
#include "tests/support.hpp"

namespace strata::test {

inline const std::vector<Capability> kMenu = {Capability::walker(), Capability(0b0111), Capability(0b1011),
                                              Capability(0b1111)};

struct HaaSetting {
  GridMap map;
  AgentGrids agents;
  Haa haa;

  HaaSetting(GridMap from, const Rules& rules, const HaaOptions& options) : map(std::move(from)) {
    agents.build(map, rules, options.max_size, options.capabilities);
    haa.build(agents, options);
  }
};

inline HaaOptions with_menu(int cluster_size, int max_size, bool keep_dominated = false) {
  return {.cluster_size = cluster_size, .max_size = max_size, .capabilities = kMenu, .keep_dominated = keep_dominated};
}

// Returns the map with random lakes and woods, by a seed.
inline GridMap painted(GridMap map, uint64_t seed) {
  Rng rng(seed);
  for (uint32_t i = 0; i < map.cell_count() / 250; ++i) {
    const Cell at = random_cell(map, rng);
    Edit edit;
    for (const CellRun& run : brush_line(map, at, at, {rng.between(0, 4), BrushShape::kRound}, '.').runs) {
      for (uint32_t c = 0; c < run.count; ++c) {
        if (map.terrain(run.first + c) != Terrain::kOut)
          edit.runs.push_back({run.first + c, 1, i % 2 == 0 ? 'W' : 'T'});
      }
    }
    map.apply(edit);
  }
  return map;
}

// Returns the edges that the low quality graph keeps.
inline std::vector<HaaEdge> low_ones(std::vector<HaaEdge> edges) {
  std::erase_if(edges, [](const HaaEdge& edge) { return edge.weakly_dominated || edge.strongly_dominated; });
  return edges;
}

}  // namespace strata::test

// Purpose: run_scale is the `scale` command: it measures planners on maps of growing side, and by how much queries,
//          builds, memory and updates grow with every doubling of the side.
// Errors: Unknown planners, sizes out of range, a map that cannot be read, and a plot that cannot be written.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/commands.hpp"

namespace strata::bench {

struct ScaleOptions {
  std::vector<int> sizes = {256, 512, 1024, 2048, 4096, 8192};  // sides of the maps, ascending
  SceneKind kind = SceneKind::kCity;                            // kind of the generated maps
  std::string map = {};                                         // map file that tiles the maps instead; empty: none
  int pairs = 50;                                               // random pairs with a path on each map
  int strokes = 100;                                            // random strokes on each map; 0: none
  int radius = 3;                                               // radius of the brush
  std::string plot = {};                                        // file of a plot of the rows (SVG); empty: none
  // Planners, rounds, rules, seed and settings of structures. Other options of queries are ignored.
  QueryOptions queries = {.planners = {"astar", "jps", "hpa2", "sectors"}, .rounds = 1};
};
// Returns a row for each planner on each map, in the order of the sizes.
Result<Report> run_scale(const ScaleOptions& options);

// Returns a map of this side that repeats another one, from the upper left corner on. 1 <= side <= GridMap::kMaxSide.
GridMap tiled_map(const GridMap& tile, int side);

// Returns the plot of these rows as an SVG picture: for each measure a chart over the side of the map, with logarithmic
// axes and a line for each planner.
std::string scale_plot(std::span<const ReportRow> rows);

}  // namespace strata::bench

// Purpose: LevelOptions hold the options of reading a level, voxelising it, and dividing it into polygons. The defaults
//          are those of Recast's demo.
// Units: Lengths in units of the level, usually metres. The sizes of regions are sides of squares, in cells.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/grid/grid_map.hpp"
#include "core/io/obj_import.hpp"

namespace strata {

// The method of dividing the ground into regions, each of which becomes polygons of its own.
enum class LevelPartition : uint8_t {
  kWatershed,  // watershed from the middles of open spaces: few polygons, but slowest
  kMonotone,   // row by row: fast, but long thin polygons
  kLayers,     // row by row, with separate floors; regions are not merged
};

struct LevelOptions {
  float cell_size = 0.3f;
  float cell_height = 0.2f;
  float agent_height = 2;
  float agent_radius = 0.6f;
  float agent_climb = 0.9f;  // largest height of a step
  float slope = 45;          // steepest walkable slope, in degrees
  int region_min = 8;        // smaller isolated regions are removed
  int region_merge = 20;     // smaller regions are merged with others where possible
  float edge_max = 12;       // longest side of a polygon along a wall; 0: no limit
  float max_error = 1.3f;    // largest distance of sides from the contour, in cells
  int max_corners = 6;       // limit of the corners of a polygon
  LevelPartition partition = LevelPartition::kWatershed;
  ObjImport import = {};  // interpretation of the file
  friend bool operator==(const LevelOptions&, const LevelOptions&) = default;
};

// Limits of levels: larger ones are rejected before their memory is allocated.
struct LevelLimits {
  int side = GridMap::kMaxSide;      // longest side of the voxel grid, in cells
  int cells = 1 << 24;               // cells of the grid, 8 bytes each
  size_t columns = size_t{1} << 26;  // columns of filled voxels, 16 bytes each
};
// The largest number of corners of a polygon that Detour accepts.
inline constexpr int kMaxLevelCorners = 6;

// Returns why no level can be built with the options, in words; nothing if one can.
std::optional<std::string> options_fault(const LevelOptions& options);

}  // namespace strata

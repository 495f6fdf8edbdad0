// Purpose: LevelOptions say how a level is read, voxelised and divided into polygons. The defaults are those of
//          Recast's demonstration.
// Units: Lengths in units of the level, metres by custom; regions in the sides of squares of cells.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/grid/grid_map.hpp"
#include "core/io/obj_import.hpp"

namespace strata {

// Method of dividing the ground into regions, each of which becomes polygons of its own.
enum class LevelPartition : uint8_t {
  kWatershed,  // round the middles of open places: few polygons; the slowest
  kMonotone,   // by rows: fast, long thin polygons
  kLayers,     // by rows, floors above one another kept apart; regions are not merged
};

struct LevelOptions {
  float cell_size = 0.3f;
  float cell_height = 0.2f;
  float agent_height = 2;
  float agent_radius = 0.6f;
  float agent_climb = 0.9f;  // the highest step
  float slope = 45;          // the steepest ground, in degrees
  int region_min = 8;        // islands smaller than the square of this many cells are left out
  int region_merge = 20;     // regions smaller than the square of this many cells are joined to others where possible
  float edge_max = 12;       // longest side along a wall; 0: no limit
  float max_error = 1.3f;    // greatest distance, in cells, of sides from the walls
  int max_corners = 6;       // of a polygon
  LevelPartition partition = LevelPartition::kWatershed;
  ObjImport import;  // how the file is read
  friend bool operator==(const LevelOptions&, const LevelOptions&) = default;
};

// Limits of levels: larger ones are refused before their memory is allocated.
struct LevelLimits {
  int side = GridMap::kMaxSide;      // of the voxel grid, in cells
  int cells = 1 << 24;               // of the grid, 8 bytes a cell
  size_t columns = size_t{1} << 26;  // of voxels that are filled, 16 bytes each
};
// The most corners of a polygon that Detour accepts.
inline constexpr int kMaxLevelCorners = 6;

// Returns in words why no level can be made with the options; nothing if one can.
std::optional<std::string> options_fault(const LevelOptions& options);

}  // namespace strata

// Purpose: Voxelises a level and has Recast part its walkable ground into polygons.
// Source: Mononen, Recast: the library, called as its demonstration does.
// Differs: What Recast would go wrong on, or abort on, is refused before it is asked.
// Units: Voxels, from the lowest corner of the level.
// Errors: Plain sentences.
// Threads: Calls may run together.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/base/job.hpp"
#include "core/base/result.hpp"
#include "core/io/obj_file.hpp"
#include "core/level/level_options.hpp"
#include "core/level/level_polygons.hpp"

namespace strata {

// How long each step took.
struct LevelTimes {
  double raster_ms = 0;   // triangles to voxels, and what of them can be walked on
  double regions_ms = 0;  // the ground shrunk by the agent's radius and parted
  double contours_ms = 0;
  double polygons_ms = 0;
  double mesh_ms = 0;  // navigation mesh, map and index
  double total_ms() const { return raster_ms + regions_ms + contours_ms + polygons_ms + mesh_ms; }
};

struct LevelVoxels {
  int width = 0, height = 0;  // of the grid, in cells
  VoxelPolygons polygons;
  std::vector<char> letters;           // '.' and '@' by cell: where the topmost ground can be stood on
  std::vector<uint16_t> cell_heights;  // of the topmost ground, elsewhere of the topmost voxel
  std::vector<uint16_t> cell_regions;  // of the topmost ground that can be stood on; 0: there is none
  std::vector<std::string> notes;
  LevelTimes times;
};

// Steps of progress; what comes after the polygons is left to the caller.
inline constexpr uint64_t kLevelSteps = 1000;
Result<LevelVoxels> voxelise_level(const ObjMesh& obj, const LevelOptions& options, JobControl& control,
                                   const LevelLimits& limits);

}  // namespace strata

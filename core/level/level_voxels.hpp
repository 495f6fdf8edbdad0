// Purpose: These functions voxelise a level and have Recast part its walkable ground into polygons, in two stages:
//          triangles to ground, and ground to polygons. The second stage can be done again with other cells blocked.
// Source: Mononen, Recast: the library, called as its demonstration does.
// Differs: What Recast would go wrong on, or abort on, is refused before it is asked.
// Units: Voxels, from the lowest corner of the level.
// Errors: Plain sentences.
// Threads: Calls may run together.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/job.hpp"
#include "core/base/result.hpp"
#include "core/grid/grid_map.hpp"
#include "core/level/level_options.hpp"
#include "core/level/level_polygons.hpp"

struct rcCompactHeightfield;

namespace strata {

struct ObjMesh;

// How long each step took.
struct LevelTimes {
  double raster_ms = 0;   // triangles to voxels, and what of them can be walked on
  double regions_ms = 0;  // the ground shrunk by the agent's radius, or copied, and parted
  double contours_ms = 0;
  double polygons_ms = 0;
  double mesh_ms = 0;  // navigation mesh, map and index
  double total_ms() const { return raster_ms + regions_ms + contours_ms + polygons_ms + mesh_ms; }
  void add(const LevelTimes& other) {
    raster_ms += other.raster_ms;
    regions_ms += other.regions_ms;
    contours_ms += other.contours_ms;
    polygons_ms += other.polygons_ms;
    mesh_ms += other.mesh_ms;
  }
};

// What the first stage makes: the ground of all floors, as far from walls as the agent is wide, not yet parted. It
// keeps all that the second stage reads, so that the triangles are not needed any more.
struct VoxelGround {
  struct Release {
    void operator()(rcCompactHeightfield* field) const;
  };
  LevelOptions options;
  std::array<float, 3> low{}, high{};  // of the level
  int width = 0, height = 0;           // of the grid, in cells
  std::unique_ptr<rcCompactHeightfield, Release> field;
  std::vector<uint16_t> cell_heights;  // of the topmost voxel
  std::vector<std::string> notes;      // on the triangles
  std::string doubt;    // why there may be nowhere to stand: "1 of 1 face points down: ..."; may be empty
  size_t warnings = 0;  // of Recast
  std::string first_warning;
  LevelTimes times;

  size_t memory_bytes() const;
};

struct LevelVoxels {
  int width = 0, height = 0;  // of the grid, in cells
  VoxelPolygons polygons;
  bool anywhere = false;               // there is ground to stand on, though none of it may have become a polygon
  std::vector<char> letters;           // '.' and '@' by cell: where the topmost ground can be stood on
  std::vector<uint16_t> cell_heights;  // of the topmost ground, blocked or not, elsewhere of the topmost voxel
  std::vector<uint16_t> cell_regions;  // of the topmost ground that can be stood on; 0: there is none
  std::vector<std::string> notes;
  LevelTimes times;  // of the second stage
};

// Steps of progress: of the first stage, and of both with the mesh that the caller makes of the polygons.
inline constexpr uint64_t kGroundSteps = 450, kLevelSteps = 1000;

Result<VoxelGround> find_ground(const ObjMesh& obj, const LevelOptions& options, JobControl& control,
                                const LevelLimits& limits);
// The topmost ground of the `blocked` cells is taken away from a copy first. The steps are counted from `first_step`
// on.
Result<LevelVoxels> part_ground(const VoxelGround& ground, std::span<const CellId> blocked, JobControl& control,
                                uint64_t first_step);

}  // namespace strata

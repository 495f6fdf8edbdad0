// Purpose: These functions voxelise a level and let Recast divide its walkable ground into polygons, in two stages:
//          triangles to ground, and ground to polygons. The second stage can be repeated with other cells blocked, and
//          for agents of another radius.
// Source: Mononen, Recast: the library, called as its demonstration does.
// Differs: Input on which Recast would go wrong or abort is refused before Recast is called.
// Units: Voxels, from the lowest corner of the level.
// Errors: Plain sentences.
// Threads: Calls may run together.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
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
  double raster_ms = 0;   // triangles to voxels, and finding the walkable ones
  double regions_ms = 0;  // shrinking the ground by the agent's radius, or copying it, and dividing it
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

// Result of the first stage: the ground of all floors, shrunk by the agent's radius, not divided yet. It keeps all that
// the second stage reads, so that the triangles are not needed any more.
struct VoxelGround {
  struct Release {
    void operator()(rcCompactHeightfield* field) const;
  };
  LevelOptions options;
  std::array<float, 3> low{}, high{};  // of the level
  int width = 0, height = 0;           // of the grid, in cells
  std::unique_ptr<rcCompactHeightfield, Release> field;
  std::vector<uint8_t> areas;          // by span of the field: its area before the ground was shrunk
  std::vector<uint16_t> cell_heights;  // of the topmost voxel
  std::vector<std::string> notes;      // about the triangles
  std::string doubt;                   // why there may be no ground: "1 of 1 face points down: ..."; may be empty
  size_t warnings = 0;                 // of Recast
  std::string first_warning;
  LevelTimes times;

  size_t memory_bytes() const;
};

// Ground in a cell that is not the topmost ground, or that an agent cannot stand on as a wall is too near.
struct LowerGround {
  CellId cell = 0;
  uint16_t height = 0;
  uint16_t region = 0;  // 0: none
};

struct LevelVoxels {
  int width = 0, height = 0;  // of the grid, in cells
  VoxelPolygons polygons;
  bool anywhere = false;               // there is ground to stand on, even if none of it became a polygon
  std::vector<char> letters;           // by cell: '.' where an agent can stand on the topmost ground, else '@'
  std::vector<uint16_t> cell_heights;  // of the topmost ground, blocked or not, elsewhere of the topmost voxel
  std::vector<uint16_t> cell_regions;  // of the topmost ground that an agent can stand on; 0: none
  std::vector<LowerGround> lower;      // by cell, ascending
  std::vector<std::string> notes;
  LevelTimes times;  // of the second stage
};

// Steps of progress of the first stage, and of both stages with the mesh that the caller makes of the polygons.
inline constexpr uint64_t kGroundSteps = 450, kLevelSteps = 1000;

Result<VoxelGround> find_ground(const ObjMesh& obj, const LevelOptions& options, JobControl& control,
                                const LevelLimits& limits);
// Removes the topmost ground of the `blocked` cells from a copy first. With a radius, in cells, the copy is what is
// left of the ground if it is shrunk by that radius in place of the agent's. Counts its steps of progress from
// `first_step` on.
Result<LevelVoxels> part_ground(const VoxelGround& ground, std::span<const CellId> blocked,
                                std::optional<double> radius, JobControl& control, uint64_t first_step);

}  // namespace strata

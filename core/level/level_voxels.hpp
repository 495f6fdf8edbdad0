// Purpose: These functions voxelise a level and divide its walkable ground into polygons with Recast, in two stages:
//          triangles to ground, ground to polygons. The second stage can be repeated with other blocked cells, and for
//          agents of another radius.
// Source: Mononen, the Recast library, called as in its demo.
// Differs: Input on which Recast would fail or abort is rejected before Recast is called.
// Units: Voxels, from the corner of the level with the lowest coordinates.
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

// The times of all steps.
struct LevelTimes {
  double raster_ms = 0;   // triangles to voxels, and filtering the walkable ones
  double regions_ms = 0;  // shrinking the ground by the agent's radius, or copying it, and dividing it into regions
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

// The result of the first stage: the ground of all floors, shrunk by the agent's radius and not yet divided. The second
// stage needs no triangles.
struct VoxelGround {
  struct HeightfieldDeleter {
    void operator()(rcCompactHeightfield* field) const;
  };
  LevelOptions options;
  std::array<float, 3> low{}, high{};  // bounds of the level
  int width = 0, height = 0;           // size of the grid, in cells
  std::unique_ptr<rcCompactHeightfield, HeightfieldDeleter> field;
  std::vector<uint8_t> areas;          // by span of the field: its area before the ground was shrunk
  std::vector<uint16_t> cell_heights;  // height of the topmost voxel
  std::vector<std::string> notes;      // notes about the triangles
  std::string doubt;    // a possible reason why there is no ground: "1 of 1 face points down: ..."; may be empty
  size_t warnings = 0;  // number of warnings of Recast
  std::string first_warning;
  LevelTimes times;

  size_t memory_bytes() const;
};

// Ground in a cell that is below other ground, or on which an agent cannot stand because a wall is too near.
struct LowerGround {
  CellId cell = 0;
  uint16_t height = 0;
  uint16_t region = 0;  // region of the ground; 0: none
};

struct LevelVoxels {
  int width = 0, height = 0;  // size of the grid, in cells
  VoxelPolygons polygons;
  bool anywhere = false;      // there is ground to stand on, although it may not have become a polygon
  std::vector<char> letters;  // by cell: '.' where an agent can stand on the topmost ground, else '@'
  // The height of the topmost ground, blocked or not; in a cell without ground, that of the topmost voxel.
  std::vector<uint16_t> cell_heights;
  std::vector<uint16_t> cell_regions;  // region of the topmost ground on which an agent can stand; 0: none
  std::vector<LowerGround> lower;      // sorted by cell
  std::vector<std::string> notes;
  LevelTimes times;  // times of the second stage
};

// The progress steps of the first stage, and of both stages including the mesh that the caller builds.
inline constexpr uint64_t kGroundSteps = 450, kLevelSteps = 1000;

Result<VoxelGround> find_ground(const ObjMesh& obj, const LevelOptions& options, JobControl& control,
                                const LevelLimits& limits);
// Runs the second stage. First removes the topmost ground of the `blocked` cells from a copy of the ground.
// With a radius, in cells, the ground is shrunk by that radius instead of the agent's. Progress steps count
// from `first_step` on.
Result<LevelVoxels> part_ground(const VoxelGround& ground, std::span<const CellId> blocked,
                                std::optional<double> radius, JobControl& control, uint64_t first_step);

}  // namespace strata

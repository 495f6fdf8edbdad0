// Purpose: A Level keeps the voxels of a level, so that its navigation mesh can be made again with cells of the topmost
//          ground blocked while the user paints on the map of the level, and for agents of another radius.
// Source: Rahmani, Pelechano 2020, section 3, whose meshes are Recast's.
// Shapes: A blocked cell removes only the topmost ground of that cell, after the agent's distance from walls was kept:
//         ground next to it and below it stays. Where the level has no ground none can be painted.
// Errors: Plain sentences.
// Threads: Const calls may run together.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/base/job.hpp"
#include "core/base/result.hpp"
#include "core/level/level_guess.hpp"
#include "core/level/level_mesh.hpp"

namespace strata {

struct VoxelGround;

class Level : public std::enable_shared_from_this<Level> {
 public:
  // Makes a level. A cancelled job is an error like others.
  static Result<std::shared_ptr<const Level>> make(const ObjMesh& obj, const LevelOptions& options, JobControl& control,
                                                   const LevelLimits& limits = {});
  // Reads the .obj file too, with the import of the options. Its errors name the place. `guess`, if not null, receives
  // another way in which the file may be meant, also where there is an error.
  static Result<std::shared_ptr<const Level>> load(const std::string& path, const LevelOptions& options,
                                                   JobControl& control, std::optional<LevelGuess>* guess = nullptr);
  ~Level();

  const LevelOptions& options() const { return mesh_.options(); }
  // The mesh with no cell blocked.
  const LevelMesh& mesh() const { return mesh_; }
  const GridMap& map() const { return mesh_.map(); }
  // Another way in which the file may be meant.
  const std::optional<LevelGuess>& guess() const { return guess_; }

  // Returns the mesh with these cells, ascending, blocked. It may have no polygons at all. The ground keeps the
  // distance from walls that agents of the radius need, in cells rounded up; without a radius that of the options. A
  // radius from 0 to 127 cells can be handled.
  Result<LevelMesh> mesh_without(std::span<const CellId> blocked, JobControl& control,
                                 std::optional<double> radius = {}) const;

  size_t memory_bytes() const;

 private:
  Level() = default;

  LevelMesh mesh_;
  std::optional<LevelGuess> guess_;
  std::unique_ptr<const VoxelGround> ground_;
};

}  // namespace strata

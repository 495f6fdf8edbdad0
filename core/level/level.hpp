// Purpose: A Level stores the voxels of a level, from which its navigation mesh can be built again: with cells of the
//          topmost ground blocked by edits of the map, or for agents of another radius.
// Source: Rahmani, Pelechano 2020, section 3, which builds its meshes with Recast.
// Shapes: A blocked cell removes only the topmost ground of the cell, after the ground was shrunk by the agent's
//         radius: ground beside it and below it stays. Cells without ground cannot become passable.
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
  // Builds a level. A cancelled job returns an error, too.
  static Result<std::shared_ptr<const Level>> make(const ObjMesh& obj, const LevelOptions& options, JobControl& control,
                                                   const LevelLimits& limits = {});
  // Reads a level of any format (core/io/level_file.hpp) with the import of the options and builds the level. Errors
  // name the place in the file. `guess`, if not null, receives another interpretation of the file if one is likely,
  // even in case of an error.
  static Result<std::shared_ptr<const Level>> load(const std::string& path, const LevelOptions& options,
                                                   JobControl& control,
                                                   std::optional<LevelImportGuess>* guess = nullptr);
  ~Level();

  const LevelOptions& options() const { return mesh_.options(); }
  // Returns the mesh of the level without blocked cells.
  const LevelMesh& mesh() const { return mesh_; }
  const GridMap& map() const { return mesh_.map(); }
  // Returns another interpretation of the file, if one is likely.
  const std::optional<LevelImportGuess>& guess() const { return guess_; }

  // Returns the mesh after blocking the cells in `blocked`, which are ascending. It may have no polygons. The ground
  // keeps the distance from walls that agents of `radius` need, in whole cells, rounded up; without a radius it keeps
  // that of the options. The radius may be 0 to 127 cells.
  Result<LevelMesh> mesh_without(std::span<const CellId> blocked, JobControl& control,
                                 std::optional<double> radius = {}) const;

  size_t memory_bytes() const;

 private:
  Level() = default;

  LevelMesh mesh_;
  std::optional<LevelImportGuess> guess_;
  std::unique_ptr<const VoxelGround> ground_;
};

}  // namespace strata

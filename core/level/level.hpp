// Purpose: A Level keeps the voxels of a level, so that its navigation mesh can be made again with cells of the topmost
//          ground blocked while the user paints on the map of the level.
// Source: Rahmani, Pelechano 2020, section 3, whose meshes are Recast's.
// Shapes: A blocked cell takes away the topmost ground of that cell alone, after the agent's distance from walls was
//         kept: ground next to it stays. What lies below it stays. Where the level has no ground none can be painted.
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
  // A cancelled job is an error like others.
  static Result<std::shared_ptr<const Level>> make(const ObjMesh& obj, const LevelOptions& options, JobControl& control,
                                                   const LevelLimits& limits = {});
  // Reads the .obj file as well, with the import of the options. Its errors are located. `guess`, if it is given,
  // receives how the file may be meant instead, also where there is an error.
  static Result<std::shared_ptr<const Level>> load(const std::string& path, const LevelOptions& options,
                                                   JobControl& control, std::optional<LevelGuess>* guess = nullptr);
  ~Level();

  const LevelOptions& options() const { return mesh_.options(); }
  // With nothing blocked.
  const LevelMesh& mesh() const { return mesh_; }
  const GridMap& map() const { return mesh_.map(); }
  // How its file may be meant instead.
  const std::optional<LevelGuess>& guess() const { return guess_; }

  // The mesh with these cells blocked, ascending. It may have no polygons at all.
  Result<LevelMesh> mesh_without(std::span<const CellId> blocked, JobControl& control) const;

  size_t memory_bytes() const;

 private:
  Level() = default;

  LevelMesh mesh_;
  std::optional<LevelGuess> guess_;
  std::unique_ptr<const VoxelGround> ground_;
};

}  // namespace strata

#include "core/level/level.hpp"

#include <utility>

#include "core/io/level_file.hpp"
#include "core/level/level_voxels.hpp"

namespace strata {

Level::~Level() = default;

Result<std::shared_ptr<const Level>> Level::make(const ObjMesh& obj, const LevelOptions& options, JobControl& control,
                                                 const LevelLimits& limits) {
  control.set_total(kLevelSteps);
  Result<VoxelGround> ground = find_ground(obj, options, control, limits);
  if (!ground) return ground.error();
  Result<LevelMesh> mesh = mesh_on_ground(ground.value(), {}, {}, control, true);
  if (!mesh) return mesh.error();
  const std::shared_ptr<Level> level(new Level);
  level->mesh_ = std::move(mesh.value());
  level->guess_ = guess_import(obj, options);
  // The agent can stand on the level, so that its scale is usable.
  if (level->guess_ && level->guess_->import.scale != options.import.scale) level->guess_.reset();
  level->ground_ = std::make_unique<const VoxelGround>(std::move(ground.value()));
  return std::shared_ptr<const Level>(level);
}

Result<std::shared_ptr<const Level>> Level::load(const std::string& path, const LevelOptions& options,
                                                 JobControl& control, std::optional<LevelImportGuess>* guess) {
  if (const auto fault = options_fault(options)) return error_at(path, *fault);
  const Result<ObjMesh> obj = load_level_file(path, {}, options.import);
  if (!obj) return obj.error();
  if (guess != nullptr) *guess = guess_import(obj.value(), options);
  Result<std::shared_ptr<const Level>> level = make(obj.value(), options, control);
  if (!level) return error_at(path, level.error().what);
  return level;
}

Result<LevelMesh> Level::mesh_without(std::span<const CellId> blocked, JobControl& control,
                                      std::optional<double> radius) const {
  return mesh_on_ground(*ground_, blocked, radius, control, false);
}

size_t Level::memory_bytes() const { return mesh_.memory_bytes() + ground_->memory_bytes(); }

}  // namespace strata

// Purpose: The navigation mesh of a world.
// Background: Made tile by tile in slices.
#pragma once

#include "core/navmesh/grid_mesh.hpp"
#include "core/navmesh/mesh_space.hpp"
#include "core/world/kept.hpp"

namespace strata {

struct NavmeshOptions {
  GridMeshOptions mesh;
  MeshCosts costs = MeshCosts::kMiddles;  // that ways over it are measured in
  friend bool operator==(const NavmeshOptions&, const NavmeshOptions&) = default;
};

class MapNavmesh {
 public:
  static constexpr std::string_view kName = "navmesh", kTitle = "Navigation mesh";
  static constexpr bool kAlways = false;
  static constexpr size_t kLiveSteps = 4000;  // that an edit takes at once
  using Options = NavmeshOptions;
  using Part = std::optional<GridMesh>;
  static Options usual(const Rules&) { return {}; }

  const std::optional<Options>& options() const { return options_; }
  const GridMesh& mesh() const { return mesh_; }
  uint64_t version() const { return version_; }
  // What has changed since that version of the mesh, until the next edit of a mesh that is ready.
  const NavmeshChanges& changes() const { return changes_; }

  void prepare(const std::optional<Options>& wanted, Ground& ground, Renewed& renewed, Part& part) const;
  void install(const std::optional<Options>& wanted, const Ground& ground, Renewed& renewed, Part& part);
  bool map_changed(const Ground& ground, Change& change);
  const Touched& touched() const { return touched_; }
  void work(const Ground& ground, Slice& slice);
  std::vector<ClusterGrid> grids(const Ground& ground) const;
  bool ready(const Ground&) const { return options_ && mesh_.ready(); }
  bool settled(const Ground&) const { return !options_ || mesh_.ready(); }
  KeptState state(const Ground& ground) const;
  size_t memory_bytes() const { return mesh_.memory_bytes(); }
  std::string stamp(const Ground& ground) const;
  std::optional<std::string> difference(const MapNavmesh& fresh, const Ground& ground) const;

 private:
  bool settle(const Ground& ground, size_t max_steps);

  std::optional<Options> options_;
  GridMesh mesh_;
  NavmeshChanges changes_;
  Touched touched_;
  SlicedBuild build_;
  uint64_t version_ = 1;
};

}  // namespace strata

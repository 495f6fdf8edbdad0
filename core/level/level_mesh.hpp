// Purpose: A LevelMesh is the navigation mesh of a level of triangles, made by Recast, with the map of its topmost
//          ground, cell by cell.
// Source: Rahmani, Pelechano 2020, section 3, whose meshes are Recast's.
// Differs: Polygons are repaired where needed, see core/level/level_polygons.hpp.
// Shapes: x of the level is x of cells, z of the level is their y. Polygons may lie above one another; polygons of
//         different floors have no portal between them. The map shows the topmost ground that is wide and flat enough;
//         where floors lie above one another, neighbouring cells of the map may be on different floors.
// Units: Cells of the voxel grid; corners lie on it. Heights in units of the level.
// Errors: Plain sentences, among them that an agent can stand nowhere.
// Threads: Const calls may run together.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/job.hpp"
#include "core/base/result.hpp"
#include "core/grid/grid_map.hpp"
#include "core/level/level_options.hpp"
#include "core/level/level_voxels.hpp"
#include "core/navmesh/grid_mesh.hpp"
#include "core/navmesh/mesh_heights.hpp"
#include "core/navmesh/navmesh.hpp"

namespace strata {

struct ObjMesh;

class LevelMesh final : public MeshHeights {
 public:
  const NavMesh& mesh() const { return mesh_; }
  const GridMap& map() const { return map_; }
  // The options of the level, also where the mesh was made for agents of another radius.
  const LevelOptions& options() const { return options_; }
  // The level's smallest and largest coordinates; cell (0, 0) begins at low[0], low[2].
  const std::array<float, 3>& low() const { return low_; }
  const std::array<float, 3>& high() const { return high_; }

  // Height of the topmost ground; in cells where an agent cannot stand, of whatever is on top.
  float cell_height(CellId cell) const { return cell_heights_[cell]; }
  std::span<const float> cell_heights() const { return cell_heights_; }
  // Height of the point where a side begins.
  float height(PolygonId polygon, int side) const { return heights_[first_[polygon] + static_cast<size_t>(side)]; }
  std::span<const float> heights(PolygonId polygon) const {
    return {heights_.data() + first_[polygon], mesh_.sides(polygon).size()};
  }
  float mean_height(PolygonId polygon) const { return mean_heights_[polygon]; }
  // Height at a point of the polygon, interpolated between its corners: the ground may be higher or lower there.
  float height_at(PolygonId polygon, HalfCellPoint point) const;
  // Heights of the ground itself, to the voxel.
  float ground_height(PolygonId polygon, HalfCellPoint point) const override;
  float ground_near(HalfCellPoint point, float height) const override;
  float floor_distance() const override { return options_.agent_height; }

  // Returns the topmost polygon that holds the point: the polygon of the ground that the map shows in its cell,
  // otherwise the polygon with the greatest height there, on a border the one whose corners come first. kNoPolygon: no
  // polygon holds it.
  MeshEndpoint end_at(HalfCellPoint point) const;
  MeshEndpoint end_at(Cell cell) const { return end_at(middle_of(cell)); }
  // Lists all polygons that hold the point, the topmost first.
  void polygons_at(HalfCellPoint point, std::vector<PolygonId>& polygons) const;

  // Turns into another mesh of the same level, with other cells blocked. Polygons with the same corners at the same
  // heights keep their numbers, and so do portals while their ends and both their polygons stay; new polygons and
  // portals take free numbers, so that there may be numbers without a polygon from then on. Changes are added to
  // `update`. A predecessor is a polygon from before the whole update, however many changes `update` collects; where
  // polygons of several floors held the centre it is the one of the nearest height.
  void become(LevelMesh&& other, MeshUpdate& update);

  // Repairs that were made, in plain sentences.
  const std::vector<std::string>& notes() const { return notes_; }
  // Describes in words where the two meshes differ, numbers aside; nothing if they are the same.
  std::optional<std::string> difference(const LevelMesh& other) const;
  const LevelTimes& times() const { return times_; }
  size_t memory_bytes() const;

 private:
  friend struct LevelBuilder;
  friend struct LevelChange;
  static constexpr int kBlock = 16;  // cells a side

  void make_index();
  Cell cell_of(HalfCellPoint point) const;
  // Calls visit(height, region) for every floor of the cell.
  template <class Visit>
  void each_ground(Cell cell, Visit&& visit) const;
  float from_voxels(uint16_t height) const { return low_[1] + options_.cell_height * static_cast<float>(height); }
  // Returns the polygons that may hold the point.
  std::span<const PolygonId> near(HalfCellPoint point) const;
  // Whether the polygon belongs to the topmost ground in the cell of the point.
  bool is_on_top(PolygonId polygon, HalfCellPoint point) const;
  // Returns the side that begins at the first corner in the order of rows.
  size_t first_corner(PolygonId polygon) const;
  // Whether polygon `a` is above `b`; both hold the point.
  bool is_above(PolygonId a, PolygonId b, HalfCellPoint point) const;

  NavMesh mesh_;
  GridMap map_;
  LevelOptions options_;
  std::array<float, 3> low_{}, high_{};
  std::vector<float> cell_heights_;
  std::vector<uint16_t> cell_regions_;  // by cell: region of the topmost ground
  std::vector<uint16_t> regions_;       // by polygon
  std::vector<LowerGround> lower_;      // ground that cell_heights_ does not hold
  std::vector<uint32_t> first_;         // by polygon, into heights_
  std::vector<float> heights_;
  std::vector<float> mean_heights_;  // by polygon
  int blocks_across_ = 0, blocks_down_ = 0;
  std::vector<uint32_t> block_ends_;  // by block, row by row
  std::vector<PolygonId> in_blocks_;
  std::vector<std::string> notes_;
  LevelTimes times_;
};

// Builds the mesh of a level. A cancelled job is an error like others.
Result<LevelMesh> build_level_mesh(const ObjMesh& obj, const LevelOptions& options, JobControl& control,
                                   const LevelLimits& limits = {});
Result<LevelMesh> build_level_mesh(const ObjMesh& obj, const LevelOptions& options = {});
// Builds a mesh on ground found before, with these cells blocked, for agents of this radius in cells, if there is one.
// If that leaves no ground the mesh has no polygons, but with no cell blocked and no radius it is an error.
// `ground_too`: the job has found the ground as well, and that counts in its progress and in the times of the mesh.
Result<LevelMesh> mesh_on_ground(const VoxelGround& ground, std::span<const CellId> blocked,
                                 std::optional<double> radius, JobControl& control, bool ground_too);

}  // namespace strata

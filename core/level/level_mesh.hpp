// Purpose: A LevelMesh is the navigation mesh of a level of triangles, made by Recast, with the map of its topmost
//          ground, cell by cell.
// Source: Rahmani, Pelechano 2020, section 3, whose meshes are Recast's.
// Differs: Polygons are repaired where that is needed, see core/level/level_polygons.hpp.
// Shapes: x of the level is x of cells, z of the level is their y. Polygons may lie above one another; those of
//         different floors have no portal between them. The map shows the topmost ground that is wide and flat enough;
//         where floors lie above one another its neighbouring cells may be of different ones.
// Units: Cells of the voxel grid; corners lie on it. Heights in units of the level.
// Errors: Plain sentences, among them that nobody can stand anywhere.
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
#include "core/navmesh/navmesh.hpp"

namespace strata {

struct ObjMesh;

class LevelMesh {
 public:
  const NavMesh& mesh() const { return mesh_; }
  const GridMap& map() const { return map_; }
  const LevelOptions& options() const { return options_; }
  // The level's smallest and largest coordinates; cell (0, 0) begins at low[0], low[2].
  const std::array<float, 3>& low() const { return low_; }
  const std::array<float, 3>& high() const { return high_; }

  // Of the topmost ground; of cells where nobody can stand, of whatever is on top.
  float cell_height(CellId cell) const { return cell_heights_[cell]; }
  std::span<const float> cell_heights() const { return cell_heights_; }
  // Where a side begins.
  float height(PolygonId polygon, int side) const { return heights_[first_[polygon] + static_cast<size_t>(side)]; }
  std::span<const float> heights(PolygonId polygon) const {
    return {heights_.data() + first_[polygon], mesh_.sides(polygon).size()};
  }
  float mean_height(PolygonId polygon) const { return mean_heights_[polygon]; }
  // At a point of the polygon, between the heights of its corners: the ground may be higher or lower there.
  float height_at(PolygonId polygon, HalfCellPoint point) const;

  // The topmost polygon that holds the point: that of the ground that the map shows in its cell, otherwise the one with
  // the greatest height there, on a border the one whose corners come first. kNoPolygon: none does.
  MeshEndpoint end_at(HalfCellPoint point) const;
  MeshEndpoint end_at(Cell cell) const { return end_at(middle_of(cell)); }
  // All that hold it, the topmost first.
  void polygons_at(HalfCellPoint point, std::vector<PolygonId>& polygons) const;

  // Turns into another mesh of the same level, with other cells blocked. Polygons with the same corners at the same
  // heights keep their numbers, and so do portals while their ends and both their polygons stay; what is new takes free
  // numbers, so that there may be numbers without a polygon from then on. What changed is added to `update`. A
  // predecessor is a polygon of before the update, however many changes it is told of; where several of different
  // floors held the centre it is the one of the nearest height.
  void become(LevelMesh&& other, MeshUpdate& update);

  // What was repaired, in plain sentences.
  const std::vector<std::string>& notes() const { return notes_; }
  // Where the two are different meshes, in words; numbers do not count.
  std::optional<std::string> difference(const LevelMesh& other) const;
  const LevelTimes& times() const { return times_; }
  size_t memory_bytes() const;

 private:
  friend struct LevelBuilder;
  friend struct LevelChange;
  static constexpr int kBlock = 16;  // cells a side

  void make_index();
  // The polygons that may hold the point.
  std::span<const PolygonId> near(HalfCellPoint point) const;
  // The polygon is of the topmost ground in the cell of the point.
  bool is_on_top(PolygonId polygon, HalfCellPoint point) const;
  // The side that begins at the first corner in the order of rows.
  size_t first_corner(PolygonId polygon) const;
  // Of two polygons that hold the point `a` is the upper one.
  bool is_above(PolygonId a, PolygonId b, HalfCellPoint point) const;

  NavMesh mesh_;
  GridMap map_;
  LevelOptions options_;
  std::array<float, 3> low_{}, high_{};
  std::vector<float> cell_heights_;
  std::vector<uint16_t> cell_regions_;  // of the topmost ground
  std::vector<uint16_t> regions_;       // by polygon
  std::vector<uint32_t> first_;         // by polygon, into heights_
  std::vector<float> heights_;
  std::vector<float> mean_heights_;  // by polygon
  int blocks_across_ = 0, blocks_down_ = 0;
  std::vector<uint32_t> block_ends_;  // by block, row by row
  std::vector<PolygonId> in_blocks_;
  std::vector<std::string> notes_;
  LevelTimes times_;
};

// A cancelled job is an error like others.
Result<LevelMesh> build_level_mesh(const ObjMesh& obj, const LevelOptions& options, JobControl& control,
                                   const LevelLimits& limits = {});
Result<LevelMesh> build_level_mesh(const ObjMesh& obj, const LevelOptions& options = {});
// Of ground that was found before, with these cells blocked. If that leaves nothing the mesh has no polygons, but with
// no cell blocked it is an error. `ground_too`: the job has found the ground as well, and that counts in its progress
// and in the mesh's times.
Result<LevelMesh> mesh_on_ground(const VoxelGround& ground, std::span<const CellId> blocked, JobControl& control,
                                 bool ground_too);

}  // namespace strata

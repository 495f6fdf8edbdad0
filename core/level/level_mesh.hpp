// Purpose: A LevelMesh is the navigation mesh that Recast builds from the triangles of a level, with a grid map of
//          its topmost ground.
// Source: Rahmani, Pelechano 2020, section 3, which builds its meshes with Recast.
// Differs: Polygons are repaired where needed, see core/level/level_polygons.hpp.
// Shapes: x of the level is x of cells, z of the level is y of cells. Polygons may lie above one another; there are no
//         portals between floors. The map shows the topmost ground that is wide and flat enough; neighbouring cells of
//         the map may belong to different floors.
// Units: Cells of the voxel grid; corners are points of that grid. Heights are in units of the level.
// Errors: Plain sentences; one of them says that an agent cannot stand anywhere.
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
  // Returns the options of the level, even if the mesh is for agents of another radius.
  const LevelOptions& options() const { return options_; }
  // Return the smallest and largest coordinates of the level. The corner of cell (0, 0) is low[0], low[2].
  const std::array<float, 3>& low() const { return low_; }
  const std::array<float, 3>& high() const { return high_; }

  // Returns the height of the topmost ground; in a cell where an agent cannot stand, of the topmost surface.
  float cell_height(CellId cell) const { return cell_heights_[cell]; }
  std::span<const float> cell_heights() const { return cell_heights_; }
  // Returns the height of the point where a side begins.
  float height(PolygonId polygon, int side) const { return heights_[first_[polygon] + static_cast<size_t>(side)]; }
  std::span<const float> heights(PolygonId polygon) const {
    return {heights_.data() + first_[polygon], mesh_.sides(polygon).size()};
  }
  float mean_height(PolygonId polygon) const { return mean_heights_[polygon]; }
  // Returns the height at a point of the polygon, interpolated between its corners. The ground itself may
  // be higher or lower.
  float height_at(PolygonId polygon, HalfCellPoint point) const;
  // These functions return heights of the ground itself, exact to a voxel.
  float ground_height(PolygonId polygon, HalfCellPoint point) const override;
  float ground_near(HalfCellPoint point, float height) const override;
  float floor_distance() const override { return options_.agent_height; }

  // Returns the topmost polygon that contains the point: that of the ground which the map shows in the cell, else the
  // polygon with the greatest height, and on a border the one whose corners come first. kNoPolygon if no polygon
  // contains the point.
  MeshEndpoint end_at(HalfCellPoint point) const;
  MeshEndpoint end_at(Cell cell) const { return end_at(middle_of(cell)); }
  // Sets `polygons` to all polygons that contain the point, topmost first.
  void polygons_at(HalfCellPoint point, std::vector<PolygonId>& polygons) const;

  // Becomes another mesh of the same level, with other blocked cells. Polygons with equal corners and heights keep
  // their numbers, and so do portals whose ends and polygons stay; new polygons and portals get unused numbers, so that
  // some numbers may have no polygon. Adds the changes to `update`. A predecessor is a polygon from before the first
  // change in `update`; of several floors it is the polygon with the nearest height.
  void become(LevelMesh&& other, MeshUpdate& update);
  // Replaces the links of the mesh, which `become` leaves as they were.
  void set_links(std::vector<MeshLink> links) { mesh_.set_links(std::move(links)); }

  // Returns the repairs of the mesh, as sentences.
  const std::vector<std::string>& notes() const { return notes_; }
  // Returns the first difference of two meshes except their numbering, in words; nothing if they are equal.
  std::optional<std::string> difference(const LevelMesh& other) const;
  const LevelTimes& times() const { return times_; }
  size_t memory_bytes() const;

 private:
  friend struct LevelBuilder;
  friend struct LevelChange;
  static constexpr int kBlock = 16;  // side of a block in cells

  void make_index();
  Cell cell_of(HalfCellPoint point) const;
  // Calls visit(height, region) for every floor of the cell.
  template <class Visit>
  void each_ground(Cell cell, Visit&& visit) const;
  float from_voxels(uint16_t height) const { return low_[1] + options_.cell_height * static_cast<float>(height); }
  // Returns the polygons that may contain the point.
  std::span<const PolygonId> near(HalfCellPoint point) const;
  // Returns whether the polygon belongs to the topmost ground in the cell of the point.
  bool is_on_top(PolygonId polygon, HalfCellPoint point) const;
  // Returns the side whose first corner is first in row-major order.
  size_t first_corner(PolygonId polygon) const;
  // Returns whether polygon `a` lies above `b`. Both must contain the point.
  bool is_above(PolygonId a, PolygonId b, HalfCellPoint point) const;

  NavMesh mesh_;
  GridMap map_;
  LevelOptions options_;
  std::array<float, 3> low_{}, high_{};
  std::vector<float> cell_heights_;
  std::vector<uint16_t> cell_regions_;  // by cell: region of the topmost ground
  std::vector<uint16_t> regions_;       // by polygon: region of its ground
  std::vector<LowerGround> lower_;      // ground that is not in cell_heights_
  std::vector<uint32_t> first_;         // index into heights_ by polygon
  std::vector<float> heights_;
  std::vector<float> mean_heights_;  // by polygon: its mean height
  int blocks_across_ = 0, blocks_down_ = 0;
  std::vector<uint32_t> block_ends_;  // by block, row by row: end of its polygons
  std::vector<PolygonId> in_blocks_;
  std::vector<std::string> notes_;
  LevelTimes times_;
};

// Builds the mesh of a level. A cancelled job returns an error, too.
Result<LevelMesh> build_level_mesh(const ObjMesh& obj, const LevelOptions& options, JobControl& control,
                                   const LevelLimits& limits = {});
Result<LevelMesh> build_level_mesh(const ObjMesh& obj, const LevelOptions& options = {});
// Builds a mesh on the ground of a level, with the cells `blocked` blocked, for agents of this radius in cells, if
// given. If no ground is left the mesh has no polygons; without blocked cells and without a radius that is an
// error. `ground_too` says that the same job has computed the ground, which then counts in its progress and in the
// times of the mesh.
Result<LevelMesh> mesh_on_ground(const VoxelGround& ground, std::span<const CellId> blocked,
                                 std::optional<double> radius, JobControl& control, bool ground_too);

}  // namespace strata

// Purpose: GridMesh is the navigation mesh of a grid map: it covers all points where the middle of an agent may be,
//          which are the cells on which it can stand, or for a radius the points far enough from walls. It is built
//          tile by tile, and updated after edits.
// Source: Rahmani, Pelechano 2020, section 3; polygons: core/navmesh/tile_mesher.hpp.
// Differs: Polygons end at the borders of tiles, so that an edit changes only the polygons of the tiles that it
//          touches. The published mesh of a whole scene is that of a single tile.
// Links: The links of the map are links of the mesh, from one middle of a cell to another. They are put on the mesh
// again
//        when an edit has been followed.
// Shapes: A polygon keeps its number while its corners stay, a portal while its ends and polygons stay. Tiles are
//         numbered row by row. Polygons and portals depend only on the map, but their numbers also on earlier edits.
// Units: See core/grid/half_cells.hpp and NavMesh::units. Squares: see core/navmesh/mesh_radius.hpp.
// Errors: None. Before ready(), readers see the tiles that are finished.
// Threads: Const calls may run together.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/grid/move_grid.hpp"
#include "core/navmesh/mesh_unions.hpp"
#include "core/navmesh/navmesh.hpp"
#include "core/navmesh/tile_mesher.hpp"

namespace strata {

struct GridMeshOptions {
  static constexpr int kMinTile = 8, kMaxTile = 128;
  MeshDecomposition source = MeshDecomposition::kTriangles;
  // Longest side of a map that may be built as a single tile: longer ones could overflow for agents with a radius.
  static constexpr int kMaxSideOfTile = 1024;
  int tile_size = 32;  // side of a tile in cells, kMinTile..kMaxTile; 0: the whole map is one tile
  MeshRadius radius;   // radius of the agents
  friend bool operator==(const GridMeshOptions&, const GridMeshOptions&) = default;
};

// The effect of a build or an update, from the first edit until no work is left. Numbers of removed polygons and
// portals are reused at once: a number in `removed` and in `added` was removed and then given to a new polygon. Readers
// first remove everything in `removed`, then add those in `added` that the mesh has; an added one may have been removed
// again if edits came between slices.
struct MeshUpdate {
  size_t tiles = 0;  // number of tiles that were decomposed
  std::vector<PolygonId> added, removed;
  // predecessors[i] is the polygon that contained the centroid of added[i] before the update; kNoPolygon
  // if there was none.
  std::vector<PolygonId> predecessors;
  std::vector<PolygonId> relinked;  // polygons that stay, but have other portals
  std::vector<PortalId> portals_added, portals_removed;
  // Clears the values and keeps the allocated memory.
  void clear() {
    tiles = 0;
    for (auto* ids : {&added, &removed, &predecessors, &relinked, &portals_added, &portals_removed}) ids->clear();
  }
};

class GridMesh {
 public:
  // Removes the mesh; `update_some` builds it.
  void reset(const MoveGrid& grid, const GridMeshOptions& options);
  // Marks tiles dirty after cells inside `changed` became passable or blocked.
  void mark_dirty(const MoveGrid& grid, const Rect& changed);
  // Works for about `max_steps` steps of a microsecond each, but at least on one tile. Returns true when no work is
  // left and the mesh can be used. Edits may come between the calls.
  bool update_some(const MoveGrid& grid, MeshUpdate& report, size_t max_steps = SIZE_MAX);
  // Return the estimated remaining steps, and all steps of the current work, for progress; 0: no work.
  size_t pending() const;
  size_t total() const;

  MeshUpdate build(const MoveGrid& grid, const GridMeshOptions& options);
  MeshUpdate update(const MoveGrid& grid, const Rect& changed);

  bool ready() const { return built_for_ != 0; }
  uint64_t built_for() const { return built_for_; }  // revision of the map; 0 while work is left
  const GridMeshOptions& options() const { return options_; }
  const NavMesh& mesh() const { return mesh_; }
  // Returns which polygons form one convex polygon across the borders of tiles. It is up to date if the mesh is ready.
  const MeshUnions& unions() const { return unions_; }

  uint32_t tile_count() const { return static_cast<uint32_t>(tiles_.size()); }
  Rect tile_cells(uint32_t tile) const;  // cells that the tile overlaps
  uint32_t tile_of(PolygonId polygon) const { return tile_of_[polygon]; }
  // Returns the polygons of a tile, in the order that core/navmesh/tile_mesher.hpp defines.
  std::span<const PolygonId> polygons_of(uint32_t tile) const { return tiles_[tile].polygons; }
  // Returns the first polygon that contains the point, in the first such tile; kNoPolygon if there is none.
  PolygonId polygon_at(HalfCellPoint point) const;
  // Returns the middle of the cell with the polygon that contains it; kNoPolygon if the agent cannot stand there.
  MeshEndpoint end_at(Cell cell) const {
    const HalfCellPoint middle = mesh_.from_half_cells(middle_of(cell));
    return {middle, polygon_at(middle)};
  }
  size_t memory_bytes() const;
  // Returns the first difference of two meshes except their numbering, in words; nothing if they are equal.
  std::optional<std::string> difference(const GridMesh& other) const;

 private:
  friend struct GridMeshBuilder;

  enum Border : uint8_t { kLeft, kRight, kTop, kBottom };
  static constexpr int kBorders = 4;
  static constexpr int kBlock = 32;

  struct Tile {
    std::vector<PolygonId> polygons;
    bool waits = true;       // queued to be decomposed
    bool crowded = false;    // decomposed in several parts, see grid_mesh_rebuild.cpp
    uint8_t unstitched = 0;  // bit b: border b still has to be linked by this tile
    // For tiles larger than a block: the polygons again, by blocks of kBlock x kBlock squares that they may overlap.
    std::vector<uint32_t> block_ends;  // by block, row by row: end of its polygons in `in_blocks`
    std::vector<PolygonId> in_blocks;
  };

  // A change of the portals of a polygon: `portal` was added; kNoPortal: a portal was removed.
  struct PortalChange {
    PolygonId polygon;
    PortalId portal;
    friend auto operator<=>(const PortalChange&, const PortalChange&) = default;
  };
  // Scratch memory of the work on a tile, reused for all tiles.
  struct TileScratch {
    TileMesher mesher;
    TileCells border;
    TileMesh rings;
    std::vector<HalfCellPoint> corners;
    std::vector<PolygonId> polygons, gone;
    std::vector<StraightSide> sides[2];
    std::vector<PortalChange> relinks;
    std::vector<PortalId> gone_portals, portals;
    // Step numbers. By polygon: the step that added it, and the step that last reported it as relinked. By portal: the
    // step that found it unchanged, and the step that removed it. A step rebuilds one tile; a round is all steps from
    // an edit until no work is left.
    std::vector<uint64_t> added_in, relinked_in, kept_in, gone_in;
    uint64_t step = 0, round = 0;  // the round began after step number `round`
  };

  int blocks_across() const { return (tile_width_ + kBlock - 1) / kBlock; }
  int blocks_down() const { return (tile_height_ + kBlock - 1) / kBlock; }
  // Returns the index, along one axis, of the square that contains the coordinate; on a border the higher index.
  int square_at(int32_t lattice) const { return options_.radius.square_at(lattice / 2); }
  int32_t lattice_line(int square) const { return 2 * options_.radius.line(square); }
  // Returns the index, along one axis, of the block that contains the coordinate, counted from the block of square
  // `first`; on a border the later block.
  int block_in(int32_t lattice, int first, int blocks) const {
    return std::min((square_at(lattice) - first) / kBlock, blocks - 1);
  }
  Rect tile_squares(uint32_t tile) const;
  // Returns the polygons of the tile that may contain the point, in order.
  std::span<const PolygonId> near(uint32_t tile, HalfCellPoint point) const;

  GridMeshOptions options_;
  int map_width_ = 0, map_height_ = 0;    // size of the map, in cells
  int width_ = 0, height_ = 0;            // size of the map, in squares
  int tile_width_ = 1, tile_height_ = 1;  // size of a tile, in squares
  uint32_t columns_ = 0, rows_ = 0;       // numbers of tiles
  uint64_t built_for_ = 0;
  NavMesh mesh_;
  MeshUnions unions_;
  std::vector<Tile> tiles_;
  std::vector<uint32_t> tile_of_;  // by polygon: its tile
  std::vector<uint32_t> waiting_;  // dirty tiles, of which the first `done_` are done
  size_t done_ = 0;
  bool unions_begun_ = false;  // the update of unions_ after the dirty tiles
  TileScratch work_;
};

}  // namespace strata

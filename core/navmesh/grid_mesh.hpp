// Purpose: GridMesh is the navigation mesh of all places on a map where the middle of an agent may be: the cells that
//          it may stand on, or for agents of a radius what is far enough from walls. It is built tile by tile, and
//          updated after edits.
// Source: Rahmani, Pelechano 2020, section 3; polygons: core/navmesh/tile_mesher.hpp.
// Differs: Polygons end at the borders of tiles, so that an edit changes those of the tiles it touches only. The
//          published mesh of a whole scene is that of one tile.
// Shapes: A polygon keeps its number while its ring stays, a portal while its ends and its polygons do. Tiles are
//         numbered row by row. Polygons and portals depend only on the map, their numbers also on earlier edits.
// Units: See core/grid/half_cells.hpp and NavMesh::units. Squares: see core/navmesh/mesh_radius.hpp.
// Errors: None; before ready(), readers see the tiles that are done so far.
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
#include "core/navmesh/navmesh.hpp"
#include "core/navmesh/tile_mesher.hpp"

namespace strata {

struct GridMeshOptions {
  static constexpr int kMinTile = 8, kMaxTile = 128;
  MeshSource source = MeshSource::kTriangles;
  // Sides of the longest map that may be one tile: larger ones could overflow for agents of a radius.
  static constexpr int kMaxSideOfTile = 1024;
  int tile_size = 32;  // cells, kMinTile..kMaxTile; 0: the whole map is one tile
  MeshRadius radius;   // of the agents
  friend bool operator==(const GridMeshOptions&, const GridMeshOptions&) = default;
};

// Result of a build or an update, from the first edit until no work is left. Numbers of removed polygons and portals
// are reused at once, so that a number may be in `removed` and in `added`: the old one was removed, another was added.
// To follow: remove all of `removed`, then add those of `added` that the mesh has; an added one may have been removed
// again where edits came between slices.
struct MeshUpdate {
  size_t tiles = 0;  // decomposed
  std::vector<PolygonId> added, removed;
  // By entry of `added`: the polygon that held the centre of the added polygon before, kNoPolygon: none did.
  std::vector<PolygonId> predecessors;
  std::vector<PolygonId> relinked;  // polygons that stay, but with other portals
  std::vector<PortalId> portals_added, portals_removed;
  // Keeps the memory.
  void clear() {
    tiles = 0;
    for (auto* ids : {&added, &removed, &predecessors, &relinked, &portals_added, &portals_removed}) ids->clear();
  }
};

class GridMesh {
 public:
  // Removes everything; `update_some` does the work.
  void reset(const MoveGrid& grid, const GridMeshOptions& options);
  // Marks tiles after cells inside `changed` became passable or blocked.
  void mark_dirty(const MoveGrid& grid, const Rect& changed);
  // Works for about `max_steps` steps of a microsecond, but at least on one tile. Returns true when no work is left and
  // the mesh is usable again. Edits may come between the calls.
  bool update_some(const MoveGrid& grid, MeshUpdate& report, size_t max_steps = SIZE_MAX);
  // Estimated steps left, and of all current work, for progress; 0: no work is left.
  size_t pending() const;
  size_t total() const;

  MeshUpdate build(const MoveGrid& grid, const GridMeshOptions& options);
  MeshUpdate update(const MoveGrid& grid, const Rect& changed);

  bool ready() const { return built_for_ != 0; }
  uint64_t built_for() const { return built_for_; }  // revision of the map; 0 while work is left
  const GridMeshOptions& options() const { return options_; }
  const NavMesh& mesh() const { return mesh_; }

  uint32_t tile_count() const { return static_cast<uint32_t>(tiles_.size()); }
  Rect tile_cells(uint32_t tile) const;  // cells that the tile covers or touches
  uint32_t tile_of(PolygonId polygon) const { return tile_of_[polygon]; }
  // Polygons of a tile in the order of their corners, see core/navmesh/tile_mesher.hpp.
  std::span<const PolygonId> polygons_of(uint32_t tile) const { return tiles_[tile].polygons; }
  // Returns the first polygon that holds the point, in the first tile that has one; kNoPolygon: none does.
  PolygonId polygon_at(HalfCellPoint point) const;
  // Returns the middle of the cell and the polygon that holds it; kNoPolygon: the agent cannot stand there.
  MeshEndpoint end_at(Cell cell) const {
    const HalfCellPoint middle = mesh_.from_half_cells(middle_of(cell));
    return {middle, polygon_at(middle)};
  }
  size_t memory_bytes() const;
  // Describes in words where the two meshes differ, numbers aside; nothing if they are the same.
  std::optional<std::string> difference(const GridMesh& other) const;

 private:
  friend struct GridMeshBuilder;

  enum Border : uint8_t { kLeft, kRight, kTop, kBottom };
  static constexpr int kBorders = 4;
  static constexpr int kBlock = 32;

  struct Tile {
    std::vector<PolygonId> polygons;
    bool waits = true;       // queued to be decomposed
    bool crowded = false;    // decomposed in parts, see grid_mesh_rebuild.cpp
    uint8_t unstitched = 0;  // bit b: border b is left for this tile to link
    // For tiles larger than a block: the polygons again, by blocks of kBlock x kBlock squares that they may reach
    // into.
    std::vector<uint32_t> block_ends;  // by block, row by row
    std::vector<PolygonId> in_blocks;
  };

  // A change of a polygon's portals: `portal` was added; kNoPortal: a portal was removed.
  struct Relink {
    PolygonId polygon;
    PortalId portal;
    friend auto operator<=>(const Relink&, const Relink&) = default;
  };
  // Buffers of the work on a tile, kept from tile to tile.
  struct Work {
    TileMesher mesher;
    TileCells border;
    TileMesh rings;
    std::vector<HalfCellPoint> corners;
    std::vector<PolygonId> polygons, gone;
    std::vector<StraightSide> sides[2];
    std::vector<Relink> relinks;
    std::vector<PortalId> gone_portals, portals;
    // Numbers of steps, by polygon: when it was added, when it was last reported as relinked; by portal: when it was
    // found to stay, when it was removed. A step rebuilds a tile; a round is all steps from an edit until no work is
    // left.
    std::vector<uint64_t> added_in, relinked_in, kept_in, gone_in;
    uint64_t step = 0, round = 0;  // the round began after step `round`
  };

  int blocks_across() const { return (tile_width_ + kBlock - 1) / kBlock; }
  int blocks_down() const { return (tile_height_ + kBlock - 1) / kBlock; }
  // Returns the square that holds a coordinate; on a border, the later square.
  int square_at(int32_t lattice) const { return options_.radius.square_at(lattice / 2); }
  int32_t lattice_line(int square) const { return 2 * options_.radius.line(square); }
  // Returns which block of a row or column of blocks, the first beginning with square `first`, holds the coordinate; on
  // a border, the later block.
  int block_in(int32_t lattice, int first, int blocks) const {
    return std::min((square_at(lattice) - first) / kBlock, blocks - 1);
  }
  Rect tile_squares(uint32_t tile) const;
  // Returns the polygons of the tile that may hold the point, in order.
  std::span<const PolygonId> near(uint32_t tile, HalfCellPoint point) const;

  GridMeshOptions options_;
  int map_width_ = 0, map_height_ = 0;    // cells
  int width_ = 0, height_ = 0;            // squares
  int tile_width_ = 1, tile_height_ = 1;  // squares
  uint32_t columns_ = 0, rows_ = 0;       // numbers of tiles
  uint64_t built_for_ = 0;
  NavMesh mesh_;
  std::vector<Tile> tiles_;
  std::vector<uint32_t> tile_of_;  // by polygon
  std::vector<uint32_t> waiting_;  // queued tiles; the first `done_` of them are done
  size_t done_ = 0;
  Work work_;
};

}  // namespace strata

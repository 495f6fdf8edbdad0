// Purpose: GridMesh is the navigation mesh of all cells of a map that an agent may stand on. It is built tile by tile,
//          and updated after edits.
// Source: Rahmani, Pelechano 2020, section 3; polygons: core/navmesh/tile_mesher.hpp.
// Differs: Polygons end at the borders of tiles, so that an edit changes those of the tiles it touches only. The
//          published mesh of a whole scene is that of one tile.
// Shapes: A polygon keeps its number while its ring stays, a portal while its ends and its polygons do. Tiles are
//         numbered row by row. However a map came about, polygons and portals are the same, their numbers may differ.
// Units: See core/grid/half_cells.hpp.
// Errors: None; what is read before ready() is what the tiles done so far have.
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
  int tile_size = 32;  // cells, kMinTile..kMaxTile; 0: the whole map is one tile
  friend bool operator==(const GridMeshOptions&, const GridMeshOptions&) = default;
};

// What one build or update did, from the first edit until all is settled. Numbers of what has gone are given out again
// at once, so that one may be in `removed` and in `added`: what was there before has gone, something else has come. To
// follow: take away all of `removed`, then add of `added` what the mesh has; something added may have gone again where
// edits came between slices.
struct MeshUpdate {
  size_t tiles = 0;  // decomposed
  std::vector<PolygonId> added, removed;
  // By entry of `added`: the polygon that the centre of the added one lay in before, kNoPolygon if it lay in none.
  std::vector<PolygonId> predecessors;
  std::vector<PolygonId> relinked;  // were there before and still are, with other portals
  std::vector<PortalId> portals_added, portals_removed;
  // The memory stays.
  void clear() {
    tiles = 0;
    for (auto* ids : {&added, &removed, &predecessors, &relinked, &portals_added, &portals_removed}) ids->clear();
  }
};

class GridMesh {
 public:
  // Forgets everything; `update_some` does the work.
  void reset(const MoveGrid& grid, const GridMeshOptions& options);
  // Cells inside `changed` became passable or blocked.
  void mark_dirty(const MoveGrid& grid, const Rect& changed);
  // Works for about `max_steps` steps of a microsecond, but never on less than a tile. True when nothing is left, which
  // is when the mesh is usable again. Edits may come between the calls.
  bool update_some(const MoveGrid& grid, MeshUpdate& report, size_t max_steps = SIZE_MAX);
  // Steps left, and steps of all the work under way, both estimated; 0: nothing is left. For progress.
  size_t pending() const;
  size_t total() const;

  MeshUpdate build(const MoveGrid& grid, const GridMeshOptions& options);
  MeshUpdate update(const MoveGrid& grid, const Rect& changed);

  bool ready() const { return built_for_ != 0; }
  uint64_t built_for() const { return built_for_; }  // revision of the map; 0 while work is left
  const GridMeshOptions& options() const { return options_; }
  const NavMesh& mesh() const { return mesh_; }

  uint32_t tile_count() const { return static_cast<uint32_t>(tiles_.size()); }
  Rect tile_cells(uint32_t tile) const;
  uint32_t tile_of(PolygonId polygon) const { return tile_of_[polygon]; }
  // In the order of their corners, see core/navmesh/tile_mesher.hpp.
  std::span<const PolygonId> polygons_of(uint32_t tile) const { return tiles_[tile].polygons; }
  // The first polygon with the point of the first tile that has one; kNoPolygon: none has.
  PolygonId polygon_at(HalfCellPoint point) const;
  // The middle of the cell and the polygon that holds it; kNoPolygon: the agent cannot stand there.
  MeshEndpoint end_at(Cell cell) const { return {middle_of(cell), polygon_at(middle_of(cell))}; }
  size_t memory_bytes() const;
  // Where the two are different meshes, in words; numbers do not count.
  std::optional<std::string> difference(const GridMesh& other) const;

 private:
  friend struct GridMeshBuilder;

  enum Border : uint8_t { kLeft, kRight, kTop, kBottom };
  static constexpr int kBorders = 4;
  static constexpr int kBlock = 32;

  struct Tile {
    std::vector<PolygonId> polygons;
    bool waits = true;       // for its turn to be decomposed
    bool crowded = false;    // decomposed in parts, see grid_mesh_rebuild.cpp
    uint8_t unstitched = 0;  // bit b: border b has been left for this tile to link
    // Of tiles larger than a block: the polygons again, by block of kBlock cells a side that they may reach into.
    std::vector<uint32_t> block_ends;  // by block, row by row
    std::vector<PolygonId> in_blocks;
  };

  // What happened to a polygon's portals; `portal` kNoPortal: one has gone.
  struct Relink {
    PolygonId polygon;
    PortalId portal;
    friend auto operator<=>(const Relink&, const Relink&) = default;
  };
  // Memory of the work on a tile, which stays.
  struct Work {
    TileMesher mesher;
    TileMesh rings;
    std::vector<HalfCellPoint> corners;
    std::vector<PolygonId> polygons, gone;
    std::vector<StraightSide> sides[2];
    std::vector<Relink> relinks;
    std::vector<PortalId> gone_portals, portals;
    // The number of the step in which, by polygon: it was added, it was last reported as relinked. By portal: it was
    // found to stay, it went. A step redoes a tile; a round is all steps from an edit until nothing is left.
    std::vector<uint64_t> added_in, relinked_in, kept_in, gone_in;
    uint64_t step = 0, round = 0;  // the round began after step `round`
  };

  int blocks_across() const { return (tile_width_ + kBlock - 1) / kBlock; }
  int blocks_down() const { return (tile_height_ + kBlock - 1) / kBlock; }
  // Of a row or a column of blocks that begins with cell `first`: where the coordinate lies; on a border, the later
  // one.
  static int block_in(int32_t lattice, int first, int blocks) {
    return std::min((lattice / 2 - first) / kBlock, blocks - 1);
  }
  // The polygons of the tile that may hold the point, in their order.
  std::span<const PolygonId> near(uint32_t tile, HalfCellPoint point) const;

  GridMeshOptions options_;
  int width_ = 0, height_ = 0;
  int tile_width_ = 1, tile_height_ = 1;
  uint32_t columns_ = 0, rows_ = 0;  // of tiles
  uint64_t built_for_ = 0;
  NavMesh mesh_;
  std::vector<Tile> tiles_;
  std::vector<uint32_t> tile_of_;  // by polygon
  std::vector<uint32_t> waiting_;  // those that wait; those before `done_` are done
  size_t done_ = 0;
  Work work_;
};

}  // namespace strata

// Purpose: MeshUnions says which polygons of a mesh in tiles form one convex polygon together, so that a search need
//          not stop at the borders of tiles. The mesh itself stays as it is.
// Source: Hertel, Mehlhorn 1983: a border is removed if the union of both polygons is convex.
// How: Tiles form blocks of 2 x 2, these form blocks of 4 x 4, and so on up to kLevels. The borders in the middle of a
//      block are tried when those inside of its four parts are done: first the upright ones, then the others, shortest
//      first. What is joined in a block depends
//      only on its tiles: after an edit, the blocks round the changed tiles are done again. Tiles that were meshed in
//      several parts (grid_mesh_rebuild.cpp) are blocks of these parts.
// Shapes: A union has at most kMaxCorners corners.
// Threads: Const calls may run together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <tuple>
#include <vector>

#include "core/navmesh/navmesh.hpp"

namespace strata {

// A side of a polygon of the mesh.
struct PolygonSide {
  PolygonId polygon = kNoPolygon;
  uint32_t side = 0;
  friend bool operator==(const PolygonSide&, const PolygonSide&) = default;
};

class MeshUnions {
 public:
  static constexpr uint32_t kMaxCorners = 60;
  static constexpr uint32_t kLevels = 5;  // of tiles of 32 cells, the largest blocks have 1024 cells a side

  // The tiles of the mesh, row by row.
  struct Tiles {
    uint32_t columns = 0, rows = 0;
    std::function<std::span<const PolygonId>(uint32_t tile)> polygons;
    std::function<uint32_t(PolygonId)> tile_of;
    std::function<bool(uint32_t tile)> in_parts;  // whether the tile was meshed in several parts
  };

  // Returns whether the two polygons of the portal belong to one union.
  bool joins(PortalId portal) const { return portal < joins_.size() && joins_[portal] != 0; }
  void clear() { *this = {}; }
  // The portal is a new one.
  void forget(PortalId portal) {
    if (portal < joins_.size()) joins_[portal] = 0;
  }
  // Begins to find the unions again after the polygons of some tiles, or the portals on their borders, have changed.
  void begin_update(const NavMesh& mesh, const Tiles& tiles, std::span<const uint32_t> changed);
  // Goes on for about `max_steps` polygons and portals, but at least with one block. Returns true when no work is left.
  // If the mesh changes between the calls, the update begins again with all tiles that have changed.
  bool update_some(const NavMesh& mesh, const Tiles& tiles, size_t max_steps);
  size_t memory_bytes() const;

  // Return the side of the same union that follows a side, or that comes before it.
  PolygonSide next(const NavMesh& mesh, PolygonSide at) const;
  PolygonSide previous(const NavMesh& mesh, PolygonSide at) const;
  // Returns the same side of the polygon across its portal.
  static PolygonSide across(const NavMesh& mesh, PolygonSide at);

 private:
  struct Candidate {
    uint64_t squared_length = 0;
    HalfCellPoint at, to;  // ends; the upper, then left one is the first
    PortalId portal = kNoPortal;
    auto order() const { return std::tuple(squared_length, at.y, at.x, to.y, to.x); }
    friend bool operator<(const Candidate& a, const Candidate& b) { return a.order() < b.order(); }
  };

  // Where an update is: it goes through all blocks twice, the second time to join.
  struct Position {
    bool joins = false;
    uint32_t level = 0;
    size_t block = 0;
    bool at_end(const std::vector<std::vector<uint32_t>>& blocks) const {
      return blocks.empty() || (joins && level >= blocks.size());
    }
    void advance(const std::vector<std::vector<uint32_t>>& blocks) {
      if (++block < blocks[level].size()) return;
      block = 0;
      if (++level < blocks.size() || joins) return;
      level = 0;
      joins = true;
    }
  };

  void add_candidates(const NavMesh& mesh, const Tiles& tiles, uint32_t tile, uint32_t other);
  void add_border(const NavMesh& mesh, const Tiles& tiles, uint32_t block, uint32_t level, bool columns);
  void join_candidates(const NavMesh& mesh);
  void try_to_join(const NavMesh& mesh, PortalId portal);

  std::vector<uint8_t> joins_;  // by portal
  std::vector<Candidate> candidates_;
  // The blocks round the changed tiles, by level: level 0 has the tiles themselves.
  std::vector<std::vector<uint32_t>> blocks_;
  Position position_;
  size_t looked_at_ = 0;  // polygons and portals, in this call
};

}  // namespace strata

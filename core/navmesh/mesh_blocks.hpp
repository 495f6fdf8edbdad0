// Purpose: MeshBlocks finds the polygons of a mesh that some simple path from a start to a goal goes through. All
// others
//          are dead ends for this pair: who enters them leaves them again through the polygon where they entered. A
//          shortest path never does that, because polygons are convex.
// Source: Hopcroft, Tarjan 1973, "Algorithm 447: efficient algorithms for graph manipulation" (biconnected components).
// Shapes: A block is a biconnected component of the graph of polygons and portals. Each polygon except the first of its
//         area has a block that leads to the polygon where its area was entered, and each block has a head, its polygon
//         nearest to that one. Blocks and heads form a tree.
// Threads: Calls with different MeshBlocks may run together.
#pragma once

#include <cstdint>
#include <vector>

#include "core/navmesh/navmesh.hpp"

namespace strata {

class MeshBlocks {
 public:
  // Finds the blocks between two polygons. The first call after a change of the mesh takes time linear in the size of
  // the area of the start; others take time linear in the number of blocks between start and goal.
  void find_between(const NavMesh& mesh, PolygonId start, PolygonId goal);
  // Returns whether a simple path between the two polygons goes through the polygon, which must be in their area.
  // Returns false for all polygons if the start and the goal are in different areas.
  bool is_between(PolygonId polygon) const {
    const uint32_t block = polygons_[polygon].block;
    return polygon == top_ || (block != kNone && blocks_[block].mark == mark_);
  }
  size_t memory_bytes() const;

 private:
  static constexpr uint32_t kNone = 0xffffffffu;
  struct PolygonRecord {
    uint32_t number = 0;  // in the order of the depth-first search; 0: not reached yet
    uint32_t block = kNone;
  };
  struct Block {
    PolygonId head = kNoPolygon;
    uint32_t depth = 0;  // number of blocks on the way to the first polygon of the area, with this one
    uint32_t mark = 0;   // equal to mark_: the block is between start and goal
  };
  // A polygon whose portals are being followed.
  struct Step {
    PolygonId polygon = kNoPolygon;
    uint32_t side = 0;  // the next side
    uint32_t low = 0;   // the smallest number that was reached from here
  };

  void find_blocks(const NavMesh& mesh, PolygonId first);
  uint32_t depth_of(PolygonId polygon) const {
    const uint32_t block = polygons_[polygon].block;
    return block == kNone ? 0 : blocks_[block].depth;
  }

  uint64_t built_for_ = UINT64_MAX;  // version of the mesh
  std::vector<PolygonRecord> polygons_;
  std::vector<Block> blocks_;
  std::vector<Step> steps_;
  std::vector<PolygonId> waiting_;  // polygons that have no block yet
  uint32_t numbered_ = 0;
  uint32_t mark_ = 0;
  PolygonId top_ = kNoPolygon;  // the polygon where the ways from start and goal to the first polygon meet
};

}  // namespace strata

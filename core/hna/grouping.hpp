// Purpose: A Grouping assigns the polygons of a navigation mesh to groups, on several levels. HNA* builds
//          its hierarchy on it.
// Source: Rahmani, Pelechano 2020, section 3.2: multilevel k-way partitioning of polygons, then of groups.
// Differs: Every connected component is partitioned separately, and METIS is asked for connected parts: then groups
//          have about mu members, while the partition of a whole mesh leaves a third of them in small remainders. A
//          part that is still not connected is split.
// Shapes: The groups of a level are numbered from 0 without gaps. All members of a group lie in one group
//         of the next level.
// Errors: std::bad_alloc.
// Threads: Calls may run together; they wait for each other at METIS.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/navmesh/navmesh.hpp"

namespace strata {

inline constexpr int kMaxHnaLevels = 3;
inline constexpr uint32_t kNoGroup = 0xffffffffu;

struct Grouping {
  // By level - 1 and polygon: the group of the polygon; kNoGroup if the polygon does not exist.
  std::vector<std::vector<uint32_t>> group_of;
  std::vector<uint32_t> groups;  // number of groups, by level - 1
  std::vector<double> micros;    // time of the grouping in microseconds, by level - 1
};

// The adjacency graph of the polygons of a mesh, a copy from which a grouping is computed while the mesh may change.
struct PolygonGraph {
  std::vector<uint32_t> first = {0};  // index into `targets` by polygon, with an end mark
  std::vector<uint32_t> targets;      // neighbours, each once
  std::vector<uint32_t> portals;      // by entry of `targets`: number of portals to it
  std::vector<uint8_t> exists;        // by polygon: whether it exists
};
PolygonGraph polygon_graph(const NavMesh& mesh);
// Builds the graph in pieces, for large meshes: adds the next `count` polygons. Returns true when it is complete.
bool grow_polygon_graph(const NavMesh& mesh, uint32_t count, PolygonGraph& graph);

// Groups the polygons. `group_size` (the paper's mu, at least 2) is the approximate number of polygons in a group of
// level 1, and of groups of one level in a group of the next.
Grouping group_polygons(const PolygonGraph& graph, int levels, int group_size);

}  // namespace strata

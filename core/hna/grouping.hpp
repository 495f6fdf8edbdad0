// Purpose: A Grouping says which polygons of a navigation mesh form a group, level above level. HNA* builds its
//          abstraction on it.
// Source: Rahmani, Pelechano 2020, section 3.2: multilevel k-way partitioning of polygons, then of groups, and so on.
// Differs: Every connected component is partitioned by itself, and METIS is asked for connected parts: then a group of
//          mu has mu members, where the partition of a whole mesh leaves a third of them in scraps. A part that is
//          still not connected is split.
// Shapes: The groups of a level are numbered from 0 without gaps. The members of a group lie in one group of the next
//         level.
// Errors: std::bad_alloc.
// Threads: Calls may run together. They take turns in METIS.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/navmesh/navmesh.hpp"

namespace strata {

inline constexpr int kMaxHnaLevels = 3;
inline constexpr uint32_t kNoGroup = 0xffffffffu;

struct Grouping {
  // By [level - 1][polygon]: the group of the polygon; kNoGroup: there is no such polygon.
  std::vector<std::vector<uint32_t>> group_of;
  std::vector<uint32_t> groups;  // by level - 1: number of groups
  std::vector<double> micros;    // by level - 1: time that grouping took
};

// The polygons of a mesh and the numbers of portals between them, from which a grouping is made; the mesh itself may
// change meanwhile.
struct PolygonGraph {
  std::vector<uint32_t> first = {0};  // by polygon, with an end mark
  std::vector<uint32_t> targets;      // neighbours, each once
  std::vector<uint32_t> portals;      // by entry of `targets`: portals between the two
  std::vector<uint8_t> exists;        // by polygon
};
PolygonGraph polygon_graph(const NavMesh& mesh);
// Does the same in pieces, for large meshes: adds the next `count` polygons. Returns true when all are there.
bool grow_polygon_graph(const NavMesh& mesh, uint32_t count, PolygonGraph& graph);

// `group_size` (the paper's mu, at least 2): the approximate number of polygons in a group of level 1, and of groups of
// one level in a group of the next.
Grouping group_polygons(const PolygonGraph& graph, int levels, int group_size);

}  // namespace strata

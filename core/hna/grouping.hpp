// Purpose: A Grouping says which polygons of a navigation mesh form a group, level above level. HNA* builds its
//          abstraction on it.
// Source: Rahmani, Pelechano 2020, section 3.2: multilevel k-way partitioning of polygons, then of groups, and so on.
// Differs: Every connected component is partitioned by itself, and METIS is asked for connected parts: then a group of
//          mu has mu members, where the partition of a whole mesh leaves a third of them in scraps. A part that is not
//          connected all the same is split.
// Shapes: The groups of a level are numbered from 0 without gaps. The members of a group lie in one group of the next
//         level.
// Errors: std::bad_alloc.
// Threads: Calls may run together. They take turns where they use METIS.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/navmesh/navmesh.hpp"

namespace strata {

inline constexpr int kMaxHnaLevels = 3;
inline constexpr uint32_t kNoGroup = 0xffffffffu;

struct Grouping {
  // [level - 1][polygon]: its group; kNoGroup: there is no such polygon.
  std::vector<std::vector<uint32_t>> group_of;
  std::vector<uint32_t> groups;  // [level - 1]: how many
};

// The polygons of a mesh and how many portals lie between two of them: what a grouping is made from, apart from the
// mesh, which may change meanwhile.
struct PolygonGraph {
  std::vector<uint32_t> first = {0};  // by polygon, and one more
  std::vector<uint32_t> targets;      // neighbours, each once
  std::vector<uint32_t> portals;      // between the two
  std::vector<uint8_t> exists;        // by polygon
};
PolygonGraph polygon_graph(const NavMesh& mesh);
// The same in pieces, for large meshes: adds the next `count` polygons. True when it has all of them.
bool grow_polygon_graph(const NavMesh& mesh, uint32_t count, PolygonGraph& graph);

// `group_size` (the paper's mu, at least 2): polygons in a group of level 1, and groups of one level in a group of the
// next, as nearly as the partition comes to it.
Grouping group_polygons(const PolygonGraph& graph, int levels, int group_size);

}  // namespace strata

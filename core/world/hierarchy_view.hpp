// Purpose: These functions give overlays and the inspector the contraction hierarchies of a world, whatever graph they
//          are built on: nodes by cells with their ranks, arcs, and the cells under an arc.
// Errors: While the hierarchy is not ready there are no nodes and no arcs.
#pragma once

#include <vector>

#include "core/world/world.hpp"

namespace strata {

struct HierarchyNode {
  CellId cell = kNoCell;
  uint32_t rank = 0;  // 0: the least important
  friend bool operator==(const HierarchyNode&, const HierarchyNode&) = default;
};

struct HierarchyArc {
  CellId lower = kNoCell, upper = kNoCell;
  Cost weight = 0;
  CellId middle = kNoCell;  // kNoCell: an edge
  friend bool operator==(const HierarchyArc&, const HierarchyArc&) = default;
};

struct HierarchyCounts {
  size_t nodes = 0;
  size_t edges = 0;  // of the graph, undirected
  size_t arcs = 0;
  size_t shortcuts = 0;  // of the arcs
};

// `structure` is kCh, kCch or kLabels.
uint32_t hierarchy_nodes(const World& world, StructureId structure);  // at once; 0: it is not ready
HierarchyCounts hierarchy_counts(const World& world, StructureId structure);
// The least important first: by rank where that follows from priorities or was given. Nested dissection says nothing
// about nodes on different sides of a separator, and numbers one side after the other: there by level, which is one
// more than that of any node below it, then by rank. Ranks may have gaps.
void append_hierarchy_nodes(const World& world, StructureId structure, std::vector<HierarchyNode>& nodes);
// Lower ends in the order of their ranks.
void append_hierarchy_arcs(const World& world, StructureId structure, std::vector<HierarchyArc>& arcs);
// The cells of the nodes under the arc between two, from a to b, both included; false if there is no such arc.
bool unpack_hierarchy_arc(const World& world, StructureId structure, CellId a, CellId b, std::vector<CellId>& cells);

}  // namespace strata

// Purpose: These functions read the contraction hierarchies of a world for overlays and the inspector, on any graph:
//          the nodes as cells with ranks, the arcs, and the cells below an arc.
// Errors: While the hierarchy is not ready there are no nodes and no arcs.
#pragma once

#include <vector>

#include "core/world/world.hpp"

namespace strata {

struct HierarchyNode {
  CellId cell = kNoCell;
  uint32_t rank = 0;  // 0: least important
  friend bool operator==(const HierarchyNode&, const HierarchyNode&) = default;
};

struct HierarchyArc {
  CellId lower = kNoCell, upper = kNoCell;
  Cost weight = 0;
  CellId middle = kNoCell;  // kNoCell: the arc is an edge, not a shortcut
  friend bool operator==(const HierarchyArc&, const HierarchyArc&) = default;
};

struct HierarchyCounts {
  size_t nodes = 0;
  size_t edges = 0;  // undirected edges of the graph
  size_t arcs = 0;
  size_t shortcuts = 0;  // arcs with a middle node
  // Largest number of nodes on a path that only climbs, which bounds what one side of a query expands. 0: not counted,
  // as for the customisable hierarchy over sectors.
  size_t height = 0;
};

// In all functions `structure` is kCh, kCch or kLabels.
uint32_t hierarchy_nodes(const World& world, StructureId structure);  // constant time; 0: not ready
HierarchyCounts hierarchy_counts(const World& world, StructureId structure);
// Appends the nodes, least important first. If the order was given or comes from priorities, they are sorted by rank.
// With nested dissection they are sorted by level, then by rank, because ranks do not compare nodes on different sides
// of a separator; the level of a node is one more than the highest level below it. Ranks may have gaps.
void append_hierarchy_nodes(const World& world, StructureId structure, std::vector<HierarchyNode>& nodes);
// Appends the arcs in the order of the ranks of their lower ends.
void append_hierarchy_arcs(const World& world, StructureId structure, std::vector<HierarchyArc>& arcs);
// Sets `cells` to the cells of the nodes below the arc between a and b, from a to b, both included. Returns false if
// there is no such arc.
bool unpack_hierarchy_arc(const World& world, StructureId structure, CellId a, CellId b, std::vector<CellId>& cells);

}  // namespace strata

// Purpose: These functions read the hub labels of a world for overlays and the inspector: their elimination tree as
//          separators, and the hub of two cells.
// Errors: While the labels are not ready there are no nodes, and no two labels have a common hub.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ch/ch.hpp"
#include "core/search/plan.hpp"
#include "core/world/world.hpp"

namespace strata {

struct Workspace;

// A node of the elimination tree. Its ancestors have higher ranks.
struct LabelNode {
  CellId cell = kNoCell;
  uint32_t parent = kNoRank;  // the ancestor of lowest rank
  uint32_t depth = 0;         // number of ancestors
  uint32_t separator = 0;
};

// A chain of nodes of the tree without branches. If the tree branches below its lowest node, the chain separates the
// branches from each other and from the rest of the graph.
struct LabelSeparator {
  uint32_t first = 0, count = 0;  // range in LabelTree::members
  uint32_t level = 0;             // number of separators above this one
  bool separates = false;         // whether the tree branches below the separator
};

struct LabelTree {
  std::vector<LabelNode> nodes;  // by rank
  std::vector<LabelSeparator> separators;
  std::vector<uint32_t> members;  // ranks of the nodes, by separator, smallest depth first
  uint32_t height = 0;            // number of entries of the longest label
  uint32_t levels = 0;            // number of levels of separators with `separates`

  std::span<const uint32_t> of(const LabelSeparator& separator) const {
    return std::span(members).subspan(separator.first, separator.count);
  }
  uint32_t rank_at(CellId cell) const;  // kNoRank: the cell is no node
};

uint32_t label_nodes(const World& world);  // constant time; 0: the labels are not ready
LabelTree label_tree(const World& world);

// The hub of two cells, and the labels that were read to find it.
struct LabelMeeting {
  bool read = false;  // false: the labels are not ready, or are not needed because one cell sees the other
  Cost cost = kInfinite;
  CellId hub = kNoCell;       // kNoCell: the labels have no common hub
  Cost there = 0, back = 0;   // cost from the start to the hub, and from the hub to the goal
  std::vector<CellId> start;  // nodes that occur only in labels of the start's side
  std::vector<CellId> goal;   // nodes that occur only in labels of the goal's side
  std::vector<CellId> both;
};
// Records a plan of the planner "labels" and reads the hub from its trace. It works for labels over any graph.
LabelMeeting label_meeting(const World& world, const PlanQuery& query, Workspace& workspace);

}  // namespace strata

// Purpose: These functions give overlays and the inspector the hub labels of a world: their tree as separators, and the
//          common hub of two cells.
// Errors: While the labels are not ready there are no nodes, and no two labels meet.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ch/ch.hpp"
#include "core/search/plan.hpp"
#include "core/world/world.hpp"

namespace strata {

struct Workspace;

// A node of the tree, indexed by rank. Nodes of higher rank are its ancestors or lie on other branches.
struct LabelNode {
  CellId cell = kNoCell;
  uint32_t parent = kNoRank;  // the ancestor of lowest rank
  uint32_t depth = 0;         // number of ancestors
  uint32_t separator = 0;
};

// A chain of nodes in the tree without a branch. If the tree branches below its lowest node, the chain separates the
// branches from each other and from the rest of the graph.
struct LabelSeparator {
  uint32_t first = 0, count = 0;  // in LabelTree::members
  uint32_t level = 0;             // number of separators above it
  bool separates = false;         // whether the tree branches below it
};

struct LabelTree {
  std::vector<LabelNode> nodes;  // by rank
  std::vector<LabelSeparator> separators;
  std::vector<uint32_t> members;  // ranks, by separator, the least deep first
  uint32_t height = 0;            // entries of the longest label
  uint32_t levels = 0;            // number of levels of separators that separate something

  std::span<const uint32_t> of(const LabelSeparator& separator) const {
    return std::span(members).subspan(separator.first, separator.count);
  }
  uint32_t rank_at(CellId cell) const;  // kNoRank: no node
};

uint32_t label_nodes(const World& world);  // takes constant time; 0: the labels are not ready
LabelTree label_tree(const World& world);

// Where the labels of two cells meet.
struct LabelMeeting {
  bool read = false;  // false: the labels are not ready, or no label is needed, as one cell sees the other
  Cost cost = kInfinite;
  CellId hub = kNoCell;       // kNoCell: the labels do not meet
  Cost there = 0, back = 0;   // cost from the start to the hub, and from the hub to the goal
  std::vector<CellId> start;  // nodes in labels of the start's side alone
  std::vector<CellId> goal;   // nodes in labels of the goal's side alone
  std::vector<CellId> both;
};
// Records a plan of the planner "labels" and reads the meeting from its trace, whatever graph the labels are over.
LabelMeeting label_meeting(const World& world, const Query& query, Workspace& workspace);

}  // namespace strata

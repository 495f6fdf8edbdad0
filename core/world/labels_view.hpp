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

// A node by its rank: the higher ones are its ancestors' and, on other branches, those of nodes that it never meets.
struct LabelNode {
  CellId cell = kNoCell;
  uint32_t parent = kNoRank;  // the next ancestor
  uint32_t depth = 0;         // how many ancestors it has
  uint32_t separator = 0;
};

// Nodes that follow one another in the tree without a branch: where something branches off below the last of them, they
// separate it from the rest.
struct LabelSeparator {
  uint32_t first = 0, count = 0;  // in LabelTree::members
  uint32_t level = 0;             // how many lie above it
  bool separates = false;         // else nothing branches off below
};

struct LabelTree {
  std::vector<LabelNode> nodes;  // by rank
  std::vector<LabelSeparator> separators;
  std::vector<uint32_t> members;  // ranks, by separator, the least deep first
  uint32_t height = 0;            // entries of the longest label
  uint32_t levels = 0;            // of those that separate something

  std::span<const uint32_t> of(const LabelSeparator& separator) const {
    return std::span(members).subspan(separator.first, separator.count);
  }
  uint32_t rank_at(CellId cell) const;  // kNoRank: no node
};

uint32_t label_nodes(const World& world);  // at once; 0: they are not ready
LabelTree label_tree(const World& world);

// Where the labels of two cells meet.
struct LabelMeeting {
  bool read = false;  // false: they are not ready, or no label is needed, as one cell sees the other
  Cost cost = kInfinite;
  CellId hub = kNoCell;       // kNoCell: they do not meet
  Cost there = 0, back = 0;   // from the start to the hub, from there to the goal
  std::vector<CellId> start;  // the nodes in labels of the start's side alone
  std::vector<CellId> goal;   // of the goal's
  std::vector<CellId> both;
};
// By a plan of the planner "labels" that is recorded: whatever they stand on, it is what is stepped.
LabelMeeting label_meeting(const World& world, const Query& query, Workspace& workspace);

}  // namespace strata

// Purpose: Which algorithm a pseudo-code tells of, and in which order that takes nodes from its open list: what is said
//          of a recorded search depends on both.
#pragma once

#include <cstdint>
#include <string>

#include "core/search/heuristic.hpp"
#include "core/search/pseudo_code.hpp"

namespace strata {

enum class SearchKind : uint8_t {
  kDijkstra,
  kAStar,
  kBreadth,
  kGreedy,
  kBidirectional,
  kTheta,
  kJumps,
  kHpa,
  kHaa,
  kRooms,
  kSectors,
  kLandmarks,
  kCh,
  kCch,
  kLabels,
  kTables,
  kMesh,
  kPolyanya,
  kHna,
  kDetour,
  kContraction,
  kOther,
};
SearchKind search_kind(const PseudoCode& code);

// What is taken from the open list first.
struct TakeOrder {
  enum class By : uint8_t {
    kF,      // the smallest g + h
    kH,      // the smallest h
    kTurn,   // what has waited longest
    kFRank,  // the smallest g + h; among equals the most important node, whose rank no event tells
    kRank,   // the least important node
  };
  By by = By::kF;
  Ties ties = Ties::kLargeG;  // among equals
  friend bool operator==(const TakeOrder&, const TakeOrder&) = default;
};
// `astar`: what the options of A* say about equals; the other algorithms have their own way.
TakeOrder take_order(const PseudoCode& code, Ties astar = Ties::kLargeG);

// "cell", "jump point", "L2 node", "region", "portal": what the nodes of a level are called.
std::string node_noun(SearchKind kind, int level);
// True for searches that go on from cell to neighbouring cell.
bool searches_cells(SearchKind kind);

}  // namespace strata

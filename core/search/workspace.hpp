// Purpose: A Workspace holds all memory of queries and is used again by later queries. After a few queries, a query
//          allocates no more memory, except for jumps that are remembered (core/search/jump_nodes.hpp).
// Shapes: 8 bytes a cell for searches over a whole map (with map and moves 11 bytes a cell).
// Threads: Each thread needs its own.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/object_per_type.hpp"
#include "core/grid/cost.hpp"
#include "core/search/bucket_queue.hpp"
#include "core/search/jump_nodes.hpp"
#include "core/search/node_link.hpp"
#include "core/search/ordered_queue.hpp"
#include "core/search/sweep_queue.hpp"

namespace strata {

// The search state of a cell: g, and a tag: the number of the search that reached it << 4 | direction in which it was
// reached (8: it is the start).
struct CellRecord {
  Cost g = 0;
  uint32_t tag = 0;
};

// The search state of an abstract node.
struct NodeRecord {
  Cost g = 0;
  uint32_t stamp = 0;
  uint32_t parent = 0;
};

// Each record holds the number of the search that wrote it, so that `begin` clears all records in O(1).
class CellRecords {
 public:
  static constexpr uint32_t kStart = 8;

  void begin(size_t cells);
  bool seen(uint32_t i) const { return (records_[i].tag >> 4) == stamp_; }
  Cost g(uint32_t i) const { return records_[i].g; }
  uint32_t token(uint32_t i) const { return records_[i].tag & 15u; }
  void set(uint32_t i, Cost g, uint32_t token) { records_[i] = {g, stamp_ << 4 | token}; }
  size_t memory_bytes() const { return records_.capacity() * sizeof(CellRecord); }

 private:
  std::vector<CellRecord> records_;
  uint32_t stamp_ = 0;
};

class NodeRecords {
 public:
  void begin(size_t nodes);
  bool seen(uint32_t i) const { return records_[i].stamp == stamp_; }
  Cost g(uint32_t i) const { return records_[i].g; }
  uint32_t token(uint32_t i) const { return records_[i].parent; }
  void set(uint32_t i, Cost g, uint32_t token) { records_[i] = {g, stamp_, token}; }
  size_t memory_bytes() const { return records_.capacity() * sizeof(NodeRecord); }

 private:
  std::vector<NodeRecord> records_;
  uint32_t stamp_ = 0;
};

// A set of indices that can be emptied in O(1).
class StampedSet {
 public:
  void begin(size_t count);  // empties the set; indices must be below `count`
  void add(uint32_t i) { stamps_[i] = stamp_; }
  bool has(uint32_t i) const { return stamps_[i] == stamp_; }
  size_t memory_bytes() const { return stamps_.capacity() * sizeof(uint32_t); }

 private:
  std::vector<uint32_t> stamps_;
  uint32_t stamp_ = 0;
};

// The path that a query of a contraction hierarchy found. Nodes are ranks.
struct ChRoute {
  Cost cost = kInfinite;         // kInfinite: no path
  std::vector<uint32_t> packed;  // the path with shortcuts: up from a start, then down to a goal
  std::vector<uint32_t> nodes;   // all nodes of the path, after unpacking the shortcuts
  uint64_t stalled = 0;          // number of nodes that stall-on-demand skipped
  uint64_t unpacked = 0;         // number of unpacked shortcuts
  bool found() const { return cost != kInfinite; }
};

// The memory of searches on contraction hierarchies (core/ch/ch_search.hpp).
struct ChWorkspace {
  std::array<NodeRecords, 2> records;            // forward, backward
  std::array<std::vector<uint64_t>, 2> heaps;    // f << 32 | ~rank
  std::array<std::vector<Cost>, 2> distances;    // costs in elimination tree searches, by rank: kNone between queries
  std::array<std::vector<uint32_t>, 2> parents;  // parents in elimination tree searches, by rank
  std::array<std::vector<uint32_t>, 2> climbs;   // ancestors of the ends in elimination tree searches
  StampedSet listed;                             // the same ancestors as a set
  std::vector<uint64_t> stack;                   // shortcuts to unpack, from << 32 | to
  std::vector<NodeLink> starts, goals;           // links of start and goal, by rank
  ChRoute route;
};

// The memory of queries of the customisable contraction hierarchy over sectors (core/ch/sector_cch.hpp). Between two
// queries all costs are SectorCch::kFar.
struct SectorCchWorkspace {
  struct Side {
    std::vector<Cost> cost;      // by node: the smallest known cost
    std::vector<uint32_t> from;  // by node: the node before it
  };
  Side forward, backward;
  std::vector<uint32_t> packed;                        // nodes of the path before unpacking
  std::vector<std::pair<uint32_t, uint32_t>> waiting;  // shortcuts to unpack
};

// The memory of smooth_path (core/search/smoothing.hpp).
struct SmoothingMemory {
  std::vector<CellId> path;     // a copy of the path before smoothing
  std::vector<int16_t> x, y;    // coordinates of the path cells
  std::vector<uint32_t> heads;  // by row, column and diagonal: base + last path index + 1; smaller values are outdated
  std::vector<uint32_t> links;  // four per path cell: the head of each line before this cell
  std::vector<Cost> cost_so_far;  // cost from the start by path cell; only if terrain weights differ
};

struct Workspace {
  CellRecords cells;  // for searches over the whole map
  CellRecords area;   // for searches inside one cluster
  BucketQueue queue;  // open list; only one search runs at a time
  SweepQueue sweep;
  OrderedQueue ordered;
  FifoQueue waiting;
  CellRecords backward_cells;  // for bidirectional searches: the goal's side
  BucketQueue backward_queue;
  NodeRecords nodes;
  std::vector<NodeLink> start_links, goal_links;
  std::vector<Cost> start_link_cost;  // by slot of the start's group
  std::vector<Cost> goal_link_cost;   // by slot of the goal's cluster or group
  std::vector<uint32_t> abstract_path;
  // HPA*, by level - 1: links of start and goal, and the nodes of the path on that level.
  std::vector<std::vector<NodeLink>> level_start_links, level_goal_links;
  std::vector<std::vector<uint32_t>> level_paths;
  SmoothingMemory smoothing;
  StampedSet regions;  // sectors: regions to which a search is restricted
  JumpNodes jumps;
  ChWorkspace ch;
  SectorCchWorkspace sector_cch;
  ObjectPerType own;  // memory of modules that this header does not know
};

}  // namespace strata

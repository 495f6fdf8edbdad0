// Purpose: SectorCch is a customisable contraction hierarchy on the regions of sectors that is updated in place while
//          the map is painted. The grid of sectors is the same whatever is painted. So the sectors are ordered and
//          contracted once for a size of map, and an edit only changes weights: the weights that depend on them are
//          computed again, no others.
// Source: Dibbelt, Strasser, Wagner 2014, "Customizable contraction hierarchies": order by nested dissection, chordal
//         completion, customisation by lower triangles, partial customisation, queries up the elimination tree.
// Differs: What is contracted are sectors, not nodes. Between two sectors joined in the completion lies a small matrix
//          of weights, by regions; a region has the importance of its sector, then of its number. The dissection is the
//          one that a grid offers: straight rows or columns of sectors, halving the longer side. Against METIS it has a
//          tenth fewer arcs, takes no time, and what lies above a sector are four or five unbroken runs of ranks, so
//          that weights lie in dense rows and no arc is stored. Middles of shortcuts are not stored but found again.
// Units: Costs as in core/grid/cost.hpp; paths of 2^31 - 1 and more count as none.
// Shapes: Always of level 1. A block is a sector by its rank. Its nodes are slots, one for each region that the sector
//         has or has had at a time; node numbers ascend by rank of the sector, then slot, with the unused ones between.
//         A row holds the weights from one node to those of its own block and of all blocks joined to it above.
// Errors: Valid only for the sectors of its last update. Where it would need more memory than allowed, it frees all and
//         is too_large().
// Threads: Const calls with different workspaces may run together.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/ch/elimination.hpp"
#include "core/search/plan.hpp"
#include "core/search/workspace.hpp"
#include "core/sectors/sectors.hpp"

namespace strata {

class Trace;

// Counts of one update.
struct SectorCchUpdate {
  size_t sectors = 0;          // sectors whose edges were read
  size_t arcs_set = 0;         // edges that were added, removed or changed
  size_t arcs_recomputed = 0;  // from all lower triangles, because the one that gave the weight got longer
  size_t arcs_changed = 0;
  friend bool operator==(const SectorCchUpdate&, const SectorCchUpdate&) = default;
};

struct SectorCchCounts {
  size_t nodes = 0;      // regions
  size_t edges = 0;      // of the graph of regions
  size_t arcs = 0;       // of finite weight
  size_t shortcuts = 0;  // arcs shorter than the edge between their ends, or without such an edge
  friend bool operator==(const SectorCchCounts&, const SectorCchCounts&) = default;
};

struct SectorCchArc {
  uint32_t lower = 0, upper = 0;  // regions, by importance
  Cost weight = 0;
  uint32_t middle = kNoRank;  // region; kNoRank: an edge
  friend bool operator==(const SectorCchArc&, const SectorCchArc&) = default;
};

class SectorCch {
 public:
  static constexpr size_t kMaxBytes = size_t{512} << 20;
  // Paths of this cost and more count as none. Two such costs can be added.
  static constexpr Cost kFar = 0x7fffffffu;

  // Removes all weights; `update_some` does the work. The order is kept if the grid of sectors has the same size as
  // before.
  void reset(const Sectors& sectors, size_t max_bytes = kMaxBytes);
  // Does about `max_units` units of 2 to 5 ns of the work, but at least one step: one block, which takes microseconds
  // on maps of a million cells, and a few milliseconds on the largest. Returns true when nothing is left. The sectors
  // must be ready; pass edits of them to `update`, also between two calls.
  bool update_some(const Sectors& sectors, size_t max_units = SIZE_MAX);
  // Updates the weights after sectors were flooded again, see SectorsUpdate::sectors; edges around them may have
  // changed too. The sectors must be ready.
  SectorCchUpdate update(const Sectors& sectors, std::span<const uint32_t> changed_sectors);
  void build(const Sectors& sectors) {
    reset(sectors);
    update_some(sectors);
  }

  bool ready() const { return built_for_ != 0; }
  // Revision of the map that the sectors were built for; 0: not ready.
  uint64_t built_for() const { return built_for_; }
  bool too_large() const { return too_large_; }  // until the next reset
  // Steps of work left, and steps in all; with 0 left the hierarchy is ready or too large.
  size_t pending() const;
  size_t steps() const { return size_t{4} * block_count() + 1; }
  size_t memory_bytes() const;

  // Finds a shortest path on Sectors::graph(1) and returns its cost, kInfinite if there is none. `regions`: every
  // region on the path, both ends included. Climbs the elimination tree from both ends to the root, or as far as it may
  // matter, without a queue.
  Cost route(const Sectors& sectors, uint32_t from, uint32_t to, SectorCchWorkspace& workspace,
             std::vector<uint32_t>& regions, PlanStats& stats) const;
  // Finds the path likewise and records every step; nodes are named by the centres of regions, at level 1.
  Cost route(const Sectors& sectors, uint32_t from, uint32_t to, SectorCchWorkspace& workspace,
             std::vector<uint32_t>& regions, PlanStats& stats, Trace& trace) const;

  // For overlays and tests; valid while ready().
  SectorCchCounts counts(const Sectors& sectors) const;
  // Ranks have gaps.
  uint32_t rank_of_region(const Sectors& sectors, uint32_t region) const { return node_of(sectors, region); }
  uint32_t rank_count() const { return first_node_.empty() ? 0 : first_node_.back(); }
  // Appends all arcs of finite weight, by lower, then upper rank. Without `middles`, which is quicker, every arc looks
  // like an edge.
  void append_arcs(const Sectors& sectors, std::vector<SectorCchArc>& arcs, bool middles = true) const;
  // Appends the regions on the path under the arc between two regions, from one to the other. Returns false, and
  // appends nothing, if there is no arc.
  bool unpack_arc(const Sectors& sectors, uint32_t from, uint32_t to, std::vector<uint32_t>& regions) const;

 private:
  enum class Stage : uint8_t { kOrder, kEdges, kWeights, kDone };

  // Ranks [first, first + count), of the block itself and of blocks above it, whose nodes lie in its rows from `column`
  // on.
  struct Run {
    uint32_t first = 0, count = 0, column = 0;
  };
  struct Block {
    uint32_t width = 0;         // of a row
    std::vector<Cost> weights;  // row by row; empty: not computed yet
  };
  // An edge to a later sector, stored with the earlier sector; the key is slot << 14 | side << 12 | slot there.
  struct Edge {
    uint32_t key = 0;
    Cost cost = 0;
    uint32_t slot() const { return key >> 14; }
    uint32_t side() const { return key >> 12 & 3; }
    uint32_t other() const { return key & 0xfff; }
    friend bool operator==(const Edge&, const Edge&) = default;
  };
  struct Saved {     // a row that an update has touched
    size_t old = 0;  // index in saved_weights_ of the row before the update; its suspect flags follow
    bool suspects = false;
  };
  template <class Observer>
  friend struct SectorCchQuery;

  // --- The blocks (sector_cch.cpp)
  // -------------------------------------------------------------------------------------
  uint32_t block_count() const { return static_cast<uint32_t>(columns_) * static_cast<uint32_t>(rows_); }
  uint32_t slots(uint32_t block) const { return first_node_[block + 1] - first_node_[block]; }
  std::span<const Run> runs(uint32_t block) const {
    return {runs_.data() + first_run_[block], runs_.data() + first_run_[block + 1]};
  }
  // Returns the column of the first node of block `upper` in the rows of `lower`; kNoRank: they are not joined.
  uint32_t column(uint32_t lower, uint32_t upper) const {
    for (const Run& run : runs(lower)) {
      if (upper - run.first < run.count) return run.column + first_node_[upper] - first_node_[run.first];
    }
    return kNoRank;
  }
  Cost* row(uint32_t block, uint32_t slot) {
    return blocks_[block].weights.data() + size_t{slot} * blocks_[block].width;
  }
  const Cost* row(uint32_t block, uint32_t slot) const {
    return blocks_[block].weights.data() + size_t{slot} * blocks_[block].width;
  }
  uint32_t node_of(const Sectors& sectors, uint32_t region) const {
    const uint32_t sector = sectors.region(region).sector;
    return first_node_[elimination_.rank(sector)] + region - sectors.regions_of_sector(sector).first;
  }
  uint32_t region_of(const Sectors& sectors, uint32_t node) const {
    const uint32_t block = node_block_[node];
    return sectors.regions_of_sector(elimination_.node(block)).first + node - first_node_[block];
  }
  Cost weight(uint32_t lower, uint32_t upper) const;  // of the arc between two nodes
  void append_runs(uint32_t block);
  void number_nodes(const Sectors& sectors);
  void set_columns(uint32_t block);
  void lay_out(const Sectors& sectors);
  void give_up();
  size_t frame_bytes() const;

  // --- Edges (sector_cch.cpp)
  // ------------------------------------------------------------------------------------------
  void read_edges(const Sectors& sectors, uint32_t sector, std::vector<Edge>& edges);
  // Returns kFar if there is no edge.
  Cost edge_cost(uint32_t node, uint32_t other) const;
  // Calls visit(node above, cost) for the edges of a node.
  template <class Visit>
  void for_edges_up(uint32_t block, uint32_t slot, Visit&& visit) const;

  // --- Weights (sector_cch_update.cpp)
  // ---------------------------------------------------------------------------------
  template <class Visit>
  void for_pieces(uint32_t lower, uint32_t upper, Visit&& visit) const;
  size_t compute_row(uint32_t block, uint32_t slot, Cost* out) const;
  size_t compute_block(uint32_t block);
  void grow(const Sectors& sectors, std::span<const uint32_t> changed);
  void change_edge(uint32_t node, uint32_t other, Cost before, Cost after, SectorCchUpdate& report);
  Saved& touch(uint32_t block, uint32_t slot);
  void compute_suspects(uint32_t block, uint32_t slot, const Cost* suspects);
  void settle_block(uint32_t block, SectorCchUpdate& report);
  void pass_on(uint32_t block, uint32_t slot, const Saved& saved, uint32_t first, uint32_t last);

  // Calls visit(node, sum) for the lower triangles of the arc between two nodes, highest third node first, until
  // `visit` returns true.
  template <class Visit>
  void for_lower_triangles(uint32_t lower, uint32_t upper, Visit&& visit) const;
  Cost compute_arc(uint32_t lower, uint32_t upper, Cost least) const;

  // --- Unpacking (sector_cch_query.cpp)
  // --------------------------------------------------------------------------------
  uint32_t middle_of(uint32_t lower, uint32_t upper, Cost weight) const;

  int columns_ = 0, rows_ = 0;
  std::array<uint32_t, 4> later_{};  // by side: what to add to a sector to get the neighbour after it
  size_t max_bytes_ = kMaxBytes;
  Elimination elimination_;        // of the sectors
  std::vector<uint32_t> parents_;  // in the elimination tree, by block
  std::vector<Run> runs_;
  std::vector<uint32_t> first_run_;   // blocks + 1
  std::vector<uint32_t> first_node_;  // blocks + 1
  std::vector<uint32_t> node_block_;  // by node
  std::vector<Block> blocks_;
  std::vector<std::vector<Edge>> edges_;  // by sector, keys ascending
  size_t weight_count_ = 0;               // of all blocks, once they are there
  uint64_t built_for_ = 0;
  bool too_large_ = false;
  Stage stage_ = Stage::kDone;
  uint32_t next_ = 0;  // kEdges: the next sector; later the first block whose weights are not computed yet
  // Buffers of updates, kept from one update to the next.
  std::vector<SectorEdge> found_edges_;
  std::vector<Edge> new_edges_;
  std::vector<uint8_t> sector_flags_;
  std::vector<uint32_t> around_;
  std::vector<uint32_t> saved_of_;  // by node: number in saved_ + 1
  std::vector<Saved> saved_;
  std::vector<Cost> saved_weights_;
  std::vector<uint64_t> touched_;  // blocks, as bits
};

template <class Visit>
void SectorCch::for_lower_triangles(uint32_t lower, uint32_t upper, Visit&& visit) const {
  const uint32_t block = node_block_[lower], above = node_block_[upper];
  const uint32_t slot = lower - first_node_[block], slot_above = upper - first_node_[above];
  const uint32_t at = column(block, above) + slot_above;
  for (uint32_t i = slot; i-- > 0;) {
    const Cost* weights = row(block, i);
    if (visit(first_node_[block] + i, weights[slot] + weights[at])) return;
  }
  const std::span<const uint32_t> down = elimination_.down(block);
  for (size_t d = down.size(); d-- > 0;) {
    const uint32_t below = down[d];
    if (slots(below) == 0) continue;
    const uint32_t to_above = column(below, above);
    if (to_above == kNoRank) continue;
    const uint32_t to_lower = column(below, block) + slot;
    for (uint32_t i = slots(below); i-- > 0;) {
      const Cost* weights = row(below, i);
      if (visit(first_node_[below] + i, weights[to_lower] + weights[to_above + slot_above])) return;
    }
  }
}

}  // namespace strata

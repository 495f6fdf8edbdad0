// Purpose: SectorCch is a customisable contraction hierarchy on the regions of sectors that is updated in place while
//          the map is edited. Sectors are ordered and contracted once for a size of map, because their grid never
//          changes. An edit only changes weights, and the weights that depend on them are computed again.
// Source: Dibbelt, Strasser, Wagner 2014, "Customizable contraction hierarchies": order by nested dissection, chordal
//         completion, customisation by lower triangles, partial customisation, queries up the elimination tree.
// Differs: Sectors are contracted, not regions. Two sectors that are adjacent in the completion have a small matrix of
//          weights, by regions; a region is as important as its sector, and then by its number. The dissection is that
//          of a grid: straight rows or columns of sectors, which halve the longer side. Compared with METIS it has a
//          tenth fewer arcs, takes no time, and the sectors above a sector form four or five runs of ranks, so that
//          weights lie in dense rows and no arc is stored. Middle nodes of shortcuts are not stored but searched for.
// Units: Costs as in core/grid/cost.hpp; paths of 2^31 - 1 and more count as no path.
// Shapes: Regions are of level 1. A block is a sector, numbered by its rank. Its nodes are slots, one for each region
//         that the sector has or has had at one time; node numbers ascend by rank of the sector, then by slot,
//         including unused slots. A row holds the weights from one node to the nodes of its own block and of all
//         adjacent blocks above.
// Errors: It is valid only for the sectors of its last update. If it would need more memory than allowed, it frees
//         everything and is too_large().
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

// A SectorCchUpdate says what one update did.
struct SectorCchUpdate {
  size_t sectors = 0;   // sectors whose edges were read again
  size_t arcs_set = 0;  // edges that were added, removed or changed
  // Arcs recomputed from all lower triangles, because the triangle that gave the weight got longer.
  size_t arcs_recomputed = 0;
  size_t arcs_changed = 0;
  friend bool operator==(const SectorCchUpdate&, const SectorCchUpdate&) = default;
};

struct SectorCchCounts {
  size_t nodes = 0;      // number of regions
  size_t edges = 0;      // edges of the region graph
  size_t arcs = 0;       // arcs of finite weight
  size_t shortcuts = 0;  // arcs shorter than the edge between their ends, or without such an edge
  friend bool operator==(const SectorCchCounts&, const SectorCchCounts&) = default;
};

struct SectorCchArc {
  uint32_t lower = 0, upper = 0;  // regions, the less important one first
  Cost weight = 0;
  uint32_t middle = kNoRank;  // middle region; kNoRank: an edge
  friend bool operator==(const SectorCchArc&, const SectorCchArc&) = default;
};

class SectorCch {
 public:
  static constexpr size_t kMaxBytes = size_t{512} << 20;
  // Paths of this cost and more count as no path. The sum of two such costs does not overflow.
  static constexpr Cost kFar = 0x7fffffffu;

  // Removes all weights; `update_some` computes them again. The contraction order stays if the grid of sectors has the
  // same size as before.
  void reset(const Sectors& sectors, size_t max_bytes = kMaxBytes);
  // Does about `max_units` units of the work, of 2 to 5 ns each, but at least one step: one block, which takes
  // microseconds on maps of a million cells, and a few milliseconds on the largest. Returns true when no work is left.
  // The sectors must be ready; pass their edits to `update`, also between two calls.
  bool update_some(const Sectors& sectors, size_t max_units = SIZE_MAX);
  // Updates the weights after the regions of these sectors (SectorsUpdate::sectors) were computed again; the edges
  // around the sectors may have changed, too. The sectors must be ready.
  SectorCchUpdate update(const Sectors& sectors, std::span<const uint32_t> changed_sectors);
  void build(const Sectors& sectors) {
    reset(sectors);
    update_some(sectors);
  }

  bool ready() const { return built_for_ != 0; }
  // Returns the revision of the map for which the sectors were built; 0: not ready.
  uint64_t built_for() const { return built_for_; }
  bool too_large() const { return too_large_; }  // until the next reset
  // Return the steps of remaining work, and all steps. With 0 left the hierarchy is ready or too large.
  size_t pending() const;
  size_t steps() const { return size_t{4} * block_count() + 1; }
  size_t memory_bytes() const;

  // Finds a shortest path on Sectors::graph(1) and returns its cost; kInfinite if there is none. Sets `regions` to
  // every region of the path, including both ends. It walks up the elimination tree from both ends, without a queue.
  // The centres of regions name the nodes of the trace, at level 1.
  Cost route(const Sectors& sectors, uint32_t from, uint32_t to, SectorCchWorkspace& workspace,
             std::vector<uint32_t>& regions, PlanStats& stats, Trace* trace = nullptr) const;

  // These functions serve overlays and tests. They are valid while ready().
  SectorCchCounts counts(const Sectors& sectors) const;
  // Returns the rank of a region. Ranks have gaps.
  uint32_t rank_of_region(const Sectors& sectors, uint32_t region) const { return node_of(sectors, region); }
  uint32_t rank_count() const { return first_node_.empty() ? 0 : first_node_.back(); }
  // Appends all arcs of finite weight, by lower, then upper rank. If `middles` is false, which is faster, shortcuts
  // have no middle region, as if they were edges.
  void append_arcs(const Sectors& sectors, std::vector<SectorCchArc>& arcs, bool middles = true) const;
  // Appends the regions of the path under the arc between two regions, in order. Returns false, and appends nothing,
  // if there is no arc.
  bool unpack_arc(const Sectors& sectors, uint32_t from, uint32_t to, std::vector<uint32_t>& regions) const;

 private:
  enum class BuildStage : uint8_t { kOrder, kEdges, kWeights, kDone };

  // The ranks first <= rank < first + count of the block itself and of blocks above it. Their nodes are in the block's
  // rows from `column` on.
  struct RankRange {
    uint32_t first = 0, count = 0, column = 0;
  };
  struct WeightBlock {
    uint32_t width = 0;         // entries of a row
    std::vector<Cost> weights;  // row by row; empty: not yet computed
  };
  // An edge to a later sector, stored with the earlier sector. The key is slot << 14 | side << 12 | slot
  // in the later sector.
  struct LaterSectorEdge {
    uint32_t key = 0;
    Cost cost = 0;
    uint32_t slot() const { return key >> 14; }
    uint32_t side() const { return key >> 12 & 3; }
    uint32_t other() const { return key & 0xfff; }
    friend bool operator==(const LaterSectorEdge&, const LaterSectorEdge&) = default;
  };
  struct RowBackup {  // a row that an update has changed
    size_t old = 0;   // index in saved_weights_ of the row before the update; its suspect flags follow
    bool suspects = false;
  };
  template <class Observer>
  friend struct SectorCchQuery;

  // --- The blocks (sector_cch.cpp) --------------------------------------------------------------------------------

  uint32_t block_count() const { return static_cast<uint32_t>(columns_) * static_cast<uint32_t>(rows_); }
  uint32_t slots(uint32_t block) const { return first_node_[block + 1] - first_node_[block]; }
  std::span<const RankRange> runs(uint32_t block) const {
    return {runs_.data() + first_run_[block], runs_.data() + first_run_[block + 1]};
  }
  // Returns the column of the first node of block `upper` in the rows of `lower`; kNoRank if they are not adjacent.
  uint32_t column(uint32_t lower, uint32_t upper) const {
    for (const RankRange& run : runs(lower)) {
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
  Cost weight(uint32_t lower, uint32_t upper) const;  // weight of the arc between two nodes
  void append_runs(uint32_t block);
  void number_nodes(const Sectors& sectors);
  void set_columns(uint32_t block);
  void lay_out(const Sectors& sectors);
  void give_up();
  size_t frame_bytes() const;

  // --- Edges (sector_cch.cpp) -------------------------------------------------------------------------------------

  void read_edges(const Sectors& sectors, uint32_t sector, std::vector<LaterSectorEdge>& edges);
  // Returns the cost of the edge between two nodes; kFar if there is none.
  Cost edge_cost(uint32_t node, uint32_t other) const;
  // Calls visit(upper node, cost) for the edges of a node to nodes above it.
  template <class Visit>
  void for_edges_up(uint32_t block, uint32_t slot, Visit&& visit) const;

  // --- Weights (sector_cch_update.cpp) ----------------------------------------------------------------------------

  template <class Visit>
  void for_pieces(uint32_t lower, uint32_t upper, Visit&& visit) const;
  size_t compute_row(uint32_t block, uint32_t slot, Cost* out) const;
  size_t compute_block(uint32_t block);
  void grow(const Sectors& sectors, std::span<const uint32_t> changed);
  void change_edge(uint32_t node, uint32_t other, Cost before, Cost after, SectorCchUpdate& report);
  RowBackup& touch(uint32_t block, uint32_t slot);
  void compute_suspects(uint32_t block, uint32_t slot, const Cost* suspects);
  void update_block(uint32_t block, SectorCchUpdate& report);
  void propagate(uint32_t block, uint32_t slot, const RowBackup& saved, uint32_t first, uint32_t last);

  // Calls visit(node, sum) for the lower triangles of the arc between two nodes, highest third node first, until
  // `visit` returns true.
  template <class Visit>
  void for_lower_triangles(uint32_t lower, uint32_t upper, Visit&& visit) const;
  Cost compute_arc(uint32_t lower, uint32_t upper, Cost least) const;

  // --- Unpacking (sector_cch_query.cpp) ---------------------------------------------------------------------------

  uint32_t middle_of(uint32_t lower, uint32_t upper, Cost weight) const;

  int columns_ = 0, rows_ = 0;
  std::array<uint32_t, 4> later_{};  // by side: number of the later neighbour of a sector - its own number
  size_t max_bytes_ = kMaxBytes;
  Elimination elimination_;        // the arcs between sectors
  std::vector<uint32_t> parents_;  // by block: its parent in the elimination tree
  std::vector<RankRange> runs_;
  std::vector<uint32_t> first_run_;   // by block, with an end mark
  std::vector<uint32_t> first_node_;  // by block, with an end mark
  std::vector<uint32_t> node_block_;  // by node: its block
  std::vector<WeightBlock> blocks_;
  std::vector<std::vector<LaterSectorEdge>> edges_;  // by sector, keys ascending
  size_t weight_count_ = 0;                          // number of weights of all blocks
  uint64_t built_for_ = 0;
  bool too_large_ = false;
  BuildStage stage_ = BuildStage::kDone;
  uint32_t next_ = 0;  // kEdges: the next sector; later the first block whose weights are still to be computed
  // Scratch memory of updates, reused by later updates.
  std::vector<SectorEdge> found_edges_;
  std::vector<LaterSectorEdge> new_edges_;
  std::vector<uint8_t> sector_flags_;
  std::vector<uint32_t> around_;
  std::vector<uint32_t> saved_of_;  // by node: its index in saved_ + 1
  std::vector<RowBackup> saved_;
  std::vector<Cost> saved_weights_;
  std::vector<uint64_t> touched_;  // changed blocks, one bit each
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

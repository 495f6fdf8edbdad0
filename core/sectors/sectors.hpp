// Purpose: Sectors is the sector abstraction: square sectors of a map, the regions inside them, and the graph of the
//          regions on one or two levels. It is built, updated after edits, and searched.
// Source: Sturtevant, Geisberger 2010, "A comparison of high-level approaches for speeding up pathfinding"; Sturtevant
//         2007, "Memory-efficient abstractions for pathfinding" (sectors, regions, centres, trimmed refinement).
// Differs: An edge does not store its weight: it is the distance bound between the two centres, which costs less to
//          compute than to read. If a straight path leads from the end of the refined path to a centre ahead, it is
//          used without a search: none is shorter. If a search of level 1 along a path of level 2 finds nothing, which
//          can happen where the larger sectors cut the smaller ones, it is repeated without that restriction.
// Units: Costs as in core/grid/cost.hpp.
// Shapes: Levels count from 1, the level of the smaller sectors. Sectors are row-major; regions are numbered by sector,
//         in it by their first cell, from 0 without gaps. All arrays are flat and in that order, whatever the edits
//         before: an update splices them and equals a fresh build.
// Errors: A plan on regions that are not up to date with the moves returns PlanStatus::kStale.
// Threads: Const calls with different workspaces may run together.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/alt/graph_landmarks.hpp"
#include "core/grid/clusters.hpp"
#include "core/grid/move_grid.hpp"
#include "core/search/csr_graph.hpp"
#include "core/search/graph_router.hpp"
#include "core/search/lazy_workspace.hpp"
#include "core/search/plan.hpp"
#include "core/sectors/sector_flood.hpp"

namespace strata {

class Trace;
struct Workspace;

struct SectorOptions {
  int sector_size = 16;          // 4..64 cells, of level 1
  int second_size = 0;           // 0: one level; else larger than sector_size, at most 512; not necessarily a multiple
  bool improve_centres = false;  // of level 1: move them to minimise the errors of the weights of edges
  int landmarks = 0;             // number of landmarks that guide the search of the highest level; 0: none
  friend bool operator==(const SectorOptions&, const SectorOptions&) = default;

  static constexpr int kMinSize = 4;
  static constexpr int kMaxSize = 64;
  static constexpr int kMaxSecondSize = 512;
  bool valid() const {
    return sector_size >= kMinSize && sector_size <= kMaxSize && landmarks >= 0 && landmarks <= kMaxLandmarks &&
           (second_size == 0 || (second_size > sector_size && second_size <= kMaxSecondSize));
  }
};

struct SectorRegion {
  CellId centre = kNoCell;
  uint32_t sector = 0;
  uint32_t cells = 0;
  uint32_t parent = 0;  // level 1 of two: the region of level 2 that holds the centre
  friend bool operator==(const SectorRegion&, const SectorRegion&) = default;
};

struct SectorEdge {
  uint32_t from = 0;
  uint32_t to = 0;
  Cost cost = 0;
  friend auto operator<=>(const SectorEdge&, const SectorEdge&) = default;
};

// Sizes of one level.
struct SectorCounts {
  size_t sectors = 0;
  size_t regions = 0;
  size_t edges = 0;  // undirected
};

// What a build or an update did.
struct SectorsUpdate {
  std::vector<uint32_t> sectors;  // of level 1, flooded again, ascending
  std::vector<uint32_t> upper;    // of level 2, flooded again, ascending
  size_t regions = 0;             // regions found in these sectors, on both levels
  size_t edges = 0;               // edges looked up, counted at each of their ends
  // Keeps the memory.
  void clear() {
    sectors.clear();
    upper.clear();
    regions = edges = 0;
  }
};

class Sectors {
 public:
  // Removes everything and marks every sector dirty; `update_some` does the work.
  void reset(const MoveGrid& grid, const SectorOptions& options);
  // Marks sectors after cells inside `changed` became passable, blocked or of another weight.
  void mark_dirty(const MoveGrid& grid, const Rect& changed);
  // Rebuilds dirty sectors, at most about `max_sectors` of them; a sector of level 2 counts as the sectors of level 1
  // that it covers. Returns true when no work is left and the regions are usable again.
  bool update_some(const MoveGrid& grid, SectorsUpdate& report, size_t max_sectors = SIZE_MAX);
  // With a limit, update_some leaves out the landmarks of the highest level, which take as long as several searches of
  // its whole graph; without them the distance bound alone guides searches. They can be computed elsewhere, on
  // graph(levels()).
  bool landmarks_due() const {
    return ready() && options_.landmarks > 0 && landmarks_.empty() && region_count(levels()) > 0;
  }
  void set_landmarks(GraphLandmarks landmarks) { landmarks_ = std::move(landmarks); }
  // Dirty sectors left; at least 1 while any work is left.
  size_t pending() const;

  SectorsUpdate build(const MoveGrid& grid, const SectorOptions& options);
  SectorsUpdate update(const MoveGrid& grid, const Rect& changed);

  bool ready() const { return built_for_ != 0; }
  uint64_t built_for() const { return built_for_; }  // revision of the map; 0 while sectors are dirty

  // Searches on level PlanOptions::levels, or on the highest.
  void plan(const MoveGrid& grid, const Query& query, const PlanOptions& options, Workspace& workspace,
            PlanResult& result) const;
  void plan(const MoveGrid& grid, const Query& query, const PlanOptions& options, Workspace& workspace,
            PlanResult& result, Trace& trace) const;
  // Plans on level 1; `router` finds the path from region to region.
  void plan_over(const MoveGrid& grid, const Query& query, const GraphRouter& router, const PlanOptions& options,
                 Workspace& workspace, PlanResult& result) const;
  void plan_over(const MoveGrid& grid, const Query& query, const GraphRouter& router, const PlanOptions& options,
                 Workspace& workspace, PlanResult& result, Trace& trace) const;
  // Plans down to the regions of level 1 only: `abstract_path` holds their centres, `path` is empty, costs are those of
  // the edges.
  void plan_regions(const MoveGrid& grid, const Query& query, const PlanOptions& options, Workspace& workspace,
                    PlanResult& result) const;

  const SectorOptions& options() const { return options_; }
  int levels() const { return static_cast<int>(levels_.size()); }
  const ClusterGrid& sectors(int level = 1) const { return at(level).sectors; }
  // The weight of an edge is this bound between the centres of its ends.
  const DistanceBound& bound() const { return bound_; }
  Cell cell(CellId id) const {
    return {static_cast<int>(id % static_cast<CellId>(map_width_)),
            static_cast<int>(id / static_cast<CellId>(map_width_))};
  }
  size_t memory_bytes() const;

  // For overlays, tests and graphs built on top. Valid while ready().
  size_t region_count(int level = 1) const { return at(level).nodes.size(); }
  const SectorRegion& region(uint32_t region, int level = 1) const { return at(level).nodes[region].region; }
  // Region of a cell; -1 if the cell is blocked.
  int64_t region_of(CellId cell, int level = 1) const;
  // Half-open range of the regions of a sector.
  std::pair<uint32_t, uint32_t> regions_of_sector(uint32_t sector, int level = 1) const {
    return {at(level).first_region[sector], at(level).first_region[sector + 1]};
  }
  // Appends the edges from the sector's regions to regions with larger numbers: over all sectors each undirected edge
  // once.
  void append_edges(uint32_t sector, std::vector<SectorEdge>& edges, int level = 1) const;
  std::vector<SectorEdge> edges(int level = 1) const;  // each undirected edge once, from < to, sorted
  CsrGraph graph(int level = 1) const;                 // both directions of each edge
  SectorCounts counts(int level = 1) const;

  // Whether options, regions, labels and edges are the same on every level.
  friend bool operator==(const Sectors& a, const Sectors& b);

 private:
  friend struct SectorsBuilder;
  template <bool kLandmarks, bool kWithin>
  friend class SectorSpace;
  template <bool kUniform>
  friend class CorridorSpace;
  template <class Observer>
  friend struct SectorsQuery;

  // Flags of the work that is left for a sector.
  static constexpr uint8_t kCells = 1;    // cells have changed: find the regions again
  static constexpr uint8_t kLinks = 2;    // look up the edges of its regions again
  static constexpr uint8_t kCentres = 4;  // place the centres again (improve_centres)

  // An edge names its end relative to its own sector, so that it stays valid when regions elsewhere are renumbered:
  //  side << kSideShift | number of the region within that sector
  static constexpr int kSides = 8;  // neighbouring sectors, row-major
  static constexpr int kSideShift = 29;
  static constexpr uint32_t kSlotMask = (1u << kSideShift) - 1;
  static constexpr std::array<int, kSides> kSideX = {-1, 0, 1, -1, 1, -1, 0, 1};
  static constexpr std::array<int, kSides> kSideY = {-1, -1, -1, 0, 0, 1, 1, 1};

  struct Node {
    SectorRegion region;
    uint16_t x = 0, y = 0;   // of the centre
    CellId nearest = 0;      // the centre before improvement: the cell nearest the centroid
    uint32_t edges = 0;      // index of its first edge
    uint32_t edges_end = 0;  // index after its last edge
    friend bool operator==(const Node&, const Node&) = default;
  };
  static_assert(sizeof(Node) == 32);

  // Results for one sector that are to be spliced in.
  struct Staged {
    uint32_t sector = 0;
    uint32_t begin = 0, count = 0;  // range of its nodes or edges
    uint32_t words = 0, word_count = 0;
    uint8_t bits = 0;
  };

  struct Level {
    ClusterGrid sectors;
    std::array<int32_t, kSides> side_offset{};  // number of a neighbouring sector - own number
    std::vector<uint16_t> column;               // sector column by x
    std::vector<uint16_t> row;                  // sector row by y
    std::vector<uint8_t> leave_x, leave_y;      // by x and y: the directions that leave the sector there
    std::vector<uint32_t> first_region;         // sectors + 1
    std::vector<Node> nodes;
    std::vector<uint32_t> edges;       // by region, then by side and number of the target
    std::vector<uint32_t> first_edge;  // by sector; sectors + 1
    // Labels: 0, 1, 2, 4, ... bits per cell (0: no region, or one that has all cells), row-major within the sector; 0:
    // blocked, else number of the region within the sector + 1.
    std::vector<uint64_t> labels;
    std::vector<uint32_t> first_label;  // words; sectors + 1
    std::vector<uint8_t> label_bits;    // by sector
    // Work left, see sectors_rebuild.cpp.
    std::vector<uint8_t> flags;  // by sector
    std::vector<uint32_t> dirty_cells, dirty_links, dirty_centres;
    size_t cells_head = 0, links_head = 0, centres_head = 0;  // how many entries of each are done
    std::vector<Staged> staged_regions, staged_links;
    std::vector<Node> staged_nodes;
    std::vector<uint64_t> staged_labels;
    std::vector<uint32_t> staged_edges;    // by sector
    std::vector<uint32_t> staged_degrees;  // of its regions
    // For the parents: sectors whose regions or centres have changed since the parents were set.
    std::vector<uint32_t> changed;
    bool renumbered = true;

    uint32_t sector_at(int x, int y) const {
      return static_cast<uint32_t>(row[static_cast<size_t>(y)]) * static_cast<uint32_t>(sectors.columns()) +
             column[static_cast<size_t>(x)];
    }
    // Returns the number within its sector of the region of a cell; -1: blocked.
    int64_t slot_in(uint32_t sector, int x, int y) const;
    // Returns the region of a passable cell of this sector.
    uint32_t region_in(uint32_t sector, int x, int y) const {
      const uint32_t first = first_region[sector];
      if (first_region[sector + 1] - first == 1) return first;
      return first + static_cast<uint32_t>(slot_in(sector, x, y));
    }
    uint32_t target(const Node& node, uint32_t edge) const {
      const auto side = static_cast<size_t>(edge >> kSideShift);
      return first_region[node.region.sector + static_cast<uint32_t>(side_offset[side])] + (edge & kSlotMask);
    }
  };

  void place_centres(const MoveGrid& grid, uint32_t sector);
  void set_parents();

  const Level& at(int level) const { return levels_[static_cast<size_t>(level) - 1]; }
  Level& at(int level) { return levels_[static_cast<size_t>(level) - 1]; }

  SectorOptions options_;
  int map_width_ = 0, map_height_ = 0;
  DistanceBound bound_;  // of the moves it was built for: the weights of edges
  std::vector<Level> levels_;
  GraphLandmarks landmarks_;  // on the graph of the highest level
  uint64_t built_for_ = 0;
  // Buffers of building, kept from one update to the next.
  SectorFlood flood_;
  LazyWorkspace build_workspace_;
  std::vector<uint64_t> errors_;    // by cell of a sector
  std::vector<uint8_t> in_region_;  // by cell of a sector
};

inline int64_t Sectors::Level::slot_in(uint32_t sector, int x, int y) const {
  const uint32_t bits = label_bits[sector];
  if (bits == 0) return static_cast<int64_t>(first_region[sector + 1] - first_region[sector]) - 1;
  const int side = sectors.cluster_size();
  const int x0 = column[static_cast<size_t>(x)] * side;
  const int y0 = row[static_cast<size_t>(y)] * side;
  const int width = std::min(side, sectors.width() - x0);
  const uint32_t place = static_cast<uint32_t>((y - y0) * width + (x - x0)) * bits;
  const uint64_t word = labels[first_label[sector] + (place >> 6)] >> (place & 63);
  return static_cast<int64_t>(word & ((1ull << bits) - 1)) - 1;
}

inline int64_t Sectors::region_of(CellId cell, int level) const {
  const Level& l = at(level);
  const int x = static_cast<int>(cell % static_cast<CellId>(map_width_));
  const int y = static_cast<int>(cell / static_cast<CellId>(map_width_));
  const uint32_t sector = l.sector_at(x, y);
  const int64_t slot = l.slot_in(sector, x, y);
  return slot < 0 ? -1 : static_cast<int64_t>(l.first_region[sector]) + slot;
}

}  // namespace strata

// Purpose: Sectors is the sector abstraction: square sectors of a map, the regions inside them, and the graph of the
//          regions on one or two levels. It is built, updated after edits, and searched.
// Source: Sturtevant, Geisberger 2010, "A comparison of high-level approaches for speeding up pathfinding"; Sturtevant
//         2007, "Memory-efficient abstractions for pathfinding" (sectors, regions, centres, trimmed refinement).
// Differs: The weight of an edge is not stored: it is the distance bound between the two centres, which is faster to
//          compute than to load. If a straight path leads from the end of the refined path to a centre ahead, it is
//          used without a search, as none is shorter. If a search of level 1 along a path of level 2 finds no path,
//          which can happen where large sectors cut small ones, it is repeated on all regions.
// Links: The papers have no links between cells (core/grid/map_links.hpp). Here a link from a cell a of a region A to a
//        cell b of another region B is an edge from A to B, where it is cheaper than an edge that they have anyway:
//          cost(A, B) = bound(centre of A, a) + cost of the link + bound(b, centre of B)
//        On the path of regions the agent goes to a, over the link, and on from b. Regions are connected by moves
//        alone, so that a is reached inside A, whatever links do: a path is found wherever there is one. A link inside
//        one region is not followed; that makes no path wrong, only longer than it might be. Landmarks do not know
//        links: with an edge over one on the highest level, the search is guided by core/search/link_heuristic.hpp.
// Units: Costs as in core/grid/cost.hpp.
// Shapes: Levels count from 1, the level of the smaller sectors. Sectors are row-major; regions are numbered by sector,
//         then by their first cell, from 0 without gaps. All arrays are flat and in that order; after an update they
//         equal those of a fresh build.
// Errors: A plan on regions that are not up to date with the moves returns PlanStatus::kStale.
// Threads: Const calls with different workspaces may run together.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
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
  int sector_size = 16;  // side of a sector of level 1, 4..64 cells
  // Side of a sector of level 2; 0: one level only. Otherwise it is larger than sector_size, at most 512, and not
  // necessarily a multiple.
  int second_size = 0;
  bool improve_centres = false;  // move the centres of level 1 to minimise the errors of edge weights
  int landmarks = 0;             // number of landmarks for the search of the highest level; 0: none
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
  uint32_t parent = 0;  // with two levels, for level 1: the region of level 2 that holds the centre
  friend bool operator==(const SectorRegion&, const SectorRegion&) = default;
};

struct SectorEdge {
  uint32_t from = 0;
  uint32_t to = 0;
  Cost cost = 0;
  friend auto operator<=>(const SectorEdge&, const SectorEdge&) = default;
};

// An edge over a link between cells: the link over which one region is reached from another one most cheaply.
struct SectorLink {
  uint32_t from = 0, to = 0;  // regions
  Cost cost = 0;              // with the distances from one centre to the link, and from there to the other
  MapLink link;
  friend bool operator==(const SectorLink&, const SectorLink&) = default;
};

// The numbers of sectors, regions and edges of one level.
struct SectorCounts {
  size_t sectors = 0;
  size_t regions = 0;
  size_t edges = 0;  // undirected edges, without those over links
};

// A SectorsUpdate says what a build or an update did.
struct SectorsUpdate {
  std::vector<uint32_t> sectors;  // sectors of level 1 whose regions were computed again, ascending
  std::vector<uint32_t> upper;    // sectors of level 2 whose regions were computed again, ascending
  size_t regions = 0;             // regions found in these sectors, on both levels
  size_t edges = 0;               // edges that were relinked, counted at each of their ends
  // Clears the values and keeps the allocated memory.
  void clear() {
    sectors.clear();
    upper.clear();
    regions = edges = 0;
  }
};

class Sectors {
 public:
  // Removes all regions and marks every sector dirty; `update_some` builds them.
  void reset(const MoveGrid& grid, const SectorOptions& options);
  // Marks sectors dirty after cells inside `changed` became passable, blocked or of another weight. Changes of links
  // are found by `update_some`.
  void mark_dirty(const MoveGrid& grid, const Rect& changed);
  // Rebuilds dirty sectors, about `max_sectors` of them; a sector of level 2 counts as the sectors of level 1 that it
  // covers. Returns true when no work is left and the regions can be searched.
  bool update_some(const MoveGrid& grid, SectorsUpdate& report, size_t max_sectors = SIZE_MAX);
  // Returns whether the landmarks are still to be computed. With a limit, `update_some` omits them, because they take
  // as long as several searches of the highest level; until then the distance bound alone guides searches. They can be
  // computed in another thread, on graph(levels()).
  bool landmarks_due() const {
    return ready() && options_.landmarks > 0 && landmarks_.empty() && region_count(levels()) > 0;
  }
  void set_landmarks(GraphLandmarks landmarks) { landmarks_ = std::move(landmarks); }
  // Returns the number of dirty sectors; at least 1 while any work is left.
  size_t pending() const;

  SectorsUpdate build(const MoveGrid& grid, const SectorOptions& options);
  SectorsUpdate update(const MoveGrid& grid, const Rect& changed);

  bool ready() const { return built_for_ != 0; }
  uint64_t built_for() const { return built_for_; }  // revision of the map; 0 while sectors are dirty

  // Plans a path. The abstract search runs on level PlanOptions::levels, or on the highest level if that
  // is 0 or too large.
  void plan(const MoveGrid& grid, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
            PlanResult& result, Trace* trace = nullptr) const;
  // Plans on level 1, where `router` instead of A* finds the path from region to region. It does not follow links
  // between cells.
  void plan_over(const MoveGrid& grid, const PlanQuery& query, const GraphRouter& router, const PlanOptions& options,
                 Workspace& workspace, PlanResult& result, Trace* trace = nullptr) const;
  // Plans without refinement to cells: `abstract_path` holds the centres of regions of level 1, `path` is empty, and
  // costs are sums of edge weights.
  void plan_regions(const MoveGrid& grid, const PlanQuery& query, const PlanOptions& options, Workspace& workspace,
                    PlanResult& result) const;

  const SectorOptions& options() const { return options_; }
  int levels() const { return static_cast<int>(levels_.size()); }
  const ClusterGrid& sectors(int level = 1) const { return at(level).sectors; }
  // Returns the distance bound; between the centres of two regions it is the weight of their edge.
  const DistanceBound& bound() const { return bound_; }
  Cell cell(CellId id) const {
    return {static_cast<int>(id % static_cast<CellId>(map_width_)),
            static_cast<int>(id / static_cast<CellId>(map_width_))};
  }
  size_t memory_bytes() const;

  // These functions serve overlays, tests and graphs built on the regions. They are valid while ready().
  size_t region_count(int level = 1) const { return at(level).nodes.size(); }
  const SectorRegion& region(uint32_t region, int level = 1) const { return at(level).nodes[region].region; }
  // Returns the region of a cell; -1 if the cell is blocked.
  int64_t region_of(CellId cell, int level = 1) const;
  // Returns the half-open range of the regions of a sector.
  std::pair<uint32_t, uint32_t> regions_of_sector(uint32_t sector, int level = 1) const {
    return {at(level).first_region[sector], at(level).first_region[sector + 1]};
  }
  // Appends the edges from the regions of a sector to regions with larger numbers, so that all sectors together give
  // each undirected edge once.
  void append_edges(uint32_t sector, std::vector<SectorEdge>& edges, int level = 1) const;
  std::vector<SectorEdge> edges(int level = 1) const;  // each undirected edge once, from < to, sorted
  CsrGraph graph(int level = 1) const;                 // both directions of each edge, without edges over links
  // Return the edges over links: all that lead from a region, and the one to another region; null if there is none.
  std::span<const SectorLink> links_from(uint32_t region, int level = 1) const;
  const SectorLink* link_between(uint32_t from, uint32_t to, int level = 1) const;
  SectorCounts counts(int level = 1) const;

  // Compares options, regions, labels, edges and links on every level.
  friend bool operator==(const Sectors& a, const Sectors& b);

 private:
  friend struct SectorsBuilder;
  template <bool kLandmarks, bool kWithin>
  friend class SectorSpace;
  template <bool kUniform>
  friend class CorridorSpace;
  template <class Observer>
  friend struct SectorsQuery;

  // Flags of the remaining work of a sector.
  static constexpr uint8_t kCells = 1;    // cells have changed: compute the regions again
  static constexpr uint8_t kLinks = 2;    // relink the edges of its regions
  static constexpr uint8_t kCentres = 4;  // place the centres again (improve_centres)

  // An edge names its target relative to its own sector, so that it stays valid when regions elsewhere are renumbered:
  // side << kSideShift | number of the target region within that sector
  static constexpr int kSides = 8;  // neighbouring sectors, row-major
  static constexpr int kSideShift = 29;
  static constexpr uint32_t kSlotMask = (1u << kSideShift) - 1;
  static constexpr std::array<int, kSides> kSideX = {-1, 0, 1, -1, 1, -1, 0, 1};
  static constexpr std::array<int, kSides> kSideY = {-1, -1, -1, 0, 0, 1, 1, 1};

  struct RegionNode {
    SectorRegion region;
    uint16_t x = 0, y = 0;   // coordinates of the centre
    CellId nearest = 0;      // the centre before improvement: the cell nearest to the centroid
    uint32_t edges = 0;      // index of the region's first edge
    uint32_t edges_end = 0;  // index after the region's last edge
    friend bool operator==(const RegionNode&, const RegionNode&) = default;
  };
  static_assert(sizeof(RegionNode) == 32);

  // New nodes or edges of one sector, before they are spliced into the arrays.
  struct StagedRange {
    uint32_t sector = 0;
    uint32_t begin = 0, count = 0;  // range of the sector's nodes or edges
    uint32_t words = 0, word_count = 0;
    uint8_t bits = 0;
  };

  struct Level {
    ClusterGrid sectors;
    std::array<int32_t, kSides> side_offset{};  // by side: number of the neighbouring sector - own number
    std::vector<uint16_t> column;               // sector column by x
    std::vector<uint16_t> row;                  // sector row by y
    std::vector<uint8_t> leave_x, leave_y;      // by x and y: directions of the steps that leave the sector
    std::vector<uint32_t> first_region;         // by sector; one entry more than sectors
    std::vector<RegionNode> nodes;
    std::vector<uint32_t> edges;       // sorted by region, then by side and number of the target
    std::vector<uint32_t> first_edge;  // by sector; one entry more than sectors
    // The regions of cells: 0, 1, 2, 4, ... bits per cell, row-major within the sector. With 0 bits there is no region,
    // or one region with all cells. A value of 0 is blocked, else it is the number of the region within the sector + 1.
    std::vector<uint64_t> labels;
    std::vector<uint32_t> first_label;  // first word by sector; one entry more than sectors
    std::vector<uint8_t> label_bits;    // bits per cell by sector
    std::vector<SectorLink> links;      // sorted by both regions, at most one from a region to another
    // The following members hold the remaining work, see sectors_rebuild.cpp.
    std::vector<uint8_t> flags;  // by sector
    std::vector<uint32_t> dirty_cells, dirty_links, dirty_centres;
    size_t cells_head = 0, links_head = 0, centres_head = 0;  // number of entries of each list that are done
    std::vector<StagedRange> staged_regions, staged_links;
    std::vector<RegionNode> staged_nodes;
    std::vector<uint64_t> staged_labels;
    std::vector<uint32_t> staged_edges;    // by sector: its new edges
    std::vector<uint32_t> staged_degrees;  // by region: its number of edges
    // Sectors whose regions or centres have changed since the parents were last set.
    std::vector<uint32_t> changed;
    bool renumbered = true;

    uint32_t sector_at(int x, int y) const {
      return static_cast<uint32_t>(row[static_cast<size_t>(y)]) * static_cast<uint32_t>(sectors.columns()) +
             column[static_cast<size_t>(x)];
    }
    // Returns the number of a cell's region within the sector; -1 if the cell is blocked.
    int64_t slot_in(uint32_t sector, int x, int y) const;
    // Returns the region of a passable cell of this sector.
    uint32_t region_in(uint32_t sector, int x, int y) const {
      const uint32_t first = first_region[sector];
      if (first_region[sector + 1] - first == 1) return first;
      return first + static_cast<uint32_t>(slot_in(sector, x, y));
    }
    uint32_t target(const RegionNode& node, uint32_t edge) const {
      const auto side = static_cast<size_t>(edge >> kSideShift);
      return first_region[node.region.sector + static_cast<uint32_t>(side_offset[side])] + (edge & kSlotMask);
    }
  };

  void place_centres(const MoveGrid& grid, uint32_t sector);
  void set_parents();
  void find_links(const MoveGrid& grid);
  bool has_edge(int level, uint32_t from, uint32_t to) const;

  const Level& at(int level) const { return levels_[static_cast<size_t>(level) - 1]; }
  Level& at(int level) { return levels_[static_cast<size_t>(level) - 1]; }

  SectorOptions options_;
  int map_width_ = 0, map_height_ = 0;
  DistanceBound bound_;  // distance bound for the moves of the last build; gives the edge weights
  std::vector<Level> levels_;
  GraphLandmarks landmarks_;  // landmarks of the graph of the highest level
  uint64_t built_for_ = 0;
  // Scratch memory of building, reused by later updates.
  SectorFlood flood_;
  LazyWorkspace build_workspace_;
  std::vector<uint64_t> errors_;    // by cell of a sector: sum of errors
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

// Purpose: MeshLabels answers shortest any-angle paths over the free cells of a grid map by hub labels of the corners
//          of walls: a path is a straight line, or the least sum over two corners that its ends see and a hub in the
//          labels of both.
// Source: Du, Shen, Cheema 2023, "Ultrafast Euclidean shortest path computation using hub labeling" (EHL); Du, Shen,
//         Cheema 2024, "Euclidean hub labeling with a memory budget" (EHL*).
// Differs: Labels are stored once. A region of the map lists the corners that it sees and, a byte each, which entries
//          of their labels are of use: not those of hubs that another corner reaches on a shorter path, or whose path
//          does not bend round the wall of the corner. On a memory budget all regions grow alike, until they fit. A
//          larger region may list more than is of use, and corners that not all of its cells see: each is looked at.
//          A first path bounds which corners are read.
// Units: Half cells, see core/grid/half_cells.hpp.
// Shapes: A region is a square of 2^k cells a side; at k = 0 it lists exactly the corners that its cell sees.
// Errors: std::bad_alloc is also thrown if labels and lists would take more than kMaxBytes while they are built.
// Threads: Const calls with different MeshLabelsMemory may run together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/anyangle/free_space.hpp"
#include "core/anyangle/taut_graph.hpp"
#include "core/anyangle/taut_labels.hpp"
#include "core/base/job.hpp"
#include "core/navmesh/mesh_search.hpp"

namespace strata {

class Trace;

struct MeshLabelsOptions {
  static constexpr int kMinBytes = 8, kMaxBytes = 65536;
  int bytes_per_cell = 512;  // memory budget, kMinBytes..kMaxBytes
  friend bool operator==(const MeshLabelsOptions&, const MeshLabelsOptions&) = default;
};

// The memory of queries; after a few queries it grows no more.
struct MeshLabelsMemory {
  // A corner that an end of the query sees.
  struct SeenCorner {
    uint32_t corner = 0;
    double length = 0;     // of the line to the end
    double bound = 0;      // lower bound of the paths from end to end over the corner
    uint32_t listed = 0;   // its index in the list of the region
    bool visible = false;  // false: not known yet
  };
  struct ReachedHub {
    double length = 0;  // from the start
    uint32_t corner = 0;
    uint32_t stamp = 0;
  };
  std::vector<SeenCorner> ends[2];
  std::vector<ReachedHub> reached;  // by hub
  std::vector<uint32_t> chain;      // corners between hub and goal
  uint32_t stamp = 0;
  size_t memory_bytes() const;
};

class MeshLabels {
 public:
  // A corner in the list of a region; its useful entries are stored from `first` to before `end`.
  struct ListedCorner {
    uint32_t corner = 0;
    uint32_t first = 0, end = 0;
    friend bool operator==(const ListedCorner&, const ListedCorner&) = default;
  };
  static constexpr size_t kMaxBytes = size_t{1} << 31;

  // A cancel leaves the labels unusable until the next build.
  void build(const MoveGrid& grid, const MeshLabelsOptions& options, JobControl& control);
  uint64_t built_for() const { return built_for_; }  // revision of the map; 0: not built
  // Returns whether the labels fit into the budget, with a single region at worst.
  bool within_budget() const { return within_budget_; }

  const FreeSpace& space() const { return space_; }
  std::span<const WallCorner> corners() const { return corners_; }
  // Returns the number of the corner at the point; the number of corners if there is none.
  uint32_t corner_at(HalfCellPoint at) const;
  const TautLabels& labels() const { return labels_; }
  size_t edge_count() const { return edge_count_; }  // taut edges between corners
  int region_side() const { return 1 << shift_; }    // in cells
  size_t listed_corners() const { return listed_.size(); }
  // Returns the corners that cells of the region around the cell see, ascending.
  std::span<const ListedCorner> listed(Cell cell) const {
    const size_t region =
        static_cast<size_t>(cell.y >> shift_) * regions_across_ + static_cast<size_t>(cell.x >> shift_);
    return {listed_.data() + first_[region], listed_.data() + first_[region + 1]};
  }
  // Calls visit(index) for the entries of the corner's label that are of use to some cell of the region, ascending.
  template <class Visit>
  void for_useful(const ListedCorner& listed, Visit&& visit) const {
    uint32_t index = 0;
    for (const uint8_t* gap = useful_.data() + listed.first; gap != useful_.data() + listed.end; ++gap) {
      index += *gap;
      if (*gap != kLongGap) visit(index);
    }
  }
  // Returns whether the cell sees the corner, and a path from there may bend round it.
  bool sees(Cell cell, uint32_t corner) const {
    const HalfCellPoint middle = middle_of(cell);
    return corners_[corner].bends_from(middle) && space_.sees(middle, corners_[corner].at);
  }
  size_t memory_bytes() const;
  // Compares all but the revision of the map.
  friend bool operator==(const MeshLabels& a, const MeshLabels& b) {
    return a.space_ == b.space_ && a.corners_ == b.corners_ && a.labels_ == b.labels_ && a.shift_ == b.shift_ &&
           a.first_ == b.first_ && a.listed_ == b.listed_ && a.useful_ == b.useful_;
  }

 private:
  static constexpr uint8_t kLongGap = 255;  // a gap that goes on in the next byte

  friend struct RegionLists;

  FreeSpace space_;
  std::vector<WallCorner> corners_;
  TautLabels labels_;
  size_t edge_count_ = 0;
  int shift_ = 0;
  size_t regions_across_ = 0;
  std::vector<uint32_t> first_;  // by region: its first corner in `listed_`; one more than regions
  std::vector<ListedCorner> listed_;
  std::vector<uint8_t> useful_;  // gaps between the indices of useful entries
  uint64_t built_for_ = 0;
  bool within_budget_ = true;
};

// In events these two numbers stand for start and goal; corner c is node c + 2.
inline constexpr uint32_t kMeshLabelsStart = 0;
inline constexpr uint32_t kMeshLabelsGoal = 1;
HalfCellPoint mesh_labels_point(const MeshLabels& labels, Cell start, Cell goal, uint32_t node);

// Finds the path between the middles of two free cells. It has points, but no portals and polygons; its cost is its
// length in cost units, rounded up.
void plan_mesh_labels(const MeshLabels& labels, Cell start, Cell goal, MeshLabelsMemory& memory, MeshPath& path,
                      Trace* trace = nullptr);

}  // namespace strata

// Purpose: CornerLabels holds what batches by hub labels read: for each cell the corners of obstacles that it sees, and
//          the hub labels of the corners, in flat arrays that can be uploaded to a device. So an end of an agent is
//          linked to corners by a look-up.
// Source: core/ch/corner_map.hpp, core/ch/packed_labels.hpp.
// Shapes: See CornerLabelsView. A cell takes 20 bytes, and 4 for each corner that it sees.
// Errors: Building throws LabelsTooLargeError if this would take more than `limit` bytes. Only maps for which
//         CornerMap::possible holds have such labels: 8-connected moves without cutting corners, one weight, no links.
// Threads: Building uses the threads that are passed in; const calls may run together.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/parallel.hpp"
#include "core/batch/corner_labels_view.hpp"
#include "core/ch/corner_map.hpp"
#include "core/grid/move_grid.hpp"

namespace strata {

class CellCh;
class GraphCh;

class CornerLabels {
 public:
  static constexpr size_t kMaxBytes = size_t{2} << 30;
  static bool possible(const MoveGrid& grid) { return CornerMap::possible(grid); }

  // Builds everything from a hierarchy over the corners of the same map, which must have hub labels. After an error
  // there are none.
  void build(const MoveGrid& grid, const CellCh& hierarchy, Threads& threads, size_t limit = kMaxBytes);
  // Returns whether they were built from moves of the same rules and revision of the map.
  bool is_current_for(const MoveGrid& grid) const { return built_ && is_about(grid); }
  // Returns whether the last build failed, from the same moves, because its limit was exceeded.
  bool too_large_for(const MoveGrid& grid) const { return too_large_ && is_about(grid); }
  uint64_t version() const { return version_; }  // differs between any two builds of the program
  CornerLabelsView view() const;
  size_t cell_count() const { return row_begin_.empty() ? 0 : row_begin_.size() - 1; }
  size_t seen_count() const { return seen_.size(); }
  size_t entry_count() const { return entries_.size(); }
  size_t least_count() const { return least_.size(); }
  size_t memory_bytes() const;

 private:
  bool is_about(const MoveGrid& grid) const { return revision_ == grid.built_for() && rules_ == grid.rules(); }
  size_t left_of(size_t limit) const;
  void copy_labels(const GraphCh& graph, size_t limit);
  void link_cells(const MoveGrid& grid, Threads& threads, size_t limit);

  CornerMap views_;
  std::vector<uint32_t> row_begin_, seen_;
  std::vector<LabelledCorner> corners_;
  std::vector<Cost> entries_;
  std::vector<uint16_t> least_;
  uint32_t height_ = 0;
  uint64_t revision_ = 0, version_ = 0;
  Rules rules_;
  bool built_ = false, too_large_ = false;
};

// The sums over labels on the host.
struct HostCornerSums {
  static void clear(Cost* ways, uint32_t begin, uint32_t end);
  static void lower(Cost* ways, const Cost* label, Cost cost, uint32_t begin, uint32_t end);
  static Cost least(const Cost* a, const Cost* b, uint32_t count);
  static uint32_t find(const Cost* a, const Cost* b, uint32_t count, Cost sum) {
    return CornerLaneSums<OneLane>::find(a, b, count, sum);
  }
};
using HostCornerQuery = CornerQuery<HostCornerSums>;

}  // namespace strata

// Purpose: JumpDistances holds the precomputed jump distances of JPS+, for every cell and each of the eight directions.
//          It is built for the whole map; after an edit only the affected distances are computed again.
// Source: Rabin, Silva 2015, "JPS+: an extreme A* speed optimization for static uniform cost grids", Game AI Pro 2,
//         chapter 14; precomputed jumps: Harabor, Grastien 2014, "Improving jump point search".
// Differs: The paper computes the distances once, for a static map. Here a distance is computed from that of the next
//          cell in its direction, and an edit is followed backwards only as far as distances change. All directions
//          sweep the map row by row, so that adjacent cells are visited one after the other.
// Units: Steps. A positive distance is the number of steps to a jump point (straight), or to the first cell from which
//        a straight jump reaches a jump point (diagonal). Otherwise no jump point lies ahead, and the absolute value is
//        the number of free steps up to a blocked cell.
// Links: A cell from which a link leads counts as a jump point; a diagonal jump stops at such a cell as well.
// Shapes: Eight 16-bit numbers a cell in row-major order, by direction: 16 bytes a cell. Blocked cells have zeros.
// Errors: The distances are valid only while `ready`. A map too large for the memory throws std::bad_alloc.
// Threads: Const calls may run together.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/grid/move_grid.hpp"

namespace strata {

// A JumpDistancesUpdate says what one update did.
struct JumpDistancesUpdate {
  size_t computed = 0;  // distances that were computed again
  size_t changed = 0;   // distances whose value changed
  Rect cells;           // bounds of the cells with a changed distance
  void clear() { *this = {}; }
};

// Statistics of the distances of all passable cells, eight per cell.
struct JumpDistancesCounts {
  size_t all = 0;
  size_t to_points = 0;  // positive distances
  int longest = 0;       // longest distance, in steps
  friend bool operator==(const JumpDistancesCounts&, const JumpDistancesCounts&) = default;
};

class JumpDistances {
 public:
  static_assert(GridMap::kMaxSide <= INT16_MAX, "a distance is as long as a side at most");

  // Sets all distances to zero and marks all of them dirty.
  void reset(const MoveGrid& grid);
  void build(const MoveGrid& grid);
  // Marks the distances that depend on cells which became passable or blocked (the result of MoveGrid::update), or
  // where links begin that are new or gone.
  void mark_dirty(const MoveGrid& grid, const Rect& changed);
  // Computes dirty distances, about `most` of them, and adds the effect to `update`. Returns true if none is left.
  bool update_some(const MoveGrid& grid, JumpDistancesUpdate& update, size_t most = SIZE_MAX);
  bool ready() const { return pending() == 0 && built_for_ != 0; }
  size_t pending() const;                            // rows with dirty distances, summed over all directions
  uint64_t built_for() const { return built_for_; }  // revision of the map; 0: never built
  uint64_t version() const { return version_; }      // of the content, see next_jump_version
  std::span<const int16_t, kDirections> of(CellId cell) const {
    return std::span<const int16_t, kDirections>(distances_.data() + size_t{cell} * kDirections, kDirections);
  }
  // Computes statistics over all distances of the map.
  JumpDistancesCounts counts(const MoveGrid& grid) const;
  size_t memory_bytes() const;

  friend bool operator==(const JumpDistances& a, const JumpDistances& b) {
    return a.width_ == b.width_ && a.height_ == b.height_ && a.distances_ == b.distances_;
  }

 private:
  // The cells begin <= x < end of a row.
  struct RowRun {
    int begin, end;
  };
  // The dirty cells of one direction, row by row, in the order in which the sweep of that direction visits the rows.
  class DirtyRows {
   public:
    void reset(int width, int height, bool upwards);  // upwards: from the last row to the first
    void add(int row, RowRun run);                    // clips the run to the row; ignores rows outside the map
    bool empty() const { return rows_ == 0; }
    size_t rows() const { return rows_; }
    // Removes the next row: sets `runs` to its runs, sorted and disjoint, and returns the row.
    int take(std::vector<RowRun>& runs);
    size_t memory_bytes() const {
      return first_.capacity() * sizeof(uint32_t) + pieces_.capacity() * sizeof(LinkedRun);
    }

   private:
    struct LinkedRun {
      RowRun run;
      uint32_t next;  // next piece of the same row, or of the free list
    };
    static constexpr uint32_t kNone = UINT32_MAX;
    int width_ = 0;
    bool upwards_ = false;
    int next_ = 0;  // all rows before it are clean
    size_t rows_ = 0;
    std::vector<uint32_t> first_;  // by row: its piece that was added last
    std::vector<LinkedRun> pieces_;
    uint32_t free_ = kNone;
  };

  template <int kDirection, bool kLinked>
  int16_t distance_at(const MoveGrid& grid, size_t cell) const;
  // Computes the dirty distances of the next row of a direction.
  template <int kDirection>
  void sweep_next(const MoveGrid& grid, JumpDistancesUpdate& update);
  template <int kDirection, bool kLinked>
  void sweep_row(const MoveGrid& grid, int y, JumpDistancesUpdate& update);
  template <int kDirection, bool kLinked>
  void sweep_along_row(const MoveGrid& grid, int y, JumpDistancesUpdate& update);
  // Marks the diagonal distances that depend on the straight distances of these cells.
  template <int kDirection>
  void mark_diagonals(int row, RowRun run);
  bool straight_left() const;

  int width_ = 0;
  int height_ = 0;
  uint64_t built_for_ = 0;
  uint64_t version_ = 0;
  std::vector<int16_t> distances_;
  std::array<DirtyRows, kDirections> dirty_;
  std::vector<RowRun> runs_;  // scratch memory
};

}  // namespace strata

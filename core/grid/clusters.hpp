// Purpose: ClusterGrid partitions a map into square clusters, and append_entrances finds the entrances on their shared
//          borders.
// Source: Botea, Müller, Schaeffer 2004, section 4.1, figure 2.
// Shapes: Clusters are row-major and anchored at (0,0); the last column and row may be smaller.
#pragma once

#include <cstdint>
#include <vector>

#include "core/grid/move_grid.hpp"

namespace strata {

class ClusterGrid {
 public:
  ClusterGrid() = default;
  ClusterGrid(int width, int height, int cluster_size)
      : width_(width),
        height_(height),
        size_(cluster_size),
        columns_((width + cluster_size - 1) / cluster_size),
        rows_((height + cluster_size - 1) / cluster_size) {}

  int width() const { return width_; }
  int height() const { return height_; }
  int cluster_size() const { return size_; }
  int columns() const { return columns_; }
  int rows() const { return rows_; }
  uint32_t count() const { return static_cast<uint32_t>(columns_) * static_cast<uint32_t>(rows_); }
  uint32_t cluster_of(Cell c) const {
    return static_cast<uint32_t>(c.y / size_) * static_cast<uint32_t>(columns_) + static_cast<uint32_t>(c.x / size_);
  }
  Rect rect(uint32_t cluster) const {
    const int cx = static_cast<int>(cluster % static_cast<uint32_t>(columns_));
    const int cy = static_cast<int>(cluster / static_cast<uint32_t>(columns_));
    return Rect{cx * size_, cy * size_, (cx + 1) * size_, (cy + 1) * size_}.clipped({0, 0, width_, height_});
  }
  bool has_right(uint32_t cluster) const {
    return static_cast<int>(cluster % static_cast<uint32_t>(columns_)) + 1 < columns_;
  }
  bool has_below(uint32_t cluster) const { return cluster + static_cast<uint32_t>(columns_) < count(); }
  uint32_t right(uint32_t cluster) const { return cluster + 1; }
  uint32_t below(uint32_t cluster) const { return cluster + static_cast<uint32_t>(columns_); }
  // Returns the half-open range of cluster columns and rows that a rectangle of cells overlaps.
  Rect touched(const Rect& cells) const {
    return {cells.x0 / size_, cells.y0 / size_, (cells.x1 - 1) / size_ + 1, (cells.y1 - 1) / size_ + 1};
  }
  friend bool operator==(const ClusterGrid&, const ClusterGrid&) = default;

 private:
  int width_ = 0, height_ = 0, size_ = 1, columns_ = 0, rows_ = 0;
};

enum class Side : uint8_t { kEast, kSouth };

// An entrance is a maximal obstacle-free run of pairs of cells on both sides of the border between
// two adjacent clusters.
struct Entrance {
  Cell first;  // first cell of the run, in `cluster`
  Cell last;
  uint32_t cluster = 0;     // the left or upper cluster
  Side side = Side::kEast;  // side of `cluster` on which the border lies
  int width() const { return last.x - first.x + last.y - first.y + 1; }
};

// Appends the entrances of the border on one side of a cluster, from top to bottom or from left to right.
void append_entrances(const MoveGrid& grid, const ClusterGrid& clusters, uint32_t cluster, Side side,
                      std::vector<Entrance>& entrances);

// Appends the cells of `entrance` that get a transition: the middle cell if the width is below `threshold`, else both
// ends. If `spacing` is above 0, further cells are spread evenly between the ends, at most `spacing` cells apart.
void append_transitions(const Entrance& entrance, int threshold, int spacing, std::vector<Cell>& cells);

}  // namespace strata

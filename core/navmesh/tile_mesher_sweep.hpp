// Purpose: TileTriangulation is the constrained Delaunay triangulation of the free squares of a tile. Its vertices are
//          the corners of the contours, and the sides of the contours are its constrained edges.
// Source: Hertel, Mehlhorn 1983 (triangulation in one sweep); Lawson 1977 (edge flips until all edges are Delaunay).
// Differs: The sweep goes by rows of squares. Where two free squares touch only in a corner, the contours are separated
//          and the corner is stored twice, so that no path leads through it.
// Units: Positions of MeshRadius::line, which are cells for point agents, from the upper left corner of the tile.
//        Triangle t has the half-edges 3t, 3t + 1, 3t + 2.
// Threads: One thread at a time uses an object.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/grid/cell.hpp"
#include "core/grid/move_grid.hpp"
#include "core/navmesh/mesh_radius.hpp"

namespace strata {

// The free squares of a tile as bits, surrounded by blocked squares: bit x + 1 of row(y) is square (x, y). For point
// agents a square is a cell, see core/navmesh/mesh_radius.hpp.
class TileCells {
 public:
  // Reads the squares of a tile. `squares` may extend beyond the map; squares outside are blocked.
  void read(const MoveGrid& grid, MeshRadius radius, const Rect& squares);
  int width() const { return width_; }
  int height() const { return height_; }
  size_t words() const { return words_; }
  const uint64_t* row(int y) const { return bits_.data() + static_cast<size_t>(y + 1) * words_; }
  bool free(int x, int y) const { return ((row(y)[(x + 1) >> 6] >> ((x + 1) & 63)) & 1) != 0; }
  // Return the positions of the lines before column x and above row y, relative to the first line of the tile.
  int column_line(int x) const { return columns_.empty() ? x : columns_[static_cast<size_t>(x)]; }
  int row_line(int y) const { return rows_.empty() ? y : rows_[static_cast<size_t>(y)]; }
  size_t memory_bytes() const {
    return bits_.capacity() * sizeof(uint64_t) + (columns_.capacity() + rows_.capacity()) * sizeof(int) +
           blocked_.capacity() * sizeof(uint32_t);
  }

 private:
  void read_cells(const MoveGrid& grid, const Rect& cells);
  void read_squares(const MoveGrid& grid, MeshRadius radius, const Rect& squares);

  int width_ = 0, height_ = 0;
  size_t words_ = 0;  // number of words in a row
  std::vector<uint64_t> bits_;
  std::vector<int> columns_, rows_;  // positions of lines; empty if squares are cells
  std::vector<uint32_t> blocked_;    // sums of blocked cells above and to the left, row by row (summed-area table)
};

class TileTriangulation {
 public:
  void build(const TileCells& cells);

  int32_t half_edges() const { return static_cast<int32_t>(from_.size()); }
  static int32_t next(int32_t half) { return half % 3 == 2 ? half - 2 : half + 1; }
  static int32_t previous(int32_t half) { return half % 3 == 0 ? half + 2 : half - 1; }
  int32_t twin(int32_t half) const { return twin_[static_cast<size_t>(half)]; }  // -1: the half-edge is on a contour
  Cell from(int32_t half) const { return vertices_[static_cast<size_t>(from_[static_cast<size_t>(half)])]; }
  size_t memory_bytes() const;

 private:
  // A front is the lower end of the region triangulated so far between two contours: a chain of vertices to which no
  // triangle can be added from below. It sags downwards, so that the latest vertex sees everything below the chain.
  struct Front {
    int32_t first = -1, last = -1, latest = -1;  // links
  };
  struct FrontVertex {
    int32_t vertex = -1, previous = -1, next = -1;
    // Edge to the next link: the half-edge of the triangle above, kContour, or a split with both sides open.
    int32_t above = kContour;
  };
  static constexpr int32_t kContour = -1;

  void sweep_line(const TileCells& cells, int y);
  void add_corner(int corner, int x, int y);
  int32_t add_vertex(int x, int y);
  int32_t add_link(int32_t vertex);
  Front start(int32_t vertex);
  void pass_left(Front& front, int32_t vertex);
  void pass_right(Front& front, int32_t vertex);
  void end(Front& front, int32_t vertex);
  Front split(Front& front, int32_t vertex);  // keeps the left half and returns the right half
  void merge(Front& left, int32_t vertex, const Front& right);
  bool cut_ear(int32_t link);
  void cut_ears_before(int32_t link);
  void cut_ears_behind(int32_t link);
  void attach(int32_t half, int32_t above);
  void make_delaunay();

  const TileCells* cells_ = nullptr;  // set during a build
  std::vector<Cell> vertices_;        // corners of squares
  std::vector<int32_t> from_;         // by half-edge: vertex
  std::vector<int32_t> twin_;
  // The state of the sweep: fronts to the left of the current corner are below the sweep line, those to the
  // right still above.
  std::vector<Front> above_, below_;
  size_t taken_ = 0;  // number of fronts in above_ that are done
  Front current_;     // the front around the corner
  std::vector<FrontVertex> links_;
  std::vector<int32_t> splits_;  // by split: the half-edge on one side; -1: none yet
  std::vector<int32_t> unsure_;  // half-edges that may violate the Delaunay condition
};

}  // namespace strata

// Purpose: TileMesher covers the ground of one tile of a map with convex polygons: its free cells, or the squares that
//          agents of a radius may have their middle in. The result is a pure function of the cells.
// Source: Hertel, Mehlhorn 1983 (triangles become convex polygons); Rahmani, Pelechano 2020, section 3.
// Differs: Triangles are those of the constrained Delaunay triangulation; the sides that they share are removed, the
//          shortest first. As a second source rectangles are cut out, the largest first.
// Shapes: Polygons are in the order of their first corners, then of their second ones. A ring begins with its uppermost
//         corner, of several with the leftmost, and has corners only where it turns.
// Units: Points of the lattice of the mesh, see core/navmesh/mesh_radius.hpp.
// Threads: Meshers are independent of each other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/grid/half_cells.hpp"
#include "core/grid/move_grid.hpp"
#include "core/navmesh/tile_mesher_sweep.hpp"

namespace strata {

enum class MeshSource : uint8_t { kTriangles, kRectangles };
inline constexpr int kMeshSources = 2;
constexpr std::string_view mesh_source_name(MeshSource source) {
  return source == MeshSource::kTriangles ? "triangles" : "rectangles";
}

// A side along a row or a column of the lattice: the number of that line, and the part of it.
struct StraightSide {
  int32_t line = 0, begin = 0, end = 0;
  uint32_t polygon = 0;
  friend bool operator<(const StraightSide& a, const StraightSide& b) {
    return a.line != b.line ? a.line < b.line : a.begin < b.begin;
  }
};
// Calls visit(one, other, begin, end) for every common part of a side of `one` and a side of `other`. Both lists are
// sorted, and sides of one list do not overlap.
template <class Visit>
void for_each_overlap(std::span<const StraightSide> one, std::span<const StraightSide> other, Visit&& visit) {
  for (size_t i = 0, j = 0; i < one.size() && j < other.size();) {
    const StraightSide& a = one[i];
    const StraightSide& b = other[j];
    if (a.line != b.line) {
      a.line < b.line ? ++i : ++j;
      continue;
    }
    const int32_t begin = std::max(a.begin, b.begin), end = std::min(a.end, b.end);
    if (begin < end) visit(a, b, begin, end);
    a.end < b.end ? ++i : ++j;
  }
}

struct TileMesh {
  // A common part of the borders of two polygons of the tile; from -> to as the first of them goes round.
  struct Link {
    HalfCellPoint from, to;
    uint32_t polygons[2];
  };
  std::vector<HalfCellPoint> corners;  // ring after ring
  std::vector<uint32_t> ends;          // by polygon: where its ring ends
  std::vector<Link> links;

  size_t polygon_count() const { return ends.size(); }
  std::span<const HalfCellPoint> ring(size_t polygon) const {
    const uint32_t begin = polygon == 0 ? 0 : ends[polygon - 1];
    return {corners.data() + begin, ends[polygon] - begin};
  }
  size_t memory_bytes() const {
    return corners.capacity() * sizeof(HalfCellPoint) + ends.capacity() * sizeof(uint32_t) +
           links.capacity() * sizeof(Link);
  }
  // Keeps the memory.
  void clear() {
    corners.clear();
    ends.clear();
    links.clear();
  }
};

class TileMesher {
 public:
  // Limit for a polygon made of triangles: its sides within the tile, and those along its border as if each had one
  // neighbour.
  static constexpr uint32_t kMaxPieces = 60;
  // Limit for the width plus the height of a rectangle: however its sides are divided, it has at most kMaxSides sides.
  static constexpr int kMaxHalfPerimeter = 63;

  // Meshes a tile of squares. `part` > 0: meshes it as if it were several tiles of `part` x `part` squares.
  void mesh(const MoveGrid& grid, MeshRadius radius, const Rect& squares, MeshSource source, int part,
            TileMesh& result);
  size_t memory_bytes() const;

 private:
  struct Diagonal {
    uint64_t squared_length = 0;
    uint32_t low = 0, high = 0;  // ends
    int32_t half = 0;
    friend bool operator<(const Diagonal& a, const Diagonal& b) {
      if (a.squared_length != b.squared_length) return a.squared_length < b.squared_length;
      return a.low != b.low ? a.low < b.low : a.high < b.high;
    }
  };
  // The best of the rectangles that end in a row. If not `exact`, `bound` is only an upper bound of its size.
  struct RowBest {
    int64_t bound = 0;
    Rect cells;
    bool exact = false;
  };

  void append_triangles(const Rect& squares);
  void remove_diagonals();
  uint32_t face_of(uint32_t triangle);
  void append_faces(const Rect& squares);
  void append_rectangles(const Rect& squares);
  void find_best(int row);
  void take(const Rect& cells);
  void append_ring(std::span<const HalfCellPoint> ring);
  void link_straight_sides(int part, const Rect& squares);
  void put_in_order(TileMesh& result);

  MeshRadius radius_;
  TileCells cells_;
  TileTriangulation triangulation_;
  // Polygons of the triangulation while diagonals are removed.
  std::vector<int32_t> next_, previous_;  // by half-edge; next -1: removed
  std::vector<uint32_t> face_;            // by triangle: its parent among the triangles of the polygon (union-find)
  std::vector<uint32_t> face_pieces_;     // by representative triangle: number of sides of the polygon
  std::vector<Diagonal> diagonals_;
  std::vector<uint32_t> polygon_of_;  // by half-edge
  std::vector<HalfCellPoint> ring_;
  // Rectangles.
  std::vector<uint16_t> up_;  // by cell: number of free cells from here upwards
  std::vector<RowBest> best_;
  std::vector<int> open_;  // columns, the steps of a staircase
  // Polygons before they are sorted.
  TileMesh found_;
  std::vector<StraightSide> sides_[2];  // sides with the polygon above or to the left of them, and the others
  std::vector<uint32_t> order_, place_;
};

}  // namespace strata

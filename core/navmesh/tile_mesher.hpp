// Purpose: TileMesher decomposes the free ground of one tile of a map into convex polygons: its free cells, or the
//          squares where the middle of an agent with a radius may be. The result depends only on the cells.
// Source: Hertel, Mehlhorn 1983 (convex polygons from triangles); Rahmani, Pelechano 2020, section 3.
// Differs: The triangles are those of the constrained Delaunay triangulation; shared sides are removed in the order of
//          their length, shortest first. Alternatively, rectangles are cut out, largest first.
// Shapes: Polygons are sorted by their first, then by their second corner. A ring begins with its uppermost (of several
//         the leftmost) corner, and has corners only where it turns.
// Units: Lattice points of the mesh, see core/navmesh/mesh_radius.hpp.
// Threads: Different meshers may run together.
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

enum class MeshDecomposition : uint8_t { kTriangles, kRectangles };
inline constexpr int kMeshDecompositions = 2;
constexpr std::string_view mesh_source_name(MeshDecomposition source) {
  return source == MeshDecomposition::kTriangles ? "triangles" : "rectangles";
}

// A polygon side along a row or column of the lattice: the line, and the range on it.
struct StraightSide {
  int32_t line = 0, begin = 0, end = 0;
  uint32_t polygon = 0;
  friend bool operator<(const StraightSide& a, const StraightSide& b) {
    return a.line != b.line ? a.line < b.line : a.begin < b.begin;
  }
};
// Calls visit(one, other, begin, end) for every overlap of a side of `one` with a side of `other`. Both lists are
// sorted, and the sides of one list do not overlap.
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
  // A common part of the borders of two polygons of the tile, in the direction of the first polygon.
  struct SharedBorder {
    HalfCellPoint from, to;
    uint32_t polygons[2];
  };
  std::vector<HalfCellPoint> corners;  // corners of all rings, ring by ring
  std::vector<uint32_t> ends;          // by polygon: end of the polygon's ring in `corners`
  std::vector<SharedBorder> links;

  size_t polygon_count() const { return ends.size(); }
  std::span<const HalfCellPoint> ring(size_t polygon) const {
    const uint32_t begin = polygon == 0 ? 0 : ends[polygon - 1];
    return {corners.data() + begin, ends[polygon] - begin};
  }
  size_t memory_bytes() const {
    return corners.capacity() * sizeof(HalfCellPoint) + ends.capacity() * sizeof(uint32_t) +
           links.capacity() * sizeof(SharedBorder);
  }
  // Clears the values and keeps the allocated memory.
  void clear() {
    corners.clear();
    ends.clear();
    links.clear();
  }
};

class TileMesher {
 public:
  // The largest number of sides of a polygon made of triangles. A side along the border of the tile counts once,
  // although several neighbours may divide it later.
  static constexpr uint32_t kMaxPieces = 60;
  // The largest width plus height of a rectangle: it then has at most kMaxSides sides, however they are divided.
  static constexpr int kMaxHalfPerimeter = 63;

  // Meshes a tile of squares. `part` > 0: meshes it as if it were several tiles of `part` x `part` squares.
  void mesh(const MoveGrid& grid, MeshRadius radius, const Rect& squares, MeshDecomposition source, int part,
            TileMesh& result);
  size_t memory_bytes() const;

 private:
  struct Diagonal {
    uint64_t squared_length = 0;
    uint32_t low = 0, high = 0;  // end vertices
    int32_t half = 0;
    friend bool operator<(const Diagonal& a, const Diagonal& b) {
      if (a.squared_length != b.squared_length) return a.squared_length < b.squared_length;
      return a.low != b.low ? a.low < b.low : a.high < b.high;
    }
  };
  // The largest rectangle that ends in a row. If not `exact`, `bound` is only an upper bound of its size.
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
  // The polygons of the triangulation while diagonals are removed.
  std::vector<int32_t> next_, previous_;  // by half-edge; next -1: removed
  std::vector<uint32_t> face_;            // by triangle: its parent among the triangles of the polygon (union-find)
  std::vector<uint32_t> face_pieces_;     // by representative triangle: number of sides of the polygon
  std::vector<Diagonal> diagonals_;
  std::vector<uint32_t> polygon_of_;  // by half-edge: its polygon
  std::vector<HalfCellPoint> ring_;
  // Memory of the decomposition into rectangles.
  std::vector<uint16_t> up_;  // by cell: number of free cells from here upwards
  std::vector<RowBest> best_;
  std::vector<int> open_;  // columns where the staircase of the sweep has steps
  // The polygons before they are sorted.
  TileMesh found_;
  std::vector<StraightSide> sides_[2];  // [0]: sides with the polygon above or to the left; [1]: the other sides
  std::vector<uint32_t> order_, place_;
};

}  // namespace strata

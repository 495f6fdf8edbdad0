// Purpose: A MeshRadius is a size class of disc-shaped agents. It defines where the middle of such an agent may be: on
//          the free cells of a map, but not closer than the radius to a blocked cell or to the border of the map. These
//          points form squares, from which a mesh is made as it is from cells.
// Source: Rahmani, Pelechano 2020, section 3 (meshes are shrunk by the radius of the agent). Distances to walls are
//         measured along rows and columns, like the clearance of cells (Harabor, Botea 2008).
// Differs: Recast shrinks by voxels and rounds the corners of walls. Here corners stay square: the distance of an agent
//          from a corner is up to 1.42 times its radius.
// Shapes: In each direction two lines per cell divide the plane, at the distance `margin` on both sides of each border
//         of cells. Square 2x of a row is the middle of cell x, square 2x + 1 covers the border between cells x and x +
//         1. For point agents a square is a cell.
// Units: The radius of a class is a multiple of 1/8 cell. Squares keep `distance` from walls, half a step less than the
//        radius, so that an agent passes a gap exactly as wide as itself, and overlaps a wall by at most kRounding.
//        Lines are in sixteenths of a cell, or in cells for point agents. A mesh of squares has 16 lattice units a half
//        cell, see NavMesh::units.
// Threads: Objects are values.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/grid/cell.hpp"

namespace strata {

class MeshRadius {
 public:
  static constexpr int kSteps = 8;                   // classes per cell of radius
  static constexpr int kMost = 4 * kSteps;           // the widest class, with a radius of 4 cells
  static constexpr double kRounding = 0.5 / kSteps;  // largest overlap of an agent with a wall, in cells

  constexpr MeshRadius() = default;  // the class of point agents
  // Returns the size class with a radius of `eighths` eighths of a cell, 0..kMost.
  static constexpr MeshRadius of_eighths(int eighths) {
    MeshRadius radius;
    radius.eighths_ = eighths;
    return radius;
  }
  // Returns the narrowest class for agents of this radius in cells, but at most `kMost` eighths.
  static MeshRadius for_agents(double cells) {
    return of_eighths(std::clamp(static_cast<int>(std::ceil(cells * kSteps - 1e-6)), 0, kMost));
  }

  constexpr int eighths() const { return eighths_; }
  constexpr bool is_point() const { return eighths_ == 0; }
  constexpr double cells() const { return static_cast<double>(eighths_) / kSteps; }
  // Returns the distance of the squares from walls, in sixteenths of a cell.
  constexpr int distance() const { return is_point() ? 0 : 2 * eighths_ - 1; }
  constexpr int units() const { return is_point() ? 1 : kUnits; }  // lattice units per half cell

  // Returns the number of squares along `cells` cells.
  constexpr int squares(int cells) const { return is_point() ? cells : std::max(2 * cells - 1, 0); }
  // Returns the position of line `i`, where square `i` begins.
  constexpr int line(int i) const {
    if (is_point()) return i;
    return kLine * (i >> 1) + ((i & 1) != 0 ? kLine - margin() : margin());
  }
  // Returns the square that contains a position; on a line the later of both squares.
  constexpr int square_at(int position) const {
    if (is_point()) return position;
    const int cell = floor_part(position - margin()), rest = position - margin() - kLine * cell;
    return 2 * cell + (rest >= kLine - 2 * margin() ? 1 : 0);
  }
  // Return the first and the last cell that decide about a square, along one axis: the square is blocked if any of
  // these cells, or a cell between them, is blocked.
  constexpr int first_cell(int square) const { return is_point() ? square : floor_part(line(square) - distance()); }
  constexpr int last_cell(int square) const {
    return is_point() ? square : -floor_part(-(line(square + 1) + distance())) - 1;
  }
  // Returns the squares that change with these cells; they may lie outside the map.
  constexpr Rect squares_of(const Rect& cells) const {
    if (is_point()) return cells;
    const auto low = [&](int cell) { return square_at(kLine * cell - distance()); };
    const auto high = [&](int cell) { return square_at(kLine * cell + distance() - 1) + 1; };
    return {low(cells.x0), low(cells.y0), high(cells.x1), high(cells.y1)};
  }
  // Returns the cells that these squares overlap.
  constexpr Rect cells_of(const Rect& squares) const {
    if (is_point()) return squares;
    return {squares.x0 >> 1, squares.y0 >> 1, (squares.x1 >> 1) + 1, (squares.y1 >> 1) + 1};
  }

  friend constexpr bool operator==(MeshRadius, MeshRadius) = default;
  friend constexpr auto operator<=>(MeshRadius, MeshRadius) = default;

 private:
  static constexpr int kLine = 16;  // sixteenths per cell
  // Lattice units per half cell: two per sixteenth of a cell, so that middles are integers.
  static constexpr int kUnits = 16;

  static constexpr int floor_part(int value) { return value >> 4; }
  // Returns half the width of the squares over borders: the distance of `distance` from the nearest multiple of
  // a cell. It is odd.
  constexpr int margin() const {
    const int part = distance() % kLine;
    return std::min(part, kLine - part);
  }

  int eighths_ = 0;
};

}  // namespace strata

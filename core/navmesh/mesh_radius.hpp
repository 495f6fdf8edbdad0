// Purpose: A MeshRadius is a class of agents that are discs of about one radius, and says where the middle of such an
//          agent may be: the free cells of a map, less what is closer to a blocked cell or to the border of the map
//          than the radius. What is left consists of squares, which a mesh is made of in place of cells.
// Source: Rahmani, Pelechano 2020, section 3 (meshes are shrunk by the radius of the agent). Distances to walls are
//         measured along rows and columns, as clearance on cells is (Harabor, Botea 2008).
// Differs: Recast shrinks by voxels and rounds the corners of walls. Here corners stay square, so that an agent keeps
//          up to 1.42 times its distance from a corner.
// Shapes: The plane is divided by two lines a cell in each direction, at the distance `margin` on both sides of every
//         border between cells. Square 2x of a row is the middle of cell x, square 2x + 1 lies over the border between
//         the cells x and x + 1. For agents that are points a square is a cell.
// Units: A class has a radius of 1/8 cell or of a multiple of it. Squares keep `distance` from walls, which is half a
//        step less, so that an agent passes a gap that is exactly as wide as itself, and overlaps a wall by at most
//        kRounding. Lines are in sixteenths of a cell, or in cells for points. A mesh of squares has a lattice of 16
//        units a half cell, see NavMesh::units.
// Threads: Values.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/grid/cell.hpp"

namespace strata {

class MeshRadius {
 public:
  static constexpr int kSteps = 8;                   // classes a cell
  static constexpr int kMost = 4 * kSteps;           // the widest class: 4 cells
  static constexpr double kRounding = 0.5 / kSteps;  // cells

  constexpr MeshRadius() = default;  // agents are points
  // `eighths` is 0..kMost.
  static constexpr MeshRadius of_eighths(int eighths) {
    MeshRadius radius;
    radius.eighths_ = eighths;
    return radius;
  }
  // Returns the narrowest class for agents of that radius, in cells. It is at most `kMost` eighths.
  static MeshRadius for_agents(double cells) {
    return of_eighths(std::clamp(static_cast<int>(std::ceil(cells * kSteps - 1e-6)), 0, kMost));
  }

  constexpr int eighths() const { return eighths_; }
  constexpr bool is_point() const { return eighths_ == 0; }
  constexpr double cells() const { return static_cast<double>(eighths_) / kSteps; }
  // Distance of the squares from walls, in sixteenths of a cell.
  constexpr int distance() const { return is_point() ? 0 : 2 * eighths_ - 1; }
  constexpr int units() const { return is_point() ? 1 : kUnits; }  // lattice units a half cell

  // Number of squares along so many cells.
  constexpr int squares(int cells) const { return is_point() ? cells : std::max(2 * cells - 1, 0); }
  // Position of line `i`, which begins square `i`.
  constexpr int line(int i) const {
    if (is_point()) return i;
    return kLine * (i >> 1) + ((i & 1) != 0 ? kLine - margin() : margin());
  }
  // Returns the square that holds a position: of two that meet there the later one.
  constexpr int square_at(int position) const {
    if (is_point()) return position;
    const int cell = floor_part(position - margin()), rest = position - margin() - kLine * cell;
    return 2 * cell + (rest >= kLine - 2 * margin() ? 1 : 0);
  }
  // A blocked cell from `first` to `last`, both included, blocks the square.
  constexpr int first_cell(int square) const { return is_point() ? square : floor_part(line(square) - distance()); }
  constexpr int last_cell(int square) const {
    return is_point() ? square : -floor_part(-(line(square + 1) + distance())) - 1;
  }
  // Returns the squares that change if these cells do; they may reach beyond the map.
  constexpr Rect squares_of(const Rect& cells) const {
    if (is_point()) return cells;
    const auto low = [&](int cell) { return square_at(kLine * cell - distance()); };
    const auto high = [&](int cell) { return square_at(kLine * cell + distance() - 1) + 1; };
    return {low(cells.x0), low(cells.y0), high(cells.x1), high(cells.y1)};
  }
  // Returns the cells that these squares lie in or reach into.
  constexpr Rect cells_of(const Rect& squares) const {
    if (is_point()) return squares;
    return {squares.x0 >> 1, squares.y0 >> 1, (squares.x1 >> 1) + 1, (squares.y1 >> 1) + 1};
  }

  friend constexpr bool operator==(MeshRadius, MeshRadius) = default;
  friend constexpr auto operator<=>(MeshRadius, MeshRadius) = default;

 private:
  static constexpr int kLine = 16;   // sixteenths of a cell
  static constexpr int kUnits = 16;  // lattice units a half cell: two a sixteenth, so that middles are whole

  static constexpr int floor_part(int value) { return value >> 4; }
  // Half the width of the squares over borders: the distance from the nearest multiple of a cell, which is odd.
  constexpr int margin() const {
    const int part = distance() % kLine;
    return std::min(part, kLine - part);
  }

  int eighths_ = 0;
};

}  // namespace strata

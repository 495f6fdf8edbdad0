// Purpose: These helpers of tests of paths over meshes compute shortest any-angle paths over cells in the simplest form
//          (visibility between corners is determined exactly on the cells, then Dijkstra runs over all corners), and
//          provide small maps and several kinds of meshes of them.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "core/base/sort_unique.hpp"
#include "core/grid/move_grid.hpp"
#include "core/navmesh/grid_mesh.hpp"
#include "core/navmesh/navmesh.hpp"
#include "tests/navmesh_support.hpp"
#include "tests/support.hpp"

namespace strata::test {

// The cells that a segment of a line runs in or along: one, or the two on both sides of an edge between cells.
struct PieceCells {
  std::array<Cell, 2> cells;
  int count = 0;
};

// Follows polylines over free cells. A line may touch corners and run along walls, but not pass between two blocked
// cells that share a side or a corner.
class LineWalk {
 public:
  explicit LineWalk(const MoveGrid& grid) : grid_(&grid) {}
  // At the first point, only the free area of cell `first` may be entered, of all areas that meet there.
  LineWalk(const MoveGrid& grid, Cell first) : grid_(&grid), last_{{first, first}, 1} {}

  // Returns false if the line from a to b is blocked, or does not continue in the area where the last line ended.
  bool go(HalfCellPoint a, HalfCellPoint b) {
    if (a == b) return true;
    // Where the line crosses cell borders, in units of 1 / whole of its length.
    const int64_t dx = b.x - a.x, dy = b.y - a.y;
    const int64_t scale_x = dx == 0 ? 1 : std::abs(dx), scale_y = dy == 0 ? 1 : std::abs(dy);
    const int64_t whole = scale_x * scale_y;
    std::vector<int64_t> cuts = {0, whole};
    const auto cut = [&](int32_t from, int32_t to, int64_t scale) {
      const auto [low, high] = std::minmax(from, to);
      for (int64_t line = low; line <= high; ++line) {
        if (line % 2 == 0 && low != high) cuts.push_back(std::abs(line - from) * (whole / scale));
      }
    };
    cut(a.x, b.x, scale_x);
    cut(a.y, b.y, scale_y);
    sort_unique(cuts);
    for (size_t i = 1; i < cuts.size(); ++i) {
      // Middle and beginning of the segment, both in half-cell units times 2 * whole.
      const int64_t twice_middle = cuts[i - 1] + cuts[i], twice_begin = 2 * cuts[i - 1];
      const PieceCells cells =
          cells_round(2 * whole * a.x + dx * twice_middle, 2 * whole * a.y + dy * twice_middle, 2 * whole);
      if (cells.count == 0) return false;
      const int64_t x = 2 * whole * a.x + dx * twice_begin, y = 2 * whole * a.y + dy * twice_begin;
      if (!joined(last_, cells, x, y, 2 * whole)) return false;
      last_ = cells;
    }
    return true;
  }
  // Returns whether the line ended in the area of this cell, at `at`.
  bool ends_in(Cell cell, HalfCellPoint at) const { return joined(last_, {{cell, cell}, 1}, at.x, at.y, 1); }

 private:
  static int64_t floor_of(int64_t value, int64_t divisor) { return value / divisor - (value % divisor < 0 ? 1 : 0); }

  // Returns the free cells that contain the point (x / unit, y / unit), which is no corner of cells.
  PieceCells cells_round(int64_t x, int64_t y, int64_t unit) const {
    PieceCells cells;
    const auto column = static_cast<int>(floor_of(x, 2 * unit)), row = static_cast<int>(floor_of(y, 2 * unit));
    const auto add = [&](Cell cell) {
      if (grid_->passable(cell)) cells.cells[static_cast<size_t>(cells.count++)] = cell;
    };
    add({column, row});
    if (x % (2 * unit) == 0) add({column - 1, row});
    if (y % (2 * unit) == 0) add({column, row - 1});
    return cells;
  }

  // Returns whether the two segments are connected at their common point.
  bool joined(const PieceCells& one, const PieceCells& other, int64_t x, int64_t y, int64_t unit) const {
    if (one.count == 0) return true;                              // there is no previous segment
    if (x % (2 * unit) != 0 || y % (2 * unit) != 0) return true;  // inside a cell or on an edge: both sides are free
    const auto column = static_cast<int>(floor_of(x, 2 * unit)), row = static_cast<int>(floor_of(y, 2 * unit));
    // The four cells around the corner, in order.
    const std::array<Cell, 4> round = {{{column - 1, row - 1}, {column, row - 1}, {column, row}, {column - 1, row}}};
    const auto number = [&](Cell cell) {
      return static_cast<size_t>(std::find(round.begin(), round.end(), cell) - round.begin());
    };
    for (int i = 0; i < one.count; ++i) {
      for (int j = 0; j < other.count; ++j) {
        const size_t from = number(one.cells[static_cast<size_t>(i)]);
        const size_t to = number(other.cells[static_cast<size_t>(j)]);
        if (from >= 4 || to >= 4) continue;
        if (from == to) return true;
        for (const size_t step : {size_t{1}, size_t{3}}) {
          size_t at = from;
          while (at != to && grid_->passable(round[(at + step) % 4])) at = (at + step) % 4;
          if (at == to) return true;
        }
      }
    }
    return false;
  }

  const MoveGrid* grid_;
  PieceCells last_;
};

// Returns whether a path from a point of one cell to a point of the other is free.
inline bool path_is_free(const MoveGrid& grid, Cell from, Cell to, std::span<const HalfCellPoint> points) {
  if (points.size() == 1) return LineWalk(grid, from).ends_in(to, points[0]);
  LineWalk walk(grid, from);
  for (size_t i = 1; i < points.size(); ++i) {
    if (!walk.go(points[i - 1], points[i])) return false;
  }
  return walk.ends_in(to, points.back());
}

// A point inside or on the border of a free cell, belonging to that cell's area.
struct AreaPoint {
  HalfCellPoint at;
  Cell cell;
};

// The visibility graph of the corners where shortest paths turn: those of a single blocked cell.
class VisibilityGraph {
 public:
  explicit VisibilityGraph(const MoveGrid& grid) : grid_(&grid) {
    for (int y = 0; y <= grid.height(); ++y) {
      for (int x = 0; x <= grid.width(); ++x) {
        int blocked = 0;
        Cell free;
        for (const Cell cell : {Cell{x - 1, y - 1}, Cell{x, y - 1}, Cell{x - 1, y}, Cell{x, y}}) {
          grid.passable(cell) ? static_cast<void>(free = cell) : static_cast<void>(++blocked);
        }
        if (blocked == 1) points_.push_back({{2 * x, 2 * y}, free});
      }
    }
    const size_t count = points_.size();
    sees_.assign(count * count, 0);
    for (size_t i = 0; i < count; ++i) {
      for (size_t j = 0; j < i; ++j) sees_[i * count + j] = sees_[j * count + i] = sees(points_[i], points_[j]);
    }
  }

  bool sees(const AreaPoint& a, const AreaPoint& b) const {
    LineWalk walk(*grid_, a.cell);
    return walk.go(a.at, b.at) && walk.ends_in(b.cell, b.at);
  }

  // Returns the distance in cells; infinity: there is no path.
  double distance(const AreaPoint& start, const AreaPoint& goal) const {
    const size_t count = points_.size();
    constexpr double kNone = std::numeric_limits<double>::infinity();
    std::vector<double> best(count, kNone);
    std::vector<uint8_t> done(count, 0);
    const auto length = [](const AreaPoint& a, const AreaPoint& b) {
      return std::sqrt(static_cast<double>(squared_distance(a.at, b.at))) / 2;
    };
    double found = sees(start, goal) ? length(start, goal) : kNone;
    for (size_t i = 0; i < count; ++i) {
      if (sees(start, points_[i])) best[i] = length(start, points_[i]);
    }
    for (;;) {
      size_t next = count;
      for (size_t i = 0; i < count; ++i) {
        if (done[i] == 0 && best[i] < kNone && (next == count || best[i] < best[next])) next = i;
      }
      if (next == count || best[next] >= found) return found;
      done[next] = 1;
      if (sees(points_[next], goal)) found = std::min(found, best[next] + length(points_[next], goal));
      for (size_t i = 0; i < count; ++i) {
        if (sees_[next * count + i] != 0) best[i] = std::min(best[i], best[next] + length(points_[next], points_[i]));
      }
    }
  }

 private:
  const MoveGrid* grid_;
  std::vector<AreaPoint> points_;
  std::vector<uint8_t> sees_;
};

// Returns the area of each cell, where areas are cells connected by sides; -1: blocked.
inline std::vector<int> areas_of(const MoveGrid& grid) {
  std::vector<int> areas(grid.cell_count(), -1);
  std::vector<CellId> waiting;
  int count = 0;
  for (CellId first = 0; first < grid.cell_count(); ++first) {
    if (!grid.passable(first) || areas[first] >= 0) continue;
    areas[first] = count;
    waiting.push_back(first);
    while (!waiting.empty()) {
      const Cell cell = grid.cell(waiting.back());
      waiting.pop_back();
      for (size_t d = 0; d < kDirections; d += 2) {
        const Cell next{cell.x + kDirX[d], cell.y + kDirY[d]};
        if (!grid.passable(next) || areas[grid.id(next)] >= 0) continue;
        areas[grid.id(next)] = count;
        waiting.push_back(grid.id(next));
      }
    }
    ++count;
  }
  return areas;
}

// Returns whether several areas that are not connected there meet in the point.
inline bool parts_areas(const MoveGrid& grid, HalfCellPoint at) {
  if (at.x % 2 != 0 || at.y % 2 != 0) return false;
  const auto free = [&](int dx, int dy) { return grid.passable(Cell{at.x / 2 + dx, at.y / 2 + dy}); };
  return free(-1, -1) == free(0, 0) && free(-1, 0) == free(0, -1) && free(0, 0) != free(-1, 0);
}

// Returns a random passable cell with its centre, or sometimes a corner or side midpoint where no areas meet. The map
// must have passable cells.
inline AreaPoint random_point(const MoveGrid& grid, Rng& rng) {
  for (;;) {
    const Cell cell{rng.between(0, grid.width() - 1), rng.between(0, grid.height() - 1)};
    if (!grid.passable(cell)) continue;
    HalfCellPoint at = middle_of(cell);
    if (rng.percent(40)) at = {at.x + rng.between(-1, 1), at.y + rng.between(-1, 1)};
    if (!parts_areas(grid, at)) return {at, cell};
  }
}

// Returns the first polygon that contains the point and, if possible, also the centre of its cell.
inline MeshEndpoint end_at(const NavMesh& mesh, const AreaPoint& point) {
  MeshEndpoint end{point.at, kNoPolygon};
  for (PolygonId id = 0; id < mesh.polygon_slots(); ++id) {
    if (!mesh.has_polygon(id) || !mesh.contains(id, point.at)) continue;
    if (mesh.contains(id, middle_of(point.cell))) return {point.at, id};
    if (end.polygon == kNoPolygon) end.polygon = id;
  }
  return end;
}

// Returns maps with various difficulties: noise, rooms, corridors one cell wide, holes, single cells.
inline std::vector<GridMap> small_maps(uint64_t seed) {
  Rng rng(seed);
  std::vector<GridMap> maps;
  for (uint32_t percent = 5; percent <= 45; percent += 10) {
    maps.push_back(random_map(rng.between(5, 13), rng.between(5, 13), percent + rng.below(5), rng.next()));
  }
  maps.push_back(random_rooms(rng.between(9, 14), rng.between(9, 14), rng.between(3, 5), rng.next()));
  maps.push_back(random_map(rng.between(1, 3), rng.between(2, 14), 15, rng.next()));
  GridMap corridor = winding_corridor(rng.between(7, 11));
  for (int i = 0; i < 3; ++i) corridor.apply({{{rng.below(corridor.cell_count()), 1, rng.percent(50) ? '.' : '@'}}});
  maps.push_back(std::move(corridor));
  GridMap blocks(rng.between(8, 14), rng.between(8, 14));
  for (int i = 0; i < 5; ++i) {
    blocks.apply(
        rectangle(blocks, random_cell(blocks, rng), random_cell(blocks, rng), true, rng.percent(60) ? '@' : '.'));
  }
  maps.push_back(std::move(blocks));
  return maps;
}

// Returns a mesh of the largest rectangles beginning at the first free cell, row by row; `halved`: each is cut
// into two triangles.
inline NavMesh mesh_of_rectangles(const MoveGrid& grid, bool halved) {
  std::vector<std::vector<HalfCellPoint>> rings;
  std::vector<uint8_t> free(grid.cell_count());
  for (CellId id = 0; id < grid.cell_count(); ++id) free[id] = grid.passable(id);
  for (CellId id = 0; id < grid.cell_count(); ++id) {
    if (free[id] == 0) continue;
    Rect best;
    int width = grid.width();
    const Cell from = grid.cell(id);
    for (int y = from.y; y < grid.height(); ++y) {
      int run = 0;
      while (run < width && from.x + run < grid.width() && free[grid.id({from.x + run, y})] != 0) ++run;
      width = run;
      if (width == 0) break;
      const Rect cells{from.x, from.y, from.x + width, y + 1};
      if (cells.width() * cells.height() > best.width() * best.height()) best = cells;
    }
    for (int y = best.y0; y < best.y1; ++y) std::fill_n(free.begin() + grid.id({best.x0, y}), best.width(), 0);
    const HalfCellPoint a{2 * best.x0, 2 * best.y0}, b{2 * best.x1, 2 * best.y0}, c{2 * best.x1, 2 * best.y1},
        d{2 * best.x0, 2 * best.y1};
    if (!halved) {
      rings.push_back({a, b, c, d});
    } else if (id % 2 == 0) {
      rings.insert(rings.end(), {{a, b, c}, {a, c, d}});
    } else {
      rings.insert(rings.end(), {{a, b, d}, {b, c, d}});
    }
  }
  return NavMesh::from_rings(rings);
}

struct MeshKind {
  const char* name;
  NavMesh mesh;
};
inline std::vector<MeshKind> meshes_of(const MoveGrid& grid) {
  const auto grid_mesh = [&](const GridMeshOptions& options) {
    auto mesh = built<GridMesh>(grid, options);
    return mesh.mesh();
  };
  return {{"squares", mesh_of_squares(grid)},
          {"runs", mesh_of_runs(grid, 5)},
          {"rectangles", mesh_of_rectangles(grid, false)},
          {"halved rectangles", mesh_of_rectangles(grid, true)},
          {"triangles in tiles", grid_mesh({MeshDecomposition::kTriangles, 8, {}})},
          {"triangles", grid_mesh({MeshDecomposition::kTriangles, 0, {}})},
          {"largest rectangles in tiles", grid_mesh({MeshDecomposition::kRectangles, 8, {}})}};
}

}  // namespace strata::test

#include "core/search/smoothing.hpp"

#include <climits>
#include <cstdlib>

#include "core/base/check.hpp"

namespace strata {
namespace {

constexpr size_t kLines = 4;  // row, column, diagonal, antidiagonal
// Numbers the four kinds of lines through a cell; the numbers are indices into `heads`.
struct LineNumbers {
  size_t width, height;
  size_t count() const { return 3 * (width + height); }
  size_t operator()(size_t line, int x, int y) const {
    const auto ux = static_cast<size_t>(x);
    const auto uy = static_cast<size_t>(y);
    switch (line) {
      case 0:
        return uy;
      case 1:
        return height + ux;
      case 2:
        return height + width + ux + uy;
      default:
        return 2 * (height + width) + ux + height - uy;
    }
  }
};

void fill_coordinates(const MoveGrid& grid, SmoothingMemory& memory) {
  const std::vector<CellId>& path = memory.path;
  memory.x.resize(path.size());
  memory.y.resize(path.size());
  const int width = grid.width();
  for (size_t i = 0; i < path.size(); ++i) {
    if (i == 0 || width < 3) {
      const Cell c = grid.cell(path[i]);
      memory.x[i] = static_cast<int16_t>(c.x);
      memory.y[i] = static_cast<int16_t>(c.y);
      continue;
    }
    const auto delta = static_cast<int>(path[i] - path[i - 1]);
    const int dy = (delta >= width - 1 ? 1 : 0) - (delta <= 1 - width ? 1 : 0);
    memory.x[i] = static_cast<int16_t>(memory.x[i - 1] + delta - dy * width);
    memory.y[i] = static_cast<int16_t>(memory.y[i - 1] + dy);
  }
}

int direction_of(int dx, int dy) {
  const int sx = (dx > 0) - (dx < 0);
  const int sy = (dy > 0) - (dy < 0);
  constexpr int kByStep[3][3] = {{7, 0, 1}, {6, -1, 2}, {5, 4, 3}};
  return kByStep[sy + 1][sx + 1];
}

// Returns the number of consecutive legal moves in `direction` from `cell`, at most `steps`. All these cells must be on
// the map, because four of them are read at a time.
int clear_steps(const uint8_t* moves, CellId cell, int32_t offset, int direction, int steps) {
  const auto bit = static_cast<uint8_t>(1u << direction);
  const uint8_t* at = moves + cell;
  const auto step = static_cast<ptrdiff_t>(offset);
  int done = 0;
  for (; done + 4 <= steps; done += 4, at += 4 * step) {
    if ((at[0] & at[step] & at[2 * step] & at[3 * step] & bit) == 0) break;
  }
  for (; done < steps && (*at & bit) != 0; ++done) at += step;
  return done;
}

Cost line_cost(const MoveGrid& grid, CellId cell, int direction, int steps) {
  Cost cost = 0;
  for (; steps > 0; --steps, cell = grid.neighbour(cell, direction)) cost += grid.step_cost(cell, direction);
  return cost;
}

// Returns whether every step of the old path from index `from` to index `to` has the direction `direction`.
bool is_straight(const SmoothingMemory& memory, uint32_t from, uint32_t to, int direction) {
  for (uint32_t i = from; i < to; ++i) {
    if (direction_of(memory.x[i + 1] - memory.x[i], memory.y[i + 1] - memory.y[i]) != direction) return false;
  }
  return true;
}

// The smoothing of one path. Heads above `base` are numbers of path cells; smaller values are left from earlier paths.
struct PathSmoother {
  const MoveGrid& grid;
  SmoothingMemory& memory;
  std::vector<SmoothedSegment>* segments;
  const bool uniform;
  const uint32_t base, count;
  const uint8_t* const moves = grid.moves().data();

  CellId cell;
  int x, y;
  // The new path goes straight from `cell` to this cell of the old path, then continues along the old path.
  uint32_t target = 1;
  int direction = 0;  // direction from `cell` to the target

  void aim() { direction = direction_of(memory.x[target] - x, memory.y[target] - y); }

  // Returns whether the straight line costs more than the path, as is possible over other terrain.
  bool is_dearer(uint32_t j, int over, int steps) const {
    const int old_steps = std::max(std::abs(memory.x[target] - x), std::abs(memory.y[target] - y));
    const Cost along = line_cost(grid, cell, direction, old_steps) + memory.cost_so_far[j] - memory.cost_so_far[target];
    return line_cost(grid, cell, over, steps) > along;
  }

  // Finds the farthest later path cell on one of the lines through `cell`. `own` is the position of `cell` on the line,
  // `at` gives that of each path cell. Returns false if the path ends here.
  template <int kLine, int kUp, int kDown>
  bool look(uint32_t head, int own, const int16_t* at) {
    int reach[2] = {INT_MAX, INT_MAX};  // upwards and downwards: number of steps beyond which no line is clear
    const uint32_t* links = memory.links.data() + kLine;
    for (uint32_t next = head; next > base + target + 1;) {
      const uint32_t j = next - base - 1;
      next = links[j * kLines];
      const int away = at[j] - own;
      if (away == 0) {  // the path returns to this cell: the loop is removed
        target = j + 1;
        if (target == count) return false;
        aim();
        return true;
      }
      const bool up = away > 0;
      const int steps = up ? away : -away;
      int& limit = reach[up ? 0 : 1];
      if (steps > limit) continue;
      const int over = up ? kUp : kDown;
      const int clear = clear_steps(moves, cell, grid.offsets()[static_cast<size_t>(over)], over, steps);
      if (clear < steps) {
        limit = clear;
        continue;
      }
      if (!uniform && is_dearer(j, over, steps)) continue;
      if (segments != nullptr && !(over == direction && is_straight(memory, target, j, over)))
        segments->push_back({cell, memory.path[j], line_cost(grid, cell, over, steps)});
      target = j;
      direction = over;
      return true;
    }
    return true;
  }
};

// The numbers of straight and diagonal steps of a path over one terrain.
struct StepCounts {
  uint32_t straight = 0, diagonal = 0;
  void add(bool is_diagonal) { ++(is_diagonal ? diagonal : straight); }
};

}  // namespace

Cost smooth_path(const MoveGrid& grid, std::vector<CellId>& path, SmoothingMemory& memory,
                 std::vector<SmoothedSegment>* segments) {
  if (path.size() < 3) return 0;
  const bool uniform = grid.uniform();
  const bool diagonals = profile_info(grid.rules().profile).neighbours == 8;
  const LineNumbers number{static_cast<size_t>(grid.width()), static_cast<size_t>(grid.height())};
  memory.path.assign(path.begin(), path.end());
  const std::vector<CellId>& old = memory.path;
  const auto count = static_cast<uint32_t>(old.size());
  fill_coordinates(grid, memory);
  if (memory.heads.size() <= number.count() || memory.heads[0] > UINT32_MAX - 2 * count)
    memory.heads.assign(std::max(memory.heads.size(), number.count() + 1), 0);
  const uint32_t base = memory.heads[0];
  memory.heads[0] += count;
  memory.links.resize(count * kLines);
  if (!uniform) memory.cost_so_far.resize(count);
  // The heads of the lines, by kind of line.
  uint32_t* const rows = memory.heads.data() + 1;
  uint32_t* const columns = rows + number(1, 0, 0);
  uint32_t* const falling = rows + number(2, 0, 0);
  uint32_t* const rising = rows + number(3, 0, 0);
  const int16_t *const xs = memory.x.data(), *const ys = memory.y.data();
  Cost before = 0;
  StepCounts old_steps;
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t* const links = memory.links.data() + i * kLines;
    const auto put = [&](size_t line, uint32_t& head) {
      links[line] = head;
      head = base + i + 1;
    };
    put(0, rows[ys[i]]);
    put(1, columns[xs[i]]);
    if (diagonals) {
      put(2, falling[xs[i] + ys[i]]);
      put(3, rising[xs[i] - ys[i]]);
    }
    if (i > 0) {
      const int dx = xs[i] - xs[i - 1], dy = ys[i] - ys[i - 1];
      if (uniform) {
        old_steps.add(dx != 0 && dy != 0);
      } else {
        before += grid.step_cost(old[i - 1], direction_of(dx, dy));
      }
    }
    if (!uniform) memory.cost_so_far[i] = before;
  }

  path.clear();
  path.push_back(old[0]);
  PathSmoother way{.grid = grid,
                   .memory = memory,
                   .segments = segments,
                   .uniform = uniform,
                   .base = base,
                   .count = count,
                   .cell = old[0],
                   .x = xs[0],
                   .y = ys[0]};
  way.aim();
  Cost after = 0;
  StepCounts new_steps;
  for (;;) {
    if (!way.look<0, 2, 6>(rows[way.y], way.x, xs) || !way.look<1, 4, 0>(columns[way.x], way.y, ys)) break;
    if (diagonals && (!way.look<2, 1, 5>(falling[way.x + way.y], way.x, xs) ||
                      !way.look<3, 3, 7>(rising[way.x - way.y], way.x, xs))) {
      break;
    }
    if (uniform) {
      new_steps.add((way.direction & 1) != 0);
    } else {
      after += grid.step_cost(way.cell, way.direction);
    }
    way.cell = grid.neighbour(way.cell, way.direction);
    way.x += kDirX[static_cast<size_t>(way.direction)];
    way.y += kDirY[static_cast<size_t>(way.direction)];
    path.push_back(way.cell);
    if (way.x != xs[way.target] || way.y != ys[way.target]) continue;
    if (++way.target == count) break;
    way.aim();
  }
  if (uniform) {
    const auto cost = [&](const StepCounts& steps) {
      const auto weight = static_cast<Cost>(grid.unit_weight());
      return (steps.straight * grid.base(0) + steps.diagonal * grid.base(1)) * weight;
    };
    before = cost(old_steps);
    after = cost(new_steps);
  }
  STRATA_VALIDATE(after <= before);
  return before - after;
}

}  // namespace strata

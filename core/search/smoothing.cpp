#include "core/search/smoothing.hpp"

#include <climits>
#include <cstdlib>

#include "core/base/check.hpp"

namespace strata {
namespace {

constexpr size_t kLines = 4;  // row, column, diagonal, antidiagonal
constexpr uint32_t kNone = 0;

// Where the four lines through a cell keep their heads.
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

// How many moves in `direction` are legal one after the other from `cell`, counted up to `steps`.
int clear_steps(const uint8_t* moves, CellId cell, int32_t offset, int direction, int steps) {
  const auto bit = static_cast<uint8_t>(1u << direction);
  int done = 0;
  for (; done < steps && (moves[cell] & bit) != 0; ++done) cell += static_cast<CellId>(offset);
  return done;
}

Cost line_cost(const MoveGrid& grid, CellId cell, int direction, int steps) {
  Cost cost = 0;
  for (; steps > 0; --steps, cell = grid.neighbour(cell, direction)) cost += grid.step_cost(cell, direction);
  return cost;
}

// True if the old path goes from cell `from` to cell `to` in one direction.
bool is_straight(const SmoothingMemory& memory, uint32_t from, uint32_t to, int direction) {
  for (uint32_t i = from; i < to; ++i) {
    if (direction_of(memory.x[i + 1] - memory.x[i], memory.y[i + 1] - memory.y[i]) != direction) return false;
  }
  return true;
}

}  // namespace

Cost smooth_path(const MoveGrid& grid, std::vector<CellId>& path, SmoothingMemory& memory,
                 std::vector<Shortcut>* shortcuts) {
  if (path.size() < 3) return 0;
  const bool uniform = grid.uniform();
  const size_t lines = profile_info(grid.rules().profile).neighbours == 8 ? kLines : 2;
  const LineNumbers number{static_cast<size_t>(grid.width()), static_cast<size_t>(grid.height())};
  const uint8_t* moves = grid.moves().data();

  memory.path.assign(path.begin(), path.end());
  const std::vector<CellId>& old = memory.path;
  const auto count = static_cast<uint32_t>(old.size());
  fill_coordinates(grid, memory);
  memory.heads.resize(std::max(memory.heads.size(), number.count()), kNone);
  memory.links.resize(count * kLines);
  Cost before = 0;
  if (!uniform) memory.cost_so_far.resize(count);
  for (uint32_t i = 0; i < count; ++i) {
    for (size_t line = 0; line < lines; ++line) {
      uint32_t& head = memory.heads[number(line, memory.x[i], memory.y[i])];
      memory.links[i * kLines + line] = head;
      head = i + 1;
    }
    if (i > 0)
      before += grid.step_cost(old[i - 1], direction_of(memory.x[i] - memory.x[i - 1], memory.y[i] - memory.y[i - 1]));
    if (!uniform) memory.cost_so_far[i] = before;
  }

  path.clear();
  path.push_back(old[0]);
  CellId cell = old[0];
  int x = memory.x[0];
  int y = memory.y[0];
  uint32_t target = 1;  // the way goes straight from `cell` to old[target], then along the old path
  Cost after = 0;
  while (target < count) {
    for (size_t line = 0; line < lines && target < count; ++line) {
      int reach[2] = {INT_MAX, INT_MAX};  // on either side of the cell nothing is clear beyond this many steps
      // Candidates come farthest first; heads and links hold index + 1.
      for (uint32_t next = memory.heads[number(line, x, y)]; next > target + 1;) {
        const uint32_t j = next - 1;
        next = memory.links[j * kLines + line];
        const int dx = memory.x[j] - x;
        const int dy = memory.y[j] - y;
        if (dx == 0 && dy == 0) {  // the path comes back to this cell: the loop goes
          target = j + 1;
          break;
        }
        const int direction = direction_of(dx, dy);
        const int steps = std::max(std::abs(dx), std::abs(dy));
        int& limit = reach[direction < 4 ? 0 : 1];
        if (steps > limit) continue;
        const int clear = clear_steps(moves, cell, grid.offsets()[static_cast<size_t>(direction)], direction, steps);
        if (clear < steps) {
          limit = clear;
          continue;
        }
        const int old_direction = direction_of(memory.x[target] - x, memory.y[target] - y);
        const int old_steps = std::max(std::abs(memory.x[target] - x), std::abs(memory.y[target] - y));
        if (!uniform) {  // over other terrain the straight line may cost more
          const Cost along =
              line_cost(grid, cell, old_direction, old_steps) + memory.cost_so_far[j] - memory.cost_so_far[target];
          if (line_cost(grid, cell, direction, steps) > along) continue;
        }
        if (shortcuts != nullptr && !(direction == old_direction && is_straight(memory, target, j, direction))) {
          shortcuts->push_back({cell, old[j], line_cost(grid, cell, direction, steps)});
        }
        target = j;
        break;
      }
    }
    if (target == count) break;
    const int direction = direction_of(memory.x[target] - x, memory.y[target] - y);
    after += grid.step_cost(cell, direction);
    cell = grid.neighbour(cell, direction);
    x += kDirX[static_cast<size_t>(direction)];
    y += kDirY[static_cast<size_t>(direction)];
    path.push_back(cell);
    if (x == memory.x[target] && y == memory.y[target]) ++target;
  }

  for (uint32_t i = 0; i < count; ++i) {
    for (size_t line = 0; line < lines; ++line) memory.heads[number(line, memory.x[i], memory.y[i])] = kNone;
  }
  STRATA_VALIDATE(after <= before);
  return before - after;
}

}  // namespace strata

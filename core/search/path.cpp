#include "core/search/path.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "core/grid/map_links.hpp"
#include "core/search/plan.hpp"

namespace strata {
namespace {

std::string name_of(const MoveGrid& grid, CellId id) {
  const Cell c = grid.cell(id);
  return "(" + std::to_string(c.x) + "," + std::to_string(c.y) + ")";
}

// Returns the index of the first cell that cannot be entered from the previous one; path.size() if there is none. Sets
// `cost` to the cost of the path before that cell.
size_t first_illegal(const MoveGrid& grid, std::span<const CellId> path, uint64_t& cost) {
  cost = 0;
  for (size_t i = 0; i < path.size(); ++i) {
    if (path[i] >= grid.cell_count() || !grid.passable(path[i])) return i;
    if (i == 0) continue;
    const Cost step = step_between(grid, path[i - 1], path[i]);
    if (step == kInfinite) return i;
    cost += step;
  }
  return path.size();
}

// --- Exact tests of straight lines over cells ------------------------------------------------------------------------

bool is_free(const MoveGrid& grid, int x, int y) { return grid.passable(Cell{x, y}); }

// Returns whether the four cells at a corner are free, clockwise from the upper left one. In sets of
// them bit i is cell i.
std::array<bool, 4> round_corner(const MoveGrid& grid, int x, int y) {
  return {is_free(grid, x - 1, y - 1), is_free(grid, x, y - 1), is_free(grid, x, y), is_free(grid, x - 1, y)};
}

// Returns the set of those cells that a line from the corner in this direction enters or touches along a side.
uint32_t cells_towards(int64_t dx, int64_t dy) {
  uint32_t cells = 0;
  if (dx <= 0 && dy <= 0) cells |= 1u;
  if (dx >= 0 && dy <= 0) cells |= 2u;
  if (dx >= 0 && dy >= 0) cells |= 4u;
  if (dx <= 0 && dy >= 0) cells |= 8u;
  return cells;
}

// Returns whether an agent can go round the corner from a free cell in `from` to one in `to`, over free cells.
bool go_round(const std::array<bool, 4>& free, uint32_t from, uint32_t to) {
  for (size_t i = 0; i < 4; ++i) {
    if (!free[i] || (from >> i & 1) == 0) continue;
    for (const size_t step : {1u, 3u}) {
      for (size_t at = i, walked = 0; walked < 4 && free[at]; ++walked, at = (at + step) % 4) {
        if ((to >> at & 1) != 0) return true;
      }
    }
  }
  return false;
}

bool is_corner(HalfCellPoint p) { return (p.x & 1) == 0 && (p.y & 1) == 0; }

int64_t floor_half(int64_t value) { return value >= 0 ? value / 2 : -((1 - value) / 2); }

// A line with points a + (b - a) * part / whole.
struct PointsOnLine {
  HalfCellPoint a, b;
  // Returns the middle between two points, with both coordinates times 2 * whole: it is in a cell, or on a side of one.
  std::pair<int64_t, int64_t> between(int64_t first, int64_t second, int64_t whole) const {
    return {2 * whole * a.x + (b.x - a.x) * (first + second), 2 * whole * a.y + (b.y - a.y) * (first + second)};
  }
};

// Returns whether the line from a to b stays on free ground.
bool line_is_free(const MoveGrid& grid, HalfCellPoint a, HalfCellPoint b) {
  const int64_t dx = b.x - a.x, dy = b.y - a.y;
  const int64_t whole = std::max<int64_t>(1, std::abs(dx)) * std::max<int64_t>(1, std::abs(dy));
  // Returns the next `part` at which the line crosses a row or column line of the grid.
  const auto next_part = [&](int64_t part) {
    int64_t next = whole;
    const auto look = [&](int64_t from, int64_t delta) {
      if (delta == 0) return;
      // The next even coordinate after the current one.
      const int64_t scaled = from * whole + delta * part;  // coordinate times `whole`
      int64_t even;
      if (delta > 0) {
        even = 2 * (floor_half(scaled / whole) + 1);
        while ((even - 2) * whole > scaled) even -= 2;
        while (even * whole <= scaled) even += 2;
      } else {
        even = 2 * floor_half(scaled / whole);
        while ((even + 2) * whole < scaled) even += 2;
        while (even * whole >= scaled) even -= 2;
      }
      const int64_t at = (even - from) * whole / delta;  // exact: delta divides whole
      next = std::min(next, at);
    };
    look(a.x, dx);
    look(a.y, dy);
    return next;
  };
  const PointsOnLine line{a, b};
  for (int64_t part = 0; part < whole;) {
    const int64_t next = next_part(part);
    // The segment between two crossings lies in one cell, or on the common side of two cells.
    const auto [x, y] = line.between(part, next, whole);
    const int64_t side = 4 * whole;  // side of a cell
    const auto floor_to_cell = [&](int64_t value) {
      return static_cast<int>(value >= 0 ? value / side : -((side - 1 - value) / side));
    };
    const int cx = floor_to_cell(x), cy = floor_to_cell(y);
    bool free = is_free(grid, cx, cy);
    if (dx == 0 && x % side == 0) free = free || is_free(grid, cx - 1, cy);
    if (dy == 0 && y % side == 0) free = free || is_free(grid, cx, cy - 1);
    if (!free) return false;
    part = next;
    if (part == whole) break;
    // At a corner of cells the line must not pass between two blocked cells that touch only there.
    const int64_t px = a.x * whole + dx * part, py = a.y * whole + dy * part;
    if (px % (2 * whole) != 0 || py % (2 * whole) != 0) continue;
    const auto corner = round_corner(grid, static_cast<int>(px / (2 * whole)), static_cast<int>(py / (2 * whole)));
    if (!go_round(corner, cells_towards(-dx, -dy), cells_towards(dx, dy))) return false;
  }
  return true;
}

std::string name_of(HalfCellPoint p) {
  const auto half = [](int value) { return std::to_string(value / 2) + (value % 2 != 0 ? ".5" : ""); };
  return "(" + half(p.x) + ", " + half(p.y) + ")";
}

}  // namespace

Cost link_cost(const MoveGrid& grid, CellId from, CellId to) {
  const uint32_t length = grid.links() != nullptr ? grid.links()->length(from, to) : 0;
  return length != 0 ? cost_of_link(grid.rules().profile, length) : kInfinite;
}

double cost_of_lines(const MoveGrid& grid, const PlanResult& result) {
  const auto cell = [&](HalfCellPoint p) { return grid.id({p.x / (2 * result.units), p.y / (2 * result.units)}); };
  double cost = result.cost;
  for (const uint32_t at : result.links_at) {
    cost -= link_cost(grid, cell(result.points[at]), cell(result.points[at + 1]));
  }
  return cost;
}

Cost step_between(const MoveGrid& grid, CellId from, CellId to) {
  const int direction = grid.direction_between(from, to);
  const Cost move = has_move(grid, from, direction) ? grid.step_cost(from, direction) : kInfinite;
  return std::min(move, link_cost(grid, from, to));
}

std::optional<Cost> path_cost(const MoveGrid& grid, std::span<const CellId> path) {
  uint64_t cost = 0;
  if (path.empty() || first_illegal(grid, path, cost) != path.size() || cost >= kInfinite) return std::nullopt;
  return static_cast<Cost>(cost);
}

std::optional<std::string> path_fault(const MoveGrid& grid, std::span<const CellId> path, Cell start, Cell goal,
                                      Cost cost) {
  if (path.empty()) return "the path is empty";
  if (path.front() != grid.id(start)) return "the path begins at " + name_of(grid, path.front()) + ", not at the start";
  if (path.back() != grid.id(goal)) return "the path ends at " + name_of(grid, path.back()) + ", not at the goal";
  uint64_t sum = 0;
  const size_t bad = first_illegal(grid, path, sum);
  if (bad == 0) return "the start is blocked";
  if (bad < path.size()) {
    return "illegal step " + name_of(grid, path[bad - 1]) + " to " + name_of(grid, path[bad]);
  }
  if (sum != cost) return "the steps cost " + std::to_string(sum) + ", the answer says " + std::to_string(cost);
  return std::nullopt;
}

Cost cost_of_length(double cells, Cost unit) {
  const double cost = std::ceil(cells * unit);
  return cost < static_cast<double>(kInfinite) ? static_cast<Cost>(cost) : kInfinite;
}

std::optional<std::string> points_fault(const MoveGrid& grid, std::span<const HalfCellPoint> points, Cell start,
                                        Cell goal, Cost unit, Cost cost, std::span<const uint32_t> links_at) {
  if (points.empty()) return "the path is empty";
  if (points.front() != middle_of(start)) return "the path begins at " + name_of(points.front()) + ", not at the start";
  if (points.back() != middle_of(goal)) return "the path ends at " + name_of(points.back()) + ", not at the goal";
  if (!grid.passable(start)) return "the start is blocked";
  double length = 0;
  uint64_t over_links = 0;
  for (size_t i = 1; i < points.size(); ++i) {
    const HalfCellPoint a = points[i - 1], b = points[i];
    if (!links_at.empty() && links_at.front() == i - 1) {
      links_at = links_at.subspan(1);
      const Cell from = cell_at(a), to = cell_at(b);
      const bool middles = middle_of(from) == a && middle_of(to) == b && grid.passable(to);
      const Cost cost_over = middles ? link_cost(grid, grid.id(from), grid.id(to)) : kInfinite;
      if (cost_over == kInfinite) return "there is no link from " + name_of(a) + " to " + name_of(b);
      over_links += cost_over;
      continue;
    }
    if (a == b) return "the path goes to " + name_of(a) + " twice";
    if (!line_is_free(grid, a, b)) return "the line from " + name_of(a) + " to " + name_of(b) + " goes through a wall";
    if (i > 1 && is_corner(a)) {
      const HalfCellPoint before = points[i - 2];
      if (!go_round(round_corner(grid, a.x / 2, a.y / 2), cells_towards(before.x - a.x, before.y - a.y),
                    cells_towards(b.x - a.x, b.y - a.y))) {
        return "the path slips between two blocked cells at " + name_of(a);
      }
    }
    length += std::sqrt(static_cast<double>(squared_distance(a, b))) / 2;
  }
  if (!links_at.empty()) return "the path names a link behind its end";
  const uint64_t wanted = cost_of_length(length, unit) + over_links;
  if (cost + 1 < wanted || cost > wanted + 1) {
    return "the lines cost " + std::to_string(wanted) + ", the answer says " + std::to_string(cost);
  }
  return std::nullopt;
}

}  // namespace strata

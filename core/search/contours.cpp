#include "core/search/contours.hpp"

#include <algorithm>
#include <array>

#include "core/base/check.hpp"
#include "core/base/interruption.hpp"
#include "core/base/work_count.hpp"

namespace strata {
namespace {

// A side joins the middles of two adjacent cells: 2 * id of the left or upper one, plus 1 if the other lies below.
using CellSide = uint32_t;
constexpr CellSide kAtWall = 0xffffffffu;

// A piece of a line inside a square: from one side to another, or from or to a wall.
struct LinePiece {
  CellSide from = kAtWall;
  CellSide to = kAtWall;
  ContourPoint end;  // the point at the wall, if there is one
};

// The corners of a square clockwise from the upper left one, and the normals of its sides that point inwards. CellSide
// i lies between corners i and i + 1.
constexpr std::array<int, 4> kCornerX = {0, 1, 1, 0}, kCornerY = {0, 0, 1, 1};
constexpr std::array<int, 4> kInwardX = {0, -1, 0, 1}, kInwardY = {1, 0, -1, 0};

class Contours {
 public:
  Contours(const MoveGrid& grid, std::span<const Cost> costs, std::span<const Cost> levels)
      : grid_(grid), costs_(costs), levels_(levels), pieces_(levels.size()) {
    for (int y = -1; y < grid.height(); ++y) {
      for (int x = -1; x < grid.width(); ++x) look_at(x, y);
      count_work(static_cast<uint64_t>(grid.width()) + 1);
      interruption_point();
    }
  }

  void append_lines(size_t level, std::vector<ContourLine>& lines) {
    // Every side that a line crosses ends one piece and begins another. So the pieces by side give the next one.
    std::vector<LinePiece>& pieces = pieces_[level];
    std::ranges::stable_sort(pieces, {}, &LinePiece::from);
    const auto inner = std::ranges::lower_bound(pieces, kAtWall, {}, &LinePiece::from);
    std::vector<LinePiece> begins(inner, pieces.end());
    std::ranges::sort(begins, {}, &LinePiece::to);
    pieces.erase(inner, pieces.end());
    std::vector<bool> used(pieces.size());
    const auto follow = [&](CellSide side, ContourLine& line) {
      for (;;) {
        const auto next = std::ranges::lower_bound(pieces, side, {}, &LinePiece::from);
        STRATA_CHECK(next != pieces.end() && next->from == side);
        const auto i = static_cast<size_t>(next - pieces.begin());
        if (used[i]) break;
        used[i] = true;
        line.points.push_back(crossing(side, levels_[level]));
        side = next->to;
        if (side == kAtWall) {
          line.points.push_back(next->end);
          break;
        }
      }
      lines.push_back(std::move(line));
    };
    for (const LinePiece& begin : begins) follow(begin.to, *new_line(level, false, begin.end));
    for (size_t i = 0; i < pieces.size(); ++i) {
      if (!used[i]) follow(pieces[i].from, *new_line(level, true, {}));
    }
    count_work(pieces.size());
  }

 private:
  ContourLine* new_line(size_t level, bool closed, ContourPoint first) {
    line_ = {levels_[level], closed, {}};
    if (!closed) line_.points.push_back(first);
    return &line_;
  }
  Cost cost_at(int x, int y) const { return grid_.contains({x, y}) ? costs_[grid_.id({x, y})] : kInfinite; }
  CellSide side_of(int x, int y, size_t i) const {
    const Cell first{x + std::min(kCornerX[i], kCornerX[(i + 1) % 4]),
                     y + std::min(kCornerY[i], kCornerY[(i + 1) % 4])};
    return 2 * grid_.id(first) + (kInwardX[i] != 0 ? 1 : 0);
  }
  // Returns how far the line lies along a side, from its cell of cost `a` to that of cost `b`: above 0 and below 1.
  static double share(Cost a, Cost b, Cost level) {
    return (static_cast<double>(level) + 0.5 - static_cast<double>(a)) /
           (static_cast<double>(b) - static_cast<double>(a));
  }
  ContourPoint crossing(CellSide side, Cost level) const {
    const Cell cell = grid_.cell(side / 2);
    const bool below = side % 2 != 0;
    const Cell other{cell.x + !below, cell.y + below};
    const double along = share(costs_[grid_.id(cell)], costs_[grid_.id(other)], level);
    return {cell.x + 0.5 + (below ? 0 : along), cell.y + 0.5 + (below ? along : 0)};
  }

  // Adds the pieces of the square whose upper left corner is the middle of (x, y).
  void look_at(int x, int y) {
    std::array<Cost, 4> cost;
    Cost least = kInfinite, most = 0;
    for (size_t i = 0; i < 4; ++i) {
      cost[i] = cost_at(x + kCornerX[i], y + kCornerY[i]);
      least = std::min(least, cost[i]);
      if (cost[i] != kInfinite) most = std::max(most, cost[i]);
    }
    const auto first = std::ranges::lower_bound(levels_, least), last = std::ranges::lower_bound(levels_, most);
    for (auto level = first; level < last; ++level) {
      add_pieces(x, y, cost, *level, pieces_[static_cast<size_t>(level - levels_.begin())]);
    }
  }

  void add_pieces(int x, int y, const std::array<Cost, 4>& cost, Cost level, std::vector<LinePiece>& pieces) const {
    const auto inside = [&](size_t i) { return cost[i % 4] <= level; };
    const auto crossed = [&](size_t i) {
      return cost[i % 4] != kInfinite && cost[(i + 1) % 4] != kInfinite && inside(i) != inside(i + 1);
    };
    uint64_t sum = 0;
    for (const Cost one : cost) sum += one;
    const bool middle_inside = sum <= uint64_t{4} * level;
    // Clockwise round the square, a piece leads from a side where the line enters the inside to one where it leaves it.
    for (size_t i = 0; i < 4; ++i) {
      if (!crossed(i)) continue;
      const size_t back = partner(crossed, i, inside(i + 1) != middle_inside);
      if (inside(i + 1)) {
        pieces.push_back(back != 4 ? LinePiece{side_of(x, y, i), side_of(x, y, back), {}}
                                   : LinePiece{side_of(x, y, i), kAtWall, wall_end(x, y, cost, i, level)});
      } else if (back == 4) {
        pieces.push_back({kAtWall, side_of(x, y, i), wall_end(x, y, cost, i, level)});
      }
    }
  }
  // Returns the other side that a line through side i crosses: the next crossed one clockwise or counterclockwise; 4 if
  // there is none.
  template <class Crossed>
  static size_t partner(const Crossed& crossed, size_t i, bool clockwise) {
    for (size_t step = 1; step < 4; ++step) {
      const size_t other = (clockwise ? i + step : i + 4 - step) % 4;
      if (crossed(other)) return other;
    }
    return 4;
  }
  // Returns where a line through side i alone meets the wall.
  ContourPoint wall_end(int x, int y, const std::array<Cost, 4>& cost, size_t i, Cost level) const {
    const size_t next = (i + 1) % 4;
    double along = share(cost[i], cost[next], level);
    // One of the two other corners may have a cost: the wall is then beside half of the side only.
    if (cost[(i + 2) % 4] != kInfinite) along = std::min(along, 0.5);
    if (cost[(i + 3) % 4] != kInfinite) along = std::max(along, 0.5);
    return {x + 0.5 + kCornerX[i] + along * (kCornerX[next] - kCornerX[i]) + 0.5 * kInwardX[i],
            y + 0.5 + kCornerY[i] + along * (kCornerY[next] - kCornerY[i]) + 0.5 * kInwardY[i]};
  }

  const MoveGrid& grid_;
  std::span<const Cost> costs_;
  std::span<const Cost> levels_;
  std::vector<std::vector<LinePiece>> pieces_;  // by level
  ContourLine line_;                            // the line that is being followed
};

}  // namespace

Cost contour_limit(const MoveGrid& grid, Cost level) {
  const uint64_t limit = uint64_t{level} + 2 * grid.max_step();
  return limit < kInfinite ? static_cast<Cost>(limit) : kInfinite - 1;
}

void contour_lines(const MoveGrid& grid, std::span<const Cost> costs, std::span<const Cost> levels,
                   std::vector<ContourLine>& lines) {
  STRATA_CHECK(costs.size() == grid.cell_count());
  lines.clear();
  Contours contours(grid, costs, levels);
  for (size_t level = 0; level < levels.size(); ++level) contours.append_lines(level, lines);
}

}  // namespace strata

#include "core/grid/shapes.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/check.hpp"

namespace strata {
namespace {

// A span of cells in each row, extended as dabs are added; the union must be convex in each row, which holds for a dab
// moved along a line.
struct RowSpans {
  int top = 0;
  std::vector<int> first, last;

  RowSpans(int y0, int y1) : top(y0), first(static_cast<size_t>(y1 - y0 + 1), 1), last(first.size(), 0) {}
  void add(int y, int x0, int x1) {
    const auto row = static_cast<size_t>(y - top);
    if (first[row] > last[row]) {
      first[row] = x0;
      last[row] = x1;
    } else {
      first[row] = std::min(first[row], x0);
      last[row] = std::max(last[row], x1);
    }
  }
};

int half_width(const Brush& brush, int dy) {
  if (brush.shape == BrushShape::kSquare) return brush.radius;
  const double r = brush.radius + 0.5;
  return static_cast<int>(std::floor(std::sqrt(std::max(0.0, r * r - static_cast<double>(dy) * dy)) + 1e-9));
}

void append_row(const GridMap& map, int y, int x0, int x1, char letter, Edit& edit) {
  const Rect row = Rect{x0, y, x1 + 1, y + 1}.clipped(map.bounds());
  if (row.empty()) return;
  edit.runs.push_back({map.id({row.x0, row.y0}), static_cast<uint32_t>(row.width()), letter});
}

}  // namespace

std::vector<Cell> line_cells(Cell a, Cell b) {
  std::vector<Cell> cells;
  const int dx = std::abs(b.x - a.x);
  const int dy = -std::abs(b.y - a.y);
  const int sx = a.x < b.x ? 1 : -1;
  const int sy = a.y < b.y ? 1 : -1;
  int error = dx + dy;
  for (;;) {
    cells.push_back(a);
    if (a == b) return cells;
    const int doubled = 2 * error;
    if (doubled >= dy) {
      error += dy;
      a.x += sx;
    }
    if (doubled <= dx) {
      error += dx;
      a.y += sy;
    }
  }
}

Edit brush_line(const GridMap& map, Cell a, Cell b, const Brush& brush, char letter) {
  STRATA_CHECK(brush.radius >= 0);
  const int r = brush.radius;
  RowSpans spans(std::min(a.y, b.y) - r, std::max(a.y, b.y) + r);
  for (const Cell c : line_cells(a, b)) {
    for (int dy = -r; dy <= r; ++dy) {
      const int half = half_width(brush, dy);
      spans.add(c.y + dy, c.x - half, c.x + half);
    }
  }
  Edit edit;
  for (size_t i = 0; i < spans.first.size(); ++i) {
    append_row(map, spans.top + static_cast<int>(i), spans.first[i], spans.last[i], letter, edit);
  }
  return edit;
}

Edit rectangle(const GridMap& map, Cell a, Cell b, bool filled, char letter) {
  const int x0 = std::min(a.x, b.x);
  const int x1 = std::max(a.x, b.x);
  const int y0 = std::min(a.y, b.y);
  const int y1 = std::max(a.y, b.y);
  Edit edit;
  for (int y = y0; y <= y1; ++y) {
    if (filled || y == y0 || y == y1) {
      append_row(map, y, x0, x1, letter, edit);
    } else {
      append_row(map, y, x0, x0, letter, edit);
      if (x1 != x0) append_row(map, y, x1, x1, letter, edit);
    }
  }
  return edit;
}

Edit ellipse(const GridMap& map, Cell a, Cell b, bool filled, char letter) {
  const int left = std::min(a.x, b.x), right = std::max(a.x, b.x);
  const int top = std::min(a.y, b.y), bottom = std::max(a.y, b.y);
  const double width = right - left + 1, height = bottom - top + 1;
  struct Span {
    int first = 0, last = -1;  // no cells
  };
  const auto span_of = [&](int y) -> Span {
    if (y < top || y > bottom) return {};
    const double from_middle = std::abs(2.0 * (y - top) + 1 - height);
    if (from_middle <= 1) return {left, right};  // it reaches the sides, however flat it is
    const double away = from_middle / height;
    const double half = std::sqrt(std::max(0.0, 1 - away * away)) * width / 2;
    // The cells whose middles lie within the ellipse; the middle ones at least.
    const int first = std::min(static_cast<int>(std::ceil(width / 2 - half - 0.5 - 1e-9)),
                               static_cast<int>(std::ceil(width / 2)) - 1);
    return {left + first, right - first};
  };
  Edit edit;
  for (int y = std::max(top, 0); y <= std::min(bottom, map.height() - 1); ++y) {
    const Span row = span_of(y), above = span_of(y - 1), below = span_of(y + 1);
    const int inner_first = std::max({row.first + 1, above.first, below.first});
    const int inner_last = std::min({row.last - 1, above.last, below.last});
    const bool hollow = !filled && y > top && y < bottom && inner_first <= inner_last;
    append_row(map, y, row.first, hollow ? inner_first - 1 : row.last, letter, edit);
    if (hollow) append_row(map, y, inner_last + 1, row.last, letter, edit);
  }
  return edit;
}

Edit flood_fill(const GridMap& map, Cell seed, char letter) {
  Edit edit;
  if (!map.contains(seed)) return edit;
  const Terrain terrain = map.terrain(seed);
  const int width = map.width();
  std::vector<bool> done(map.cell_count(), false);
  std::vector<Cell> stack{seed};
  const auto wanted = [&](int x, int y) {
    const CellId id = map.id({x, y});
    return map.terrain(id) == terrain && !done[id];
  };
  while (!stack.empty()) {
    const Cell c = stack.back();
    stack.pop_back();
    if (!wanted(c.x, c.y)) continue;
    int x0 = c.x;
    int x1 = c.x;
    while (x0 > 0 && wanted(x0 - 1, c.y)) --x0;
    while (x1 + 1 < width && wanted(x1 + 1, c.y)) ++x1;
    for (int x = x0; x <= x1; ++x) done[map.id({x, c.y})] = true;
    edit.runs.push_back({map.id({x0, c.y}), static_cast<uint32_t>(x1 - x0 + 1), letter});
    for (const int y : {c.y - 1, c.y + 1}) {
      if (y < 0 || y >= map.height()) continue;
      for (int x = x0; x <= x1; ++x) {
        if (wanted(x, y) && (x == x0 || !wanted(x - 1, y))) stack.push_back({x, y});
      }
    }
  }
  return edit;
}

}  // namespace strata

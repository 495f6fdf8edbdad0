#include "core/grid/shapes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/check.hpp"
#include "core/base/work_count.hpp"

namespace strata {
namespace {

// A span of cells in each row, extended by every dab. The cells of each row must be contiguous, which is true for a dab
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

// Returns the first and the last column that the brush covers in the row `dy`, relative to the cell under the pointer.
std::pair<int, int> columns_of(const Brush& brush, int dy) {
  if (brush.shape == BrushShape::kSquare) return {-brush.radius, brush.radius + (brush.even ? 1 : 0)};
  const double middle = brush.even ? 0.5 : 0, reach = brush.size() / 2.0, y = dy - middle;
  const double half = std::sqrt(std::max(0.0, reach * reach - y * y)) + 1e-9;
  return {static_cast<int>(std::ceil(middle - half)), static_cast<int>(std::floor(middle + half))};
}

void append_row(const GridMap& map, int y, int x0, int x1, char letter, Edit& edit) {
  const Rect row = Rect{x0, y, x1 + 1, y + 1}.clipped(map.bounds());
  if (row.empty()) return;
  edit.runs.push_back({map.id({row.x0, row.y0}), static_cast<uint32_t>(row.width()), letter});
}

// Gives each cell of the edit the weight `weight_of(cell, what it costs now)`; cells that cost this already and blocked
// cells are left out.
template <class WeightOf>
Edit with_new_weights(const GridMap& map, const TerrainWeights& terrains, const Edit& edit, WeightOf&& weight_of) {
  Edit changed;
  for (const CellRun& run : edit.runs) {
    count_work(run.count);
    for (CellId cell = run.first; cell < run.first + run.count; ++cell) {
      if (map.terrain(cell) == Terrain::kOut) continue;
      const int now = cell_cost(map, terrains, cell);
      const int weight = weight_of(cell, now);
      if (weight == now) continue;
      const bool goes_on = !changed.empty() && changed.runs.back().weight == weight &&
                           changed.runs.back().first + changed.runs.back().count == cell;
      if (goes_on) {
        ++changed.runs.back().count;
      } else {
        changed.runs.push_back(weight_run(cell, 1, weight));
      }
    }
  }
  return changed;
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

std::optional<Brush> brush_of_radius(double radius, BrushShape shape) {
  const double doubled = 2 * radius;
  if (doubled != std::floor(doubled)) return std::nullopt;
  return Brush{static_cast<int>(radius), shape, std::fmod(doubled, 2) != 0};
}

Edit brush_line(const GridMap& map, Cell a, Cell b, const Brush& brush, char letter) {
  STRATA_CHECK(brush.radius >= 0);
  const int above = brush.radius, below = brush.radius + (brush.even ? 1 : 0);
  RowSpans spans(std::min(a.y, b.y) - above, std::max(a.y, b.y) + below);
  for (const Cell c : line_cells(a, b)) {
    for (int dy = -above; dy <= below; ++dy) {
      const auto [first, last] = columns_of(brush, dy);
      spans.add(c.y + dy, c.x + first, c.x + last);
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
    int first = 0, last = -1;  // an empty range of cells
  };
  const auto span_of = [&](int y) -> Span {
    if (y < top || y > bottom) return {};
    const double from_middle = std::abs(2.0 * (y - top) + 1 - height);
    if (from_middle <= 1) return {left, right};  // an ellipse as flat as this still reaches both sides
    const double away = from_middle / height;
    const double half = std::sqrt(std::max(0.0, 1 - away * away)) * width / 2;
    // The cells whose middles lie inside the ellipse, but at least the middle cells.
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
  return *flood_fill_within(map, seed, letter, map.cell_count());
}

std::optional<Edit> flood_fill_within(const GridMap& map, Cell seed, char letter, size_t most) {
  Edit edit;
  size_t cells = 0;
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
    cells += edit.runs.back().count;
    if (cells > most) return std::nullopt;
    for (const int y : {c.y - 1, c.y + 1}) {
      if (y < 0 || y >= map.height()) continue;
      for (int x = x0; x <= x1; ++x) {
        if (wanted(x, y) && (x == x0 || !wanted(x - 1, y))) stack.push_back({x, y});
      }
    }
  }
  return edit;
}

Edit with_weight(Edit edit, int weight) {
  STRATA_CHECK(weight >= 0 && weight <= kMaxCellWeight);
  for (CellRun& run : edit.runs) run = weight_run(run.first, run.count, weight);
  return edit;
}

int cell_cost(const GridMap& map, const TerrainWeights& terrains, CellId cell) {
  const int own = map.weight(cell);
  const Terrain terrain = map.terrain(cell);
  return own != 0 || terrain == Terrain::kOut ? own : terrains[static_cast<size_t>(terrain)];
}

Edit with_raised_weights(const GridMap& map, const TerrainWeights& terrains, const Edit& edit, int by) {
  return with_new_weights(map, terrains, edit, [&](CellId, int now) {
    return static_cast<int>(std::clamp<int64_t>(int64_t{now} + by, 1, kMaxCellWeight));
  });
}

Edit with_smoothed_weights(const GridMap& map, const TerrainWeights& terrains, const Edit& edit,
                           const std::unordered_map<CellId, int>& before) {
  const auto cost = [&](CellId id) {
    const auto known = before.empty() ? before.end() : before.find(id);
    return known != before.end() ? known->second : cell_cost(map, terrains, id);
  };
  return with_new_weights(map, terrains, edit, [&](CellId id, int) {
    const Cell middle = map.cell(id);
    const Rect around = Rect{middle.x - 1, middle.y - 1, middle.x + 2, middle.y + 2}.clipped(map.bounds());
    int sum = 0, cells = 0;
    for (int y = around.y0; y < around.y1; ++y) {
      for (int x = around.x0; x < around.x1; ++x) {
        const CellId other = map.id({x, y});
        if (map.terrain(other) == Terrain::kOut) continue;
        sum += cost(other);
        ++cells;
      }
    }
    return (2 * sum + cells) / (2 * cells);  // the cell itself is one of them
  });
}

}  // namespace strata

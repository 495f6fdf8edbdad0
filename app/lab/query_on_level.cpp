#include "app/lab/query_on_level.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/level/level.hpp"

namespace strata {
namespace {

// Returns the cell of the level `now` that contains the centre of a cell of the level `before`. If the two were read
// with different axes or scales, the cell stays at the same place relative to the bounds of the level.
Cell same_place(const Level& before, const Level& now, Cell cell) {
  const LevelMesh &from = before.mesh(), &to = now.mesh();
  const bool same_axes = before.options().import == now.options().import;
  const auto along = [&](size_t axis, int at, int cells) {
    const double size = from.options().cell_size, low = from.low()[axis], high = from.high()[axis];
    double place = low + (at + 0.5) * size;
    if (!same_axes && high > low) {
      place = to.low()[axis] + (place - low) / (high - low) * (double{to.high()[axis]} - to.low()[axis]);
    }
    return std::clamp(static_cast<int>(std::floor((place - to.low()[axis]) / to.options().cell_size)), 0, cells - 1);
  };
  return {along(0, cell.x, to.map().width()), along(2, cell.y, to.map().height())};
}

bool has_ground(const LevelMesh& level, Cell cell) {
  return level.map().letter(cell) == '.' && level.end_at(cell).polygon != kNoPolygon;
}

// Returns the nearest cell with ground; nullopt if the level has no ground.
std::optional<Cell> nearest_ground(const LevelMesh& level, Cell to) {
  std::optional<Cell> nearest;
  int64_t best = std::numeric_limits<int64_t>::max();
  for (int y = 0; y < level.map().height(); ++y) {
    for (int x = 0; x < level.map().width(); ++x) {
      const int64_t dx = x - to.x, dy = y - to.y, distance = dx * dx + dy * dy;
      if (distance >= best || !has_ground(level, {x, y})) continue;
      best = distance;
      nearest = Cell{x, y};
    }
  }
  return nearest;
}

}  // namespace

QueryOnLevel query_on_rebuilt(const Level& before, const Level& now, const PlanQuery& query) {
  QueryOnLevel moved;
  const auto end = [&](std::string_view name, Cell cell) {
    const Cell there = same_place(before, now, cell);
    if (has_ground(now.mesh(), there)) return there;
    const std::optional<Cell> nearest = nearest_ground(now.mesh(), there);
    if (!nearest) return there;
    moved.said += fmt::format("{}{} has no ground any more where it stood: it was moved to ({},{})",
                              moved.said.empty() ? "" : "; ", name, nearest->x, nearest->y);
    return *nearest;
  };
  moved.query.start = end("S", query.start);
  moved.query.goal = end("G", query.goal);
  return moved;
}

}  // namespace strata

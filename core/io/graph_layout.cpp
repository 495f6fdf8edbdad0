#include "core/io/graph_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <optional>
#include <unordered_set>

namespace strata {
namespace {

constexpr int kLayoutSteps = 200;

// The cells of a map that have a node.
class TakenCells {
 public:
  TakenCells(int width, int height) : width_(width), height_(height) {}

  bool take(Cell cell) {
    return cell.x >= 0 && cell.y >= 0 && cell.x < width_ && cell.y < height_ && taken_.insert(key(cell)).second;
  }
  // Takes the free cell that is nearest to this one, by the rings of squares around it.
  Cell take_near(Cell cell) {
    for (int ring = 0;; ++ring) {
      for (int dy = -ring; dy <= ring; ++dy) {
        const int step = std::abs(dy) == ring ? 1 : 2 * ring;
        for (int dx = -ring; dx <= ring; dx += std::max(step, 1)) {
          const Cell near{cell.x + dx, cell.y + dy};
          if (take(near)) return near;
        }
      }
    }
  }

 private:
  int64_t key(Cell cell) const { return int64_t{cell.y} * width_ + cell.x; }
  int width_, height_;
  std::unordered_set<int64_t> taken_;
};

// Returns the places as cells; nothing if some are none, or two are the same.
std::optional<std::vector<Cell>> as_cells(const std::vector<FileGraphPlace>& places, double y_sign, int width,
                                          int height) {
  TakenCells taken(width, height);
  std::vector<Cell> cells;
  for (const FileGraphPlace& place : places) {
    const double y = y_sign * place.y;
    if (!(place.x >= 0 && place.x < width && y >= 0 && y < height)) return std::nullopt;
    if (place.x != std::floor(place.x) || y != std::floor(y)) return std::nullopt;
    cells.push_back({static_cast<int>(place.x), static_cast<int>(y)});
    if (!taken.take(cells.back())) return std::nullopt;
  }
  return cells;
}

}  // namespace

std::vector<FileGraphPlace> layout_of(const FileGraph& graph) {
  const size_t count = graph.nodes;
  std::vector<FileGraphPlace> places(count);
  // The best distance of neighbours is 1; the circle has room for that.
  const double radius = std::max(1.0, std::sqrt(static_cast<double>(count)) / 2);
  for (size_t i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count);
    places[i] = {radius * std::cos(angle), radius * std::sin(angle)};
  }
  std::vector<FileGraphPlace> moves(count);
  for (int step = 0; step < kLayoutSteps; ++step) {
    std::ranges::fill(moves, FileGraphPlace{0, 0});
    for (size_t a = 0; a < count; ++a) {
      for (size_t b = a + 1; b < count; ++b) {
        const double dx = places[a].x - places[b].x, dy = places[a].y - places[b].y;
        const double push = 1 / std::max(dx * dx + dy * dy, 1e-4);
        moves[a].x += dx * push;
        moves[a].y += dy * push;
        moves[b].x -= dx * push;
        moves[b].y -= dy * push;
      }
    }
    for (const FileGraphEdge& edge : graph.edges) {
      const double dx = places[edge.from].x - places[edge.to].x, dy = places[edge.from].y - places[edge.to].y;
      const double pull = std::hypot(dx, dy);
      moves[edge.from].x -= dx * pull;
      moves[edge.from].y -= dy * pull;
      moves[edge.to].x += dx * pull;
      moves[edge.to].y += dy * pull;
    }
    const double farthest = radius / 2 * (1 - static_cast<double>(step) / kLayoutSteps);
    for (size_t i = 0; i < count; ++i) {
      const double length = std::hypot(moves[i].x, moves[i].y);
      if (length == 0) continue;
      const double factor = std::min(length, farthest) / length;
      // What is not connected does not fly away.
      const double bound = 4 * radius;
      places[i].x = std::clamp(places[i].x + moves[i].x * factor, -bound, bound);
      places[i].y = std::clamp(places[i].y + moves[i].y * factor, -bound, bound);
    }
  }
  return places;
}

Result<std::vector<Cell>> cells_of(const std::vector<FileGraphPlace>& places, bool y_is_up, int width, int height) {
  if (places.size() > static_cast<size_t>(width) * static_cast<size_t>(height)) {
    return error_at("", fmt::format("the graph has {} nodes, but the map of {} x {} cells has fewer", places.size(),
                                    width, height));
  }
  if (places.empty()) return std::vector<Cell>{};
  if (auto cells = as_cells(places, -1, width, height)) return *cells;
  if (auto cells = y_is_up ? std::nullopt : as_cells(places, 1, width, height)) return *cells;
  const auto [left, right] = std::ranges::minmax(places, {}, &FileGraphPlace::x);
  const auto [bottom, top] = std::ranges::minmax(places, {}, &FileGraphPlace::y);
  // A free cell stays at the border of maps that are large enough.
  const double room_x = width > 4 ? width - 3 : width - 1, room_y = height > 4 ? height - 3 : height - 1;
  // Halves, as the difference of the largest numbers is too large for a double.
  const double span_x = right.x / 2 - left.x / 2, span_y = top.y / 2 - bottom.y / 2;
  double scale = 0;
  if (span_x > 0) scale = room_x / span_x;
  if (span_y > 0) scale = span_x > 0 ? std::min(scale, room_y / span_y) : room_y / span_y;
  TakenCells taken(width, height);
  std::vector<Cell> cells;
  for (const FileGraphPlace& place : places) {
    const double x = (width - 1) / 2.0 + (place.x / 2 - left.x / 2 - span_x / 2) * scale;
    const double y = (height - 1) / 2.0 - (place.y / 2 - bottom.y / 2 - span_y / 2) * scale;
    const auto on = [](double value, int side) {
      return static_cast<int>(std::lround(std::clamp(std::isnan(value) ? 0.0 : value, 0.0, side - 1.0)));
    };
    cells.push_back(taken.take_near({on(x, width), on(y, height)}));
  }
  return cells;
}

}  // namespace strata

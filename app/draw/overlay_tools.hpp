// Purpose: This header has helpers that the files building the overlay share.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "app/draw/overlay.hpp"
#include "core/base/hash.hpp"

namespace strata::overlay_tools {

// Which results of the stepped search are complete at the cursor. Only these are drawn.
struct FinishedPaths {
  bool abstract_path = true;
  bool raw_path = true;
  bool path = true;
};
FinishedPaths path_stages(const Playback& playback);

inline float middle(int coordinate) { return static_cast<float>(coordinate) + 0.5f; }

// A DrawInputHash combines everything that a draw list depends on into one number, a hash that is never 0. If the
// number is the same as before, the list need not be built again.
class DrawInputHash {
 public:
  DrawInputHash& operator<<(uint64_t value) {
    hash_ = mix_stamp(hash_, value);
    return *this;
  }
  DrawInputHash& operator<<(const Rect& r) {
    return *this << static_cast<uint64_t>(static_cast<uint32_t>(r.x0)) << static_cast<uint32_t>(r.y0)
                 << static_cast<uint32_t>(r.x1) << static_cast<uint32_t>(r.y1);
  }
  DrawInputHash& operator<<(Cell c) { return *this << static_cast<uint32_t>(c.x) << static_cast<uint32_t>(c.y); }
  uint64_t value() const { return hash_ | 1; }

 private:
  uint64_t hash_ = 0x2545f4914f6cdd1dull;
};

inline void add_box(DrawList& list, float x0, float y0, float x1, float y1, float width, float dash, Rgba color) {
  list.lines.push_back({x0, y0, x1, y0, width, dash, color});
  list.lines.push_back({x1, y0, x1, y1, width, dash, color});
  list.lines.push_back({x1, y1, x0, y1, width, dash, color});
  list.lines.push_back({x0, y1, x0, y0, width, dash, color});
}

// Returns the distance of a point from a line, in cells.
inline double distance_to(const DrawLine& line, double x, double y) {
  const double dx = static_cast<double>(line.x1 - line.x0), dy = static_cast<double>(line.y1 - line.y0);
  const double px = x - static_cast<double>(line.x0), py = y - static_cast<double>(line.y0);
  const double length2 = dx * dx + dy * dy;
  const double along = length2 > 0 ? std::clamp((px * dx + py * dy) / length2, 0.0, 1.0) : 0;
  return std::hypot(px - along * dx, py - along * dy);
}

// Adds a line between the centres of two cells.
inline void add_line(DrawList& list, Cell a, Cell b, float width, float dash, Rgba color) {
  list.lines.push_back({middle(a.x), middle(a.y), middle(b.x), middle(b.y), width, dash, color});
}

// Adds a line between the places of two nodes of a recording.
inline void add_line(DrawList& list, const NodePlace& a, const NodePlace& b, float width, float dash, Rgba color) {
  list.lines.push_back({a.x, a.y, b.x, b.y, width, dash, color});
}

// Adds rectangles for coloured cells. Adjacent cells of one colour in a row become one rectangle, and so do equal
// rectangles in adjacent rows. `color_at(x, y)` returns the colour of a cell; 0: it is not drawn.
template <class ColorAt>
void add_shades(const Rect& cells, ColorAt&& color_at, std::vector<DrawRect>& rects) {
  const auto columns = static_cast<size_t>(cells.width());
  // Rectangles that reach down to the previous row; index: their first column.
  std::vector<size_t> open(columns, SIZE_MAX), next(columns);
  for (int y = cells.y0; y < cells.y1; ++y) {
    std::fill(next.begin(), next.end(), SIZE_MAX);
    for (int x = cells.x0; x < cells.x1;) {
      const Rgba color = color_at(x, y);
      int end = x + 1;
      while (end < cells.x1 && color_at(end, y) == color) ++end;
      if (color != 0) {
        const auto column = static_cast<size_t>(x - cells.x0);
        const size_t above = open[column];
        if (above != SIZE_MAX && rects[above].x1 == static_cast<float>(end) && rects[above].color == color) {
          rects[above].y1 = static_cast<float>(y + 1);
          next[column] = above;
        } else {
          next[column] = rects.size();
          rects.push_back({static_cast<float>(x), static_cast<float>(y), static_cast<float>(end),
                           static_cast<float>(y + 1), color});
        }
      }
      x = end;
    }
    open.swap(next);
  }
}

}  // namespace strata::overlay_tools

// Purpose: This header has what the files that build the overlay share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "app/draw/overlay.hpp"

namespace strata::overlay_tools {

// Which results of a stepped search are finished at the cursor: they appear step by step.
struct PathStages {
  bool abstract_path = true;
  bool raw_path = true;
  bool path = true;
};
PathStages path_stages(const Playback& playback);

inline float middle(int coordinate) { return static_cast<float>(coordinate) + 0.5f; }

// A Stamp mixes whatever a part depends on into one number, which is never 0.
class Stamp {
 public:
  Stamp& operator<<(uint64_t value) {
    hash_ = (hash_ ^ value) * 0x9e3779b97f4a7c15ull;
    hash_ ^= hash_ >> 29;
    return *this;
  }
  Stamp& operator<<(const Rect& r) {
    return *this << static_cast<uint64_t>(static_cast<uint32_t>(r.x0)) << static_cast<uint32_t>(r.y0)
                 << static_cast<uint32_t>(r.x1) << static_cast<uint32_t>(r.y1);
  }
  Stamp& operator<<(Cell c) { return *this << static_cast<uint32_t>(c.x) << static_cast<uint32_t>(c.y); }
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

// Adds a line from the center of a cell to the center of another.
inline void add_line(DrawList& list, Cell a, Cell b, float width, float dash, Rgba color) {
  list.lines.push_back({middle(a.x), middle(a.y), middle(b.x), middle(b.y), width, dash, color});
}

// Adds a line from a node of a trace to another.
inline void add_line(DrawList& list, const NodePlace& a, const NodePlace& b, float width, float dash, Rgba color) {
  list.lines.push_back({a.x, a.y, b.x, b.y, width, dash, color});
}

// Adds rectangles for coloured cells: cells of one colour in a row are one rectangle, and so are rows of the same
// extent. Where `color_at(x, y)` is 0, nothing is drawn.
template <class ColorAt>
void add_shades(const Rect& cells, ColorAt&& color_at, std::vector<DrawRect>& rects) {
  const auto columns = static_cast<size_t>(cells.width());
  std::vector<size_t> open(columns, SIZE_MAX), next(columns);  // rectangles that end in the row above, by first column
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

// Purpose: What the files that build the overlay share.
#pragma once

#include <cstdint>
#include <span>

#include "app/overlay.hpp"

namespace strata::overlay_tools {

inline float middle(int coordinate) { return static_cast<float>(coordinate) + 0.5f; }

// Mixes whatever a part depends on into one number; 0 is never the result.
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

// From the middle of a cell to the middle of another.
inline void add_line(DrawList& list, Cell a, Cell b, float width, float dash, Rgba color) {
  list.lines.push_back({middle(a.x), middle(a.y), middle(b.x), middle(b.y), width, dash, color});
}

// Where an annotated edge is drawn: edges between the same two cells lie side by side.
struct EdgePlace {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  float mid_x() const { return (x0 + x1) / 2; }
  float mid_y() const { return (y0 + y1) / 2; }
};
EdgePlace edge_place(Cell from, Cell to, int order);
// Of the i-th edge of a list: how many edges just before it join the same two cells.
int edge_order(std::span<const HaaEdge> edges, size_t i);

}  // namespace strata::overlay_tools

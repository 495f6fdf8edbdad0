#include "app/draw/link_arc.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/grid/map_links.hpp"
#include "core/search/path.hpp"

namespace strata {
namespace {

constexpr int kArcPieces = 16;
// The middle of the curve is this part of its length off the straight line, within these limits in cells.
constexpr float kBend = 0.15f, kLeastBend = 0.4f, kMostBend = 6;

}  // namespace

LinkArc one_way_arc(Cell from, Cell to) {
  LinkArc arc;
  arc.x0 = static_cast<float>(from.x) + 0.5f;
  arc.y0 = static_cast<float>(from.y) + 0.5f;
  arc.x1 = static_cast<float>(to.x) + 0.5f;
  arc.y1 = static_cast<float>(to.y) + 0.5f;
  const float dx = arc.x1 - arc.x0, dy = arc.y1 - arc.y0;
  const float length = std::max(std::hypot(dx, dy), 1e-3f);
  // The control point of a quadratic curve is twice as far off the line as its middle.
  const float off = 2 * std::clamp(kBend * length, kLeastBend, kMostBend);
  arc.cx = (arc.x0 + arc.x1) / 2 + off * dy / length;
  arc.cy = (arc.y0 + arc.y1) / 2 - off * dx / length;
  return arc;
}

LinkArc link_arc(const GridMap& map, CellId from, CellId to) {
  const MapLinks* links = map.links().get();
  const bool one = links != nullptr && links->length(from, to) == links->length(to, from);
  if (!one || from < to) return one_way_arc(map.cell(from), map.cell(to));
  LinkArc arc = one_way_arc(map.cell(to), map.cell(from));
  std::swap(arc.x0, arc.x1);
  std::swap(arc.y0, arc.y1);
  return arc;
}

void add_link_arc(DrawList& out, const LinkArc& arc, float width, float dash, Rgba color) {
  float x = arc.x0, y = arc.y0, before = 0;
  for (int i = 1; i <= kArcPieces; ++i) {
    const float t = static_cast<float>(i) / kArcPieces;
    const float next_x = i == kArcPieces ? arc.x1 : arc.x(t), next_y = i == kArcPieces ? arc.y1 : arc.y(t);
    out.lines.push_back({x, y, next_x, next_y, width, dash, color, before});
    before += std::hypot(next_x - x, next_y - y);
    x = next_x;
    y = next_y;
  }
}

double distance_to_arc(const LinkArc& arc, double x, double y) {
  double best = std::hypot(x - static_cast<double>(arc.x0), y - static_cast<double>(arc.y0));
  double from_x = static_cast<double>(arc.x0), from_y = static_cast<double>(arc.y0);
  for (int i = 1; i <= kArcPieces; ++i) {
    const float t = static_cast<float>(i) / kArcPieces;
    const auto to_x = static_cast<double>(arc.x(t)), to_y = static_cast<double>(arc.y(t));
    const double dx = to_x - from_x, dy = to_y - from_y, length2 = dx * dx + dy * dy;
    const double along = length2 > 0 ? std::clamp(((x - from_x) * dx + (y - from_y) * dy) / length2, 0.0, 1.0) : 0.0;
    best = std::min(best, std::hypot(x - from_x - along * dx, y - from_y - along * dy));
    from_x = to_x;
    from_y = to_y;
  }
  return best;
}

bool is_link_step(const MoveGrid& grid, CellId from, CellId to) {
  if (grid.links() == nullptr || std::max(from, to) >= grid.cell_count()) return false;
  const Cost over = link_cost(grid, from, to);
  if (over == kInfinite) return false;
  const int direction = grid.direction_between(from, to);
  return !has_move(grid, from, direction) || over < grid.step_cost(from, direction);
}

}  // namespace strata

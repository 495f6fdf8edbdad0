// Purpose: A LinkArc is the curve along which the map shows a link between cells, and a step of a path over it.
// How: The curve is a quadratic Bezier curve that is bent to the left of its direction, so that two links in opposite
//      directions lie beside each other. Those of the same cost count as one link and lie on the same curve.
// Units: Map coordinates (cells); widths and dashes in pixels.
#pragma once

#include "app/draw/draw_list.hpp"
#include "core/grid/grid_map.hpp"
#include "core/grid/move_grid.hpp"

namespace strata {

struct LinkArc {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;  // centres of the cells at the ends
  float cx = 0, cy = 0;                  // control point
  // Return the point of the curve at 0 <= t <= 1.
  float x(float t) const { return (1 - t) * (1 - t) * x0 + 2 * t * (1 - t) * cx + t * t * x1; }
  float y(float t) const { return (1 - t) * (1 - t) * y0 + 2 * t * (1 - t) * cy + t * t * y1; }
};

// Returns the curve from one cell of the map to another, between which there is a link.
LinkArc link_arc(const GridMap& map, CellId from, CellId to);
// Returns the curve of a link that leads one way.
LinkArc one_way_arc(Cell from, Cell to);
// Adds the curve as short lines. Its dashes go on from one to the next.
void add_link_arc(DrawList& out, const LinkArc& arc, float width, float dash, Rgba color);
// Returns the distance of a point from the curve, in cells.
double distance_to_arc(const LinkArc& arc, double x, double y);

// Returns whether the step of a path from one cell to another leads over a link: there is a link, and no move, or one
// that costs more.
bool is_link_step(const MoveGrid& grid, CellId from, CellId to);

// Dashes of a step over a link in the line of a path, in pixels.
inline constexpr float kLinkStepDash = 3;

}  // namespace strata

// Purpose: This header declares the helpers that the files painting a figure share.
#pragma once

#include <algorithm>

#include "app/figure/canvas.hpp"
#include "app/figure/figure.hpp"
#include "app/figure/figure_colors.hpp"

namespace strata {

// What a figure is painted with: the canvas, the data of the figure and the colours.
struct FigurePaintContext {
  Canvas& canvas;
  const FigureScene& scene;
  const FigureColors& colors;
  double least_width = 0;  // minimum width of lines, units

  double x(double map_x) const { return scene.left + scene.margin + (map_x - scene.box.x0) * scene.zoom; }
  double y(double map_y) const { return scene.top + scene.margin + (map_y - scene.box.y0) * scene.zoom; }
  double line(double pixels) const { return std::max(pixels * scene.pixel, least_width); }
};

// Height of the title above a view, units.
inline constexpr double kNameHeight = 22;

// Returns the height that legend and caption need below the map, in units. The widths of texts are estimated
// from their lengths.
double foot_height(const FigureScene& scene);

// These functions paint the cells with pictures and heat map, the overlay, and the legend and caption. paint_cells
// returns false if the job was cancelled.
bool paint_cells(const FigurePaintContext& brush, JobControl& control);
void paint_overlay(const FigurePaintContext& brush);
void paint_name(const FigurePaintContext& brush);  // paints the title above the view, if it has one
void paint_foot(const FigurePaintContext& brush);

}  // namespace strata

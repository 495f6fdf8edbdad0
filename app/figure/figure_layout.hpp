// Purpose: This header has what the files that paint a figure share.
#pragma once

#include <algorithm>

#include "app/figure/canvas.hpp"
#include "app/figure/figure.hpp"
#include "app/figure/figure_colors.hpp"

namespace strata {

// What paints a figure on a canvas.
struct FigureBrush {
  Canvas& canvas;
  const FigureScene& scene;
  const FigureColors& colors;
  double least_width = 0;  // units; no line is thinner

  double x(double map_x) const { return scene.left + scene.margin + (map_x - scene.box.x0) * scene.zoom; }
  double y(double map_y) const { return scene.top + scene.margin + (map_y - scene.box.y0) * scene.zoom; }
  double line(double pixels) const { return std::max(pixels * scene.pixel, least_width); }
};

// Units above a view for its name.
inline constexpr double kNameHeight = 22;

// Returns the height of what stands below the map: legend and caption. The texts are measured by their letters.
double foot_height(const FigureScene& scene);

// Paint the ground with its pictures, what lies over it, and what stands below it. The first returns false if it was
// cancelled.
bool paint_cells(const FigureBrush& brush, JobControl& control);
void paint_overlay(const FigureBrush& brush);
void paint_name(const FigureBrush& brush);  // above the view, if it has a name
void paint_foot(const FigureBrush& brush);

}  // namespace strata

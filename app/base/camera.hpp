// Purpose: A Camera maps cells of the map to pixels of a view: its centre and its zoom.
// Units: Map coordinates are cells, (0,0) the top left corner of the top left cell; screen coordinates are pixels from
//        the top left corner of the view.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/grid/cell.hpp"

namespace strata {

struct Camera {
  static constexpr double kMinZoom = 0.02;
  static constexpr double kMaxZoom = 256;
  // The number of pixels per cell that the interface calls "100 %".
  static constexpr double kFullZoom = 16;

  double center_x = 20;
  double center_y = 20;
  double zoom = kFullZoom;  // pixels per cell
  int view_width = 1024;    // pixels
  int view_height = 768;

  double screen_x(double map_x) const { return (map_x - center_x) * zoom + view_width / 2.0; }
  double screen_y(double map_y) const { return (map_y - center_y) * zoom + view_height / 2.0; }
  double map_x(double screen_x) const { return (screen_x - view_width / 2.0) / zoom + center_x; }
  double map_y(double screen_y) const { return (screen_y - view_height / 2.0) / zoom + center_y; }
  Cell cell_at(double sx, double sy) const {
    return {static_cast<int>(std::floor(map_x(sx))), static_cast<int>(std::floor(map_y(sy)))};
  }
  // Returns the cells that are at least partly on the screen. They may lie outside the map.
  Rect visible() const {
    const Cell first = cell_at(0, 0);
    const Cell last = cell_at(view_width, view_height);
    return {first.x, first.y, last.x + 1, last.y + 1};
  }

  void fit(int map_width, int map_height) {
    center_x = map_width / 2.0;
    center_y = map_height / 2.0;
    const double margin = 0.96;
    zoom = std::clamp(margin * std::min(view_width / static_cast<double>(std::max(map_width, 1)),
                                        view_height / static_cast<double>(std::max(map_height, 1))),
                      kMinZoom, 64.0);
  }
  // Changes the zoom by a factor. The point of the map under the given screen point stays where it is.
  void zoom_at(double sx, double sy, double factor) {
    const double mx = map_x(sx);
    const double my = map_y(sy);
    zoom = std::clamp(zoom * factor, kMinZoom, kMaxZoom);
    center_x = mx - (sx - view_width / 2.0) / zoom;
    center_y = my - (sy - view_height / 2.0) / zoom;
  }
  void pan_pixels(double dx, double dy) {
    center_x -= dx / zoom;
    center_y -= dy / zoom;
  }
  // Moves the centre of the view into the map, so that a part of the map stays visible.
  void keep_near(int map_width, int map_height) {
    center_x = std::clamp(center_x, 0.0, static_cast<double>(map_width));
    center_y = std::clamp(center_y, 0.0, static_cast<double>(map_height));
  }
  friend bool operator==(const Camera&, const Camera&) = default;
};

}  // namespace strata

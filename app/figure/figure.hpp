// Purpose: A figure is what a map view shows, as a file for a slide or a paper. FigureScene is what it is painted from:
//          the cells of the map, and the same lists, pictures and labels that the renderer draws on the screen.
// How: read_figure collects the scene on the main thread, with an OverlayBuilder of its own. paint_figure makes the
//      file of it, in any thread.
// Units: The page counts in pixels of the view; FigureOptions says how large these are on paper.
// Errors: There is nothing to show, or the figure would be larger than Cairo can draw.
// Threads: The map must not change while the scene is painted (LargeMapTask).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/base/camera.hpp"
#include "app/draw/overlay.hpp"
#include "app/figure/canvas.hpp"
#include "app/figure/figure_options.hpp"
#include "core/base/job.hpp"
#include "core/grid/cell.hpp"

namespace strata {

class GridMap;
class Lab;

// The part of the map in a figure, in map coordinates.
struct FigureBox {
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  double width() const { return x1 - x0; }
  double height() const { return y1 - y0; }
};

struct FigureLegendRow {
  Rgba color = 0;
  float dash = 0;
  std::string name;
};

struct FigureScene {
  FigureOptions options;
  Page page;
  FigureBox box;
  double zoom = 1;           // units of a cell
  double pixel = 1;          // units of a pixel of the interface, in which widths and marks are given
  double margin = 0;         // units around the map
  double left = 0, top = 0;  // units from the corner of the page to that of this view
  std::string name;          // above the view, if there are several
  bool has_query = false;
  Cell start, goal;
  const GridMap* map = nullptr;
  std::shared_ptr<OverlayBuilder> builder;  // it owns the lists of the overlay
  Overlay overlay;                          // its pictures point into the bytes below
  std::array<std::vector<uint8_t>, 5> bytes;
  const uint8_t* first_heat = nullptr;  // of the first search, if its difference from another one is shown
  std::vector<FigureLegendRow> legend;
  std::string caption;
  std::vector<FigureScene> beside;  // the other views, if all are shown
  bool truncated() const;
};

// The size of a figure, before it is painted.
struct FigureSize {
  double width_mm = 0, height_mm = 0;
  int pixel_width = 0, pixel_height = 0;  // of a PNG
};

// Returns what the figure would show. `selection`: the bounds of the selected cells. The lab's own view is as before.
Result<FigureScene> read_figure(Lab& lab, const FigureOptions& options, FigureKind kind, const Rect& selection);
// Returns the size that the figure would have. Cheap enough for every frame of a dialog.
Result<FigureSize> figure_size(const Lab& lab, const FigureOptions& options, FigureKind kind, const Rect& selection);
FigureSize size_of(const Page& page);
// Sets how large a unit of the page is, on paper and in pixels; before, `points` is what it is on a screen.
Status set_page_size(const FigureOptions& options, Page& page);
// Returns the file; an empty one if it was cancelled.
Result<std::string> paint_figure(const FigureScene& scene, JobControl& control);

Result<CanvasPixels> paint_pixels(const FigureScene& scene, JobControl& control);  // of a PNG, the same

// Reads, paints and writes the figure at once.
Status export_figure(Lab& lab, const FigureOptions& options, const std::string& path, const Rect& selection = {});

}  // namespace strata

// Purpose: These functions export what a map view shows as a file for a slide or a paper. A FigureScene has the data:
//          the cells of the map, and the same draw lists, pictures and texts that the renderer draws on the screen.
// How: read_figure collects these data on the main thread, with an OverlayBuilder of its own. paint_figure draws the
//      file from them in any thread.
// Units: Units of the page are pixels of the view; FigureOptions gives their size on paper.
// Errors: There is nothing to show, or the figure would be larger than Cairo can draw.
// Threads: The map must not change while the scene is painted (LargeMapTask).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/base/camera.hpp"
#include "app/base/terrain_looks.hpp"
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

// A row of the legend, with the words of the legend in the window.
struct FigureLegendRow {
  std::string text;
  DrawList sign;         // as of legend_sample()
  bool numbers = false;  // the layer consists of texts, so that a number stands in place of the sign
};

struct FigureScene {
  FigureOptions options;
  Page page;
  FigureBox box;
  double zoom = 1;  // size of a cell, units
  // Size of a pixel of the interface, in units. Widths of lines and sizes of marks are given in such pixels.
  double pixel = 1;
  double margin = 0;         // space around the map, units
  double left = 0, top = 0;  // position of this view on the page, units
  // Title above the view, if the figure has several views.
  std::string name;
  bool has_query = false;
  Cell start, goal;
  const GridMap* map = nullptr;
  TerrainLooks looks = usual_terrain_looks();
  // The draw lists of `overlay` belong to this object.
  std::shared_ptr<OverlayBuilder> builder;
  // The pictures of the overlay refer to `bytes`.
  Overlay overlay;
  std::array<std::vector<uint8_t>, 5> bytes;
  // The heat map of the first search, if the figure shows the difference from it; otherwise null.
  const uint8_t* first_heat = nullptr;
  std::vector<FigureLegendRow> legend;
  std::string caption;
  // The other views, if the figure has several.
  std::vector<FigureScene> beside;
  bool truncated() const;
};

// The size of a figure. It is computed without painting the figure.
struct FigureSize {
  double width_mm = 0, height_mm = 0;
  // The size of a PNG file.
  int pixel_width = 0, pixel_height = 0;
};

// Collects the data of the figure. `selection` is the bounding box of the selected cells. The view of the lab
// does not change.
// `legend`: the rows of the legend, as all frames of a film have the same; null: those of what the figure shows.
Result<FigureScene> read_figure(Lab& lab, const FigureOptions& options, FigureKind kind, const Rect& selection,
                                const std::vector<FigureLegendRow>* legend = nullptr);
// Adds the rows of `more` whose texts `rows` lacks.
void add_legend_rows(std::vector<FigureLegendRow>& rows, const std::vector<FigureLegendRow>& more);
// Returns the size that the figure would have, with a legend of what the last frame has drawn: if the figure shows more
// or less than the view, its height may differ by some lines of the legend. The function is fast enough to be called in
// every frame.
Result<FigureSize> figure_size(const Lab& lab, const FigureOptions& options, FigureKind kind, const Rect& selection);
FigureSize size_of(const Page& page);
// Sets how large a unit of the page is on paper and in pixels. Before the call, `page.points` is its size on a screen.
Status set_page_size(const FigureOptions& options, Page& page);
// Returns the content of the file; it is empty if the job was cancelled.
Result<std::string> paint_figure(const FigureScene& scene, JobControl& control);

// Returns the pixels of the figure as a PNG would have them.
Result<CanvasPixels> paint_pixels(const FigureScene& scene, JobControl& control);

}  // namespace strata

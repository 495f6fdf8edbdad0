// Purpose: These functions export a chart of the analysis as a file, with the same points, axes and legend as its
//          window (app/ui/chart_view.cpp).
// Errors: An option that does not apply to charts; Cairo cannot draw so large a picture.
#pragma once

#include <string>
#include <string_view>

#include "app/figure/canvas.hpp"
#include "app/figure/figure_options.hpp"
#include "app/lab/chart.hpp"

namespace strata {

struct ChartFigure {
  std::string_view title;
  // Says how the chart was made; it is stored in the file, see Page.
  std::string description;
  const ChartData* data = nullptr;
  uint64_t version = 0;  // version of the data
  ChartVisibility shown;
};

struct FigureSize;

Status check_chart_options(const FigureOptions& options);
// Returns the size that the chart file would have.
Result<FigureSize> chart_size(const FigureOptions& options, FigureKind kind);
// Paints the chart into a rectangle of the canvas, whose upper left corner is (0, 0).
void paint_chart_on(Canvas& canvas, const ChartFigure& chart, const FigureOptions& options, double width,
                    double height);
Result<std::string> paint_chart(const ChartFigure& chart, const FigureOptions& options, FigureKind kind);

}  // namespace strata

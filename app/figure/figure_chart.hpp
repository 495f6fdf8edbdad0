// Purpose: A chart of the analysis as a file: the same points, axes and legend as its window (app/ui/chart_view.cpp).
// Errors: An option that charts have no use for; Cairo cannot draw so large a picture.
#pragma once

#include <string>
#include <string_view>

#include "app/figure/canvas.hpp"
#include "app/figure/figure_options.hpp"
#include "app/lab/chart.hpp"

namespace strata {

struct ChartFigure {
  std::string_view title;
  std::string description;  // how the chart was made, see Page
  const ChartData* data = nullptr;
  uint64_t version = 0;  // of the data
  ChartShown shown;
};

struct FigureSize;

Status check_chart_options(const FigureOptions& options);
// Returns the size that the chart would have.
Result<FigureSize> chart_size(const FigureOptions& options, FigureKind kind);
Result<std::string> paint_chart(const ChartFigure& chart, const FigureOptions& options, FigureKind kind);

}  // namespace strata

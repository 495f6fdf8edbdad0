// Purpose: These functions draw the plots of the report on the papers as SVG, and choose the rows of a
//          table for each plot.
// Shapes: A plot depends only on rows; a printed value is drawn only if its row has a printed figure.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/report.hpp"

namespace strata::bench {

struct PlotSeries {
  std::string label;
  std::vector<std::pair<double, double>> points;  // sorted by x
};

struct Plot {
  enum class Kind : uint8_t { kLines, kStacked };  // kStacked: a bar for each x, with the series stacked
  std::string title, x_title, y_title;
  Kind kind = Kind::kLines;
  bool log_x = false, log_y = false;
  std::vector<PlotSeries> series;
};

// Returns the measured values of the rows whose items match, such as "excess_raw_len_{x}", by x; without {x} in `items`
// there is one value at most.
std::map<double, double> points_by_x(std::string_view items, const std::vector<ReportRow>& rows);
// Returns the plots of a table, except those without points.
std::vector<Plot> plots_of(std::string_view table, const std::vector<ReportRow>& rows);
std::string svg_of(const Plot& plot);

// Returns an SVG with the ratio of the measured to the printed figure, a line for each item with a printed figure, on a
// logarithmic axis; empty if there are fewer than two.
std::string svg_of_ratios(const std::vector<ReportRow>& rows);

}  // namespace strata::bench

// Purpose: The plots of the report on the papers: which rows of a table make up a plot, and its drawing as SVG.
// Shapes: A plot is drawn from rows alone; what the papers printed is drawn only where a row has a printed figure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/report.hpp"

namespace strata::bench {

struct PlotSeries {
  std::string label;
  std::vector<std::pair<double, double>> points;  // by rising x
};

struct Plot {
  enum class Kind : uint8_t { kLines, kStacked };  // kStacked: a bar for each x, the series on top of one another
  std::string title, x_title, y_title;
  Kind kind = Kind::kLines;
  bool log_x = false, log_y = false;
  std::vector<PlotSeries> series;
};

// Returns the plots of a table, those without points left out.
std::vector<Plot> plots_of(std::string_view table, const std::vector<Row>& rows);
std::string svg_of(const Plot& plot);

// Returns, as SVG, how many times the printed figure was measured, a row for each item that has one, on a logarithmic
// axis; empty if fewer than two items have one.
std::string svg_of_ratios(const std::vector<Row>& rows);

// Returns the text with the characters escaped that HTML and SVG give a meaning.
std::string escaped_markup(std::string_view text);

}  // namespace strata::bench

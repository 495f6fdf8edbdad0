// Purpose: ChartView draws a chart (app/lab/chart.hpp): axes, points, the values under the pointer, and the
//          range selected by dragging. The functions below draw its legend and table. Windows and panels use
//          these for all charts.
// Units: Window pixels.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/chart_plot.hpp"
#include "app/lab/charts.hpp"

namespace strata {

class Ui;

class ChartView {
 public:
  struct PlotOptions {
    float width = 0, height = 0;
    // Name of the plot in the UI dump, such as "chart.plot".
    std::string_view name;
    bool selects = false;  // dragging selects a range, and a double click resets it
  };
  // Draws axes and points. Returns the point under the pointer.
  std::optional<ChartState::PointedPoint> draw_plot(Ui& ui, const ChartReader& chart, const ChartVisibility& shown,
                                                    const PlotOptions& look);
  const ChartPlot& plot() const { return plot_; }

 private:
  struct PlotArea;
  float name_room(const Ui& ui, float width) const;
  void draw_axes(Ui& ui, const ChartData& data, const PlotArea& area);
  void draw_points(Ui& ui, const ChartData& data, const PlotArea& area);
  void draw_series(Ui& ui, const ChartData& data, size_t series, const PlotArea& area);
  void draw_beyond(Ui& ui, const ChartSeries& series, std::span<const ChartPlot::PlottedPoint> marks,
                   const PlotArea& area);
  void draw_near(Ui& ui, const ChartData& data, const ChartPlot::NearestPoint& near, const PlotArea& area);
  void select(Ui& ui, const PlotArea& area);

  ChartPlot plot_;
  std::vector<ImVec2> line_;  // scratch: the points of a line
  // Width of the texts to the left of the plot, at the marks of the y axis.
  float left_ = 0;
  int name_lines_ = 1;  // number of lines for the names below bars
  std::string x_title_, y_title_;
  uint64_t titles_of_ = 0;
  const FeatureChart* titles_for_ = nullptr;
  // The x coordinate at which a drag has begun; nullopt: there is no drag.
  std::optional<float> drag_;
};

// Draws the legend: the names of the series in wrapped rows. If `switches`, a click hides or shows a series.
void draw_chart_legend(Ui& ui, const ChartData& data, const ChartVisibility& shown, bool switches);
float chart_legend_height(const Ui& ui, const ChartData& data, float width);

class ChartTableView {
 public:
  // Draws the table, sorted as the user has chosen. A click on a title sorts by that column; a click on a row runs the
  // command of the table. The names in the UI dump begin with `name`: "chart.table". `height` 0: the table is as high
  // as its rows, so that what is around it scrolls.
  void draw(Ui& ui, const Lab& lab, ChartReader& chart, std::string_view name, float width, float height);

 private:
  std::vector<float> widths_;    // widths of the columns
  std::vector<double> largest_;  // the largest value of each column with bars
  // Version of the data that the widths and titles were computed for.
  uint64_t version_ = 0;
  const FeatureChart* chart_ = nullptr;
  float scale_ = 0;
};

// Draws the reason why there is nothing to show, and a button with the remedy, which is named NAME.remedy in
// the UI dump.
void draw_chart_reason(Ui& ui, const ChartData& data, std::string_view name);

}  // namespace strata

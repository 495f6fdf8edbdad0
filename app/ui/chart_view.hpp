// Purpose: ChartView draws a chart (app/lab/chart.hpp): its axes, points and legend, the values under the pointer, the
//          range that is dragged, and the table. It is the only code that draws charts; windows and panels use it.
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
  struct Look {
    float width = 0, height = 0;
    std::string_view name;  // of the plot in the UI dump: "chart.plot"
    bool selects = false;   // dragging selects a range, and a double click resets it
  };
  // Draws axes and points. Returns the point under the pointer.
  std::optional<ChartState::Pointed> draw_plot(Ui& ui, const ChartReader& chart, const ChartShown& shown,
                                               const Look& look);
  const ChartPlot& plot() const { return plot_; }

 private:
  struct Area;
  float name_room(const Ui& ui, float width) const;
  void draw_axes(Ui& ui, const ChartData& data, const Area& area);
  void draw_points(Ui& ui, const ChartData& data, const Area& area);
  void draw_series(Ui& ui, const ChartData& data, size_t series, const Area& area);
  void draw_beyond(Ui& ui, const ChartSeries& series, std::span<const ChartPlot::Mark> marks, const Area& area);
  void draw_near(Ui& ui, const ChartData& data, const ChartPlot::Near& near, const Area& area);
  void select(Ui& ui, const Area& area);

  ChartPlot plot_;
  std::vector<ImVec2> line_;  // scratch: the points of a line
  float left_ = 0;            // width of the texts beside the plot
  int name_lines_ = 1;        // lines of the names below the bars
  std::string x_title_, y_title_;
  uint64_t titles_of_ = 0;
  const FeatureChart* titles_for_ = nullptr;
  std::optional<float> drag_;  // where the drag began
};

// Draws the series as a row of labels, which wraps. A click on one hides or shows it, if the legend `switches`.
void draw_chart_legend(Ui& ui, const ChartData& data, const ChartShown& shown, bool switches);
float chart_legend_height(const Ui& ui, const ChartData& data, float width);

class ChartTableView {
 public:
  // Draws the table in the order of the lab; a click on a title sorts it, and one on a row runs the table's command.
  // `name` is that of its parts in the UI dump: "chart.table".
  void draw(Ui& ui, const Lab& lab, ChartReader& chart, std::string_view name, float width, float height);

 private:
  std::vector<float> widths_;  // of the columns
  uint64_t version_ = 0;       // they are those of this data, in this size
  const FeatureChart* chart_ = nullptr;
  float scale_ = 0;
};

// Draws why there is nothing to show, and the button that helps; it is named NAME.remedy in the UI dump.
void draw_chart_reason(Ui& ui, const ChartData& data, std::string_view name);

}  // namespace strata

// Purpose: A ChartPlot lays out a chart in an area of given size: its axes, which fit the displayed range, the marks to
//          draw, and the point nearest to the pointer.
// How: There may be far more points than pixels. Of all dots in the same small square only one is drawn, and of a
//      line only the first, lowest, highest and last point in each column of pixels. The nearest point is searched
//      among all points.
// Units: Pixels from the upper left corner of the area.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/lab/chart.hpp"
#include "app/lab/chart_axis.hpp"
#include "app/lab/lab_state.hpp"

namespace strata {

// The axes that fit the displayed points. If the user has chosen a range of x, the x axis ends exactly at it.
struct ChartAxes {
  ChartAxis x, y;
  size_t beyond = 0;  // number of dots above the end of the y axis; they are drawn at the upper edge
};
ChartAxes axes_of(const ChartData& data, const ChartVisibility& shown);

class ChartPlot {
 public:
  struct PlottedPoint {
    float x = 0, y = 0;
    // For the mark kBars: where the bar begins, in pixels.
    float from = 0;
    uint32_t point = 0;  // index into the points of the series
  };
  struct NearestPoint {
    size_t series = 0, point = 0;
    float x = 0, y = 0;
    float distance = 0;
  };

  // Computes the layout again if anything has changed. `version` must change with the data. `dot` is the side of the
  // squares within which only one dot is drawn.
  void follow(const ChartData& data, uint64_t version, const ChartVisibility& shown, float width, float height,
              float dot);

  const ChartAxis& x() const { return axes_.x; }
  const ChartAxis& y() const { return axes_.y; }
  // Returns a text that says how many dots lie above the end of the y axis; empty if none do.
  const std::string& beyond_text() const { return beyond_text_; }
  bool is_beyond(const ChartPoint& point) const { return axes_.beyond > 0 && point.y > axes_.y.high; }
  std::span<const std::string> x_texts() const { return x_texts_; }  // texts of the axis marks
  std::span<const std::string> y_texts() const { return y_texts_; }
  // Returns the marks of a series that are drawn; none if the series is hidden. Marks of a line may lie
  // outside of the area.
  std::span<const PlottedPoint> marks(size_t series) const { return marks_[series]; }
  float bar_width() const { return bar_width_; }
  size_t mark_count() const;
  // Returns the point nearest to the position (x, y); nullopt if no point is displayed.
  std::optional<NearestPoint> nearest(const ChartData& data, float x, float y) const;
  double value_at(float x) const { return axes_.x.value(static_cast<double>(x) / static_cast<double>(width_)); }
  float x_of(double value) const { return static_cast<float>(axes_.x.place(value)) * width_; }
  float y_of(double value) const { return height_ - static_cast<float>(axes_.y.share(value)) * height_; }

 private:
  void place_points(const ChartData& data, const ChartVisibility& shown);
  void thin_dots(size_t series, float dot);
  void thin_line(size_t series);

  uint64_t version_ = 0;
  ChartVisibility shown_;
  float width_ = 0, height_ = 0, dot_ = 0;
  ChartAxes axes_;
  std::vector<std::string> x_texts_, y_texts_;
  std::string beyond_text_;
  // For each series, the marks of all its points and those that are drawn.
  std::vector<std::vector<PlottedPoint>> places_, marks_;
  // For each square, whether a dot was already drawn in it, as a set of bits.
  std::vector<uint64_t> squares_;
  float bar_width_ = 1;
};

}  // namespace strata

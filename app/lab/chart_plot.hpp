// Purpose: A ChartPlot computes where the points of a chart lie in an area of some size: its axes, which fit the range
//          that is shown, the marks that are drawn, and the point that is nearest to the pointer.
// How: There may be far more points than pixels. Of dots that fall into one small square one is drawn; of a line the
//      first, lowest, highest and last point of each column of pixels. The nearest point is looked for among all.
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

// Returns the axes for the points that are shown: both fit those points, and with a range x ends exactly there.
struct ChartAxes {
  ChartAxis x, y;
  size_t beyond = 0;  // dots above the end of y, which has been cut off below them: they lie at the upper edge
};
ChartAxes axes_of(const ChartData& data, const ChartShown& shown);

class ChartPlot {
 public:
  struct Mark {
    float x = 0, y = 0;
    float from = 0;      // of a bar: its lower end
    uint32_t point = 0;  // index into the points of the series
  };
  struct Near {
    size_t series = 0, point = 0;
    float x = 0, y = 0;
    float distance = 0;
  };

  // Computes all of it if anything has changed. `version` stands for the data, `dot` is the side of the squares.
  void follow(const ChartData& data, uint64_t version, const ChartShown& shown, float width, float height, float dot);

  const ChartAxis& x() const { return axes_.x; }
  const ChartAxis& y() const { return axes_.y; }
  // Says how many dots lie above the end of the axis y; empty if none do.
  const std::string& beyond_text() const { return beyond_text_; }
  bool is_beyond(const ChartPoint& point) const { return axes_.beyond > 0 && point.y > axes_.y.high; }
  std::span<const std::string> x_texts() const { return x_texts_; }  // of the marks of the axes
  std::span<const std::string> y_texts() const { return y_texts_; }
  // Returns the marks of a series to draw; none if it is hidden. Marks of lines may lie outside of the area.
  std::span<const Mark> marks(size_t series) const { return marks_[series]; }
  float bar_width() const { return bar_width_; }
  size_t mark_count() const;
  size_t series_count() const { return marks_.size(); }
  // Returns the point in the area that is nearest to a place; nullopt if there is none.
  std::optional<Near> nearest(const ChartData& data, float x, float y) const;
  double value_at(float x) const { return axes_.x.value(static_cast<double>(x) / static_cast<double>(width_)); }
  float x_of(double value) const { return static_cast<float>(axes_.x.place(value)) * width_; }
  float y_of(double value) const { return height_ - static_cast<float>(axes_.y.share(value)) * height_; }

 private:
  void place_points(const ChartData& data, const ChartShown& shown);
  void thin_dots(size_t series, float dot);
  void thin_line(size_t series);

  uint64_t version_ = 0;
  ChartShown shown_;
  float width_ = 0, height_ = 0, dot_ = 0;
  ChartAxes axes_;
  std::vector<std::string> x_texts_, y_texts_;
  std::string beyond_text_;
  std::vector<std::vector<Mark>> places_, marks_;  // by series: all points, and those that are drawn
  std::vector<uint64_t> squares_;                  // bits of squares that have a dot
  float bar_width_ = 1;
};

}  // namespace strata

#include "app/lab/chart_plot.hpp"
#include "app/lab/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/count_of.hpp"

namespace strata {
namespace {

// Width of a bar, as a share of the distance from one bar to the next.
constexpr double kBarShare = 0.72;

struct ValueRange {
  double low = kNoValue, high = kNoValue;
  void add(double value) {
    if (!std::isfinite(value)) return;
    if (!is_figure(low) || value < low) low = value;
    if (!is_figure(high) || value > high) high = value;
  }
  bool any() const { return is_figure(low); }
};

ChartAxis fitting_axis(const ValueRange& extent, bool logarithmic, bool with_zero) {
  if (!extent.any()) return logarithmic ? factor_axis(1, 1) : linear_axis(0, 1);
  if (logarithmic) return factor_axis(extent.low, extent.high);
  // If the smallest value is at most half the largest one, the axis begins at 0.
  const bool from_zero = with_zero || (extent.low > 0 && extent.low <= extent.high / 2);
  return linear_axis(from_zero ? std::min(extent.low, 0.0) : extent.low, extent.high);
}

bool in_range(const ChartVisibility& shown, double x);

// Returns an upper end for the y axis that a few outliers do not affect: a little above the value that 98 percent of
// the dots do not exceed. Nullopt: the highest dot is not far above this value, so that no such end is needed.
std::optional<double> robust_end(const ChartData& data, const ChartVisibility& shown) {
  constexpr size_t kLeastDots = 20;
  constexpr double kShare = 0.98, kRoom = 1.15, kFar = 2;
  std::vector<double> values;
  for (const ChartSeries& series : data.series) {
    if (series.mark != ChartMark::kDots || shown.hidden.contains(series.name)) continue;
    for (const ChartPoint& point : series.points) {
      if (in_range(shown, point.x) && std::isfinite(point.y)) values.push_back(point.y);
    }
  }
  if (values.size() < kLeastDots) return std::nullopt;
  // All dots of an optimal planner have the value 0. They would pull the end down, so that only positive values count.
  std::erase_if(values, [](double value) { return value <= 0; });
  if (values.size() < kLeastDots) return std::nullopt;
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(kShare * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  const double end = *at * kRoom, highest = *std::max_element(values.begin(), values.end());
  return highest > kFar * end ? std::optional(end) : std::nullopt;
}

bool in_range(const ChartVisibility& shown, double x) {
  return !shown.range || (x >= shown.range->first && x <= shown.range->second);
}

}  // namespace

ChartAxes axes_of(const ChartData& data, const ChartVisibility& shown) {
  ValueRange x, y;
  bool bars = false;
  for (const ChartSeries& series : data.series) {
    if (shown.hidden.contains(series.name)) continue;
    bars = bars || series.mark == ChartMark::kBars;
    for (const ChartPoint& point : series.points) {
      // A logarithmic axis has no place for 0. Such points are drawn at its lower end.
      if (!data.x.logarithmic || point.x > 0) x.add(point.x);
      if (!in_range(shown, point.x)) continue;
      if (!data.y.logarithmic || point.y > 0) y.add(point.y);
    }
  }
  for (const ChartLimit& limit : data.limits) y.add(limit.y);
  ChartAxes axes;
  if (const auto end = data.y.robust ? robust_end(data, shown) : std::nullopt) y.high = *end;
  axes.y = fitting_axis(y, data.y.logarithmic, bars || (y.any() && y.low >= 0));
  for (const ChartSeries& series : data.series) {
    if (!data.y.robust || series.mark != ChartMark::kDots || shown.hidden.contains(series.name)) continue;
    axes.beyond += static_cast<size_t>(std::ranges::count_if(series.points, [&](const ChartPoint& point) {
      return in_range(shown, point.x) && std::isfinite(point.y) && point.y > axes.y.high;
    }));
  }
  if (!data.x.names.empty()) {
    const auto last = static_cast<double>(data.x.names.size()) - 0.5;
    axes.x = {-0.5, last, false, {}};
    if (shown.range) axes.x = {std::max(shown.range->first, -0.5), std::min(shown.range->second, last), false, {}};
    if (axes.x.low >= axes.x.high) axes.x = {-0.5, last, false, {}};
    for (double i = std::ceil(axes.x.low); i <= axes.x.high; ++i) axes.x.ticks.push_back(i);
  } else if (shown.range) {
    axes.x = axis_between(shown.range->first, shown.range->second, data.x.logarithmic);
  } else if (bars && x.any()) {
    axes.x = axis_between(x.low - 0.5, x.high + 0.5, data.x.logarithmic);
  } else {
    axes.x = fitting_axis(x, data.x.logarithmic, false);
  }
  return axes;
}

void ChartPlot::follow(const ChartData& data, uint64_t version, const ChartVisibility& shown, float width, float height,
                       float dot) {
  if (version == version_ && width == width_ && height == height_ && dot == dot_ && shown == shown_) return;
  version_ = version;
  width_ = width;
  height_ = height;
  dot_ = dot;
  shown_ = shown;
  axes_ = axes_of(data, shown);
  x_texts_.clear();
  for (const double tick : axes_.x.ticks) x_texts_.push_back(tick_text(data.x, tick));
  y_texts_.clear();
  for (const double tick : axes_.y.ticks) y_texts_.push_back(tick_text(data.y, tick));
  beyond_text_ = axes_.beyond == 0 ? std::string()
                                   : fmt::format("{} above {}, at the edge", count_of(axes_.beyond, "row"),
                                                 tick_text(data.y, axes_.y.high));
  place_points(data, shown);
  marks_.resize(places_.size());
  for (size_t i = 0; i < places_.size(); ++i) {
    switch (data.series[i].mark) {
      case ChartMark::kDots:
        thin_dots(i, dot);
        break;
      case ChartMark::kLine:
        thin_line(i);
        break;
      case ChartMark::kBars:
        marks_[i] = places_[i];
        break;
    }
  }
}

void ChartPlot::place_points(const ChartData& data, const ChartVisibility& shown) {
  bar_width_ = std::max(static_cast<float>(kBarShare / std::max(axes_.x.high - axes_.x.low, 1.0)) * width_, 1.0f);
  places_.resize(data.series.size());
  for (size_t i = 0; i < data.series.size(); ++i) {
    std::vector<PlottedPoint>& places = places_[i];
    places.clear();
    const ChartSeries& series = data.series[i];
    if (shown.hidden.contains(series.name)) continue;
    // A line is drawn a little beyond the range: up to the next point outside on each side.
    const bool line = series.mark == ChartMark::kLine;
    for (size_t k = 0; k < series.points.size(); ++k) {
      const ChartPoint& point = series.points[k];
      if (!std::isfinite(point.y)) continue;
      const bool beside = line && ((k > 0 && in_range(shown, series.points[k - 1].x)) ||
                                   (k + 1 < series.points.size() && in_range(shown, series.points[k + 1].x)));
      const bool crosses = line && shown.range && k + 1 < series.points.size() && point.x < shown.range->first &&
                           series.points[k + 1].x > shown.range->second;
      const bool crossed =
          line && shown.range && k > 0 && point.x > shown.range->second && series.points[k - 1].x < shown.range->first;
      if (!in_range(shown, point.x) && !beside && !crosses && !crossed) continue;
      const double share = line ? axes_.y.place(point.y) : axes_.y.share(point.y);
      places.push_back(
          {x_of(point.x), height_ - static_cast<float>(share) * height_, y_of(point.from), static_cast<uint32_t>(k)});
    }
  }
}

void ChartPlot::thin_dots(size_t series, float dot) {
  std::vector<PlottedPoint>& marks = marks_[series];
  marks.clear();
  const auto columns = static_cast<size_t>(width_ / dot) + 1, rows = static_cast<size_t>(height_ / dot) + 1;
  squares_.assign((columns * rows + 63) / 64, 0);
  for (const PlottedPoint& place : places_[series]) {
    const auto column = static_cast<size_t>(std::clamp(place.x, 0.0f, width_) / dot);
    const auto row = static_cast<size_t>(std::clamp(place.y, 0.0f, height_) / dot);
    const size_t bit = row * columns + column;
    if ((squares_[bit / 64] >> bit % 64 & 1) != 0) continue;
    squares_[bit / 64] |= uint64_t{1} << bit % 64;
    marks.push_back(place);
  }
}

void ChartPlot::thin_line(size_t series) {
  const std::vector<PlottedPoint>& places = places_[series];
  std::vector<PlottedPoint>& marks = marks_[series];
  marks.clear();
  for (size_t begin = 0; begin < places.size();) {
    size_t end = begin + 1, low = begin, high = begin;
    for (; end < places.size() && std::floor(places[end].x) == std::floor(places[begin].x); ++end) {
      if (places[end].y < places[low].y) low = end;
      if (places[end].y > places[high].y) high = end;
    }
    size_t chosen[] = {begin, std::min(low, high), std::max(low, high), end - 1};
    for (size_t i = 0; i < 4; ++i) {
      if (i == 0 || chosen[i] != chosen[i - 1]) marks.push_back(places[chosen[i]]);
    }
    begin = end;
  }
}

size_t ChartPlot::mark_count() const {
  size_t count = 0;
  for (const std::vector<PlottedPoint>& marks : marks_) count += marks.size();
  return count;
}

std::optional<ChartPlot::NearestPoint> ChartPlot::nearest(const ChartData& data, float x, float y) const {
  std::optional<NearestPoint> best;
  for (size_t i = 0; i < places_.size() && i < data.series.size(); ++i) {
    const bool bars = data.series[i].mark == ChartMark::kBars;
    for (const PlottedPoint& place : places_[i]) {
      if (place.x < 0 || place.x > width_) continue;
      float dx = place.x - x, dy = place.y - y;
      // For bars, the distance of the pointer is that to the rectangle of the bar.
      if (bars) {
        dx = std::max(std::abs(dx) - bar_width_ / 2, 0.0f);
        dy = std::max({place.y - y, y - place.from, 0.0f});
      }
      const float square = dx * dx + dy * dy;
      if (best && square >= best->distance) continue;
      best = {i, place.point, place.x, place.y, square};
    }
  }
  if (best) best->distance = std::sqrt(best->distance);
  return best;
}

}  // namespace strata

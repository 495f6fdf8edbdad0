#include "app/figure/figure_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/figure/figure.hpp"
#include "app/figure/figure_colors.hpp"
#include "app/lab/chart_plot.hpp"

namespace strata {
namespace {

// Size of the page in units. The options may give another width.
constexpr double kChartWidth = 560, kChartHeight = 340, kEdge = 8;
constexpr double kFont = 12.5, kTitleFont = 15, kLine = 16;
constexpr double kChartSwatch = 20, kChartGap = 4, kChartEntryGap = 14;
constexpr double kDotRadius = 2.2;

class ChartPainter {
 public:
  ChartPainter(Canvas& canvas, const ChartFigure& chart, const FigureOptions& options, double least_width)
      : canvas_(canvas),
        data_(*chart.data),
        chart_(chart),
        options_(options),
        colors_(options),
        least_width_(least_width),
        line_(colors_.plain(with_alpha(colors_.text(), 50))) {}

  void paint(double width, double height) {
    canvas_.rectangle(0, 0, width, height);
    canvas_.fill(colors_.page());
    double top = kEdge;
    left_text(options_.caption.empty() ? chart_.title : std::string_view(options_.caption), kEdge, top, kTitleFont);
    top += kTitleFont + 6;
    if (options_.legend.value_or(true)) top = legend(width, top);
    // A row for the title of the y axis.
    top += kLine + 6;
    const double below = kLine * (data_.x.names.empty() ? 2 : 3) + kEdge;
    const double all = height - top - below;
    // The width of the texts to the left of the plot depends on the marks of the y axis, and these depend on
    // the height alone.
    plot_.follow(data_, chart_.version, chart_.shown, static_cast<float>(width), static_cast<float>(all), 1);
    double widest = 0;
    for (const std::string& text : plot_.y_texts()) widest = std::max(widest, width_of(text));
    x_ = kEdge + widest + 6;
    y_ = top;
    width_ = width - x_ - kEdge;
    height_ = all;
    plot_.follow(data_, chart_.version, chart_.shown, static_cast<float>(width_), static_cast<float>(height_), 1);
    axes();
    {
      const Canvas::TransformScope scope(canvas_, x_, y_, 1);
      canvas_.clip(0, 0, width_, height_);
      for (const ChartMark mark : {ChartMark::kBars, ChartMark::kDots, ChartMark::kLine}) {
        for (size_t i = 0; i < data_.series.size(); ++i) {
          if (data_.series[i].mark == mark) series(i);
        }
      }
      for (const ChartLimit& limit : data_.limits) {
        const double y = static_cast<double>(plot_.y_of(limit.y));
        line(0, y, width_, y, colors_.mark(palette::kVermilion));
        left_text(limit.title, 4, y + 1, kFont);
      }
    }
    canvas_.rectangle(x_, y_, width_, height_);
    canvas_.stroke(colors_.plain(with_alpha(colors_.text(), 140)), {.width = stroke(1)});
  }

 private:
  double stroke(double width) const { return std::max(width, least_width_); }
  double width_of(std::string_view text) { return canvas_.text_width(text, kFont, TextWeight::kNormal); }
  void line(double x0, double y0, double x1, double y1, Rgba color) {
    canvas_.move_to(x0, y0);
    canvas_.line_to(x1, y1);
    canvas_.stroke(color, {.width = stroke(1), .round = false});
  }
  void centered(std::string_view text, double x, double y) {
    canvas_.text(text, x, y, kFont, TextWeight::kNormal, colors_.plain(colors_.text()));
  }
  void left_text(std::string_view text, double x, double top, double size) {
    const TextWeight weight = size == kTitleFont ? TextWeight::kBold : TextWeight::kNormal;
    const double width = canvas_.text_width(text, size, weight);
    canvas_.text(text, x + width / 2, top + size / 2, size, weight, colors_.plain(colors_.text()));
  }

  // Draws the legend. Returns the y coordinate at which it ends.
  double legend(double width, double top) {
    double x = kEdge;
    for (size_t i = 0; i < data_.series.size(); ++i) {
      const ChartSeries& series = data_.series[i];
      const auto same = [&](const ChartSeries& other) { return other.name == series.name; };
      if (std::any_of(data_.series.begin(), data_.series.begin() + static_cast<std::ptrdiff_t>(i), same)) continue;
      if (chart_.shown.hidden.contains(series.name)) continue;
      const double own = kChartSwatch + kChartGap + width_of(series.title);
      if (x > kEdge && x + own > width - kEdge) {
        x = kEdge;
        top += kLine;
      }
      const double middle = top + kLine / 2;
      if (series.mark == ChartMark::kBars) {
        canvas_.rectangle(x, middle - 5, kChartSwatch * 0.6, 10);
        canvas_.fill(colors_.series(series.color));
      } else {
        canvas_.move_to(x, middle);
        canvas_.line_to(x + kChartSwatch, middle);
        canvas_.stroke(colors_.series(series.color), {.width = stroke(2), .dash = static_cast<double>(series.dash)});
      }
      left_text(series.title, x + kChartSwatch + kChartGap, middle - kFont / 2, kFont);
      x += own + kChartEntryGap;
    }
    return top + kLine;
  }

  void axes() {
    left_text(data_.y.full_title(), kEdge, y_ - kLine - 6, kFont);
    if (const std::string& beyond = plot_.beyond_text(); !beyond.empty()) {
      left_text(beyond, x_ + width_ - width_of(beyond), y_ - kLine - 6, kFont);
    }
    for (size_t i = 0; i < plot_.y().ticks.size(); ++i) {
      const double y = y_ + static_cast<double>(plot_.y_of(plot_.y().ticks[i]));
      line(x_, y, x_ + width_, y, line_);
      const std::string& text = plot_.y_texts()[i];
      centered(text, x_ - 5 - width_of(text) / 2, y);
    }
    const bool named = !data_.x.names.empty();
    double free_from = 0;
    for (size_t i = 0; i < plot_.x().ticks.size(); ++i) {
      const double x = x_ + static_cast<double>(plot_.x_of(plot_.x().ticks[i]));
      if (!named) line(x, y_, x, y_ + height_, line_);
      const double room = width_ / static_cast<double>(plot_.x().ticks.size()) - 4;
      const std::vector<std::string> lines = broken(plot_.x_texts()[i], named ? std::max(room, 30.0) : 1e9);
      double widest = 0;
      for (const std::string& text : lines) widest = std::max(widest, width_of(text));
      if (x - widest / 2 < free_from) continue;
      for (size_t k = 0; k < lines.size(); ++k) {
        centered(lines[k], x, y_ + height_ + kLine * (0.6 + static_cast<double>(k)));
      }
      free_from = x + widest / 2 + 6;
    }
    const std::string title = data_.x.full_title();
    const double y = y_ + height_ + kLine * (named ? 2.6 : 1.6);
    centered(title, x_ + width_ - width_of(title) / 2, y);
  }

  // Splits a name into at most two lines of this width.
  std::vector<std::string> broken(const std::string& text, double room) {
    if (width_of(text) <= room) return {text};
    size_t best = text.npos;
    for (size_t at = text.find(' '); at != text.npos; at = text.find(' ', at + 1)) {
      if (best == text.npos || width_of(text.substr(0, at)) <= room) best = at;
    }
    if (best == text.npos) return {text};
    return {text.substr(0, best), text.substr(best + 1)};
  }

  void series(size_t index) {
    const ChartSeries& own = data_.series[index];
    const Rgba color = colors_.series(own.color);
    const auto marks = plot_.marks(index);
    switch (own.mark) {
      case ChartMark::kBars:
        for (const ChartPlot::PlottedPoint& mark : marks) {
          const double half = static_cast<double>(plot_.bar_width()) / 2;
          const double x = static_cast<double>(mark.x), y = static_cast<double>(mark.y);
          canvas_.rectangle(x - half, y, 2 * half, static_cast<double>(mark.from) - y);
        }
        canvas_.fill(color);
        break;
      case ChartMark::kDots:
        for (const ChartPlot::PlottedPoint& mark : marks) {
          const double x = static_cast<double>(mark.x);
          // A point beyond the end of the axis is drawn as an arrow at the upper edge.
          if (plot_.is_beyond(own.points[mark.point])) {
            canvas_.move_to(x, 0);
            canvas_.line_to(x - 1.7 * kDotRadius, 3 * kDotRadius);
            canvas_.line_to(x + 1.7 * kDotRadius, 3 * kDotRadius);
            canvas_.close();
            continue;
          }
          canvas_.circle(x, static_cast<double>(mark.y), kDotRadius);
        }
        canvas_.fill(color);
        break;
      case ChartMark::kLine:
        for (size_t i = 0; i < marks.size(); ++i) {
          const double x = static_cast<double>(marks[i].x), y = static_cast<double>(marks[i].y);
          if (i == 0) {
            canvas_.move_to(x, y);
          } else {
            canvas_.line_to(x, y);
          }
        }
        canvas_.stroke(color, {.width = stroke(2), .dash = static_cast<double>(own.dash) * 0.5});
        break;
    }
  }

  Canvas& canvas_;
  const ChartData& data_;
  const ChartFigure& chart_;
  const FigureOptions& options_;
  FigureColors colors_;
  double least_width_;
  Rgba line_;
  ChartPlot plot_;
  double x_ = 0, y_ = 0, width_ = 0, height_ = 0;  // the area inside the axes
};

}  // namespace

Status check_chart_options(const FigureOptions& options) {
  const FigureOptions usual;
  if (options.area != usual.area) return error_at("area", "is for figures of the map, not for charts");
  if (options.zoom) return error_at("zoom", "is for figures of the map, not for charts");
  if (options.view != usual.view) return error_at("view", "is for figures of the map, not for charts");
  return success();
}

namespace {

Result<Page> chart_page(const FigureOptions& options, FigureKind kind) {
  Page page{.kind = kind,
            .width = kChartWidth,
            .height = kChartHeight,
            .points = 0.75,
            .pixels = 1,
            .grid = 1,
            .title = {},
            .description = {}};
  if (Status sized = set_page_size(options, page); !sized) return sized.error();
  return page;
}

}  // namespace

Result<FigureSize> chart_size(const FigureOptions& options, FigureKind kind) {
  const Result<Page> page = chart_page(options, kind);
  return page ? Result<FigureSize>(size_of(page.value())) : page.error();
}

void paint_chart_on(Canvas& canvas, const ChartFigure& chart, const FigureOptions& options, double width,
                    double height) {
  ChartPainter(canvas, chart, options, options.stroke).paint(width, height);
}

Result<std::string> paint_chart(const ChartFigure& chart, const FigureOptions& options, FigureKind kind) {
  Result<Page> sized = chart_page(options, kind);
  if (!sized) return sized.error();
  Page& page = sized.value();
  page.title = chart.title;
  page.description = chart.description;
  Canvas canvas(page);
  ChartPainter(canvas, chart, options, options.stroke / page.points).paint(page.width, page.height);
  return canvas.finish();
}

}  // namespace strata

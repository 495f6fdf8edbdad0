#include "app/figure/report_page.hpp"

#include <algorithm>

#include "app/figure/figure_colors.hpp"

namespace strata {
namespace {

// Sizes in points.
constexpr double kReportWidth = 595, kReportHeight = 842, kReportEdge = 36;
constexpr double kReportTitle = 17, kReportText = 9.5, kReportCell = 7.6, kReportLeading = 1.35;
constexpr double kReportChart = 270, kReportGap = 10, kNoteColumn = 120;

class ReportPainter {
 public:
  ReportPainter(Canvas& canvas, const ReportPage& report, const FigureOptions& options)
      : canvas_(canvas), report_(report), options_(options), colors_(options) {}

  // Paints the report onto a page of this height. Returns the height that it needs.
  double paint(double height) {
    canvas_.rectangle(0, 0, kReportWidth, height);
    canvas_.fill(colors_.page());
    y_ = kReportEdge;
    wrapped(report_.title, kReportEdge, kReportTitle, TextWeight::kBold);
    for (const std::string& paragraph : report_.paragraphs) {
      y_ += kReportGap / 2;
      wrapped(paragraph, kReportEdge, kReportText, TextWeight::kNormal);
    }
    y_ += kReportGap;
    table();
    if (report_.chart != nullptr) {
      y_ += kReportGap;
      const Canvas::TransformScope scope(canvas_, kReportEdge, y_, 1);
      paint_chart_on(canvas_, *report_.chart, options_, kReportWidth - 2 * kReportEdge, kReportChart);
    }
    if (report_.chart != nullptr) y_ += kReportChart;
    y_ += kReportGap;
    for (const auto& [name, text] : report_.notes) {
      const double top = y_;
      wrapped(name, kReportEdge, kReportCell, TextWeight::kBold, kReportEdge + kNoteColumn - kReportGap);
      const double below = std::exchange(y_, top);
      wrapped(text, kReportEdge + kNoteColumn, kReportCell, TextWeight::kNormal);
      y_ = std::max(y_, below);
    }
    return y_ + kReportEdge;
  }

 private:
  // Draws a text whose left edge, or right edge if `to_right`, is at x.
  void line(std::string_view text, double x, double size, TextWeight weight, bool to_right = false) {
    if (text.empty()) return;
    const double half = canvas_.text_width(text, size, weight) / 2;
    canvas_.text(text, to_right ? x - half : x + half, y_ + size * kReportLeading / 2, size, weight, colors_.text());
  }

  // Draws text from x to the right edge, and moves below it.
  void wrapped(std::string_view text, double x, double size, TextWeight weight,
               double right = kReportWidth - kReportEdge) {
    while (!text.empty()) {
      const size_t end = std::min(text.find('\n'), text.size());
      std::string_view rest = text.substr(0, end);
      while (!rest.empty()) {
        size_t fits = std::min(rest.find(' '), rest.size());
        while (fits < rest.size()) {
          const size_t next = std::min(rest.find(' ', fits + 1), rest.size());
          if (canvas_.text_width(rest.substr(0, next), size, weight) > right - x) break;
          fits = next;
        }
        line(rest.substr(0, fits), x, size, weight);
        y_ += size * kReportLeading;
        rest.remove_prefix(std::min(fits + 1, rest.size()));
      }
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  // Draws the table over the whole width: each column has the room of its widest text, and a part of what is left.
  void table() {
    const size_t count = report_.columns.size();
    if (count == 0) return;
    std::vector<double> widths(count);
    double all = 0;
    for (size_t i = 0; i < count; ++i) {
      widths[i] = canvas_.text_width(report_.columns[i], kReportCell, TextWeight::kBold);
      for (const auto& row : report_.rows) {
        widths[i] = std::max(widths[i], canvas_.text_width(row[i], kReportCell, TextWeight::kNormal));
      }
      all += widths[i];
    }
    const double gap = (kReportWidth - 2 * kReportEdge - all) / static_cast<double>(std::max<size_t>(count - 1, 1));
    const auto row = [&](const std::vector<std::string>& cells, TextWeight weight) {
      double right = kReportEdge - gap;
      for (size_t i = 0; i < count; ++i) {
        right += gap + widths[i];
        i == 0 ? line(cells[i], kReportEdge, kReportCell, weight) : line(cells[i], right, kReportCell, weight, true);
      }
      y_ += kReportCell * kReportLeading;
      canvas_.move_to(kReportEdge, y_);
      canvas_.line_to(kReportWidth - kReportEdge, y_);
      canvas_.stroke(with_alpha(colors_.text(), 60), {.width = 0.4, .round = false});
      y_ += 1.5;
    };
    row(report_.columns, TextWeight::kBold);
    for (const auto& cells : report_.rows) row(cells, TextWeight::kNormal);
  }

  Canvas& canvas_;
  const ReportPage& report_;
  const FigureOptions& options_;
  FigureColors colors_;
  double y_ = 0;
};

}  // namespace

Result<std::string> paint_report(const ReportPage& report) {
  FigureOptions options;
  options.ground = FigureBackground::kWhite;
  Page page{.kind = FigureKind::kPdf,
            .width = kReportWidth,
            .height = kReportHeight,
            .points = 1,
            .pixels = 1,
            .grid = 1,
            .title = report.title,
            .description = {}};
  // What is painted first is thrown away: it says how high the page must be.
  Canvas measured(page);
  page.height = std::max(kReportHeight, ReportPainter(measured, report, options).paint(kReportHeight));
  Canvas canvas(page);
  ReportPainter(canvas, report, options).paint(page.height);
  return canvas.finish();
}

}  // namespace strata

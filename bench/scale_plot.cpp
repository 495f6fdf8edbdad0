// This file draws the plot of the `scale` command.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "bench/scale.hpp"
#include "core/base/xml_text.hpp"

namespace strata::bench {
namespace {

struct PlottedMeasure {
  const char* column;
  const char* title;
};
constexpr std::array<PlottedMeasure, 4> kMeasures = {{{"p50_us", "Query, median (µs)"},
                                                      {"update_p50_us", "Update after a stroke, median (µs)"},
                                                      {"build_ms", "Build (ms)"},
                                                      {"bytes_per_cell", "Memory (bytes per cell)"}}};
// Colours that are told apart in grey, too; lines of planners beyond them are dashed.
constexpr std::array<const char*, 6> kColours = {"#1b4f8f", "#c8102e", "#2e8b57", "#e08a00", "#7b3fa0", "#555555"};

// The picture, in pixels: two columns of charts, and the legend below them.
constexpr double kChartWidth = 420, kChartHeight = 280, kLeft = 56, kRight = 16, kTop = 32, kBottom = 36;
constexpr double kLegendRow = 20;

// A logarithmic axis. Its limits are powers of `base`.
struct LogAxis {
  double base = 10;
  int low = 0, high = 1;  // exponents of the limits

  void include(double value, bool first) {
    const double exponent = std::log(value) / std::log(base);
    const int down = static_cast<int>(std::floor(exponent + 1e-9)), up = static_cast<int>(std::ceil(exponent - 1e-9));
    low = first ? down : std::min(low, down);
    high = std::max(first ? down + 1 : high, up);
  }
  // Returns the place of a value between the limits, 0 to 1.
  double place(double value) const { return (std::log(value) / std::log(base) - low) / (high - low); }
};

// Returns the names of the planners, in the order of the rows.
std::vector<std::string> planners_of(std::span<const ReportRow> rows) {
  std::vector<std::string> names;
  for (const ReportRow& row : rows) {
    const std::string name = row.at("planner");
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

bool has_value(const ReportRow& row, const char* column) {
  return row.contains(column) && row[column].is_number() && row[column].get<double>() > 0;
}

std::string line_style(size_t planner) {
  const char* dash = planner < kColours.size() ? "" : " stroke-dasharray=\"6 4\"";
  return fmt::format("stroke=\"{}\" stroke-width=\"2\" fill=\"none\"{}", kColours[planner % kColours.size()], dash);
}

std::string text_at(double x, double y, const char* anchor, const std::string& text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor, xml_text(text));
}

// Appends the chart of one measure, whose upper left corner is (x, y).
void append_chart(const PlottedMeasure& measure, std::span<const ReportRow> rows,
                  const std::vector<std::string>& planners, double x, double y, std::string& svg) {
  LogAxis across{.base = 2}, up{.base = 10};
  bool first = true;
  for (const ReportRow& row : rows) {
    if (!has_value(row, measure.column)) continue;
    across.include(row["side"], first);
    up.include(row[measure.column], first);
    first = false;
  }
  const double width = kChartWidth - kLeft - kRight, height = kChartHeight - kTop - kBottom;
  const auto at_x = [&](double side) { return x + kLeft + across.place(side) * width; };
  const auto at_y = [&](double value) { return y + kTop + (1 - up.place(value)) * height; };
  svg += text_at(x + kLeft, y + kTop - 12, "start", measure.title);
  if (first) {
    svg += text_at(x + kChartWidth / 2, y + kChartHeight / 2, "middle", "no values");
    return;
  }
  for (int e = across.low; e <= across.high; ++e) {
    const double side = std::pow(2, e);
    svg += fmt::format("<path d=\"M{0:.1f} {1:.1f}V{2:.1f}\" stroke=\"#ddd\"/>\n", at_x(side), y + kTop,
                       y + kTop + height);
    svg += text_at(at_x(side), y + kTop + height + 16, "middle", fmt::format("{}", side));
  }
  for (int e = up.low; e <= up.high; ++e) {
    const double value = std::pow(10, e);
    svg += fmt::format("<path d=\"M{0:.1f} {1:.1f}H{2:.1f}\" stroke=\"#ddd\"/>\n", x + kLeft, at_y(value),
                       x + kLeft + width);
    svg += text_at(x + kLeft - 6, at_y(value) + 4, "end", fmt::format("{}", value));
  }
  for (size_t planner = 0; planner < planners.size(); ++planner) {
    std::string line;
    for (const ReportRow& row : rows) {
      if (row["planner"] != planners[planner] || !has_value(row, measure.column)) continue;
      const double px = at_x(row["side"]), py = at_y(row[measure.column]);
      line += fmt::format("{}{:.1f} {:.1f}", line.empty() ? 'M' : 'L', px, py);
      svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n", px, py,
                         kColours[planner % kColours.size()]);
    }
    if (!line.empty()) svg += fmt::format("<path d=\"{}\" {}/>\n", line, line_style(planner));
  }
}

}  // namespace

std::string scale_plot(std::span<const ReportRow> rows) {
  const std::vector<std::string> planners = planners_of(rows);
  constexpr size_t kColumns = 2;
  const double charts = kChartHeight * static_cast<double>((kMeasures.size() + kColumns - 1) / kColumns);
  const double height = charts + kLegendRow * static_cast<double>(planners.size() + 1);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      kChartWidth * kColumns, height);
  for (size_t i = 0; i < kMeasures.size(); ++i) {
    append_chart(kMeasures[i], rows, planners, kChartWidth * static_cast<double>(i % kColumns),
                 kChartHeight * static_cast<double>(i / kColumns), svg);
  }
  for (size_t i = 0; i < planners.size(); ++i) {
    const double y = charts + kLegendRow * (static_cast<double>(i) + 0.5);
    svg += fmt::format("<path d=\"M{:.1f} {:.1f}h30\" {}/>\n", kLeft, y, line_style(i));
    svg += text_at(kLeft + 38, y + 4, "start", planners[i]);
  }
  return svg + "</svg>\n";
}

}  // namespace strata::bench

#include "app/features/decide/decide_report.hpp"

#include <fmt/format.h>

#include "app/figure/figure_chart.hpp"
#include "app/figure/report_page.hpp"
#include "core/base/xml_text.hpp"

namespace strata {
namespace {

constexpr std::string_view kStyle =
    "body{font:15px/1.5 sans-serif;max-width:62rem;margin:2rem auto;padding:0 1rem;color:#1b1f24}"
    "h1{font-size:1.5rem}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}"
    "th,td{padding:.25rem .6rem;text-align:right;border-bottom:1px solid #d5dae0}"
    "th:first-child,td:first-child{text-align:left}dt{float:left;clear:left;width:11rem;color:#5a636e}"
    "dd{margin-left:11.5rem}p{white-space:pre-line}.dim{color:#5a636e}svg{max-width:100%;height:auto}";

std::string table_html(const ChartTable& table, const std::vector<uint32_t>& order) {
  std::string out = "<table>\n<thead><tr>";
  for (const ChartColumn& column : table.columns) {
    out += fmt::format("<th title=\"{}\">{}</th>", xml_text(column.help), xml_text(column.full_title()));
  }
  out += "</tr></thead>\n<tbody>\n";
  for (const uint32_t row : order) {
    const bool aside = table.is_aside(row);
    out += aside ? fmt::format("<tr class=\"dim\" title=\"{}\">", xml_text(table.aside[row])) : std::string("<tr>");
    for (size_t i = 0; i < table.columns.size(); ++i) {
      const ChartColumn& column = table.columns[i];
      out += fmt::format("<td>{}</td>", xml_text(ChartText(column.unit, table.at(row, i), column.names)));
    }
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table>\n";
}

// Returns the chart as an svg element; empty if there is none.
Result<std::string> chart_svg(const DecideReport& report) {
  if (report.chart == nullptr) return std::string();
  FigureOptions options;
  options.ground = FigureBackground::kWhite;
  const Result<std::string> painted = paint_chart(*report.chart, options, FigureKind::kSvg);
  if (!painted) return painted.error();
  // A page of HTML contains the svg element alone: what stands before it in a file is left out.
  const size_t begin = painted.value().find("<svg");
  return begin == std::string::npos ? std::string() : painted.value().substr(begin);
}

}  // namespace

Result<std::string> decide_report_html(const DecideReport& report) {
  const Result<std::string> chart = chart_svg(report);
  if (!chart) return chart.error();
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Which planner for {0}?</title>\n"
      "<style>{1}</style>\n</head>\n<body>\n<h1>Which planner for {0}?</h1>\n<p>{2}</p>\n<p class=\"dim\">{3}</p>\n",
      xml_text(report.map), kStyle, xml_text(report.sentence), xml_text(report.rule));
  out += table_html(*report.table, report.order);
  out += chart.value();
  out += "<h2>How it was measured</h2>\n<dl>\n";
  for (const auto& [what, how] : report.method) {
    out += fmt::format("<dt>{}</dt><dd>{}</dd>\n", xml_text(what), xml_text(how));
  }
  return out + "</dl>\n</body>\n</html>\n";
}

Result<std::string> decide_report_pdf(const DecideReport& report) {
  ReportPage page{.title = fmt::format("Which planner for {}?", report.map),
                  .paragraphs = {report.sentence, report.rule},
                  .columns = {},
                  .rows = {},
                  .chart = report.chart,
                  .notes = report.method};
  for (const ChartColumn& column : report.table->columns) page.columns.push_back(column.full_title());
  for (const uint32_t row : report.order) {
    std::vector<std::string>& cells = page.rows.emplace_back();
    for (size_t i = 0; i < report.table->columns.size(); ++i) {
      const ChartColumn& column = report.table->columns[i];
      cells.emplace_back(ChartText(column.unit, report.table->at(row, i), column.names).view());
    }
  }
  return paint_report(page);
}

}  // namespace strata

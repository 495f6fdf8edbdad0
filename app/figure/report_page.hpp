// Purpose: paint_report paints a report as a PDF with one page: a title, paragraphs, a table, a chart, and notes.
// Shapes: The page has the width of A4. It is as high as A4, or higher if the content needs it.
// Errors: The message of Cairo.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/figure/figure_chart.hpp"

namespace strata {

struct ReportPage {
  std::string title;
  // Paragraphs below the title. A line break begins a new line; long lines are wrapped.
  std::vector<std::string> paragraphs;
  std::vector<std::string> columns;  // titles of the table
  // The cells of the table; each row has as many as there are columns. The first column is aligned to the left, the
  // others to the right.
  std::vector<std::vector<std::string>> rows;
  const ChartFigure* chart = nullptr;  // null: there is no chart
  // Rows of name and text at the end.
  std::vector<std::pair<std::string, std::string>> notes;
};

Result<std::string> paint_report(const ReportPage& report);

}  // namespace strata

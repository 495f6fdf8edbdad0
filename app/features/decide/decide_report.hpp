// Purpose: A DecideReport is what a report on the results of DecideController says: the chosen planners, the table, the
//          chart, and how it was measured. It is written as one page of HTML, which needs no other file, or of PDF.
// Shapes: Every text that comes from a file or a user is escaped.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/lab/chart.hpp"
#include "core/base/result.hpp"

namespace strata {

struct ChartFigure;

struct DecideReport {
  std::string map;  // "arena.map, 512 x 512 cells"
  // The results and the rule of the choice in words, see decide_rows.hpp; each line ends in \n.
  std::string sentence, rule;
  // Rows of name and value that say what was measured: "Queries", "200 rows of arena.scen".
  std::vector<std::pair<std::string, std::string>> method;
  const ChartTable* table = nullptr;
  // The rows of `table` in the order in which the page lists them.
  std::vector<uint32_t> order;
  // null: there is no chart.
  const ChartFigure* chart = nullptr;
};

Result<std::string> decide_report_html(const DecideReport& report);
Result<std::string> decide_report_pdf(const DecideReport& report);

}  // namespace strata

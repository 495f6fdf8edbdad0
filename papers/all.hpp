// Purpose: run_all_papers measures all tables of the papers in one run and writes one report: an HTML page with the
//          printed and the measured figures, their differences, and plots.
// Shapes: REPORT.rows.json beside the page REPORT contains the rows of the finished tables: an interrupted run is
//         resumed from it. Both files are rewritten after every table, atomically.
// Errors: A table without its maps gets the reason instead of rows, and the run continues. Failures of single tables
//         are failures of the report. Unusable options, and a file of rows that is malformed or was measured with other
//         options, are errors.
// Threads: With several threads tables are measured in parallel; times are then those of a busy machine.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "papers/paper.hpp"

namespace strata::bench {

struct PaperAllOptions {
  PaperOptions tables;                                    // `table` is ignored; without `maps`, stock maps are used
  std::string report;                                     // file of the page; empty: no page is written
  std::vector<std::string> only;                          // names of tables to measure; empty: all
  bool resume = false;                                    // continue from the rows beside the page
  int threads = 0;                                        // tables measured in parallel; 0: the number of processors
  std::function<void(const std::string&)> progress = {};  // is called with a line for each finished table
};

// The rows of a measured table.
struct MeasuredTable {
  std::string name;
  std::vector<ReportRow> rows;
  std::vector<std::string> failures, notes;
  std::string missing;  // why the table could not be measured; empty if it was measured
  double seconds = 0;
};

// Returns rows with the columns table, rows, printed (rows with a printed figure), within_10_percent (of
// those), seconds, missing.
Result<Report> run_all_papers(const PaperAllOptions& options);

// Returns the HTML page. `settings` are lines about the origin of the figures.
std::string paper_page(const std::vector<MeasuredTable>& tables, const std::vector<std::string>& settings,
                       size_t to_do);

// The number of rows with a printed figure, and of those that differ from it by at most 10 %.
struct PrintedCount {
  size_t printed = 0, close = 0;
};
PrintedCount count_printed(const std::vector<ReportRow>& rows);

}  // namespace strata::bench

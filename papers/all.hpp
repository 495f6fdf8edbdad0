// Purpose: These functions measure all tables of the papers in one run and write them into one report: an HTML page
//          with the printed and the measured figures, their differences, and plots.
// Shapes: Beside the page REPORT lies REPORT.rows.json with the rows of the tables that are done: a run that was ended
//         goes on from there. Both are written anew after every table, atomically.
// Errors: A table whose maps are missing has the reason in its place; the run goes on. What fails on the way is
//         a failure of the report and costs no other table. Unusable options, and a file of rows that is malformed or
//         was measured with other options, are errors.
// Threads: Tables are measured in threads of their own; times are those of a busy machine then.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "papers/paper.hpp"

namespace strata::bench {

struct PaperAllOptions {
  PaperOptions tables;                                    // `table` is not read; without `maps`, stock maps stand in
  std::string report;                                     // the page; empty: none is written
  std::vector<std::string> only;                          // names of tables; empty: all
  bool resume = false;                                    // goes on from the rows beside the page
  int threads = 0;                                        // tables at once; 0: as many as the machine has processors
  std::function<void(const std::string&)> progress = {};  // gets a line for each table that is done
};

// A table as it was measured.
struct MeasuredTable {
  std::string name;
  std::vector<Row> rows;
  std::vector<std::string> failures, notes;
  std::string missing;  // why it could not be measured; empty: it was
  double seconds = 0;
};

// Rows: table, rows, printed (rows with a printed figure), within_10_percent (of those), seconds, missing.
Result<Report> run_all_papers(const PaperAllOptions& options);

// Returns the page. `settings` are lines that say how the figures came about.
std::string paper_page(const std::vector<MeasuredTable>& tables, const std::vector<std::string>& settings,
                       size_t to_do);

// Returns the number of rows with a printed figure, and of those, how many differ from it by at most a tenth.
struct PrintedCount {
  size_t printed = 0, close = 0;
};
PrintedCount count_printed(const std::vector<Row>& rows);

}  // namespace strata::bench

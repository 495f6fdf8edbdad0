// Purpose: run_grade grades a folder of result files, each in a process of its own with limits, and writes a table with
//          a row for each question and check.
// Errors: What cannot be used: the folder, a lesson, or the table that cannot be written. A file that cannot be read or
//         replayed is a row of the table and a failure of the report.
#pragma once

#include <string>
#include <vector>

#include "bench/report.hpp"

namespace strata::bench {

struct GradeOptions {
  std::string folder;                // with *.json, also in folders below
  std::string out;                   // the table (*.csv) to write
  std::vector<std::string> lessons;  // .lesson files besides those that come with the program
  double seconds = 20;               // of processor time, for each file
  int processes = 0;                 // at once; 0: as many as there are processors
};
Result<Report> run_grade(const GradeOptions& options);

// Returns a field of a table as it is safe to open in a spreadsheet: what looks like a formula is text.
std::string table_field(const std::string& text);

}  // namespace strata::bench

// Purpose: run_grade grades a folder of result files, each in a process of its own with limits, and writes a table with
//          a row for each question and check.
// How: What is graded is in OUT.partial at once (grade/partial_grades.hpp), and in OUT when all is.
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
  // Planners of students' own: NAME=COMMAND, see grade/student_planner.hpp. They are started for lessons that are about
  // them, in the process of the file and under its limits.
  std::vector<std::string> planners;
  double planner_seconds = 10;  // that a query to such a planner may take
  double seconds = 20;          // of processor time, for each file
  double memory_gib = 4;        // of address space, for each program
  int processes = 0;            // at once; 0: as many as there are processors
  bool resume = false;          // goes on from what an earlier run has left in OUT.partial
};
Result<Report> run_grade(const GradeOptions& options);

}  // namespace strata::bench

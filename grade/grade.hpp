// Purpose: run_grade grades a folder of result files, each in a process of its own with limits, and writes a table with
//          a row for each question and check, and a page about the class (grade/class_page.hpp).
// How: Finished grades are appended to OUT.partial at once (grade/partial_grades.hpp); OUT and the page are written
//      when all are finished.
// Errors: An unusable folder or lesson, or a table or page that cannot be written. A result file that cannot be read or
//         replayed is a row of the table and a failure of the report.
#pragma once

#include <string>
#include <vector>

#include "bench/report.hpp"

namespace strata::bench {

struct GradeOptions {
  std::string folder = {};                // contains *.json, also in subfolders
  std::string out = {};                   // file of the table (*.csv)
  std::string page = {};                  // file of the page (*.html); empty: OUT with .html in place of .csv
  std::vector<std::string> lessons = {};  // .lesson files in addition to those of the program
  // Commands of the students' own planners, as NAME=COMMAND (grade/student_planner.hpp). For lessons about them they
  // are started by the process that replays the file, under its limits.
  std::vector<std::string> planners = {};
  double planner_seconds = 10;  // time limit of a query to such a planner
  double seconds = 20;          // limit of processor time for each file
  double memory_gib = 4;        // limit of address space for each program
  int processes = 0;            // number of parallel processes; 0: the number of processors
  bool resume = false;          // continues from the grades that an earlier run has left in OUT.partial
};
Result<Report> run_grade(const GradeOptions& options);

}  // namespace strata::bench

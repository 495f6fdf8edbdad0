// Purpose: A CourseTally holds the measurements of a planner on one course, or on all courses of a run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bench/asked_planners.hpp"
#include "bench/report.hpp"
#include "core/base/result.hpp"

namespace strata::bench {

struct CourseTally {
  size_t maps = 0, changes = 0, queries = 0, invalid = 0, solved = 0, no_path = 0, optimal = 0, wrong = 0;
  double total_us = 0;                // queries and changes of a run; median over the rounds
  std::vector<double> micros;         // by query: median over the rounds
  std::vector<double> first_micros;   // the same, for the first steps only; empty: the planner hands out whole paths
  std::vector<double> above;          // percent above the shortest length, by solved query with a length above 0
  std::vector<double> change_micros;  // by change: median over the rounds
  std::vector<double> change_cells;   // by change: cells that have changed
  double build_ms = 0;
  size_t memory_bytes = 0, peak_bytes = 0;  // the largest over the courses; peak_bytes 0: not known
  AskedPlanners asked;                      // of "fastest", in the first round
  size_t refused_maps = 0;
  std::string refused;  // why the planner refuses its map (the last of several); empty if it does not

  void add(const CourseTally& other);
};

// Returns the row of a planner. `changes` says whether the row has the columns of changes.
ReportRow course_row(std::string_view track, std::string_view planner, const std::string& map, CourseTally tally,
                     bool changes);

// Converts tallies to text, so that another process can measure a course. `course_tally_of` throws
// ReportRow::exception if the row is malformed.
ReportRow row_of_course_tally(const CourseTally& tally);
CourseTally course_tally_of(const ReportRow& row);

}  // namespace strata::bench

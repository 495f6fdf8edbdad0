// Purpose: run_course lets planners do a dynamic scenario: all its changes and queries in their order. A planner is
//          timed with each change until its structures are right again, and with each query.
// How: Every planner has a world of its own, with nothing but what it searches, as in `strata-bench course dynamic`.
// Units: Times in microseconds, lengths in straight steps.
// Threads: run_course may run in any thread; it reads only its arguments.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/features/course/course_phases.hpp"
#include "core/base/job.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/planners.hpp"
#include "core/world/world_setup.hpp"

namespace strata {

struct CourseTask {
  std::shared_ptr<const DynamicCourse> course;
  std::vector<const Planner*> planners;
  std::vector<WorldSetup> setups;  // for each planner
  PlanOptions options;
  // False: times are not stored.
  bool timed = true;
};

// The totals of one planner. Times are kNoValue (app/lab/chart.hpp) if they were not taken.
struct CourseTotals {
  const Planner* planner = nullptr;
  std::string refused;  // why the planner could not do the course; empty: it did
  size_t queries = 0, found = 0, changes = 0;
  // Answers that contradict the scenario: a path where none is listed, none where one is, or a path shorter than the
  // shortest.
  size_t contradicting = 0;
  size_t longer = 0;  // paths that are longer than listed
  // The largest excess of a path over the listed length, in percent; kNoValue: lengths are not compared.
  double worst_above;
  double total, changes_total, longest_change, mean, longest;
};

// Returns the totals of the planners in their order; fewer after a cancellation.
std::vector<CourseTotals> run_course(const CourseTask& task, JobControl& control);
std::string course_csv(const std::vector<CourseTotals>& totals);

}  // namespace strata

// Purpose: A Course is the work of one map of a track: a map, and queries and changes in their order. run_planner lets
//          a planner do it, and checks the answers.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "bench/course.hpp"
#include "bench/course_tally.hpp"
#include "core/base/result.hpp"
#include "core/grid/grid_map.hpp"
#include "core/io/dynamic_scenario.hpp"
#include "core/search/plan.hpp"
#include "core/world/planners.hpp"

namespace strata::bench {

struct CourseQuery {
  PlanQuery query;
  // Length of the shortest path in straight steps, by the scenario; any-angle tracks have that of Polyanya. Below 0:
  // there is no path.
  double shortest = 0;
  size_t number = 0;  // line of the scenario, or number of the query from 1 on
};

struct Course {
  std::string name;  // file name of the map, or of the scenario
  GridMap map;
  DynamicScenario scenario = {};  // of the dynamic track: its patches
  std::vector<std::variant<ScenarioChange, CourseQuery>> steps;
  size_t invalid = 0;  // rows of the scenario that cannot be used
};

// Returns the tally of a planner on the course. Wrong answers are added to the failures of the report, and why
// automatic options were chosen to its notes.
CourseTally run_planner(const Course& course, const Planner& planner, const CourseOptions& options, Report& report);

// Sets `shortest` of all queries to the length of Polyanya's path.
Status measure_by_polyanya(Course& course, const QueryOptions& options);

}  // namespace strata::bench

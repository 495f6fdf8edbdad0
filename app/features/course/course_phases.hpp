// Purpose: DynamicCourse is a dynamic scenario in phases: the changes of the map, and the queries that follow each.
//          CourseReplay has the map of any phase.
// Source: The dynamic track of the Grid-Based Path Planning Competition (core/io/dynamic_scenario.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/io/dynamic_scenario.hpp"

namespace strata {

// A change of the map and the queries up to the next change.
struct CoursePhase {
  Edit change;         // empty in the first phase, whose map is that of the course
  uint64_t cells = 0;  // number of cells whose letter changes
  std::vector<DynamicQuery> queries;
};

struct DynamicCourse {
  std::string path;                 // of the scenario
  GridMap map;                      // the map of the first phase
  std::vector<CoursePhase> phases;  // at least one
  size_t queries = 0;               // of all phases
};

// Loads a scenario and the patch file beside it.
Result<DynamicCourse> load_course(const std::string& path);
DynamicCourse course_of(const DynamicScenario& scenario);
// Returns whether the file begins as a scenario of version 2 does.
bool is_dynamic_scenario(const std::string& path);

// Holds the map of one phase, and makes that of a later one by its changes, that of an earlier one from the beginning.
class CourseReplay {
 public:
  explicit CourseReplay(const DynamicCourse& course) : course_(course), map_(course.map) {}
  const GridMap& map_at(size_t phase);

 private:
  const DynamicCourse& course_;
  GridMap map_;
  size_t phase_ = 0;
};

// Returns the edit after which `from` has the letters of `to`, no weights of single cells and no links. Both maps have
// the same size.
Edit difference(const GridMap& from, const GridMap& to);

}  // namespace strata

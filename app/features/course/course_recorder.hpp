// Purpose: CourseRecorder collects changes of a map and queries as the steps of a dynamic scenario.
// Threads: One thread uses a CourseRecorder.
#pragma once

#include <string>

#include "core/base/job.hpp"
#include "core/io/dynamic_scenario.hpp"
#include "core/search/plan.hpp"

namespace strata {

class CourseRecorder {
 public:
  // Begins with a change of all cells into those of the map, which must be recordable.
  explicit CourseRecorder(const GridMap& map);
  // Returns why a scenario cannot hold the map, as a sentence; empty: it can.
  static std::string why_not(const GridMap& map) { return why_not(map, map.bounds()); }
  // The same if nothing outside these cells has changed since the map was recordable.
  static std::string why_not(const GridMap& map, const Rect& cells);

  // Adds the change of the map since the last call, as a patch for the bounds of the changed cells; none if nothing has
  // changed. Nothing outside `cells` has changed, and the map must be recordable.
  void add_change(const GridMap& map, const Rect& cells);
  // Adds a query. `goes_on`: it replaces the last step if that is a query, as in a drag.
  void add_query(const PlanQuery& query, bool goes_on);

  size_t changes() const { return changes_; }  // without the first, of all cells
  size_t queries() const { return queries_; }
  // Returns the scenario. The lengths of its queries and the name of its patch file are not set.
  const DynamicScenario& scenario() const { return scenario_; }
  uint64_t placed_cells() const { return placed_cells_; }

 private:
  void place(const Rect& cells);

  GridMap map_;
  DynamicScenario scenario_;
  size_t changes_ = 0, queries_ = 0;
  uint64_t placed_cells_ = 0;
};

// Sets the length of every query to that of the path of A* on the map as it is then. Returns false if it was cancelled.
bool measure_lengths(DynamicScenario& scenario, const JobControl& control);

}  // namespace strata

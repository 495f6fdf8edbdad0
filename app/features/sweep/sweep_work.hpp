// Purpose: A sweep sets one number to value after value and measures planners with each: the work of it, without the
//          lab. For figures such as the expansions over the cluster size (HPA*, figure 8) or the time over the group
//          size (HNA*, figures 9, 13 and 14).
// How: For every value a world of its own is built, and every query is answered as `strata-bench queries` does it: one
//      answer that is counted, then rounds that are timed, in each of which all planners take their turn.
// Units: Microseconds, bytes. Expansions and ratios to the optimum are means over the queries that were solved.
// Threads: measure_sweep runs in any thread; it reads nothing but what it is given.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/job.hpp"
#include "core/grid/grid_map.hpp"
#include "core/world/planners.hpp"
#include "core/world/world_settings.hpp"

namespace strata {

class DrawnGraph;
class Level;

// What is measured, and on what.
struct SweepTask {
  const WorldSetting* setting = nullptr;
  std::vector<int> values;  // see swept_value
  std::vector<const Planner*> planners;
  std::vector<Query> queries;
  GridMap map;
  std::shared_ptr<const Level> level;
  std::shared_ptr<const DrawnGraph> drawn;
  WorldSetup setup;
  PlanOptions options;
  int rounds = 3;  // timed answers of each planner to a query, whose median counts
};

struct SweepFigures {
  size_t solved = 0;
  double expanded = -1, micros = -1, ratio = -1;  // below 0: no query was solved
  double build_micros = -1, memory_bytes = -1;    // below 0: unknown
  std::string refused;                            // why the planner cannot answer; empty: it can
};

struct SweepRow {
  int value = 0;
  std::vector<SweepFigures> planners;  // as in the task
};

// Fewer rows if it was cancelled.
std::vector<SweepRow> measure_sweep(const SweepTask& task, JobControl& control);

}  // namespace strata

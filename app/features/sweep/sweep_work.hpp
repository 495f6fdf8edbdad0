// Purpose: measure_sweep sets one setting to several values and measures planners with each, without the lab. It serves
//          figures such as the expansions by cluster size (HPA*, figure 8) or the time by group size (HNA*, figures 9,
//          13 and 14).
// How: A world is built for every value. Every query is answered as in `strata-bench queries`: once untimed, to count
//      expanded nodes, then in timed rounds in each of which every planner runs once. At last random strokes change
//      the map of this world, as in `strata-bench edits`.
// Units: Microseconds, bytes. Expansions and ratios to the optimum are means over the solved queries.
// Threads: Any thread; the function reads only its arguments.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/job.hpp"
#include "core/grid/grid_map.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/planners.hpp"
#include "core/world/world_settings.hpp"

namespace strata {

class DrawnGraph;
class Level;

// The inputs of a sweep.
struct SweepTask {
  const WorldSetting* setting = nullptr;
  // The values that the setting gets in turn, see swept_value.
  std::vector<int> values;
  std::vector<const Planner*> planners;
  std::vector<PlanQuery> queries;
  GridMap map;
  std::shared_ptr<const Level> level;
  std::shared_ptr<const DrawnGraph> drawn;
  WorldSetup setup;
  PlanOptions options;
  // Number of timed runs of each planner per query; their median is the time of the query.
  int rounds = 3;
  // Number of random strokes after the queries, by whose median an update is measured, and the radius of their brush.
  int strokes = kSweepStrokes, radius = kSweepRadius;
};

struct SweepMeasurements {
  size_t solved = 0;
  // Means over the solved queries; below 0: no query was solved.
  double expanded = -1, micros = -1, ratio = -1;
  // The parts of `expanded` that connect start and goal to a graph, and that search it, or the cells.
  double connecting = -1, searching = -1;
  // Build time and memory of the planner's structures; below 0: not known.
  double build_micros = -1, memory_bytes = -1;
  // Median time of an update after a stroke, see edit_micros; below 0: not known.
  double update_micros = -1;
  std::string refused;  // why the planner cannot answer; empty: it can
};

struct SweepRow {
  int value = 0;
  std::vector<SweepMeasurements> planners;  // in the order of SweepTask::planners
};

// Returns a row for each value; fewer if the job was cancelled.
std::vector<SweepRow> measure_sweep(const SweepTask& task, JobControl& control);

}  // namespace strata

// Purpose: measure_decide measures all planners on a copy of a map, by queries and by many brush strokes. It does
//          not use the lab.
// How: One world has all structures. The queries are those for which A* finds a path. Each planner first answers every
//      query once, to count expanded nodes, and then in timed rounds as in `strata-bench queries`: in each round every
//      planner in turn answers all queries, after an untimed pass that warms the caches. Then brush strokes change the
//      copy as in `strata-bench edits` (core/grid/random_stroke.hpp). The update time of a planner is that of
//      core/world/planner_costs.hpp, which `strata-bench pay` also uses: a structure that is rebuilt in the background
//      counts with a full build, and is not rebuilt between the strokes. The build time is the median of
//      several builds, each in a world that has nothing else; a long build is timed once.
// Units: As for DecideRow.
// Threads: measure_decide may run in any thread; it reads only its arguments.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/features/decide/decide_rows.hpp"
#include "core/base/job.hpp"
#include "core/grid/grid_map.hpp"
#include "core/search/plan_options.hpp"
#include "core/world/planners.hpp"
#include "core/world/world_setup.hpp"

namespace strata {

class DrawnGraph;
class Level;

struct DecideTask {
  GridMap map;
  std::shared_ptr<const Level> level;
  std::shared_ptr<const DrawnGraph> drawn;
  // The setup of the open world, with the structures that are on.
  WorldSetup setup;
  // The same setup, with options also for structures that are off.
  WorldSetup offered;
  // HPA* and HNA* are built with as many levels as the planners need; false: with the levels of the setup.
  bool raises_levels = true;
  std::vector<const Planner*> planners;
  std::vector<PlanQuery> queries;
  // Number of random queries to draw instead of using `queries`; 0: `queries` are used.
  size_t random_queries = 0;
  PlanOptions options;
  int radius = 3, strokes = 40;
  // Seed of the random queries and strokes.
  uint64_t seed = 1;
  bool timed = true;
  // Receives the row of the planner that is being measured, or one of the following; null: nobody asks.
  static constexpr int kBuilding = -1, kPainting = -2;
  std::shared_ptr<std::atomic<int>> at;
};

struct DecideResults {
  // One row per planner, in the order of the planners.
  std::vector<DecideRow> rows;
  // For each row, the structure that the planner searches and those that it is built from.
  std::vector<StructureSet> structures;
  // Number of queries that have a path and were measured, and the length of the optimal path of each, in cells.
  size_t queries = 0;
  std::vector<double> lengths;
  // Number of queries that were left out because they have no path.
  size_t without_path = 0;
  size_t rounds = 0, strokes = 0;
  // The options of HPA* that were measured, in words: "clusters of 10, as published". Empty: no planner has searched
  // it.
  std::string hpa;
  // They are those that automatic_options() chooses for the map.
  bool hpa_fits = true;
  // The queries were drawn at random.
  bool random = false;
  bool timed = true;
};

// Measures the planners. After a cancellation the results are incomplete.
DecideResults measure_decide(DecideTask task, JobControl& control);

}  // namespace strata

// Purpose: PlanOptions holds the options of a query for all planners; each planner reads those that concern it. Their
//          rows of settings are in core/world/plan_settings.hpp.
#pragma once

#include <cstdint>

#include "core/search/heuristic.hpp"
#include "core/search/plan.hpp"

namespace strata {

struct PlanOptions {
  bool smooth = true;          // smooth the path; for planners that refine an abstract path
  bool keep_raw_path = false;  // fill PlanResult::raw_path
  int levels = 0;              // HPA*: the abstract level to search; 0: the highest
  // HPA*: if above 0, the path is refined only until this many moves are known, and not smoothed.
  uint32_t first_moves = 0;
  // Sectors: the number of edges of the abstract path that are refined by one search. 0: all of them, which takes
  // several times as long for paths that are hardly shorter.
  uint32_t segment = 2;
  bool refine = true;  // sectors: if false, only the abstract path is computed, and `path` stays empty
  bool stall = true;   // `ch`: use stall-on-demand
  // Contraction hierarchies, except the CCH over sectors: the distance bound guides the search in both directions.
  bool potentials = true;
  // HNA*: method of linking start and goal to the inter-edges of their groups (core/hna/hna_query.hpp). All methods
  // lead to paths of the same cost.
  uint8_t mesh_links = 0;
  bool from_centres = false;  // PCCP: paths begin and end at the centroids of polygons, as published
  // Room pruning: seed of the shuffling of moves inside rooms; 0: paths are not shuffled.
  uint64_t interleave = 0;
  // `astar`: heuristic, weight and tie-breaking (core/search/weighted_search.hpp).
  Heuristic heuristic = Heuristic::kOctile;
  uint16_t weight = kWeightOne;  // weight of the heuristic in hundredths, kWeightOne..kWeightLimit
  TieBreaking ties = TieBreaking::kLargeG;
  // IDA*: the search gives up (PlanStatus::kTooManyExpansions) when it has expanded so many cells.
  uint32_t ida_expansions = 100'000;
  // If no path leads to the goal, plan to the nearest reachable place (core/world/partial_path.hpp).
  bool partial = false;
  // What `plan` of core/world/planners.hpp answers of a path. The functions of single planners may answer by cells
  // instead. Any-angle paths have turning points only, which kTurns leaves as they are.
  Answer answer = Answer::kCells;
};

}  // namespace strata

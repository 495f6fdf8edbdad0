// Purpose: fit_to_map replaces the options of structures by those that suit a map (`--settings auto`), and
// tell_settings
//          adds to a row that they were replaced.
#pragma once

#include <string>
#include <vector>

#include "bench/commands.hpp"
#include "bench/query_structures.hpp"
#include "bench/report.hpp"

namespace strata::bench {

// Does nothing unless automatic settings are asked for. Replaces the options of HPA*, sectors and landmarks if one of
// the planners searches them, and adds to `reasons` a sentence for each. HPA* keeps as many levels as the planners ask
// for. The options of HNA* depend on the mesh: if a planner searches HNA*, the world gets its mesh.
void fit_to_map(World& world, ChosenPlanners planners, QueryOptions& options, std::vector<std::string>& reasons);
// In the row of all maps the options that differ from map to map have no value.
void tell_settings(const QueryOptions& options, bool of_all_maps, ReportRow& row);

}  // namespace strata::bench

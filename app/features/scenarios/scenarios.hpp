// Purpose: This header declares the feature of scenarios: a list of queries of the open map, from a .scen file, to
//          select single queries or to run all.
#pragma once

#include <array>

#include "app/features/scenarios/scenarios_controller.hpp"
#include "app/lab/feature.hpp"

namespace strata {

// Commands that measure all planners by random queries of the map, or by the rows of the scenario, one per line.
inline constexpr std::string_view kMeasureByRandom = "decide.over random\ndecide.queries 100\ndecide.run";
inline constexpr std::string_view kMeasureByScenario = "decide.over scenario\ndecide.run";
inline constexpr const char* kRandomQueries = "100 random queries";  // the title of buttons that run the former

inline constexpr std::string_view kNoScenarioRows = "the scenario has no rows";
inline constexpr const char* kBorrowedRows = "the rows are the queries of a dynamic scenario: close that first";

extern const Feature kScenariosFeature;
extern const std::array<FeatureCommand, 9> kScenarioCommands;
// The charts of the measures, and after them that of the phases of hierarchies.
extern const std::array<FeatureChart, kScenarioMeasures + 1> kScenarioCharts;
// Returns the chart of a figure. It has, for every planner, a line through the means of groups of rows of similar
// length and a dot for each row. Above optimal, planners that smooth their paths have a second line, before smoothing.
const FeatureChart& scenario_chart(ScenarioMeasure figure);

ScenariosController& scenarios_controller(const Lab& lab);

}  // namespace strata

// Purpose: Scenarios in the lab: a list of queries of the open map, from a .scen file, to go through and to run as a
//          whole.
#pragma once

#include <array>

#include "app/features/scenarios/scenarios_controller.hpp"
#include "app/lab/feature.hpp"

namespace strata {

inline constexpr std::string_view kNoScenarioRows = "the scenario has no rows";

extern const Feature kScenariosFeature;
extern const std::array<FeatureCommand, 9> kScenarioCommands;
extern const std::array<FeatureChart, kScenarioFigures> kScenarioCharts;
// Returns the chart of a figure: a line of the means of buckets, and a dot for each row, of every planner.
const FeatureChart& scenario_chart(ScenarioFigure figure);

ScenariosController& scenarios_controller(const Lab& lab);

}  // namespace strata

// Purpose: Scenarios in the interface: the tab with the rows (scenarios_panel.cpp), the results of a run in the right
//          panel (scenario_results_panel.cpp) and their chart (scenario_chart_panel.cpp).
#pragma once

#include "app/features/scenarios/scenario_results.hpp"

namespace strata {

class Lab;
class Ui;
struct FeaturePanel;

FeaturePanel scenarios_panel();
void draw_scenario_results(Ui& ui, const Lab& lab);
// Draws the means of buckets over the length of their paths, one line for each planner.
void draw_scenario_chart(Ui& ui, const Lab& lab, ScenarioFigure figure);

}  // namespace strata

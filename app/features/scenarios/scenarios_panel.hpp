// Purpose: These functions are the interface of scenarios: the tab with the rows (scenarios_panel.cpp), the results of
//          a run in the right panel (scenario_results_panel.cpp) and their chart (scenario_chart_panel.cpp).
#pragma once

#include "app/features/scenarios/scenario_results.hpp"

namespace strata {

class Lab;
class Ui;
struct FeaturePanel;

FeaturePanel scenarios_panel();
void draw_scenario_results(Ui& ui, const Lab& lab);
// These functions draw the chart of a figure, and the table of rows below it, in which the rows that differ most from
// the optimum come first.
void draw_scenario_chart(Ui& ui, const Lab& lab, ScenarioMeasure figure);
void draw_scenario_rows(Ui& ui, const Lab& lab, ScenarioMeasure figure);

}  // namespace strata

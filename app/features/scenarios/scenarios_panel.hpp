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
// Draws the chart of a figure, and the table of the rows: those that differ from the optimum first.
void draw_scenario_chart(Ui& ui, const Lab& lab, ScenarioFigure figure);
void draw_scenario_rows(Ui& ui, const Lab& lab, ScenarioFigure figure);

}  // namespace strata

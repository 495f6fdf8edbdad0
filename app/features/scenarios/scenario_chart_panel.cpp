// The charts of a scenario run in the right panel, and the table of rows.
#include <imgui.h>

#include <algorithm>

#include "app/features/scenarios/scenarios.hpp"
#include "app/features/scenarios/scenarios_panel.hpp"
#include "app/lab/chart.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/chart_view.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

// Sizes in UI pixels.
constexpr float kHeight = 190, kLeastHeight = 116;
constexpr float kTableHeight = 200, kLeastTableHeight = 96;

struct PanelChart {
  ChartReader reader;
  ChartView view;
  ChartTableView table;
};

PanelChart& panel_chart(Ui& ui, const Lab& lab, ScenarioMeasure figure) {
  PanelChart& chart = ui.kept<PanelChart>();
  chart.reader.follow(lab, scenario_chart(figure));
  return chart;
}

// Returns how much of the window's height is visible below the cursor of the layout, minus `taken`, within
// the given bounds.
float seen_height(const Ui& ui, float taken, float least, float most) {
  return std::clamp(ImGui::GetWindowHeight() - ImGui::GetCursorPosY() - taken, ui.px(least), ui.px(most));
}

}  // namespace

void draw_scenario_chart(Ui& ui, const Lab& lab, ScenarioMeasure figure) {
  PanelChart& chart = panel_chart(ui, lab, figure);
  const ChartData& data = chart.reader.data();
  if (data.empty()) return draw_chart_reason(ui, data, "scenario.chart");
  // In a low panel, chart and legend share the visible height.
  const float room = ImGui::GetContentRegionAvail().x;
  const float legend = chart_legend_height(ui, data, room) + ui.px(6);
  const ChartVisibility& shown = lab.state().chart.shown;
  chart.view.draw_plot(
      ui, chart.reader, {.range = {}, .hidden = shown.hidden},
      {.width = room, .height = seen_height(ui, legend, kLeastHeight, kHeight), .name = "scenario.chart"});
  ImGui::BeginGroup();
  draw_chart_legend(ui, data, {}, false);
  ImGui::EndGroup();
  ui.mark("scenario.legend");
}

void draw_scenario_rows(Ui& ui, const Lab& lab, ScenarioMeasure figure) {
  PanelChart& chart = panel_chart(ui, lab, figure);
  if (chart.reader.data().empty()) return draw_chart_reason(ui, chart.reader.data(), "scenario.chart");
  // In a low panel, the table fills the visible height.
  chart.table.draw(ui, lab, chart.reader, "scenario.table", 0,
                   seen_height(ui, ui.px(4), kLeastTableHeight, kTableHeight));
}

}  // namespace strata

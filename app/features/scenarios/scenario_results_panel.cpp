// The right panel's results of a run over the scenario: a chart, a table of buckets, a table of rows.
#include <imgui.h>

#include <algorithm>

#include "app/features/scenarios/scenarios.hpp"
#include "app/features/scenarios/scenarios_panel.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/base/count_of.hpp"

namespace strata {
namespace {

enum View : int { kChart, kBuckets, kRows };
constexpr Segment kViews[] = {{"chart", kChart}, {"buckets", kBuckets}, {"rows", kRows}};
constexpr Segment kFigures[] = {{"time", ScenarioFigure::kTime},
                                {"expanded", ScenarioFigure::kExpanded},
                                {"above optimal", ScenarioFigure::kAboveOptimal}};
// Sizes in UI pixels.
constexpr float kTableHeight = 186, kLeastTableHeight = 96;
constexpr float kOneRow = 380;  // from this width on, both choices stand side by side

struct ResultsView {
  int view = kChart;
  int figure = static_cast<int>(ScenarioFigure::kExpanded);
};

// Draws the figures of one line. The best of them is highlighted.
template <class Value>
void draw_figures(ScenarioFigure figure, size_t planners, Value&& value) {
  double best = kNoFigure;
  size_t with_value = 0;
  for (size_t i = 0; i < planners; ++i) {
    const double one = value(i);
    if (!is_figure(one)) continue;
    ++with_value;
    if (!is_figure(best) || one < best) best = one;
  }
  for (size_t i = 0; i < planners; ++i) {
    ImGui::TableNextColumn();
    const double one = value(i);
    if (!is_figure(one)) {
      right_aligned("\xe2\x80\x93", theme().text_dim);
      continue;
    }
    const bool is_best = with_value > 1 && one <= best;
    right_aligned(figure_text(figure, one).c_str(), is_best ? theme().good : theme().text);
  }
}

bool begin_buckets(Ui& ui, const ScenariosController& controller) {
  const ScenarioResults& results = controller.results();
  const auto columns = static_cast<int>(results.planners.size()) + 2;
  constexpr ImGuiTableFlags kFlags =
      ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingFixedFit;
  // In a low panel, the table takes the height that is visible.
  const float seen = std::clamp(ImGui::GetWindowHeight() - ImGui::GetCursorPosY() - ui.px(4), ui.px(kLeastTableHeight),
                                ui.px(kTableHeight));
  if (!ImGui::BeginTable("buckets", columns, kFlags, {0, seen})) return false;
  ImGui::TableSetupScrollFreeze(1, 1);
  const float key = std::max(text_width("bucket"), text_width("00000"));
  const size_t rows = controller.rows().size();
  const float count = std::max(text_width("answered"), text_width(Text("{}/{}", rows, rows)));
  float figure = text_width("10000.00 %");  // the widest one that is usual
  for (const Planner* planner : results.planners) {
    figure = std::max(figure, text_width(results.names.brief(*planner)));
  }
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, key);
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, count);
  // Planners share the panel as long as all of them have room; else the table scrolls.
  const float room = ImGui::GetContentRegionAvail().x - key - count - ui.px(14);
  const float width = std::max(room / static_cast<float>(columns - 2) - ui.px(7), figure);
  for (int i = 2; i < columns; ++i) ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, width);
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  draw_dim("bucket");
  ImGui::TableNextColumn();
  right_aligned("answered", theme().text_dim);
  for (const Planner* planner : results.planners) {
    ImGui::TableNextColumn();
    right_aligned(results.names.brief(*planner), to_vec(on_panel(planner_style(planner->name).color)));
    tooltip(ui, results.names.title(*planner), {});
  }
  return true;
}

void draw_buckets(Ui& ui, const ScenariosController& controller, ScenarioFigure figure) {
  const ScenarioResults& results = controller.results();
  if (!begin_buckets(ui, controller)) return;
  const auto line = [&](const char* key, const ScenarioMeans& means) {
    ImGui::TableNextRow();
    print_cell("{}", key);
    ImGui::TableNextColumn();
    size_t answered = 0;
    for (const ScenarioMeans::Of& of : means.planners) answered = std::max(answered, of.answered);
    right_aligned(Text("{}/{}", answered, means.rows), theme().text_dim);
    draw_figures(figure, results.planners.size(), [&](size_t i) { return means.planners[i].figure(figure); });
  };
  line("all", controller.all_means());
  rows_in_sight(controller.means().size(), -1,
                [&](size_t i) { line(Text("{}", controller.order().buckets[i].bucket), controller.means()[i]); });
  ImGui::EndTable();
  ui.mark("scenario.table.buckets");
}

// Draws how far the run has come, and whether its results still hold.
void draw_state(Ui& ui, const ScenariosController& controller, ScenarioFigure figure) {
  const ScenarioResults& results = controller.results();
  const char* what = figure == ScenarioFigure::kTime       ? "medians of some runs each"
                     : figure == ScenarioFigure::kExpanded ? "nodes expanded"
                     : results.lengths                     ? "above the scenario cost; at any angle, above Polyanya's"
                                                           : "above optimal; at any angle, above Polyanya's";
  text_colored_wrapped(theme().text_dim, Text("{} of {} rows, {}: {}", results.rows_done(), results.asked_rows.size(),
                                              count_of(results.planners.size(), "planner"), what));
  ui.mark("scenario.results.state");
  if (!controller.results_hold()) {
    text_colored_wrapped(theme().warn, "Out of date: the map, its rules or the options of planning have changed.");
    ui.mark("scenario.results.old");
  }
}

}  // namespace

void draw_scenario_results(Ui& ui, const Lab& lab) {
  const ScenariosController& controller = scenarios_controller(lab);
  if (controller.results().empty() || !section(ui, "Scenario", "section.scenario")) return;
  ResultsView& chosen = ui.kept<ResultsView>();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(2)});
  const bool one_row = ImGui::GetContentRegionAvail().x >= ui.px(kOneRow);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ui.px(2), 0});
  if (ImGui::BeginTable("choices", one_row ? 2 : 1)) {
    ImGui::TableNextColumn();
    chosen.view =
        segments(ui, "scenario.view", kViews, chosen.view, "What is shown of the run", {}).value_or(chosen.view);
    ImGui::TableNextColumn();
    chosen.figure = segments(ui, "scenario.figure", kFigures, chosen.figure, "Which figure of the answers", {})
                        .value_or(chosen.figure);
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
  ImGui::PopStyleVar();
  ImGui::PushFont(ui.fonts().small);
  const auto figure = static_cast<ScenarioFigure>(chosen.figure);
  draw_state(ui, controller, figure);
  button(ui, "Open as a window", "scenario.window", Text("ui.chart {}", scenario_chart(figure).name),
         "Opens chart and table in a window over the map", {.width = kRestOfLine});
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ui.px(3), ui.px(1)});
  if (figure == ScenarioFigure::kTime && !controller.results().timed) {
    draw_dim("No times are taken under a fixed clock.");
  } else if (chosen.view == kChart) {
    draw_scenario_chart(ui, lab, figure);
  } else if (chosen.view == kBuckets) {
    draw_buckets(ui, controller, figure);
  } else {
    draw_scenario_rows(ui, lab, figure);
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ImGui::Dummy({0, ui.px(2)});
}

}  // namespace strata

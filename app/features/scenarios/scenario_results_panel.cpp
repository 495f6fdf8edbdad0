// The results of a scenario run in the right panel: a chart, a table of buckets, a table of rows.
#include <imgui.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "app/base/count_text.hpp"
#include "app/features/scenarios/scenarios.hpp"
#include "app/features/scenarios/scenarios_panel.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/base/byte_text.hpp"
#include "core/base/count_of.hpp"

namespace strata {
namespace {

enum ResultsPage : int { kPlanners, kChart, kBuckets, kRows };
constexpr ControlSegment kViews[] = {
    {"planners", kPlanners}, {"chart", kChart}, {"buckets", kBuckets}, {"rows", kRows}};
constexpr ControlSegment kFigures[] = {{"time", ScenarioMeasure::kTime},
                                       {"expanded", ScenarioMeasure::kExpanded},
                                       {"above optimal", ScenarioMeasure::kAboveOptimal}};
// Sizes in UI pixels.
constexpr float kTableHeight = 186, kLeastTableHeight = 96;
constexpr float kOneRow = 380;  // minimum width for both choices side by side

struct ResultsView {
  int view = kPlanners;
  int figure = static_cast<int>(ScenarioMeasure::kExpanded);
};

// Draws a row of the table with the figure of each planner, and highlights the best one.
template <class Value>
void draw_figures(ScenarioMeasure figure, size_t planners, Value&& value) {
  double best = kNoValue;
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

bool begin_buckets(Ui& ui, const Lab& lab, const ScenariosController& controller) {
  const ScenarioResults& results = controller.results();
  const auto columns = static_cast<int>(results.planners.size()) + 2;
  constexpr ImGuiTableFlags kFlags =
      ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingFixedFit;
  // If there is little room below, the table is lower and just fills what is visible.
  const float seen = std::clamp(ImGui::GetWindowHeight() - ImGui::GetCursorPosY() - ui.px(4), ui.px(kLeastTableHeight),
                                ui.px(kTableHeight));
  if (!ImGui::BeginTable("buckets", columns, kFlags, {0, seen})) return false;
  ImGui::TableSetupScrollFreeze(1, 1);
  const float key = std::max(text_width("bucket"), text_width("00000"));
  const size_t rows = controller.rows().size();
  const float count = std::max(text_width("answered"), text_width(Text("{}/{}", rows, rows)));
  float figure = text_width("10000.00 %");  // the widest common text
  for (const Planner* planner : results.planners) {
    figure = std::max(figure, text_width(results.names.brief(*planner)));
  }
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, key);
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, count);
  // If there is room for all planners they share the width of the panel; otherwise the table scrolls.
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
    right_aligned(results.names.brief(*planner), to_vec(on_panel(planner_style(lab.state(), planner->name).color)));
    tooltip(ui, results.names.title(*planner), {});
  }
  return true;
}

void draw_buckets(Ui& ui, const Lab& lab, const ScenariosController& controller, ScenarioMeasure figure) {
  const ScenarioResults& results = controller.results();
  if (!begin_buckets(ui, lab, controller)) return;
  const auto line = [&](const char* key, const ScenarioMeans& means) {
    ImGui::TableNextRow();
    print_cell("{}", key);
    ImGui::TableNextColumn();
    size_t answered = 0;
    for (const ScenarioMeans::PlannerMeans& of : means.planners) answered = std::max(answered, of.answered);
    right_aligned(Text("{}/{}", answered, means.rows), theme().text_dim);
    draw_figures(figure, results.planners.size(), [&](size_t i) { return means.planners[i].figure(figure); });
  };
  line("all", controller.all_means());
  rows_in_sight(controller.means().size(), -1,
                [&](size_t i) { line(Text("{}", controller.order().buckets[i].bucket), controller.means()[i]); });
  ImGui::EndTable();
  ui.mark("scenario.table.buckets");
}

// A column of the table with a row per planner: a result over all rows of the scenario, or a cost of the planner.
struct PlannerColumn {
  const char *title, *help;
  double (*value)(const ScenarioMeans::PlannerMeans& means, const PlannerRow& row);
  std::string (*text)(const LabState& state, double value);
  bool of_time = false;
  // The best value of the column is highlighted.
  bool compared = true;
};

template <ScenarioMeasure kFigure>
double mean_of(const ScenarioMeans::PlannerMeans& means, const PlannerRow&) {
  return means.figure(kFigure);
}
template <ScenarioMeasure kFigure>
std::string mean_text(const LabState&, double value) {
  return figure_text(kFigure, value);
}

constexpr PlannerColumn kPlannerColumns[] = {
    {"expanded", "Mean number of expanded nodes, over the rows with a path", mean_of<ScenarioMeasure::kExpanded>,
     mean_text<ScenarioMeasure::kExpanded>},
    {"time",
     "Mean over the rows with a path. The time of a row is the median of some runs, in which the planners take turns",
     mean_of<ScenarioMeasure::kTime>, mean_text<ScenarioMeasure::kTime>, true},
    {"spread",
     "Half the distance between the quartiles of the runs of a row, as a mean over the rows. Times that differ by less "
     "than this are alike",
     [](const ScenarioMeans::PlannerMeans& means, const PlannerRow&) { return means.spread; },
     mean_text<ScenarioMeasure::kTime>, true, false},
    {"above\noptimal", "Mean cost above optimal, over the rows with a path", mean_of<ScenarioMeasure::kAboveOptimal>,
     mean_text<ScenarioMeasure::kAboveOptimal>},
    {"memory", "Memory of all that the planner needs, the legal moves included",
     [](const ScenarioMeans::PlannerMeans&, const PlannerRow& row) {
       return row.memory_bytes > 0 ? static_cast<double>(row.memory_bytes) : kNoValue;
     },
     [](const LabState&, double value) { return bytes_text(static_cast<size_t>(value)); }},
    {"prepared", "Time of the last full build of all that the planner searches",
     [](const ScenarioMeans::PlannerMeans&, const PlannerRow& row) {
       return row.build_micros > 0 ? row.build_micros : kNoValue;
     },
     [](const LabState& state, double value) { return micros_text(state, value); }, true},
    {"found", "Rows for which the planner has found a path",
     [](const ScenarioMeans::PlannerMeans& means, const PlannerRow&) { return static_cast<double>(means.found); },
     [](const LabState&, double value) { return count_text(static_cast<uint64_t>(value)); }, false, false}};

// Draws a table with a row per planner, with the figures by which one may choose a planner. The best value of each
// column is highlighted.
void draw_planners(Ui& ui, const Lab& lab, const ScenariosController& controller) {
  const FontScope font(ui.fonts().table);
  const ScenarioResults& results = controller.results();
  const LabState& s = lab.state();
  const ScenarioMeans& means = controller.all_means();
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollX | ImGuiTableFlags_SizingFixedFit;
  const float line = ImGui::GetTextLineHeight() + ui.px(2);
  const float height = (static_cast<float>(results.planners.size()) + 2) * line + ImGui::GetStyle().ScrollbarSize;
  const bool timed = results.timed && !s.fixed_clock;
  const auto columns =
      std::ranges::count_if(kPlannerColumns, [&](const PlannerColumn& one) { return timed || !one.of_time; });
  if (!ImGui::BeginTable("planners", static_cast<int>(columns) + 1, kFlags, {0, height + ui.px(2)})) return;
  ImGui::TableSetupScrollFreeze(1, 1);
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::Dummy({0, 2 * ImGui::GetTextLineHeight()});
  for (const PlannerColumn& column : kPlannerColumns) {
    if (timed || !column.of_time) title_cell(ui, column.title, column.help, 2);
  }
  const auto value_of = [&](const PlannerColumn& column, size_t planner) {
    const PlannerRow* row = s.row(results.planners[planner]->name);
    return row != nullptr ? column.value(means.planners[planner], *row) : kNoValue;
  };
  for (size_t i = 0; i < results.planners.size(); ++i) {
    const Planner& planner = *results.planners[i];
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    draw_text(to_vec(on_panel(planner_style(s, planner.name).color)), results.names.brief(planner));
    tooltip(ui, results.names.title(planner), {});
    for (const PlannerColumn& column : kPlannerColumns) {
      if (column.of_time && !timed) continue;
      const double value = value_of(column, i);
      bool best = column.compared && is_figure(value) && results.planners.size() > 1;
      for (size_t other = 0; best && other < results.planners.size(); ++other) {
        const double than = value_of(column, other);
        best = !is_figure(than) || value <= than;
      }
      ImGui::TableNextColumn();
      if (is_figure(value)) {
        right_aligned(column.text(s, value).c_str(), best ? theme().good : theme().text);
      } else {
        right_aligned("\xe2\x80\x93", theme().text_dim);
      }
    }
    ui.mark("scenario.planner.{}", planner.name);
  }
  ImGui::EndTable();
  ui.mark("scenario.table.planners");
}

// Draws the progress of the run, and whether its results are up to date.
void draw_state(Ui& ui, const ScenariosController& controller, std::optional<ScenarioMeasure> figure) {
  const ScenarioResults& results = controller.results();
  const char* what = !figure                                ? "means, with memory and preparation"
                     : figure == ScenarioMeasure::kTime     ? "medians of some runs in turns"
                     : figure == ScenarioMeasure::kExpanded ? "nodes expanded"
                     : results.lengths                      ? "above the scenario cost; at any angle, above Polyanya's"
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
        segments(
            ui, "scenario.view", kViews, chosen.view, "How the results of the run are shown",
            "planners: means of all rows, memory and preparation. chart, buckets and rows: one figure of the answers.")
            .value_or(chosen.view);
    if (chosen.view != kPlanners) {
      ImGui::TableNextColumn();
      chosen.figure =
          segments(ui, "scenario.figure", kFigures, chosen.figure, "Figure of the answers that is shown", {})
              .value_or(chosen.figure);
    }
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
  ImGui::PopStyleVar();
  ImGui::PushFont(ui.fonts().small);
  const auto figure = static_cast<ScenarioMeasure>(chosen.figure);
  draw_state(ui, controller, chosen.view == kPlanners ? std::nullopt : std::optional(figure));
  button(ui, "Open as a window", "scenario.window", Text("ui.chart {}", scenario_chart(figure).name),
         "Opens chart and table in a window over the map", {.width = kRestOfLine});
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ui.px(3), ui.px(1)});
  if (chosen.view == kPlanners) {
    draw_planners(ui, lab, controller);
  } else if (figure == ScenarioMeasure::kTime && !controller.results().timed) {
    draw_dim("No times are taken under a fixed clock.");
  } else if (chosen.view == kChart) {
    draw_scenario_chart(ui, lab, figure);
  } else if (chosen.view == kBuckets) {
    draw_buckets(ui, lab, controller, figure);
  } else {
    draw_scenario_rows(ui, lab, figure);
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ImGui::Dummy({0, ui.px(2)});
}

}  // namespace strata

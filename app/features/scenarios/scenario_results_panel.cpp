// The right panel's results of a run over the scenario: a chart, a table of buckets, a table of rows.
#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <span>

#include "app/features/scenarios/scenarios.hpp"
#include "app/features/scenarios/scenarios_panel.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_face.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

enum View : int { kChart, kBuckets, kRows };
constexpr Segment kViews[] = {{"chart", kChart}, {"buckets", kBuckets}, {"rows", kRows}};
constexpr Segment kFigures[] = {{"time", static_cast<int>(ScenarioFigure::kTime)},
                                {"expanded", static_cast<int>(ScenarioFigure::kExpanded)},
                                {"excess", static_cast<int>(ScenarioFigure::kExcess)}};
// UI pixels.
constexpr float kTableHeight = 186, kLeastTableHeight = 96;
constexpr float kKeyWidth = 40, kCountWidth = 52, kFigureWidth = 58;
constexpr float kOneRow = 300;  // from here on both choices stand side by side

struct ResultsView {
  int view = kChart;
  int figure = static_cast<int>(ScenarioFigure::kExpanded);
};

// The figures of one line, the best of them set off.
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

bool begin_table(Ui& ui, const char* id, const char* key, const char* count, const ScenarioResults& results) {
  const auto columns = static_cast<int>(results.planners.size()) + 2;
  constexpr ImGuiTableFlags kFlags =
      ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingFixedFit;
  // In a low panel it takes what can be seen.
  const float seen = std::clamp(ImGui::GetWindowHeight() - ImGui::GetCursorPosY() - ui.px(4), ui.px(kLeastTableHeight),
                                ui.px(kTableHeight));
  if (!ImGui::BeginTable(id, columns, kFlags, {0, seen})) return false;
  ImGui::TableSetupScrollFreeze(1, 1);
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, ui.px(kKeyWidth));
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, ui.px(kCountWidth));
  // Planners share the panel as long as all of them have room.
  const float room = ImGui::GetContentRegionAvail().x - ui.px(kKeyWidth + kCountWidth) - ui.px(14);
  const float width = std::max(room / static_cast<float>(columns - 2) - ui.px(7), ui.px(kFigureWidth));
  for (int i = 2; i < columns; ++i) ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, width);
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  text_dim("%s", key);
  ImGui::TableNextColumn();
  right_aligned(count, theme().text_dim);
  for (const Planner* planner : results.planners) {
    char title[48];
    const std::string_view name = results.names.brief(*planner);
    std::snprintf(title, sizeof title, "%.*s", static_cast<int>(name.size()), name.data());
    ImGui::TableNextColumn();
    right_aligned(title, to_vec(on_panel(planner_style(planner->name).color)));
    tooltip(ui, results.names.title(*planner), {});
  }
  return true;
}

void draw_buckets(Ui& ui, const ScenariosDesk& desk, ScenarioFigure figure) {
  const ScenarioResults& results = desk.results();
  if (!begin_table(ui, "buckets", "bucket", "answered", results)) return;
  char text[32];
  const auto line = [&](const char* key, const ScenarioMeans& means) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(key);
    ImGui::TableNextColumn();
    size_t answered = 0;
    for (const ScenarioMeans::Of& of : means.planners) answered = std::max(answered, of.answered);
    std::snprintf(text, sizeof text, "%zu/%zu", answered, means.rows);
    right_aligned(text, theme().text_dim);
    draw_figures(figure, results.planners.size(), [&](size_t i) { return means.planners[i].figure(figure); });
  };
  line("all", desk.all_means());
  char key[16];
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(desk.means().size()));
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      std::snprintf(key, sizeof key, "%u", desk.order().buckets[static_cast<size_t>(i)].bucket);
      line(key, desk.means()[static_cast<size_t>(i)]);
    }
  }
  ImGui::EndTable();
  ui.dump().mark("scenario.table.buckets");
}

void draw_rows(Ui& ui, const ScenariosDesk& desk, ScenarioFigure figure) {
  const ScenarioResults& results = desk.results();
  if (!begin_table(ui, "rows", "row", "listed", results)) return;
  char text[32], command[32];
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(desk.rows().size()));
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const uint32_t row = desk.order().rows[static_cast<size_t>(i)];
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      std::snprintf(text, sizeof text, "%u", row + 1);
      if (ImGui::Selectable(text, desk.current() == row, ImGuiSelectableFlags_SpanAllColumns)) {
        std::snprintf(command, sizeof command, "scenario.row %u", row + 1);
        ui.run(command);
      }
      if (ui.dump().enabled()) {
        std::snprintf(command, sizeof command, "scenario.table.row.%u", row + 1);
        ui.dump().mark(command);
      }
      ImGui::TableNextColumn();
      if (!can_be_asked(desk.problem(row))) {
        const std::string_view word = problem_word(desk.problem(row));
        std::snprintf(text, sizeof text, "%.*s", static_cast<int>(word.size()), word.data());
        right_aligned(text, theme().bad);
      } else {
        std::snprintf(text, sizeof text, "%.2f", desk.rows()[row].length);
        right_aligned(text, theme().text_dim);
      }
      draw_figures(figure, results.planners.size(),
                   [&](size_t planner) { return results.figure(figure, desk.rows()[row], row, planner); });
    }
  }
  ImGui::EndTable();
  ui.dump().mark("scenario.table.rows");
}

// How far the run has come, and whether what it found still holds.
void draw_state(Ui& ui, const ScenariosDesk& desk, ScenarioFigure figure) {
  const ScenarioResults& results = desk.results();
  char text[128];
  const char* what = figure == ScenarioFigure::kTime       ? "medians of some runs each"
                     : figure == ScenarioFigure::kExpanded ? "nodes that were opened"
                     : results.lengths                     ? "over the listed length"
                                                           : "over the optimum";
  std::snprintf(text, sizeof text, "%zu of %zu rows, %zu %s: %s", results.rows_done(), results.asked_rows.size(),
                results.planners.size(), results.planners.size() == 1 ? "planner" : "planners", what);
  text_colored_wrapped(theme().text_dim, text);
  ui.dump().mark("scenario.results.state");
  if (!desk.results_hold()) {
    text_colored_wrapped(theme().warn, "Of before: the map, its rules or the options of planning have changed since.");
    ui.dump().mark("scenario.results.old");
  }
}

}  // namespace

void draw_scenario_results(Ui& ui, const Lab& lab) {
  const ScenariosDesk& desk = scenarios_desk(lab);
  if (desk.results().empty() || !section(ui, "Scenario", "section.scenario")) return;
  ResultsView& chosen = ui.kept<ResultsView>();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(2)});
  const bool one_row = ImGui::GetContentRegionAvail().x >= ui.px(kOneRow);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ui.px(2), 0});
  if (ImGui::BeginTable("choices", one_row ? 2 : 1)) {
    ImGui::TableNextColumn();
    if (const auto view = segments(ui, "scenario.view", kViews, chosen.view, "What is shown of the run", {})) {
      chosen.view = *view;
    }
    ImGui::TableNextColumn();
    if (const auto figure =
            segments(ui, "scenario.figure", kFigures, chosen.figure, "Which figure of the answers", {})) {
      chosen.figure = *figure;
    }
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
  ImGui::PopStyleVar();
  ImGui::PushFont(ui.fonts().small);
  const auto figure = static_cast<ScenarioFigure>(chosen.figure);
  draw_state(ui, desk, figure);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {ui.px(3), ui.px(1)});
  if (figure == ScenarioFigure::kTime && !desk.results().timed) {
    text_dim("No times are taken under a fixed clock.");
  } else if (chosen.view == kChart) {
    draw_scenario_chart(ui, lab, figure);
  } else if (chosen.view == kBuckets) {
    draw_buckets(ui, desk, figure);
  } else {
    draw_rows(ui, desk, figure);
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ImGui::Dummy({0, ui.px(2)});
}

}  // namespace strata

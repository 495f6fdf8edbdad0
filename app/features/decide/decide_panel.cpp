// The tab of DecideController with all its settings, and the dialog that saves the report.
#include <imgui.h>

#include <array>
#include <cstdio>
#include <string>

#include "app/base/command.hpp"
#include "app/features/decide/decide.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/user_exports.hpp"
#include "app/ui/dialog_frame.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/panel_dialog.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {

void draw_decide_bound(Ui& ui, const DecideSettings& settings, const char* name) {
  choice_row(
      ui, "Worst path, %", name, "decide.bound", {{"0", 0}, {"1", 1}, {"2", 2}, {"5", 3}, {"10", 4}, {"any", 5}},
      settings.bound, [](int bound) { return kDecideBounds[static_cast<size_t>(bound)]; },
      "Most above optimal, in percent",
      "Only planners whose worst path is within it are chosen; 0: optimal paths alone.");
}

namespace {

void draw_decide_settings(Ui& ui, const Lab& lab, const DecideSettings& settings) {
  draw_setting(ui, lab, "decide.rate", "decide.rate");
  draw_decide_bound(ui, settings, "decide.bound");
  draw_setting(ui, lab, "decide.any_angle", "decide.any_angle");
  choice_row(
      ui, "Queries", "decide.over", "decide.over", {{"scenario", 0}, {"random", 1}}, settings.random ? 1 : 0,
      [](int over) { return kDecideOver[static_cast<size_t>(over)]; }, "Queries that are measured",
      "scenario: rows of the open scenario, evenly spaced. random: random queries, also where no scenario is open.");
  if (!settings.random && !decide_controller(lab).has_scenario()) {
    note(ui, "No scenario is open: random queries are measured.");
  }
  draw_setting(ui, lab, "decide.queries", "decide.queries");
  choice_row(
      ui, "Planners", "decide.planners", "decide.planners", {{"all", 0}, {"built", 1}}, settings.built ? 1 : 0,
      [](int built) { return kDecidePlanners[static_cast<size_t>(built)]; }, "Planners that are measured",
      "all: those that the rules allow, each with its settings. built: those whose structures are switched on.");
  draw_setting(ui, lab, "decide.radius", "decide.radius");
  draw_setting(ui, lab, "decide.strokes", "decide.strokes");
}

void draw_decide_tab(Ui& ui, Lab& lab) {
  const DecideController& decide = decide_controller(lab);
  const StyleScope padding(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  if (decide.running()) {
    progress_row(ui, Text("{:.0f} %", decide.progress() * 100), decide.progress(), "decide.progress");
    ImGui::SameLine();
    button(ui, "Cancel", "decide.cancel", "decide.cancel", "Ends the measuring; what was measured before stays");
  } else {
    const bool begun = button(ui, "Measure the planners", "decide.run", "decide.run",
                              "Measures all planners on a copy of the map, in the background, and shows the page",
                              {.width = kRestOfLine, .why_not = decide.why_not()});
    if (begun) ui.run("ui.chart decide");
  }
  button(ui, "Open the page", "decide.window", "ui.chart decide",
         "Shows which planner is the best for this map, in place of the map", {.width = kRestOfLine});
  draw_decide_settings(ui, lab, decide.settings());
}

std::optional<StatusBarWork> decide_work(const Lab& lab) {
  if (!decide_controller(lab).running()) return {};
  return StatusBarWork{.text = "decide",
                       .progress = decide_controller(lab).progress(),
                       .name = "status.decide",
                       .help = "Cancels the measuring of planners",
                       .line = "decide.cancel",
                       .hint = "What was measured before stays."};
}

struct DecideReportDialog {
  std::array<char, 1024> path{};
};

void draw_report_dialog(Ui& ui, const Lab& lab, DialogFrame& frame) {
  auto& dialog = ui.kept<DecideReportDialog>();
  if (frame.fresh) {
    std::snprintf(dialog.path.data(), dialog.path.size(), "%s", proposed_export(lab, ".html", "decide").c_str());
  }
  text_colored_wrapped(theme().text_dim,
                       "One page with the choices, the table, the chart, and how it was measured. The ending of the "
                       "name, .html or .pdf, "
                       "says what is written.");
  frame.path_field(ui, dialog.path, "decide_report");
  frame.draw_problem(ui);
  ImGui::Dummy({0, ui.px(8)});
  if (frame.button(ui, "Write", "decide_report.go", true) && dialog.path[0] != 0) {
    ui.run_for("decide_report", format_command({"decide.report", {std::string(dialog.path.data())}}));
  }
  ImGui::SameLine();
  if (frame.button(ui, "Cancel", "decide_report.cancel", false)) ui.run("ui.show decide_report off");
}

}  // namespace

FeaturePanel decide_panel() {
  return {.feature = "decide",
          .tab = {"Decide", "tab.decide", "Which planner is the best for this map, and why",
                  LeftPanelSection::kPlanners, draw_decide_tab},
          .work = decide_work,
          .page = draw_decide_page};
}

PanelDialog decide_report_dialog() {
  return {"decide_report", "Write the report of Decide###decide_report", 560, draw_report_dialog};
}

}  // namespace strata

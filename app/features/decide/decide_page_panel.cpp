// The head of the page of DecideController: the choices, what the user can do with them, and how they were made.
#include <imgui.h>

#include <string>
#include <utility>

#include "app/features/decide/decide.hpp"
#include "app/features/scenarios/scenarios.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

// On a wide page the verdicts, and the settings below them, stand side by side.
constexpr float kSideBySide = 620;  // UI pixels

// Makes the last text the place where a click steps the planner of the verdict, with a tooltip that says so.
void step_by_click(Ui& ui, const DecideVerdict& verdict) {
  if (ImGui::IsItemHovered()) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    tooltip(ui, "Compare and step this planner", {},
            verdict.what == DecideCriterion::kMemory ? std::string_view() : kDecideTie);
  }
  if (ImGui::IsItemClicked()) ui.run("decide.choose {}", verdict.row + 1);
}

// Draws the choices side by side: the use, the planner and its figure, and why it is chosen. On a narrow page each is a
// line. They are dim while the planners are measured again.
void draw_verdicts(Ui& ui, const DecideController& decide) {
  const auto verdicts = decide.verdicts();
  const bool beside = ImGui::GetContentRegionAvail().x >= ui.px(kSideBySide);
  const StyleScope padding(ImGuiStyleVar_CellPadding, {ui.px(10), ui.px(6)});
  const int columns = beside ? static_cast<int>(verdicts.size()) : 1;
  if (columns > 0 &&
      ImGui::BeginTable("verdicts", columns, ImGuiTableFlags_SizingStretchSame | ImGuiTableFlags_PadOuterX)) {
    for (const DecideVerdict& verdict : verdicts) {
      ImGui::TableNextColumn();
      const bool main = verdict.what == DecideCriterion::kRate && !decide.running();
      ImGui::TableSetBgColor(ImGuiTableBgTarget_CellBg, to_u32(main ? theme().accent_soft : theme().field));
      draw_text(main ? theme().text : theme().text_dim, verdict.use);
      if (!beside) ImGui::SameLine(0, ui.px(8));
      {
        const FontScope bold(beside ? ui.fonts().large : ui.fonts().bold);
        text_colored_wrapped(decide.running() ? theme().text_dim : theme().text,
                             Text("{}, {}", verdict.planner, verdict.figure).view());
      }
      ui.mark("decide.verdict.{}", kDecideUses[static_cast<size_t>(verdict.what)]);
      step_by_click(ui, verdict);
      const FontScope small(ui.fonts().small);
      text_colored_wrapped(main ? theme().text : theme().text_dim, verdict.reason);
      step_by_click(ui, verdict);
    }
    ImGui::EndTable();
    ui.mark("decide.sentence");
  }
}

// Draws the settings that the verdicts follow at once, and how the planners were measured.
void draw_decide_rule(Ui& ui, const Lab& lab, const DecideController& decide) {
  const bool beside = ImGui::GetContentRegionAvail().x >= ui.px(kSideBySide);
  if (ImGui::BeginTable("rule", beside ? 2 : 1, ImGuiTableFlags_SizingStretchSame)) {
    ImGui::TableNextColumn();
    draw_setting(ui, lab, "decide.rate", "decide.page.rate");
    ImGui::TableNextColumn();
    draw_decide_bound(ui, decide.settings(), "decide.page.bound");
    ImGui::EndTable();
  }
  const FontScope small(ui.fonts().small);
  text_colored_wrapped(theme().text_dim, decide.about());
  ui.mark("decide.method");
  if (ImGui::IsItemHovered()) tooltip(ui, "Choice", {}, decide_rule_text(decide.rule()));
}

// Draws a button in the present line, or at the beginning of the next one if there is too little room.
bool flowing_button(Ui& ui, const char* label, const char* name, std::string_view line, const char* help) {
  ImGui::SameLine(0, ui.px(4));
  if (ImGui::GetContentRegionAvail().x < text_width(label) + ui.px(14)) ImGui::NewLine();
  return button(ui, label, name, line, help);
}

// Draws the buttons that measure the planners: again, by the scenario, and by random queries.
void draw_measure_buttons(Ui& ui, const DecideController& decide, bool measured) {
  if (measured) {
    button(ui, "Measure again", "decide.again", "decide.run",
           "Measures the planners on a copy of the map as it is now, by the same kind of queries");
    if (decide.has_scenario() && flowing_button(ui, "By the scenario", "decide.by_scenario", "",
                                                "Measures the planners by the rows of the open scenario")) {
      run_lines(ui, kMeasureByScenario);
    }
    ImGui::SameLine(0, ui.px(4));
  }
  // Without a scenario the text below the title has this button as long as nothing is measured.
  if (!measured && !decide.has_scenario()) return;
  if (button(ui, kRandomQueries, "decide.random", "", "Measures the planners by random queries of the map")) {
    run_lines(ui, kMeasureByRandom);
  }
}

// Stored between frames.
struct DecidePageMemory {
  bool ran = false;  // planners were being measured in the last frame
  int frame = 0;     // the last frame that has shown the page
};

}  // namespace

void draw_decide_page(Ui& ui, Lab& lab) {
  const DecideController& decide = decide_controller(lab);
  const StyleScope padding(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  // New results are read from the top.
  if (std::exchange(ui.kept<DecidePageMemory>().ran, decide.running()) && !decide.running()) ImGui::SetScrollY(0);
  // A page that opens without results begins to measure: nobody opens it for anything else.
  const int last = std::exchange(ui.kept<DecidePageMemory>().frame, ImGui::GetFrameCount());
  const bool opens = last == 0 || last + 1 < ImGui::GetFrameCount();
  if (opens && !decide.running() && decide.results().rows.empty() && decide.why_not().empty()) ui.run("decide.run");
  print_bold(ui, "Which planner for this map?");
  ui.mark("decide.title");
  button_at_end(ui, "Close", "decide.close", "ui.chart off", "Closes the page, so that the map is in sight (Escape)");
  const bool measured = !decide.results().rows.empty() && decide.results().queries > 0;
  // The buttons come first, so that no text that grows moves them.
  if (decide.running()) {
    progress_row(ui, Text("{}", decide.progress_text()), decide.progress(), "decide.page.progress");
    ImGui::SameLine();
    button(ui, "Cancel", "decide.page.cancel", "decide.cancel", "Ends the measuring; what was measured before stays");
  }
  if (!decide.running()) draw_measure_buttons(ui, decide, measured);
  if (!measured) return;
  if (const auto row = decide.copied()) {
    flowing_button(
        ui, Text("Copy {} as C++", decide.brief(*row)), "decide.copy", "decide.copy",
        "Puts a program that plans with this planner, with the settings that were measured, on the clipboard: the "
        "choice, or the planner of the last verdict or row that was clicked");
  }
  flowing_button(ui, "Report...", "decide.report", "ui.show decide_report on",
                 "Writes choices, table and chart as one page, HTML or PDF");
  if (!decide.results().hpa_fits && !decide.running() &&
      flowing_button(
          ui, "Fit HPA* to this map and measure again", "decide.fit", "",
          "Sets clusters, levels and stored paths of HPA* that suit the map, and measures all planners again")) {
    run_lines(ui, "hpa.options automatic\ndecide.run");
  }
  if (decide.outdated() && !decide.running()) {
    text_colored_wrapped(theme().warn, kDecideOutdated);
    ui.mark("decide.outdated");
  }
  if (const std::string note = decide.fit_note(); !note.empty()) {
    text_colored_wrapped(theme().text_dim, note);
    ui.mark("decide.no_faster");
  } else if (!decide.results().hpa_fits) {
    text_colored_wrapped(theme().warn,
                         Text("HPA* was measured with {}. Options that are fitted to this map may be faster: fit it "
                              "before you decide against it.",
                              decide.results().hpa)
                             .view());
    ui.mark("decide.not_fitted");
  }
  draw_verdicts(ui, decide);
  draw_decide_rule(ui, lab, decide);
}

}  // namespace strata

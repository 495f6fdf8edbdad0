// The tab of the dynamic scenario: a strip with a bar for each change, the totals of a run, the recording.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "app/base/icons.hpp"
#include "app/features/course/course.hpp"
#include "app/features/scenarios/scenario_results.hpp"
#include "app/lab/chart.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/user_exports.hpp"
#include "app/ui/dialog_frame.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/panel_dialog.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/base/count_of.hpp"

namespace strata {
namespace {

// Sizes in UI pixels.
constexpr float kStripHeight = 44, kLeastBar = 2, kGap = 4;

// Draws a bar for each phase, as high as the share of cells that its change changes. If there are more phases than
// pixels, several share a bar, which is that of the largest change.
void draw_strip(Ui& ui, const CourseController& controller) {
  const auto& phases = controller.course().phases;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = std::max(std::floor(ImGui::GetContentRegionAvail().x), 1.0f), height = ui.px(kStripHeight);
  ImGui::InvisibleButton("##strip", {width, height});
  ui.mark("course.strip");
  const bool hovered = ImGui::IsItemHovered(), clicked = ImGui::IsItemClicked();
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, {at.x + width, at.y + height}, to_u32(theme().field));
  uint64_t most = 1;
  for (const CoursePhase& phase : phases) most = std::max(most, phase.cells);
  const auto count = static_cast<float>(phases.size());
  const auto left_of = [&](size_t phase) { return at.x + std::floor(static_cast<float>(phase) / count * width); };
  const float least = ui.px(kLeastBar);
  for (size_t phase = 0; phase < phases.size();) {
    // A bar is at least one pixel wide.
    size_t next = phase + 1;
    uint64_t cells = phases[phase].cells;
    bool present = phase == controller.phase();
    for (; next < phases.size() && left_of(next) < left_of(phase) + 1; ++next) {
      cells = std::max(cells, phases[next].cells);
      present |= next == controller.phase();
    }
    const float left = left_of(phase);
    const float right = next < phases.size() ? left_of(next) : at.x + width;
    const float gap = right - left >= ui.px(kGap) ? ui.px(1) : 0;
    // The square root keeps small changes in sight beside large ones.
    const float share = std::sqrt(static_cast<float>(cells) / static_cast<float>(most));
    const float top = at.y + height - std::max(share * (height - ui.px(kGap)), least);
    if (present) list->AddRectFilled({left, at.y}, {right, at.y + height}, to_u32(theme().accent_soft));
    list->AddRectFilled({left, top}, {std::max(right - gap, left + 1), at.y + height},
                        to_u32(present ? theme().accent : theme().text_dim));
    phase = next;
  }
  if (!hovered) return;
  const float share = (ImGui::GetMousePos().x - at.x) / width;
  const auto pointed = std::min(static_cast<size_t>(std::max(share * count, 0.0f)), phases.size() - 1);
  const CoursePhase& phase = phases[pointed];
  tooltip(ui,
          pointed == 0 ? Text("Phase 1: the first map, {}", count_of(phase.queries.size(), "query", "queries"))
                       : Text("Phase {}: {} changed, {}", pointed + 1, count_of(phase.cells, "cell"),
                              count_of(phase.queries.size(), "query", "queries")),
          {}, "Click to go there. A bar is as high as the root of the number of cells that change");
  if (clicked) ui.run("course.go {}", pointed + 1);
}

void draw_transport(Ui& ui, const CourseController& controller) {
  const size_t phases = controller.course().phases.size(), phase = controller.phase();
  const float third = std::floor((ImGui::GetContentRegionAvail().x - 2 * ui.px(kGap)) / 3);
  button(ui, "Back", "course.back", "course.back", "Takes back the change before this phase",
         {.width = third, .why_not = phase > 0 ? "" : "this is the first phase"});
  ImGui::SameLine(0, ui.px(kGap));
  button(ui, controller.playing() ? "Pause" : "Play", "course.play", "course.play toggle",
         "Goes to the next phase each second",
         {.width = third, .on = controller.playing(), .why_not = phases > 1 ? "" : "there is one phase only"});
  ImGui::SameLine(0, ui.px(kGap));
  button(ui, "Next", "course.next", "course.next", "Makes the next change",
         {.width = kRestOfLine, .why_not = phase + 1 < phases ? "" : "this is the last phase"});
  const CoursePhase& present = controller.course().phases[phase];
  const FontScope small(ui.fonts().small);
  text_colored_wrapped(theme().text_dim,
                       Text("phase {} of {}: {} changed, {}", phase + 1, phases, count_of(present.cells, "cell"),
                            count_of(present.queries.size(), "query", "queries")));
  ui.mark("course.place");
}

void draw_total(Ui& ui, const Lab& lab, const CourseTotals& one) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const std::string_view brief = lab.state().names.brief(*one.planner);
  draw_text(to_vec(on_panel(planner_style(lab.state(), one.planner->name).color)),
            shortened(brief, ImGui::GetContentRegionAvail().x));
  ui.mark("course.total.{}", one.planner->name);
  const std::string wrong = one.contradicting > 0
                                ? fmt::format("{} contradict the scenario. ", count_of(one.contradicting, "answer"))
                                : std::string();
  tooltip(
      ui,
      one.refused.empty() ? Text("{}: {}, {} found", lab.state().names.title(*one.planner),
                                 count_of(one.queries, "query", "queries"), count_of(one.found, "path"))
                          : Text("{}: {}", lab.state().names.title(*one.planner), one.refused),
      {},
      one.refused.empty()
          ? fmt::format("{}{} longer than listed; changes take {}, the longest {}", wrong, count_of(one.longer, "path"),
                        is_figure(one.changes_total) ? figure_text(ScenarioMeasure::kTime, one.changes_total)
                                                     : std::string("no time that is measured"),
                        is_figure(one.longest_change) ? figure_text(ScenarioMeasure::kTime, one.longest_change)
                                                      : std::string("none"))
          : std::string());
  const ImVec4 ink = one.contradicting > 0 ? theme().bad : theme().text;
  if (!one.refused.empty()) {
    ImGui::TableNextColumn();
    return right_aligned("refuses", theme().text_dim);
  }
  for (const double value : {one.total, one.mean, one.longest}) {
    ImGui::TableNextColumn();
    if (is_figure(value)) right_aligned(figure_text(ScenarioMeasure::kTime, value), ink);
  }
  ImGui::TableNextColumn();
  if (is_figure(one.worst_above)) {
    right_aligned(figure_text(ScenarioMeasure::kAboveOptimal, one.worst_above), ink);
  }
}

void draw_totals(Ui& ui, const Lab& lab, const CourseController& controller) {
  if (controller.running()) {
    const float cancel = text_width("Cancel") + ui.px(16);
    progress_bar(Text("{:.0f} %", 100 * controller.progress()), controller.progress(),
                 std::max(ImGui::GetContentRegionAvail().x - cancel - ui.px(kGap), ui.px(30)), ImGui::GetFrameHeight());
    ui.mark("course.progress");
    ImGui::SameLine(0, ui.px(kGap));
    button(ui, "Cancel", "course.cancel", "course.cancel", "Ends the run without totals", {.width = cancel});
    return;
  }
  const bool none = controller.totals().empty();
  const float half = std::floor((ImGui::GetContentRegionAvail().x - ui.px(kGap)) / 2);
  button(ui, "Run all phases", "course.run", "course.run",
         "Lets the planners of the comparison do all changes and queries in their order, in the background",
         {.width = half});
  ImGui::SameLine(0, ui.px(kGap));
  button(ui, "CSV...", "course.csv", "ui.show course_csv on", "Saves the totals as a table",
         {.width = kRestOfLine, .why_not = none ? "the scenario has not been run yet" : ""});
  if (none) return;
  const FontScope font(ui.fonts().table);
  const StyleScope padding(ImGuiStyleVar_CellPadding, {ui.px(2), ui.px(1)});
  if (!ImGui::BeginTable("course_totals", 5)) return;
  const float number = text_width("100.0 ms");
  ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 1.25f * text_width("HPA* (3)"));
  for (int i = 0; i < 4; ++i) ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, number);
  ImGui::TableNextRow();
  title_cell(ui, "planner", "A planner of the comparison at the time of the run");
  title_cell(ui, "total", "Time of all queries and changes, until the planner's structures are right again");
  title_cell(ui, "mean", "Mean time of a query");
  title_cell(ui, "most", "Time of the longest query");
  title_cell(ui, "worst", "By how much the worst path is longer than listed");
  for (const CourseTotals& one : controller.totals()) draw_total(ui, lab, one);
  ImGui::EndTable();
  ui.mark("course.totals");
  if (lab.state().fixed_clock) note(ui, "With a fixed clock no times are measured.");
  if (controller.outdated()) note(ui, theme().warn, "Out of date: rules, structures or settings have changed since.");
}

void draw_recording(Ui& ui, const CourseController& controller) {
  const float half = std::floor((ImGui::GetContentRegionAvail().x - ui.px(kGap)) / 2);
  button(ui, controller.recording() ? "End recording" : "Record", "course.record", "course.record toggle",
         "Collects every change of the map, and start and goal whenever they are set",
         {.width = half, .on = controller.recording()});
  ImGui::SameLine(0, ui.px(kGap));
  const CourseRecorder* recorder = controller.recorder();
  button(ui, "Save...", "course.save", "ui.show course_save on", "Saves what was recorded as a dynamic scenario",
         {.width = kRestOfLine, .why_not = recorder != nullptr ? std::string_view() : kNothingRecorded});
  if (recorder == nullptr) return;
  const FontScope small(ui.fonts().small);
  text_colored_wrapped(theme().text_dim, Text("{}: {} and {}", controller.recording() ? "recording" : "recorded",
                                              count_of(recorder->changes(), "change"),
                                              count_of(recorder->queries(), "query", "queries")));
  ui.mark("course.recorded");
}

void draw_tab(Ui& ui, Lab& lab) {
  const CourseController& controller = course_controller(lab);
  const StyleScope padding(ImGuiStyleVar_FramePadding, {ui.px(6), ui.px(3)});
  if (controller.is_open()) {
    draw_strip(ui, controller);
    draw_transport(ui, controller);
    button(ui, "Queries of this phase", "course.rows", "ui.place scenario",
           "Shows them as the rows of a scenario, which can be run", {.width = kRestOfLine});
    draw_totals(ui, lab, controller);
    button(ui, "Close", "course.close", "course.close", "Closes the scenario; the map stays as it is",
           {.width = kRestOfLine});
    ImGui::Dummy({0, ui.px(kGap)});
  }
  draw_recording(ui, controller);
  ImGui::Dummy({0, ui.px(2)});
  note(ui,
       "A dynamic scenario is a map that changes between queries: a .scen file of version 2, with a patch file beside "
       "it. Open one, or record your own.");
}

std::optional<StatusBarWork> work(const Lab& lab) {
  const CourseController& controller = course_controller(lab);
  if (controller.running()) {
    return StatusBarWork{.text = "scenario",
                         .progress = controller.progress(),
                         .name = "status.course",
                         .help = "Ends the run over the dynamic scenario",
                         .line = "course.cancel"};
  }
  if (!controller.recording()) return std::nullopt;
  return StatusBarWork{.text = "recording changes",
                       .name = "status.course_recording",
                       .help = "Changes of the map and new starts and goals are recorded as a dynamic scenario",
                       .button = "end",
                       .line = "course.record off"};
}

struct CoursePathDialog {
  std::array<char, 1024> path{};
};

void draw_path_dialog(Ui& ui, const Lab& lab, DialogFrame& frame, std::string_view window, const char* about,
                      const char* command, std::string_view ending, std::string_view what) {
  auto& dialog = ui.kept<CoursePathDialog>();
  if (frame.fresh) {
    std::snprintf(dialog.path.data(), dialog.path.size(), "%s", proposed_export(lab, ending, what).c_str());
  }
  text_colored_wrapped(theme().text_dim, about);
  frame.path_field(ui, dialog.path, window);
  frame.draw_problem(ui);
  ImGui::Dummy({0, ui.px(8)});
  if (frame.button(ui, "Write", fmt::format("{}.go", window).c_str(), true) && dialog.path[0] != 0) {
    ui.run_for(window, format_command({command, {std::string(dialog.path.data())}}));
  }
  ImGui::SameLine();
  if (frame.button(ui, "Cancel", fmt::format("{}.cancel", window).c_str(), false)) ui.run("ui.show {} off", window);
}

}  // namespace

FeaturePanel course_panel() {
  return {.feature = "course",
          .tab = {"Changes", "tab.course", "A dynamic scenario: its changes, its run, and the recording of one",
                  LeftPanelSection::kPlanners, draw_tab},
          .fits =
              [](const Lab& lab) {
                const CourseController& controller = course_controller(lab);
                return controller.is_open() || controller.recorder() != nullptr;
              },
          .work = work};
}

PanelDialog course_save_dialog() {
  return {"course_save", "Save the recorded scenario###course_save", 560,
          [](Ui& ui, const Lab& lab, DialogFrame& frame) {
            draw_path_dialog(ui, lab, frame, "course_save",
                             "A scenario of version 2, and its patch file beside it with the same name.", "course.save",
                             ".scen", "changes");
          }};
}

PanelDialog course_csv_dialog() {
  return {"course_csv", "Save the totals as CSV###course_csv", 560, [](Ui& ui, const Lab& lab, DialogFrame& frame) {
            draw_path_dialog(ui, lab, frame, "course_csv",
                             "A line for each planner: its answers, and its times with those of the changes.",
                             "course.csv", ".csv", "totals");
          }};
}

}  // namespace strata

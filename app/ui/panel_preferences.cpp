#include "app/ui/panel_preferences.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/preferences.hpp"
#include "app/playback/playback.hpp"
#include "app/ui/dialog_frame.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "core/base/parallel.hpp"

namespace strata {
namespace {

constexpr ControlSegment kThemes[] = {{"dark", 1}, {"light", 0}};
constexpr int kAutomatic = 0;
constexpr ControlSegment kSizes[] = {{"auto", kAutomatic}, {"100 %", 100}, {"125 %", 125}, {"150 %", 150},
                                     {"200 %", 200},       {"250 %", 250}, {"300 %", 300}};
constexpr ControlSegment kColours[] = {{"usual", PlannerColours::kUsual}, {"grey", PlannerColours::kGrey}};
constexpr ControlSegment kHeats[] = {{"order", HeatMapQuantity::kOrder}, {"cost", HeatMapQuantity::kCost}};
// The choices for the time of recovery copies. Their values are tenths of a second.
constexpr ControlSegment kSeconds[] = {{"1 s", 10},   {"2.5 s", 25}, {"5 s", 50},
                                       {"10 s", 100}, {"30 s", 300}, {"60 s", 600}};

void small_gap(const Ui& ui) { ImGui::Dummy({0, ui.px(6)}); }

void draw_look(Ui& ui, const Lab& lab) {
  const LabState& s = lab.state();
  setting_row(ui, "Theme");
  if (const auto dark = segments(ui, "preferences.theme", kThemes, s.dark ? 1 : 0, "Colours of the interface", {})) {
    ui.run("ui.theme {}", *dark != 0 ? "dark" : "light");
  }
  setting_row(ui, "Size");
  const int percent = has_own_scale(lab) ? static_cast<int>(std::lround(s.ui_scale * 100)) : kAutomatic;
  if (const auto size = segments(ui, "preferences.scale", kSizes, percent, "Size of the interface",
                                 "auto: as the system says. The command ui.scale takes any other size from 1 to 3.")) {
    ui.run("ui.scale {}", *size == kAutomatic ? "auto" : fmt::format("{:g}", *size / 100.0));
  }
  small_gap(ui);
  switch_box(ui, "Hints in the status bar", "preferences.hints", "ui.tool_hints", s.tool_hints,
             "Shows in the status bar what the selected tool does");
}

void draw_colours(Ui& ui, const Lab& lab) {
  const LabState& s = lab.state();
  choice_row(ui, "Planners", "preferences.planners", "ui.planner_colours", kColours, s.planner_colours,
             planner_colours_name, "Colours of planners: their paths, names and charts",
             "usual: colours that can be told apart with any colour vision. grey: as a printer makes them.");
  note(ui, s.planner_colours == PlannerColours::kUsual
               ? "Colours that can be told apart with any colour vision; dashes tell them apart as well."
               : "Greys of the same lightness, as a printer makes them. Dashes tell the planners apart.");
  small_gap(ui);
  for (const PlannerRow& row : s.rows) {
    if (!row.shown) continue;
    const PlannerStyle style = planner_style(s, row.planner->name);
    line_swatch(on_panel(style.color), style.width, style.dash, ui.px(48));
    ImGui::SameLine(0, ui.px(8));
    draw_text(row.planner->title);
  }
  small_gap(ui);
  const HeatMapQuantity heat = lab.playback().heat().by;
  choice_row(
      ui, "Search heat map", "preferences.heat", "step.heat", kHeats, heat,
      [](HeatMapQuantity by) { return by == HeatMapQuantity::kOrder ? "order" : "cost"; },
      "What the colours of expanded cells mean",
      "order: when they were expanded. cost: their distance g from the start.");
  heat_bar(ui, heat == HeatMapQuantity::kOrder ? "expanded first" : "small g",
           heat == HeatMapQuantity::kOrder ? "last" : "large g");
}

void draw_saving(Ui& ui, const Lab& lab) {
  const LabState& s = lab.state();
  switch_box(ui, "Copies of unsaved work", "preferences.copies", "recovery.copies", s.copies,
             "Keeps copies, which the next start offers after a crash");
  {
    const DisabledScope disabled(ui, s.copies, "copies of unsaved work are off");
    setting_row(ui, "Copy after");
    const auto tenths = static_cast<int>(std::lround(s.copy_seconds * 10));
    if (const auto chosen =
            segments(ui, "preferences.seconds", kSeconds, tenths, "Time from a change to its copy on the disk",
                     "The command recovery.seconds takes any other time up to 600 seconds.")) {
      ui.run("recovery.seconds {:g}", *chosen / 10.0);
    }
  }
  small_gap(ui);
  note(ui, !s.copies ? Text("A crash loses what is not saved. Work that a signal ends is still kept.").view()
                     : Text("A change is in its copy after {:g} seconds.", s.copy_seconds).view());
  const std::string& folder = lab.options().recovery_folder;
  note(ui, folder.empty() ? Text("This run was started without settings (--fresh): it makes no copies.").view()
                          : Text("Copies lie in {}.", folder).view());
}

void draw_computing(Ui& ui, Lab& lab) {
  const LabState& s = lab.state();
  const int machine = machine_threads();
  // The choices are all threads, and the powers of two below the number that the processor has.
  std::array<ControlSegment, 12> choices{};
  std::array<std::string, 12> labels;
  size_t count = 0;
  const auto add = [&](int threads, std::string label) {
    labels[count] = std::move(label);
    choices[count] = ControlSegment(labels[count].c_str(), threads);
    ++count;
  };
  add(0, fmt::format("all ({})", machine));
  for (int threads = 1; threads < machine && count + 2 < choices.size(); threads *= 2) {
    add(threads, std::to_string(threads));
  }
  choice_row(ui, "Threads", "preferences.threads", "lab.threads", ControlSegments(std::span(choices.data(), count)),
             s.threads, "Most threads that work at once", "The command lab.threads takes any other number.");
  note(ui,
       "How many threads build structures, plan batches and move crowds at once. Fewer leave the processor to other "
       "programs; structures then wait for their turn.");
  small_gap(ui);
  for (const FeaturePanel& panel : feature_panels()) {
    if (panel.preferences != nullptr) panel.preferences(ui, lab);
  }
}

}  // namespace

void PreferencesDialog::draw(Ui& ui, Lab& lab, const MenuContext& context, DialogFrame& frame) {
  const PreferencesPage page = lab.state().preferences_page;
  const bool turned = frame.appearing || page_ != page;
  page_ = page;
  const float foot = ImGui::GetFrameHeightWithSpacing() + ui.px(6);
  ImGui::BeginChild("pages", {ui.px(112), -foot});
  for (int i = 0; i < kPreferencesPages; ++i) {
    const auto one = static_cast<PreferencesPage>(i);
    if (ImGui::Selectable(preferences_page_title(one).data(), one == page)) {
      ui.run("ui.preferences {}", preferences_page_name(one));
    }
    ui.mark("preferences.page.{}", preferences_page_name(one));
  }
  ImGui::EndChild();
  ImGui::SameLine(0, ui.px(12));
  ImGui::BeginChild("page", {0, -foot});
  switch (page) {
    case PreferencesPage::kLook:
      draw_look(ui, lab);
      break;
    case PreferencesPage::kColours:
      draw_colours(ui, lab);
      break;
    case PreferencesPage::kKeys:
      keys_.draw_page(ui, lab, context, turned);
      break;
    case PreferencesPage::kSaving:
      draw_saving(ui, lab);
      break;
    case PreferencesPage::kComputing:
      draw_computing(ui, lab);
      break;
  }
  ImGui::EndChild();
  ImGui::SetCursorPosY(ImGui::GetContentRegionMax().y - ImGui::GetFrameHeight());
  const bool waits = page == PreferencesPage::kKeys && keys_.waiting();
  if (frame.button(ui, "Close", "preferences.close", !waits)) ui.run("ui.show preferences off");
  ImGui::SameLine();
  const DisabledScope disabled(ui, !is_usual(lab, page), "nothing on this page was changed");
  if (frame.button(ui, "Defaults", "preferences.defaults", false)) {
    ui.run("preferences.reset {}", preferences_page_name(page));
  }
}

}  // namespace strata

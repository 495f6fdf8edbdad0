// The dialog of external planners: a name and a command line, and the list of added programs.
#include <imgui.h>

#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "app/base/command.hpp"
#include "app/features/external/external.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/dialog_frame.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/panel_dialog.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

struct UserPlannersDialog {
  std::array<char, 32> name{};
  std::array<char, 1024> command{};
  // The command that adds the planner was given, and its answer is not known yet.
  bool added = false;
};

constexpr float kLabelWidth = 84;  // UI pixels

void field_title(const Ui& ui, const char* text) {
  ImGui::AlignTextToFramePadding();
  draw_dim(text);
  ImGui::SameLine(ui.px(kLabelWidth));
  ImGui::SetNextItemWidth(-1);
}

constexpr std::array kLimits = {ControlSegment("1 s", 10), ControlSegment("5 s", 50), ControlSegment("30 s", 300),
                                ControlSegment("120 s", 1200)};

void draw_limit(Ui& ui, const Lab& lab, const char* name) {
  const auto tenths = static_cast<int>(std::lround(external_controller(lab).limit() * 10));
  if (const auto chosen = segments(ui, name, kLimits, tenths, "Time that a query to a planner of your own may take",
                                   "Any other time up to 600 seconds: external.limit NUMBER")) {
    ui.run("external.limit {:g}", *chosen / 10.0);
  }
}

void draw_own_preferences(Ui& ui, Lab& lab) {
  ImGui::Dummy({0, ui.px(4)});
  setting_row(ui, "Time limit");
  draw_limit(ui, lab, "preferences.own_limit");
  note(ui, Text("A planner of your own that does not answer a query within {:g} s has failed.",
                external_controller(lab).limit())
               .view());
}

void draw_entry(Ui& ui, const Lab& lab, const UserPlannerEntry& own) {
  const IdScope id(own.name.c_str());
  const bool runs = own.planner != nullptr;
  const PlannerStyle style = planner_style(lab.state(), own.name);
  const float top = ImGui::GetCursorPosY();
  ImGui::SetCursorPosY(top + (ImGui::GetFrameHeight() - ImGui::GetTextLineHeight()) / 2);
  line_swatch(runs ? on_panel(style.color) : faded(on_panel(style.color), 0.4), ui.px(3), style.dash, ui.px(20));
  ImGui::SameLine(0, ui.px(6));
  ImGui::SetCursorPosY(top);
  ImGui::AlignTextToFramePadding();
  const float buttons = ui.px(2 * 84 + 8);
  draw_text(shortened(own.name, ui.px(120)));
  ImGui::SameLine(ui.px(kLabelWidth + 80));
  draw_dim(shortened(own.command, ImGui::GetContentRegionAvail().x - buttons));
  ui.mark("own.{}.command", own.name);
  tooltip(ui, own.command, {});
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - buttons);
  if (runs && own.planner->busy_seconds() > 0) {
    button(ui, "Stop", Text("own.{}.stop", own.name), format_command({"external.stop", {own.name}}),
           "Ends the program; it is not asked again until you start it again", {.width = ui.px(84)});
  } else {
    button(ui, runs ? "Restart" : "Start", Text("own.{}.start", own.name),
           format_command({"external.start", {own.name}}),
           runs ? "Ends the program and starts it again" : "Starts the program and compares it", {.width = ui.px(84)});
  }
  ImGui::SameLine(0, ui.px(4));
  button(ui, "Remove", Text("own.{}.remove", own.name), format_command({"external.remove", {own.name}}),
         "Ends the program and takes it off the list", {.width = ui.px(84)});
  const bool failed = runs && own.planner->service().state() == ExternalService::State::kFailed;
  note(ui, failed ? theme().bad : theme().text_dim, own_state_text(own));
  ui.mark("own.{}.state", own.name);
}

void draw_own_planners(Ui& ui, const Lab& lab, DialogFrame& frame) {
  auto& d = ui.kept<UserPlannersDialog>();
  const ExternalController& controller = external_controller(lab);
  // What was typed stays until the planner is in the list.
  if (std::exchange(d.added, false) && frame.problem().empty()) d = {};
  note(ui,
       "A program in any language that reads the map and answers queries, a line of JSON each: see "
       "docs/external-planners.md. It runs with your rights, in the folder in which Strata was started.");
  ImGui::Dummy({0, ui.px(4)});
  field_title(ui, "Name");
  if (frame.appearing) ImGui::SetKeyboardFocusHere();
  ImGui::InputTextWithHint("##name", "mine", d.name.data(), d.name.size());
  ui.mark("own.name");
  field_title(ui, "Command");
  ImGui::InputTextWithHint("##command", "python3 astar.py", d.command.data(), d.command.size());
  ui.mark("own.command");
  field_title(ui, "Time limit");
  draw_limit(ui, lab, "own.limit");
  if (!controller.entries().empty()) {
    ImGui::Dummy({0, ui.px(4)});
    ImGui::Separator();
    for (const UserPlannerEntry& own : controller.entries()) {
      draw_entry(ui, lab, own);
      ImGui::Dummy({0, ui.px(2)});
    }
  }
  frame.draw_problem(ui);
  ImGui::Dummy({0, ui.px(8)});
  const std::string_view why_not = d.name[0] == 0      ? "the planner has no name"
                                   : d.command[0] == 0 ? "no command is given"
                                                       : "";
  {
    const DisabledScope disabled(ui, why_not);
    if (frame.button(ui, "Add and start", "own.add", true) && why_not.empty()) {
      ui.run_in("own_planners", format_command({"external.add", {d.name.data(), d.command.data()}}));
      d.added = true;
    }
  }
  ImGui::SameLine();
  if (frame.button(ui, "Close", "own.close", false)) ui.run("ui.show own_planners off");
}

}  // namespace

FeaturePanel external_panel() {
  return {.feature = kExternalFeature.name, .tab = {}, .preferences = draw_own_preferences};
}

PanelDialog own_planners_dialog() {
  return {"own_planners", "Planners of your own###own_planners", 620, draw_own_planners};
}

}  // namespace strata

#include "app/ui/panel_rail.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/base/icons.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/menu_model.hpp"
#include "app/ui/left_panel.hpp"
#include "app/ui/panel_menu.hpp"
#include "app/ui/panel_places.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/tooltip_scopes.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

struct RailIcon {
  const char* icon;
  // The letter that stands in place of the icon if the icon font is missing.
  const char* letter;
  const char* name;  // in the UI dump
  const char* title;
  // The command line that the icon runs; empty: the icon opens the list of tools.
  const char* line;
};

// The icons of the panels; index: FoldingPanel.
constexpr RailIcon kIcons[kFoldingPanels] = {
    {icon::kBrush, "T", "fold.tools", "Tools", ""},
    {icon::kLayers, "L", "fold.left", "Places", "ui.panel left toggle"},
    {icon::kTable, "R", "fold.right", "Comparison and legend", "ui.panel right toggle"},
    {icon::kList, "E", "fold.bottom", "Timeline and steps", "ui.panel bottom toggle"},
    {icon::kGraph, "S", "fold.tree", "Search tree", "ui.panel tree toggle"},
};

// The place "Edit" as it was left: its tab, and the tool that was used in it.
struct EditPlace {
  std::string_view tab = "tab.map", tool = "brush";
};

// Runs what a click on the icon of a place does. Where painting is shown, "Edit" brings its tool along, the brush at
// first; a place that is left gives the select tool back.
void choose_place(Ui& ui, const LabState& state, LeftPanelSection place, LeftPanelSection shown, bool open) {
  auto& edit = ui.kept<EditPlace>();
  const bool closes = open && place == shown;
  if (closes) {
    ui.run("ui.panel left off");
  } else {
    ui.run("ui.place {}", place_name(place).substr(std::string_view("place.").size()));
  }
  const bool selects = state.tool == Tool::kSelect;
  if (open && shown == LeftPanelSection::kMap) {
    if (selects || paints_map(state.tool)) edit.tool = tool_name(state.tool);
    if (paints_map(state.tool)) ui.run("tool.select select");
  } else if (place == LeftPanelSection::kMap && selects && edit.tab == "tab.map") {
    ui.run("tool.select {}", edit.tool);
  }
}

bool rail_button(Ui& ui, const RailIcon& icon, float size, bool on, float tooltips) {
  const TooltipBesideScope beside(tooltips);
  ImGui::PushID(icon.name);
  ImGui::PushStyleColor(ImGuiCol_Button, on ? theme().accent_soft : ImVec4(0, 0, 0, 0));
  if (on) ImGui::PushStyleColor(ImGuiCol_Text, theme().dark ? ImVec4(1, 1, 1, 1) : theme().accent);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
  const bool clicked = ImGui::Button(ui.fonts().icons ? icon.icon : icon.letter, {size, size});
  ImGui::PopStyleVar();
  if (on) ImGui::PopStyleColor();
  ImGui::PopStyleColor();
  describe(ui, icon.name, icon.title, {}, on ? "Open over the map; click to close" : "Click to open it over the map");
  ImGui::PopID();
  return clicked;
}

}  // namespace

void draw_rail(Ui& ui, const Lab& lab, const MenuContext& context, const Box& box, const FoldedBoxes& folds,
               std::optional<FoldingPanel> over, float tooltips) {
  const auto icons = static_cast<float>(std::count(folds.folded.begin(), folds.folded.end(), true));
  const float gap = ui.px(2);
  // All icons are visible, however low the window is: they become smaller.
  const float room = box.height - ui.px(6);
  const float size = std::floor(std::clamp(room / (icons + kLeftPanelSections) - gap, ui.px(8), ui.px(30)));
  const float places = room - icons * (size + gap);
  const ColorScope ground(ImGuiCol_WindowBg, theme().panel_title);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(3), ui.px(3)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
  if (begin_panel("##rail", box)) {
    const LeftPanelSection shown = place_of(ui.tab());
    std::optional<LeftPanelSection> place;
    {
      const TooltipBesideScope beside(tooltips);
      place = draw_places(ui, places, context.left ? std::optional(shown) : std::nullopt);
    }
    if (shown == LeftPanelSection::kMap) ui.kept<EditPlace>().tab = ui.tab();
    if (place) choose_place(ui, lab.state(), *place, shown, context.left);
    for (size_t i = 0; i < folds.folded.size(); ++i) {
      if (!folds.folded[i]) continue;
      const RailIcon& icon = kIcons[i];
      ImGui::SetCursorPosX(std::floor((box.width - size) / 2));
      const bool clicked = rail_button(ui, icon, size, over && static_cast<size_t>(*over) == i, tooltips);
      if (icon.line[0] != 0) {
        if (clicked) ui.run(icon.line);
        continue;
      }
      if (clicked) ImGui::OpenPopup("tools");
      ImGui::PopStyleVar(2);
      draw_tool_list(ui, lab, context, "tools", 0);
      ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
      ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
    }
    ImGui::End();
  }
  ImGui::PopStyleVar(2);
}

}  // namespace strata

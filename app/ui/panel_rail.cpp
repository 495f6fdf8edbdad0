#include "app/ui/panel_rail.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/base/icons.hpp"
#include "app/lab/menu_model.hpp"
#include "app/ui/panel_menu.hpp"
#include "app/ui/panel_places.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

constexpr float kLeastPlace = 26;  // height of a place, UI pixels

struct RailIcon {
  const char* icon;
  const char* letter;  // used without the icon font
  const char* name;    // in the UI dump
  const char* title;
  const char* line;  // a command; empty: the tools, which open as a list
};

// The icons, by FoldingPanel.
constexpr RailIcon kIcons[kFoldingPanels] = {
    {icon::kBrush, "T", "fold.tools", "Tools", ""},
    {icon::kLayers, "L", "fold.left", "Tools and layers", "ui.panel left toggle"},
    {icon::kTable, "R", "fold.right", "Results", "ui.panel right toggle"},
    {icon::kList, "E", "fold.bottom", "Timeline and events", "ui.panel bottom toggle"},
    {icon::kGraph, "S", "fold.tree", "Search tree", "ui.panel tree toggle"},
};

bool rail_button(Ui& ui, const RailIcon& icon, float size, bool on) {
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

void draw_rail(Ui& ui, const Lab& lab, const MenuContext& context, const FoldedBoxes& folds,
               std::optional<FoldingPanel> over) {
  const auto count = static_cast<float>(std::count(folds.folded.begin(), folds.folded.end(), true));
  if (count < 1) return;
  const float gap = ui.px(2);
  // All icons are visible, however low the window is.
  const float room = (folds.rail.height - ui.px(6)) / count - gap;
  const float size = std::floor(std::min(ui.px(30), std::max(room, ui.px(8))));
  const ColorScope ground(ImGuiCol_WindowBg, theme().panel_title);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(3), ui.px(3)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
  if (begin_panel("##rail", folds.rail)) {
    for (size_t i = 0; i < folds.folded.size(); ++i) {
      if (!folds.folded[i]) continue;
      const RailIcon& icon = kIcons[i];
      ImGui::SetCursorPosX(std::floor((folds.rail.width - size) / 2));
      const bool clicked = rail_button(ui, icon, size, over && static_cast<size_t>(*over) == i);
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
    // The places of the folded left panel open it.
    const bool left = folds.is_folded(FoldingPanel::kLeft) && over != FoldingPanel::kLeft;
    if (left && ImGui::GetContentRegionAvail().y >= ui.px(kLeastPlace) * kScreenPlaces) {
      if (const auto place = draw_places(ui, place_of(ui.tab()))) {
        ui.run("ui.place {}", place_name(*place).substr(std::string_view("place.").size()));
        ui.run("ui.panel left on");
      }
    }
    ImGui::End();
  }
  ImGui::PopStyleVar(2);
}

}  // namespace strata

// Which panel has the keyboard, which keys a panel uses itself, and how the focus is drawn.
#include "app/ui/panel_focus.hpp"

#include <imgui.h>

#include <string>

#include "app/lab/lab.hpp"
#include "app/ui/gui.hpp"
#include "app/ui/imgui_versions.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/widgets.hpp"

namespace strata {

std::string_view panel_name(PanelName panel) {
  static constexpr std::string_view kNames[kPanelNames] = {"map", "left", "bottom", "tree", "right"};
  return kNames[static_cast<int>(panel)];
}

bool PanelFocus::takes(const KeyChord& chord) const {
  if (on_map() || (chord.mods & ~modifier::kShift) != 0) return false;
  switch (chord.key) {
    case key::kLeft:
    case key::kRight:
    case key::kUp:
    case key::kDown:
    case key::kHome:
    case key::kEnd:
    case key::kPageUp:
    case key::kPageDown:
    case key::kSpace:
    case key::kTab:
      return true;
    case key::kEnter:
      // Dear ImGui presses the focused item by the Space key only. People also use Enter.
      if (!ImGui::IsAnyItemActive()) imgui::press_focused_item();
      return true;
    default:
      return false;
  }
}

const Box& Gui::box_of(PanelName panel) const {
  switch (panel) {
    case PanelName::kLeft:
      return boxes_.left;
    case PanelName::kBottom:
      return boxes_.bottom;
    case PanelName::kTree:
      return boxes_.tree;
    case PanelName::kRight:
      return boxes_.right;
    case PanelName::kMap:
      break;
  }
  return boxes_.map;
}

Status Gui::change_focus(const std::string& wanted) {
  const bool next = wanted == "next";
  if (next || wanted == "previous") {
    int at = static_cast<int>(focus_.panel);
    do {
      at = (at + (next ? 1 : kPanelNames - 1)) % kPanelNames;
    } while (at != 0 && (state().presentation || box_of(static_cast<PanelName>(at)).empty()));
    return change_focus(std::string(panel_name(static_cast<PanelName>(at))));
  }
  for (int i = 0; i < kPanelNames; ++i) {
    const auto panel = static_cast<PanelName>(i);
    if (panel_name(panel) != wanted) continue;
    if (state().presentation && panel != PanelName::kMap) return error_at("", "a presentation has no panels");
    if (box_of(panel).empty()) return error_at("", "the panel '" + wanted + "' is hidden");
    if (focus_.panel == panel) return success();
    focus_ = {panel, panel != PanelName::kMap};
    if (panel == PanelName::kMap) ImGui::SetWindowFocus(nullptr);
    return success();
  }
  return error_at("", "the focus is on map, left, right, bottom or tree, not '" + wanted + "'");
}

bool Gui::begin_focusable(const char* name, const Box& box, int extra) {
  const bool focused = !focus_.on_map() && std::string_view(name).ends_with(panel_name(focus_.panel));
  if (!begin_panel(name, box, focused ? extra | ImGuiWindowFlags_NoNav : extra)) return false;
  if (!focused) return true;
  if (focus_.arrives) {
    focus_.arrives = false;
    imgui::focus_current_window();
  }
  return true;
}

void Gui::draw_focus() {
  if (!focus_.on_map() && (state().presentation || box_of(focus_.panel).empty())) focus_ = {};
  if (focus_.on_map() || !dialogs_.open().empty()) return;
  ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  const Box& box = box_of(focus_.panel);
  const float inset = ui_.px(1);
  ImGui::GetForegroundDrawList()->AddRect({box.x + inset, box.y + inset},
                                          {box.x + box.width - inset, box.y + box.height - inset},
                                          to_u32(theme().accent), 0, 0, ui_.px(2));
  ui_.dump().mark("focus." + std::string(panel_name(focus_.panel)), box.x, box.y, box.x + box.width,
                  box.y + box.height);
  imgui::hide_window_list();
  ImVec2 low, high;
  if (imgui::focus_ring(low, high)) ui_.dump().mark("focus.item", low.x, low.y, high.x, high.y);
}

}  // namespace strata

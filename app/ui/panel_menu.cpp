// The menu bar and the tool bar. What they offer is in menu_model.cpp.

#include <imgui.h>

#include <algorithm>
#include <cstdio>

#include "app/base/command_arguments.hpp"
#include "app/lab/menu_model.hpp"
#include "app/ui/panels.hpp"
#include "app/ui/widgets.hpp"
#include "app/window/theme.hpp"

namespace strata {

MenuContext Gui::menu_context() const {
  return {stock_maps_,           stock_graphs_,          !boxes_.left.empty(),
          !boxes_.right.empty(), !boxes_.bottom.empty(), layout_.dark};
}

Status Gui::change_layout(const Command& command) {
  const std::string& first = command.args.empty() ? command.name : command.args[0];
  if (command.name == "ui.reset_layout") {
    const bool dark = layout_.dark;
    layout_ = PanelLayout{};
    layout_.dark = dark;
    return success();
  }
  if (command.name == "ui.theme") {
    if (first != "dark" && first != "light" && first != "toggle") {
      return error_at("", "the theme is dark or light, not '" + first + "'");
    }
    layout_.dark = first == "toggle" ? !layout_.dark : first == "dark";
    set_theme(layout_.dark);
    return success();
  }
  const struct {
    std::string_view name;
    const Box& box;
    PanelMode& mode;
  } panels[] = {{"left", boxes_.left, layout_.left_mode},
                {"right", boxes_.right, layout_.right_mode},
                {"bottom", boxes_.bottom, layout_.bottom_mode}};
  for (const auto& panel : panels) {
    if (panel.name != first) continue;
    const Result<bool> on = on_off(command.args[1], !panel.box.empty());
    if (!on) return on.error();
    panel.mode = on.value() ? PanelMode::kOpen : PanelMode::kClosed;
    return success();
  }
  return error_at("", "the panel is left, right or bottom, not '" + first + "'");
}

void Gui::draw_menu_entries(const std::vector<MenuEntry>& entries) {
  int closed = 0;  // menus within menus around the entry, of which the outermost is not open
  for (size_t i = 0; i < entries.size(); ++i) {
    const MenuEntry& entry = entries[i];
    if (closed > 0) {
      closed += entry.kind == MenuEntry::Kind::kBegin ? 1 : entry.kind == MenuEntry::Kind::kEnd ? -1 : 0;
      continue;
    }
    switch (entry.kind) {
      case MenuEntry::Kind::kSeparator:
        ImGui::Separator();
        break;
      case MenuEntry::Kind::kEnd:
        ImGui::EndMenu();
        break;
      case MenuEntry::Kind::kBegin: {
        const bool open = ImGui::BeginMenu(entry.title.c_str(), entry.enabled);
        // The place of its line in the menu around it; where it is open, that is no longer the last item.
        if (!open && !entry.name.empty()) dump_.mark(entry.name);
        closed = open ? 0 : 1;
        break;
      }
      case MenuEntry::Kind::kCommand: {
        ImGui::PushID(static_cast<int>(i));
        const std::string keys(entry.lines.size() == 1 ? shortcut_of(entry.lines[0]) : std::string_view());
        if (ImGui::MenuItem(entry.title.c_str(), keys.c_str(), entry.checked, entry.enabled)) {
          for (const std::string& line : entry.lines) run(line);
        }
        dump_.mark(entry.name);
        ImGui::PopID();
        break;
      }
    }
  }
}

void Gui::draw_menu() {
  step_menu();
  menu_open_ = {};
  if (!ImGui::BeginMainMenuBar()) return;
  const LabState& s = state();
  for (size_t i = 0; i < kMenus.size(); ++i) {
    const Menu& menu = kMenus[i];
    if (menu_wanted_ == menu.name) {
      ImGui::OpenPopup(menu.title);  // by key
      menu_wanted_.clear();
    }
    const bool open = ImGui::BeginMenu(menu.title);
    if (open) menu_open_ = menu.name;
    dump_.mark(menu.name);
    if (!open) continue;
    draw_menu_entries(menu_entries(lab_, menu_context(), i));
    ImGui::EndMenu();
  }
  // The open map, at the right.
  char title[320];
  std::snprintf(title, sizeof title, "%s%s", s.unsaved ? "\xe2\x97\x8f " : "", s.map_title.c_str());
  const float title_width = ImGui::CalcTextSize(title).x;
  const float at = width_ - title_width - px(14);
  if (at > ImGui::GetCursorPosX() + px(16)) {
    ImGui::SetCursorPosX(at);
    if (s.unsaved) {
      ImGui::TextColored(theme().warn, "%s", title);
    } else {
      text_dim("%s", title);
    }
    dump_.mark("menu.title");
    tooltip(*this, s.map_path.empty() ? std::string_view("Not saved to a file yet") : std::string_view(s.map_path), {},
            s.unsaved ? "There are unsaved changes" : "");
  }
  ImGui::EndMainMenuBar();
}

void Gui::draw_toolbar() {
  const auto items = toolbar_items(lab_);
  const auto panels = toolbar_panels(menu_context());
  const float step = px(28) + px(2);
  const float gap = px(12);
  const float limit = width_ - px(8) - step;  // room for the overflow button
  float x = ImGui::GetCursorPosX();
  const float y = ImGui::GetCursorPosY();
  size_t shown = 0;
  for (const ToolbarItem& item : items) {
    const float at = x + (item.gap_before ? gap : 0);
    const bool last = shown + 1 == items.size();
    if (at + step > limit + (last ? step : 0)) break;
    if (item.gap_before) {
      const ImVec2 origin = ImGui::GetWindowPos();
      ImGui::GetWindowDrawList()->AddLine({origin.x + x + gap * 0.4f, origin.y + px(9)},
                                          {origin.x + x + gap * 0.4f, origin.y + px(29)}, to_u32(theme().border));
    }
    ImGui::SetCursorPos({at, y});
    icon_button(*this, item.icon, item.name, item.line, item.title, item.on, item.enabled, item.hint);
    x = at + step;
    ++shown;
  }
  if (shown == items.size()) {
    // Panels on and off, at the right end.
    const float at = width_ - px(8) - 3 * step;
    if (at < x + gap) return;
    for (size_t i = 0; i < panels.size(); ++i) {
      const ToolbarItem& item = panels[i];
      ImGui::SetCursorPos({at + step * static_cast<float>(i), y});
      icon_button(*this, item.icon, item.name, item.line, item.title, item.on, item.enabled, item.hint);
    }
    return;
  }
  ImGui::SetCursorPos({x + px(2), y});
  if (ImGui::Button("...", {px(28), px(28)})) ImGui::OpenPopup("overflow");
  dump_.mark("toolbar.more");
  tooltip(*this, "More tools", {});
  if (ImGui::BeginPopup("overflow")) {
    for (size_t i = shown; i < items.size(); ++i) {
      const ToolbarItem& item = items[i];
      menu_command(*this, item.title, item.name, item.line, item.enabled, item.on);
    }
    ImGui::Separator();
    for (const ToolbarItem& item : panels) {
      menu_command(*this, item.title, item.name, item.line, item.enabled, item.on);
    }
    ImGui::EndPopup();
  }
}

}  // namespace strata

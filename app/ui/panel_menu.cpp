#include "app/ui/panel_menu.hpp"

#include <imgui.h>

#include <span>
#include <utility>
#include <vector>

#include "app/lab/menu_model.hpp"
#include "app/lab/suspended_work.hpp"
#include "app/ui/imgui_versions.hpp"
#include "app/ui/recent_files.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {

bool popup_open() { return ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel); }

void close_popups() { imgui::close_all_popups(); }

bool MenuBar::open_by_key(const KeyChord& chord) {
  const char* wanted = nullptr;
  if (chord == KeyChord{key::kF10, 0}) wanted = menus()[0].name;
  for (const Menu& menu : menus()) {
    // GLFW numbers letter keys by their capital letters. If several menus begin with the same letter, the
    // first one is opened.
    if (wanted == nullptr && chord == KeyChord{menu.title[0], modifier::kAlt}) wanted = menu.name;
  }
  if (wanted == nullptr) return false;
  close_popups();
  wanted_ = wanted;
  return true;
}

void MenuBar::press(int key) {
  // Dear ImGui chooses an entry by the Space key only. People also use Enter.
  if (key == key::kEnter) imgui::press_focused_item();
  if (key == key::kLeft || key == key::kRight) {
    step_ = key == key::kLeft ? -1 : 1;
    step_frames_ = 2;
    step_from_ = open_;
    step_depth_ = imgui::open_popups();
  }
}

// Opens the menu beside the open one after Left or Right, unless the key has opened or closed a submenu.
void MenuBar::step() {
  if (step_frames_ == 0 || --step_frames_ > 0) return;
  if (step_depth_ != 1 || imgui::open_popups() > 1) return;
  const auto count = static_cast<int>(menus().size());
  for (int i = 0; i < count; ++i) {
    if (step_from_ != menus()[static_cast<size_t>(i)].name) continue;
    close_popups();
    wanted_ = menus()[static_cast<size_t>((i + step_ + count) % count)].name;
    return;
  }
}

namespace {

void draw_entries(Ui& ui, const Lab& lab, const std::vector<MenuEntry>& entries) {
  // Number of submenus around the entry that are closed.
  int closed = 0;
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
        const DisabledScope disabled(ui, entry.why_not);
        const bool open = ImGui::BeginMenu(entry.title.c_str(), entry.enabled);
        // A closed submenu gets its name in the UI dump here. After an open one, the last item is inside it.
        if (!open && !entry.name.empty()) ui.mark(entry.name);
        closed = open ? 0 : 1;
        break;
      }
      case MenuEntry::Kind::kCommand: {
        ImGui::PushID(static_cast<int>(i));
        const DisabledScope disabled(ui, entry.why_not);
        if (entry.recent) {
          if (draw_recent_file(ui, lab, entry.title, false, ui.px(380))) {
            for (const std::string& line : entry.lines) ui.run(line);
          }
          ui.mark(entry.name);
          ImGui::PopID();
          break;
        }
        const std::string keys(entry.lines.size() == 1 ? ui.keys_of(entry.lines[0]) : std::string_view());
        if (ImGui::MenuItem(entry.title.c_str(), keys.c_str(), entry.checked)) {
          for (const std::string& line : entry.lines) ui.run(line);
        }
        ui.mark(entry.name);
        ImGui::PopID();
        break;
      }
    }
  }
}

// Title of the menu with those menus that do not fit into the bar.
constexpr char kMoreMenus[] = "More";

// Returns the number of menus that fit into the bar, from the left.
size_t fitting_menus(float room) {
  const auto width_of = [](const char* title) { return text_width(title) + ImGui::GetStyle().ItemSpacing.x * 2; };
  const std::span<const Menu> all = menus();
  float used = 0;
  size_t fitting = 0, with_more = 0;
  for (; fitting < all.size(); ++fitting) {
    used += width_of(all[fitting].title);
    if (used > room) break;
    if (used + width_of(kMoreMenus) <= room) with_more = fitting + 1;
  }
  return fitting == all.size() ? fitting : with_more;
}

}  // namespace

void CellMenu::draw(Ui& ui, const Lab& lab) {
  constexpr char kPopup[] = "##cell.menu";
  if (wanted_) {
    cell_ = *std::exchange(wanted_, std::nullopt);
    ImGui::OpenPopup(kPopup);
  }
  if (!ImGui::BeginPopup(kPopup)) return;
  if (lab.world().map().contains(cell_)) {
    draw_text(theme().text_dim, Text("Cell ({},{})", cell_.x, cell_.y));
    ImGui::Separator();
    draw_entries(ui, lab, cell_menu_entries(lab, cell_));
  } else {
    // A smaller map was opened meanwhile, which does not have the cell.
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

void MenuBar::draw(Ui& ui, const Lab& lab, const MenuContext& context, float width) {
  step();
  open_ = {};
  if (!ImGui::BeginMainMenuBar()) return;
  const LabState& s = lab.state();
  const size_t fitting = fitting_menus(width - ImGui::GetCursorPosX());
  const auto draw_menu = [&](size_t i) {
    const bool open = ImGui::BeginMenu(menus()[i].title);
    ui.mark(menus()[i].name);
    if (!open) return false;
    draw_entries(ui, lab, menu_entries(lab, context, i));
    ImGui::EndMenu();
    return true;
  };
  for (size_t i = 0; i < fitting; ++i) {
    const Menu& menu = menus()[i];
    if (wanted_ == menu.name) {
      // The menu was opened by the keyboard.
      ImGui::OpenPopup(menu.title);
      wanted_.clear();
    }
    if (draw_menu(i)) open_ = menu.name;
  }
  if (fitting < menus().size()) {
    if (!wanted_.empty()) ImGui::OpenPopup(kMoreMenus);
    wanted_.clear();
    const bool open = ImGui::BeginMenu(kMoreMenus);
    ui.mark("menu.more");
    if (open) {
      open_ = menus()[fitting].name;
      for (size_t i = fitting; i < menus().size(); ++i) draw_menu(i);
      ImGui::EndMenu();
    }
  }
  // Draws the name of the open map at the right end.
  // The map of a card or a lesson is not the user's, who has nothing to save in it.
  const bool unsaved = s.unsaved && !suspended_work(lab).any();
  const Text title("{}{}", unsaved ? "\xe2\x97\x8f " : "", s.map_title);
  const float title_width = text_width(title);
  const float at = width - title_width - ui.px(14);
  if (at > ImGui::GetCursorPosX() + ui.px(16)) {
    ImGui::SetCursorPosX(at);
    draw_text(unsaved ? theme().warn : theme().text_dim, title);
    describe(ui, "menu.title",
             s.map_path.empty() ? std::string_view("Not saved to a file yet") : std::string_view(s.map_path), {},
             unsaved ? "There are unsaved changes" : "");
  }
  ImGui::EndMainMenuBar();
}

void draw_tools(Ui& ui, const Lab& lab) {
  // The vector is static so that its memory is reused.
  static std::vector<ToolbarItem> items;
  toolbar_items(lab, items);
  const float step = ui.px(28) + ui.px(4);
  const float left = ImGui::GetCursorPosX(), right = ImGui::GetContentRegionMax().x;
  ImVec2 at = ImGui::GetCursorPos();
  for (const ToolbarItem& item : items) {
    if (!item.edits) continue;
    if (at.x + ui.px(28) > right) at = {left, at.y + step};
    ImGui::SetCursorPos(at);
    icon_button(ui, item.icon, item.name, item.line, item.title, item.on, item.why_not, item.hint);
    at.x += step;
  }
  ImGui::SetCursorPos({left, at.y + step});
  ImGui::Dummy({0, ui.px(2)});
}

void draw_toolbar(Ui& ui, const Lab& lab, const MenuContext& context, float width) {
  // The vector is static so that its memory is reused.
  static std::vector<ToolbarItem> items;
  toolbar_items(lab, items);
  const auto panels = toolbar_panels(context);
  const float step = ui.px(28) + ui.px(2);
  const float gap = ui.px(12);
  // The button for the tools that do not fit needs room, too.
  const float limit = width - ui.px(8) - step;
  float x = ImGui::GetCursorPosX();
  const float y = ImGui::GetCursorPosY();
  size_t shown = 0;
  for (const ToolbarItem& item : items) {
    const float at = x + (item.gap_before ? gap : 0);
    const bool last = shown + 1 == items.size();
    if (at + step > limit + (last ? step : 0)) break;
    if (item.gap_before) {
      const ImVec2 origin = ImGui::GetWindowPos();
      ImGui::GetWindowDrawList()->AddLine({origin.x + x + gap * 0.4f, origin.y + ui.px(9)},
                                          {origin.x + x + gap * 0.4f, origin.y + ui.px(29)}, to_u32(theme().border));
    }
    ImGui::SetCursorPos({at, y});
    icon_button(ui, item.icon, item.name, item.line, item.title, item.on, item.why_not, item.hint);
    x = at + step;
    ++shown;
  }
  if (shown == items.size()) {
    // The switches of the panels, at the right edge.
    const float at = width - ui.px(8) - 3 * step;
    if (at < x + gap) return;
    for (size_t i = 0; i < panels.size(); ++i) {
      const ToolbarItem& item = panels[i];
      ImGui::SetCursorPos({at + step * static_cast<float>(i), y});
      icon_button(ui, item.icon, item.name, item.line, item.title, item.on, item.why_not, item.hint);
    }
    return;
  }
  ImGui::SetCursorPos({x + ui.px(2), y});
  if (ImGui::Button("...", {ui.px(28), ui.px(28)})) ImGui::OpenPopup("overflow");
  describe(ui, "toolbar.more", "More tools");
  draw_tool_list(ui, lab, context, "overflow", shown);
}

void draw_tool_list(Ui& ui, const Lab& lab, const MenuContext& context, const char* popup, size_t from) {
  if (!ImGui::BeginPopup(popup)) return;
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  ui.dump().mark("toolbar.list", at.x, at.y, at.x + size.x, at.y + size.y);
  // The vector is static so that its memory is reused.
  static std::vector<ToolbarItem> items;
  toolbar_items(lab, items);
  for (size_t i = from; i < items.size(); ++i) {
    const ToolbarItem& item = items[i];
    menu_command(ui, item.title, item.name, item.line, item.why_not, item.on);
  }
  ImGui::Separator();
  for (const ToolbarItem& item : toolbar_panels(context)) {
    menu_command(ui, item.title, item.name, item.line, item.why_not, item.on);
  }
  ImGui::EndPopup();
}

}  // namespace strata

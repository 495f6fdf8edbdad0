// Keys and pointer: what becomes a command, what goes to the map, what is left to the panels.

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <iterator>

#include "app/lab/lab_parts.hpp"
#include "app/lab/menu_model.hpp"
#include "app/ui/panels.hpp"

namespace strata {
namespace {

// Letters go by what is printed on the key, not by where it is.
int layout_key(const InputEvent& event) {
  if (event.code >= GLFW_KEY_A && event.code <= GLFW_KEY_Z) {
    const char* name = glfwGetKeyName(event.code, event.scancode);
    if (name != nullptr && std::strlen(name) == 1 && std::isalpha(static_cast<unsigned char>(name[0]))) {
      return std::toupper(static_cast<unsigned char>(name[0]));
    }
  }
  switch (event.code) {
    case GLFW_KEY_KP_ADD:
      return GLFW_KEY_EQUAL;
    case GLFW_KEY_KP_SUBTRACT:
      return GLFW_KEY_MINUS;
    case GLFW_KEY_KP_ENTER:
      return GLFW_KEY_ENTER;
    case GLFW_KEY_KP_DIVIDE:
      return GLFW_KEY_SLASH;
    default:
      break;
  }
  if (event.code >= GLFW_KEY_KP_0 && event.code <= GLFW_KEY_KP_9) return event.code - GLFW_KEY_KP_0 + GLFW_KEY_0;
  return event.code;
}

bool repeats(std::string_view line) {
  return line.starts_with("step.") || line.starts_with("brush.") || line.starts_with("view.") ||
         line.starts_with("edit.") || line == "crowd.step" || line == "crowd.follow next";
}

bool popup_open() { return ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel); }

bool is_menu_key(int key) {
  switch (key) {
    case GLFW_KEY_LEFT:
    case GLFW_KEY_RIGHT:
    case GLFW_KEY_UP:
    case GLFW_KEY_DOWN:
    case GLFW_KEY_ENTER:
    case GLFW_KEY_HOME:
    case GLFW_KEY_END:
    case GLFW_KEY_TAB:
      return true;
    default:
      return false;
  }
}

}  // namespace

// F10 opens the first menu, Alt with its first letter any of them.
bool Gui::open_menu_by_key(const KeyChord& chord) {
  const char* wanted = nullptr;
  if (chord == KeyChord{GLFW_KEY_F10, 0}) wanted = kMenus[0].name;
  for (const Menu& menu : kMenus) {
    if (chord == KeyChord{menu.title[0], GLFW_MOD_ALT}) wanted = menu.name;  // GLFW names letters by their capital
  }
  if (wanted == nullptr) return false;
  if (popup_open()) ImGui::ClosePopupToLevel(0, true);
  if (state().presentation) run("ui.presentation off");
  menu_wanted_ = wanted;
  return true;
}

// Left and Right go to the neighbouring menu, unless the key opened or closed a menu within the menu.
void Gui::step_menu() {
  if (menu_step_frames_ == 0 || --menu_step_frames_ > 0) return;
  if (menu_step_depth_ != 1 || ImGui::GetCurrentContext()->OpenPopupStack.Size > 1) return;
  const auto count = static_cast<int>(kMenus.size());
  for (int i = 0; i < count; ++i) {
    if (menu_step_from_ != kMenus[static_cast<size_t>(i)].name) continue;
    if (popup_open()) ImGui::ClosePopupToLevel(0, true);
    menu_wanted_ = kMenus[static_cast<size_t>((i + menu_step_ + count) % count)].name;
    return;
  }
}

void Gui::handle_input(const std::vector<InputEvent>& events, const std::vector<std::string>& dropped) {
  enter_pressed_ = false;
  keys_.clear();
  for (const InputEvent& event : events) {
    switch (event.kind) {
      case InputKind::kKey:
        handle_key(event);
        break;
      case InputKind::kMove:
      case InputKind::kButton:
      case InputKind::kWheel:
        handle_pointer(event);
        break;
      case InputKind::kFocus:
        if (!event.down) space_held_ = false;
        break;
      case InputKind::kChar:
      case InputKind::kEnter:
        break;
    }
  }
  // Dropped files take the same way as File > Open.
  if (!dropped.empty() && !dialog_open()) run(format_command({"map.open", {dropped.front()}}));
  if (dropped.size() > 1) lab_.say(MessageKind::kWarning, "Only the first of the dropped files is opened");
}

void Gui::close_top() {
  const LabState& s = state();
  if (s.large.on) {
    if (!s.large.cancelled) run("work.cancel");
  } else if (!s.dialogs.empty()) {
    run("dialog.close");
  } else if (s.question) {
    run(s.question->kind == Question::Kind::kUnsaved ? "question.cancel" : "recovery.later");
  } else if (!s.windows.empty()) {
    run("ui.show " + s.windows.back() + " off");
  } else if (s.presentation) {
    run("ui.presentation off");
  } else {
    lab_.gestures().cancel();
    pointer_on_map_ = false;
  }
}

void Gui::handle_key(const InputEvent& event) {
  const int key = layout_key(event);
  const bool typing = ImGui::GetIO().WantTextInput;
  // Space: a tap plays, held it turns a drag into panning.
  if (key == GLFW_KEY_SPACE && event.mods == 0 && !typing && !dialog_open() && !popup_open()) {
    if (event.down && !event.repeat) {
      space_held_ = true;
      space_used_ = false;
    } else if (!event.down && space_held_) {
      space_held_ = false;
      if (!space_used_) run("step.toggle");
    }
    return;
  }
  if (!event.down) return;
  keys_.push_back(key);
  if (key == GLFW_KEY_ENTER) enter_pressed_ = true;
  if (key == GLFW_KEY_ESCAPE) {
    if (popup_open() && !dialog_open()) {
      ImGui::ClosePopupToLevel(0, true);  // menus
    } else {
      close_top();
    }
    return;
  }
  const KeyChord chord{key, event.mods};
  if (!dialog_open() && open_menu_by_key(chord)) return;
  if (!dialog_open() && popup_open() && is_menu_key(key)) {
    // Moves in the menu. Dear ImGui takes Space for choosing; people take Enter.
    const ImGuiID item = ImGui::GetCurrentContext()->NavId;
    if (key == GLFW_KEY_ENTER && item != 0) ImGui::ActivateItem(item);
    if (key == GLFW_KEY_LEFT || key == GLFW_KEY_RIGHT) {
      menu_step_ = key == GLFW_KEY_LEFT ? -1 : 1;
      menu_step_frames_ = 2;
      menu_step_from_ = menu_open_;
      menu_step_depth_ = ImGui::GetCurrentContext()->OpenPopupStack.Size;
    }
    return;
  }
  for (const Binding& binding : bindings_) {
    if (!(binding.chord == chord)) continue;
    if (event.repeat && !repeats(binding.line)) return;
    if (dialog_open()) {
      // A dialog takes the keyboard, except for the key that opened it.
      if (modal_ == "search" && binding.line == "ui.show search toggle") run(binding.line);
      if (modal_ == "help" && binding.line == "ui.show help toggle" && !typing) run(binding.line);
      return;
    }
    const bool edits_text = chord.mods == 0 || chord.mods == GLFW_MOD_SHIFT ||
                            (chord.mods == GLFW_MOD_CONTROL && std::strchr("ZYXCVA", chord.key) != nullptr);
    if (typing && edits_text) return;
    run(binding.line);
    return;
  }
}

int Gui::pane_at(float x, float y) const {
  for (int i = 0; i < panes_.count; ++i) {
    const Box& box = pane_box(i);
    if (x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height) return i;
  }
  return -1;
}

void Gui::handle_pointer(const InputEvent& event) {
  // All panes show the same part of the map: what happens in one happens at the same place of the others. A drag stays
  // with the pane in which it began.
  const bool free = !ImGui::GetIO().WantCaptureMouse;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool wheel = event.kind == InputKind::kWheel;
  const float x = wheel ? mouse.x : event.x;
  const float y = wheel ? mouse.y : event.y;
  const int under = free ? pane_at(x, y) : -1;
  if (!pointer_on_map_ && under >= 0) pointer_pane_ = under;
  pointer_pane_ = std::min(pointer_pane_, panes_.count - 1);
  const Box& box = pane_box(pointer_pane_);
  PointerEvent pointer;
  pointer.x = x - box.x;
  pointer.y = y - box.y;
  pointer.view = pointer_pane_;
  pointer.shift = (event.mods & GLFW_MOD_SHIFT) != 0;
  pointer.ctrl = (event.mods & GLFW_MOD_CONTROL) != 0;
  pointer.alt = (event.mods & GLFW_MOD_ALT) != 0;
  pointer.space = space_held_;
  switch (event.kind) {
    case InputKind::kMove:
      pointer.kind = PointerEvent::Kind::kMove;
      if (under >= 0 || pointer_on_map_) {
        lab_.gestures().pointer(pointer);
      } else if (state().hover) {
        lab_.mutable_state().hover.reset();
      }
      break;
    case InputKind::kButton:
      if (event.code > 2) break;
      pointer.kind = event.down ? PointerEvent::Kind::kPress : PointerEvent::Kind::kRelease;
      pointer.button = event.code;
      if (event.down && under >= 0) {
        pointer_on_map_ = true;
        space_used_ = space_held_;
        lab_.gestures().pointer(pointer);
      } else if (!event.down && pointer_on_map_) {
        pointer_on_map_ = false;
        lab_.gestures().pointer(pointer);
      }
      break;
    case InputKind::kWheel:
      if (under < 0) break;
      pointer.kind = PointerEvent::Kind::kWheel;
      pointer.wheel = event.y;
      lab_.gestures().pointer(pointer);
      break;
    default:
      break;
  }
}

}  // namespace strata

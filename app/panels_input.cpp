// Keys and pointer: what becomes a command, what goes to the map, what is left to the panels.

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <cctype>
#include <cstdio>
#include <cstring>

#include "app/panels.hpp"

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
         line.starts_with("edit.");
}

}  // namespace

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
        if (!event.down) space_held_ = shift_ = ctrl_ = false;
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
  if (!s.dialogs.empty()) {
    run("dialog.close");
  } else if (s.question) {
    run(s.question->kind == Question::Kind::kUnsaved ? "question.cancel" : "recovery.discard");
  } else if (!s.windows.empty()) {
    run("ui.show " + s.windows.back() + " off");
  } else if (s.presentation) {
    run("ui.presentation off");
  } else {
    lab_.cancel_gesture();
    pointer_on_map_ = false;
  }
}

void Gui::handle_key(const InputEvent& event) {
  shift_ = (event.mods & GLFW_MOD_SHIFT) != 0;
  ctrl_ = (event.mods & GLFW_MOD_CONTROL) != 0;
  const int key = layout_key(event);
  if (key == GLFW_KEY_LEFT_SHIFT || key == GLFW_KEY_RIGHT_SHIFT) shift_ = event.down;
  if (key == GLFW_KEY_LEFT_CONTROL || key == GLFW_KEY_RIGHT_CONTROL) ctrl_ = event.down;
  const bool typing = ImGui::GetIO().WantTextInput;
  // Space: a tap plays, held it turns a drag into panning.
  if (key == GLFW_KEY_SPACE && event.mods == 0 && !typing && !dialog_open()) {
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
    if (ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel) && !dialog_open()) {
      ImGui::ClosePopupToLevel(0, true);  // menus
    } else {
      close_top();
    }
    return;
  }
  const KeyChord chord{key, event.mods};
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

void Gui::handle_pointer(const InputEvent& event) {
  const Box& box = boxes_.map;
  PointerEvent pointer;
  pointer.x = event.x - box.x;
  pointer.y = event.y - box.y;
  pointer.shift = shift_ || (event.mods & GLFW_MOD_SHIFT) != 0;
  pointer.ctrl = ctrl_ || (event.mods & GLFW_MOD_CONTROL) != 0;
  pointer.space = space_held_;
  const bool inside = event.x >= box.x && event.y >= box.y && event.x < box.x + box.width &&
                      event.y < box.y + box.height && !ImGui::GetIO().WantCaptureMouse;
  switch (event.kind) {
    case InputKind::kMove:
      pointer_inside_ = inside;
      pointer.kind = PointerEvent::Kind::kMove;
      if (inside || pointer_on_map_) {
        lab_.pointer(pointer);
      } else if (state().hover) {
        lab_.mutable_state().hover.reset();
      }
      break;
    case InputKind::kButton:
      if (event.code > 2) break;
      pointer.kind = event.down ? PointerEvent::Kind::kPress : PointerEvent::Kind::kRelease;
      pointer.button = event.code;
      if (event.down && inside) {
        pointer_on_map_ = true;
        space_used_ = space_held_;
        lab_.pointer(pointer);
      } else if (!event.down && pointer_on_map_) {
        pointer_on_map_ = false;
        lab_.pointer(pointer);
      }
      break;
    case InputKind::kWheel: {
      const ImVec2 at = ImGui::GetIO().MousePos;
      if (ImGui::GetIO().WantCaptureMouse || at.x < box.x || at.y < box.y || at.x >= box.x + box.width ||
          at.y >= box.y + box.height) {
        break;
      }
      pointer.kind = PointerEvent::Kind::kWheel;
      pointer.x = at.x - box.x;
      pointer.y = at.y - box.y;
      pointer.wheel = event.y;
      lab_.pointer(pointer);
      break;
    }
    default:
      break;
  }
}

}  // namespace strata

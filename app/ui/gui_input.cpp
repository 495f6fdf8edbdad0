// Keys and pointer: which events become commands, go to the map, or are left to the panels.

#include <imgui.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "app/base/key_bindings.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/file_kinds.hpp"
#include "app/lab/first_run.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/presentation.hpp"
#include "app/lab/user_errors.hpp"
#include "app/ui/gui.hpp"

namespace strata {
namespace {

bool repeats(std::string_view line) {
  return line.starts_with("step.") || line.starts_with("brush.") || line.starts_with("view.") ||
         line.starts_with("edit.");
}

bool is_menu_key(int key) {
  switch (key) {
    case key::kLeft:
    case key::kRight:
    case key::kUp:
    case key::kDown:
    case key::kEnter:
    case key::kHome:
    case key::kEnd:
    case key::kTab:
      return true;
    default:
      return false;
  }
}

}  // namespace

void Gui::handle_input(const std::vector<InputEvent>& events, const std::vector<std::string>& dropped) {
  ui_.begin_input();
  follow_keys();
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
  if (!dropped.empty()) open_dropped(dropped);
}

void Gui::open_dropped(const std::vector<std::string>& paths) {
  if (!dialogs_.open().empty()) {
    lab_.say(MessageKind::kWarning, "Files that are dropped while a dialog is open are not opened: close it first");
    return;
  }
  const Result<Command> command = command_to_open(lab_, paths);
  if (command) return run(format_command(command.value()));
  lab_.mutable_state().dialogs.push_back({"Open what was dropped", error_text(command.error())});
}

void Gui::close_top() {
  const LabState& s = state();
  if (s.large.on) {
    if (!s.large.cancelled) run("work.cancel");
  } else if (!s.dialogs.empty()) {
    run("dialog.close");
  } else if (s.question) {
    run(s.question->kind == Question::Kind::kRecovery ? "recovery.later" : "question.cancel");
  } else if (!s.windows.empty()) {
    run("ui.show " + s.windows.back() + " off");
  } else if (!s.chart.name.empty()) {
    run("ui.chart off");
  } else if (s.first_run && !s.presentation) {
    run("ui.show first_run off");
  } else if (over_) {
    over_.reset();
  } else if (!focus_.on_map()) {
    (void)change_focus("map");
  } else if (s.presentation) {
    run(s.presented.black ? "ui.present black off" : "ui.presentation off");
  } else if (hint_now(lab_)) {
    run("ui.hints off");
  } else {
    lab_.gestures().cancel();
    pointer_on_map_ = false;
  }
}

void Gui::handle_key(const InputEvent& event) {
  const KeyChord chord = layout_chord(event);
  const int key = chord.key;
  const bool typing = ImGui::GetIO().WantTextInput;
  const bool dialog = !dialogs_.open().empty();
  if (event.down && dialogs_.wants_key()) {
    if (!event.repeat) dialogs_.take_key(ui_, chord);
    return;
  }
  // Space: a tap is an ordinary key; while it is held, a drag pans.
  if (chord == KeyChord{key::kSpace, 0} && !typing && !dialog && !popup_open() && focus_.on_map()) {
    if (event.down && !event.repeat) {
      space_held_ = true;
      space_used_ = false;
    } else if (!event.down && space_held_) {
      space_held_ = false;
      const Binding* binding = binding_of({key, 0});
      if (!space_used_ && binding != nullptr) run_binding(*binding, false, typing);
    }
    return;
  }
  if (!event.down) return;
  ui_.press(key);
  if (key == key::kEscape) {
    // Dear ImGui may have closed the menu by the same key.
    if ((popup_open() || std::exchange(popup_was_open_, false)) && !dialog) {
      close_popups();  // menus
    } else {
      close_top();
    }
    return;
  }
  if (!dialog && menu_.open_by_key(chord)) {
    if (state().presentation) run("ui.presentation off");
    return;
  }
  if (!dialog && popup_open() && is_menu_key(key)) {
    menu_.press(key);
    return;
  }
  if (!dialog && focus_.takes(chord)) return;
  if (!typing && !dialog) {
    if (const std::string_view line = presenter_line(state(), chord); !line.empty()) return run(std::string(line));
    for (const Feature* feature : features()) {
      const std::string_view line = feature->keys_now != nullptr ? feature->keys_now(lab_, chord) : std::string_view{};
      if (!line.empty()) return run(std::string(line));
    }
  }
  if (const Binding* binding = binding_of(chord); binding != nullptr) run_binding(*binding, event.repeat, typing);
}

void Gui::follow_keys() {
  if (bindings_of_ == key_bindings_version()) return;
  bindings_of_ = key_bindings_version();
  bindings_.clear();
  for (const KeyBinding& binding : key_bindings()) {
    const Result<std::vector<KeyChord>> chords = parse_chords(binding.keys);
    if (!chords) continue;
    for (const KeyChord& chord : chords.value()) {
      bindings_.push_back({chord, std::string(binding.line), binding.repeats});
    }
  }
}

const Gui::Binding* Gui::binding_of(const KeyChord& chord) const {
  const auto found =
      std::find_if(bindings_.begin(), bindings_.end(), [&](const Binding& binding) { return binding.chord == chord; });
  return found != bindings_.end() ? &*found : nullptr;
}

void Gui::run_binding(const Binding& binding, bool repeat, bool typing) {
  if (repeat && !binding.repeats && !repeats(binding.line)) return;
  if (!dialogs_.open().empty()) {
    // A dialog takes the keyboard, except for the key that opened it.
    if (dialogs_.open() == "search" && binding.line == "ui.show search toggle") run(binding.line);
    if (dialogs_.open() == "help" && binding.line == "ui.show help toggle" && !typing) run(binding.line);
    return;
  }
  const bool edits_text =
      binding.chord.mods == 0 || binding.chord.mods == modifier::kShift ||
      (binding.chord.mods == modifier::kControl && std::strchr("ZYXCVA", binding.chord.key) != nullptr);
  if (typing && edits_text) return;
  run(binding.line);
}

int Gui::pane_at(float x, float y) const {
  for (int i = 0; i < panes_.count; ++i) {
    const Box& box = pane_box(i);
    if (x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height) return i;
  }
  return -1;
}

void Gui::handle_pointer(const InputEvent& event) {
  // All panes show the same part of the map: an event in one pane happens at the same place in the others. A drag stays
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
  pointer.shift = (event.mods & modifier::kShift) != 0;
  pointer.ctrl = (event.mods & modifier::kControl) != 0;
  pointer.alt = (event.mods & modifier::kAlt) != 0;
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
      if (event.down && under >= 0 && over_) {
        over_.reset();  // the click has closed the panel, and draws nothing
      } else if (event.down && under >= 0) {
        pointer_on_map_ = true;
        (void)change_focus("map");
        space_used_ = space_held_;
        lab_.gestures().pointer(pointer);
        if (event.code == 1 && state().tool == Tool::kSelect && state().hover) cell_menu_.open(*state().hover);
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

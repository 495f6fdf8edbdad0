// Handles keyboard and pointer: decides which events become commands, which go to the map, and which to panels.

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
#include "app/ui/panel_legend.hpp"

namespace strata {
namespace {

// A key that types a letter and follows the last typed key within this time belongs to the same words, in seconds.
constexpr double kSameWords = 0.3;

// Returns whether the key types a letter, or deletes one, where a text field has the focus.
bool edits_text(const KeyChord& chord) {
  const bool letter = chord.key >= key::kSpace && chord.key < 256;
  return (letter || chord.key == key::kBackspace || chord.key == key::kDelete) && (chord.mods & ~modifier::kShift) == 0;
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
  } else {
    // If there is nothing to end, the hint beside the pointer goes.
    if (!lab_.gestures().cancel() && hint_now(lab_)) run("ui.hints off");
    pointer_on_map_ = false;
  }
}

// Returns whether the key was meant for a text field or dialog that has just lost the focus or closed, as after an
// error or Enter: such a key must not run a command.
bool Gui::typed_after_focus(const InputEvent& event, const KeyChord& chord, bool focused) {
  if (!event.down || chord.key == key::kEscape) {
    if (event.down) typed_at_.reset();
    return false;
  }
  const bool same_words = typed_at_ && event.seconds - *typed_at_ < kSameWords;
  const bool meant_for_text = !focused && same_words && edits_text(chord);
  if (focused || meant_for_text) typed_at_ = event.seconds;
  return meant_for_text;
}

void Gui::handle_key(const InputEvent& event) {
  const KeyChord chord = layout_chord(event);
  const int key = chord.key;
  key_seconds_ = event.seconds;
  const bool typing = ImGui::GetIO().WantTextInput;
  const bool dialog = !dialogs_.open().empty();
  if (typed_after_focus(event, chord, typing || dialog)) return;
  if (event.down && dialogs_.wants_key()) {
    if (!event.repeat) dialogs_.take_key(ui_, chord);
    return;
  }
  // If the Space key is tapped, it is an ordinary key. While it is held, a drag moves the view.
  if (chord == KeyChord{key::kSpace, 0} && !typing && !dialog && !popup_open() && focus_.on_map()) {
    if (event.down && !event.repeat) {
      space_held_ = true;
      space_used_ = false;
    } else if (!event.down && space_held_) {
      space_held_ = false;
      const BoundKey* binding = binding_of({key, 0});
      if (!space_used_ && binding != nullptr) run_binding(*binding, false, typing);
    }
    return;
  }
  if (!event.down) return;
  ui_.press(key);
  if (key == key::kEscape) {
    // A menu that was open may have been closed by Dear ImGui because of this key press.
    if ((popup_open() || std::exchange(popup_was_open_, false)) && !dialog) {
      // Menus are closed.
      close_popups();
    } else if (dialog || !typing) {
      close_top();
    }
    // In a text field of a panel the key only leaves the field, which Dear ImGui does.
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
  if (const BoundKey* binding = binding_of(chord); binding != nullptr) run_binding(*binding, event.repeat, typing);
}

void Gui::follow_keys() {
  if (bindings_of_ == lab_.keys().version()) return;
  bindings_of_ = lab_.keys().version();
  bindings_.clear();
  for (const KeyBinding& binding : lab_.keys().bindings()) {
    const Result<std::vector<KeyChord>> chords = parse_chords(binding.keys);
    if (!chords) continue;
    for (const KeyChord& chord : chords.value()) {
      bindings_.push_back({chord, std::string(binding.line), binding.repeats});
    }
  }
}

const Gui::BoundKey* Gui::binding_of(const KeyChord& chord) const {
  const auto found =
      std::find_if(bindings_.begin(), bindings_.end(), [&](const BoundKey& binding) { return binding.chord == chord; });
  return found != bindings_.end() ? &*found : nullptr;
}

void Gui::run_binding(const BoundKey& binding, bool repeat, bool typing) {
  if (repeat && !binding.repeats && !command_does(binding.line, does::kRepeats)) return;
  if (!dialogs_.open().empty()) {
    // A dialog gets all keys, except the one that opens it: that closes it.
    if (dialogs_.open() == "search" && binding.line == "ui.show search toggle") run(binding.line);
    if (dialogs_.open() == "help" && binding.line == "ui.show help toggle" && !typing) run(binding.line);
    return;
  }
  const bool stays_in_text =
      binding.chord.mods == 0 || binding.chord.mods == modifier::kShift ||
      (binding.chord.mods == modifier::kControl && std::strchr("ZYXCVA", binding.chord.key) != nullptr);
  if (typing && stays_in_text) return;
  // What is typed next may be meant for the dialog that opens in the next frame.
  if (binding.line.starts_with("ui.show ")) typed_at_ = key_seconds_;
  run(binding.line);
}

int Gui::pane_at(float x, float y) const {
  for (int i = 0; i < panes_.count; ++i) {
    const Box& box = pane_box(i);
    if (x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height) return i;
  }
  return -1;
}

// Finds the mark of the map under the pointer. During a gesture there is none.
void Gui::find_pointed_mark(std::span<const Overlay* const> overlays) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const int pane = ImGui::GetIO().WantCaptureMouse || pointer_on_map_ ? -1 : pane_at(mouse.x, mouse.y);
  if (pane < 0 || static_cast<size_t>(pane) >= overlays.size()) {
    return strata::find_pointed_mark(ui_, lab_, nullptr, 0, 0, 0);
  }
  const Box& box = pane_box(pane);
  strata::find_pointed_mark(ui_, lab_, overlays[static_cast<size_t>(pane)], pane, mouse.x - box.x, mouse.y - box.y);
}

void Gui::handle_pointer(const InputEvent& event) {
  // All panes show the same part of the map, so that an event in one pane applies to the same place in all. A drag
  // belongs to the pane in which it began.
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
      typed_at_.reset();
      pointer.kind = event.down ? PointerEvent::Kind::kPress : PointerEvent::Kind::kRelease;
      pointer.button = event.code;
      if (event.down && under >= 0 && over_) {
        // The click has closed the panel above the map and does nothing else.
        over_.reset();
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

// Purpose: InputFrameSplitter distributes the events of a window to frames, in their order. Dear ImGui sees only the
//          state at the beginning of a frame, so that two events on the same key within a frame would be lost.
//          Therefore a frame gets only as many events as it can distinguish, and the rest waits for the next frame. So
//          even in slow frames no short tap, second click, chord or typed letter is lost.
// Units: Positions in window pixels; keys, buttons and modifier bits as GLFW has them.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

namespace strata {

enum class InputKind : uint8_t { kMove, kButton, kWheel, kKey, kChar, kFocus, kEnter };

struct InputEvent {
  InputKind kind = InputKind::kMove;
  // kButton, kKey: it was pressed. kFocus: the window got the focus. kEnter: the pointer entered the window.
  bool down = false;
  // kKey: the key is held down and repeats.
  bool repeat = false;
  // Number of the button or key; for kChar the code point.
  int code = 0;
  int scancode = 0;
  // kKey: the code point that the key types with its modifiers; 0: none.
  uint32_t typed = 0;
  int mods = 0;  // bits of the modifiers held at the event
  // Position of the pointer in pixels; for kWheel the number of steps.
  float x = 0, y = 0;
  double seconds = 0;  // time of a kButton or kKey event
};

// Number of buttons that are known; events of further buttons are dropped.
inline constexpr int kPointerButtons = 5;

class InputFrameSplitter {
 public:
  void push(const InputEvent& event) { pending_.push_back(event); }
  // Notes which code point the last key press types. The window reports it right after the press.
  void note_typed(uint32_t code_point) {
    if (pending_.empty()) return;
    InputEvent& last = pending_.back();
    if (last.kind == InputKind::kKey && last.down && last.typed == 0) last.typed = code_point;
  }
  bool empty() const { return pending_.empty(); }
  // Removes the events of the next frame from the queue and returns them. `typing`: a text field gets the events. The
  // result is valid until the next call.
  const std::vector<InputEvent>& take(bool typing);

 private:
  std::deque<InputEvent> pending_;
  std::vector<InputEvent> frame_;
};

}  // namespace strata

// Purpose: InputFrameSplitter divides window events among the frames, in the order in which they happened. An interface
//          that sees only the state at the start of a frame gets as many events in a frame as it can tell apart, and
//          the rest waits for the next frame. So no tap shorter than a frame, no second click, no chord and no typed
//          letter is lost, however slow the frames are.
// Units: Positions in window pixels; keys, buttons and modifier bits as GLFW has them.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

namespace strata {

enum class InputKind : uint8_t { kMove, kButton, kWheel, kKey, kChar, kFocus, kEnter };

struct InputEvent {
  InputKind kind = InputKind::kMove;
  bool down = false;    // kButton, kKey; focused, entered
  bool repeat = false;  // kKey
  int code = 0;         // button or key; code point of kChar
  int scancode = 0;
  uint32_t typed = 0;  // kKey: code point that the press types with its modifiers; 0: none
  int mods = 0;        // modifier bits held when it happened
  float x = 0, y = 0;  // position; wheel steps
  double seconds = 0;  // time of a kButton event
};

inline constexpr int kPointerButtons = 5;  // events of further buttons are dropped

class InputFrameSplitter {
 public:
  void push(const InputEvent& event) { pending_.push_back(event); }
  // Notes what the press of a key types. The window reports it just after the press.
  void note_typed(uint32_t code_point) {
    if (pending_.empty()) return;
    InputEvent& last = pending_.back();
    if (last.kind == InputKind::kKey && last.down && last.typed == 0) last.typed = code_point;
  }
  bool empty() const { return pending_.empty(); }
  // Takes the events of the next frame. `typing` says that they go into a line of text. The result is valid until the
  // next call.
  const std::vector<InputEvent>& take(bool typing);

 private:
  std::deque<InputEvent> pending_;
  std::vector<InputEvent> frame_;
};

}  // namespace strata

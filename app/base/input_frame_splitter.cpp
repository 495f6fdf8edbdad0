#include "app/base/input_frame_splitter.hpp"

#include <array>

#include "app/base/key_chords.hpp"

namespace strata {
namespace {

constexpr int kFirstKeyWithoutText = 256;

// The kinds of events that the frame contains so far.
struct FrameEventKinds {
  bool button = false, wheel = false, move = false;
  // There is an event of a key that types no text.
  bool key = false;
  std::array<bool, key::kLast + 1> keys{};
  // A key that is no modifier was pressed.
  bool pressed = false;
  // The modifiers that were held at that press.
  int pressed_mods = 0;
  int wheel_mods = 0;
};

// Returns whether the event must wait for the next frame: together with the events that this frame already has, ImGui
// could not distinguish it.
bool must_wait(const InputEvent& event, const FrameEventKinds& seen, bool typing) {
  // What a wheel turn does depends on the modifiers that are held, so that these must not change within the frame.
  if (seen.wheel && event.mods != seen.wheel_mods) return true;
  switch (event.kind) {
    case InputKind::kMove:
      // A frame may contain many moves of the pointer before one change of a button. The map gets every position; ImGui
      // gets only the last one.
      return seen.button || seen.wheel || seen.key;
    case InputKind::kButton:
      // A widget that is dragged must get the last position before the button is released.
      return seen.button || seen.wheel || seen.key || (!event.down && seen.move);
    case InputKind::kWheel:
      return seen.button || seen.key;
    case InputKind::kKey:
      // The modifiers of a chord must not be released in the frame in which its key is pressed.
      return seen.button || seen.wheel || seen.keys[static_cast<size_t>(event.code)] ||
             (seen.pressed && event.mods != seen.pressed_mods);
    case InputKind::kChar:
      // ImGui handles the letters of a frame before its keys. So a letter that was typed after Backspace
      // or Home must wait.
      return typing && seen.pressed;
    case InputKind::kFocus:
    case InputKind::kEnter:
      break;
  }
  return false;
}

void note(const InputEvent& event, FrameEventKinds& seen, bool typing) {
  switch (event.kind) {
    case InputKind::kMove:
      seen.move = true;
      break;
    case InputKind::kButton:
      seen.button = true;
      break;
    case InputKind::kWheel:
      seen.wheel = true;
      seen.wheel_mods = event.mods;
      break;
    case InputKind::kKey: {
      // A key that types a letter changes the text by its kChar event, so that its press and release may be
      // in the same frame.
      const bool types = typing && event.code < kFirstKeyWithoutText && (event.mods & ~modifier::kShift) == 0;
      if (types) break;
      seen.key = true;
      seen.keys[static_cast<size_t>(event.code)] = true;
      if (event.down && (event.code < key::kFirstModifier || event.code > key::kLastModifier)) {
        seen.pressed = true;
        seen.pressed_mods = event.mods;
      }
      break;
    }
    case InputKind::kChar:
    case InputKind::kFocus:
    case InputKind::kEnter:
      break;
  }
}

}  // namespace

const std::vector<InputEvent>& InputFrameSplitter::take(bool typing) {
  frame_.clear();
  FrameEventKinds seen;
  while (!pending_.empty() && !must_wait(pending_.front(), seen, typing)) {
    note(pending_.front(), seen, typing);
    frame_.push_back(pending_.front());
    pending_.pop_front();
  }
  return frame_;
}

}  // namespace strata

#include "app/base/input_frame_splitter.hpp"

#include <array>

#include "app/base/key_chords.hpp"

namespace strata {
namespace {

constexpr int kFirstKeyWithoutText = 256;

// Records what has happened in the frame so far.
struct Seen {
  bool button = false, wheel = false, move = false;
  bool key = false;  // a key that types nothing
  std::array<bool, key::kLast + 1> keys{};
  bool pressed = false;  // such a key, other than a modifier, went down
  int pressed_mods = 0;  // at that press
  int wheel_mods = 0;
};

// Whether the event has to wait for the next frame: it would hide an event of this frame, or be hidden by it.
bool must_wait(const InputEvent& event, const Seen& seen, bool typing) {
  // The effect of a wheel turn depends on the modifiers held.
  if (seen.wheel && event.mods != seen.wheel_mods) return true;
  switch (event.kind) {
    case InputKind::kMove:
      // A frame may hold many moves and then one button change: the map sees every position, ImGui the last.
      return seen.button || seen.wheel || seen.key;
    case InputKind::kButton:
      // A widget that is dragged sees the last position with the button still down.
      return seen.button || seen.wheel || seen.key || (!event.down && seen.move);
    case InputKind::kWheel:
      return seen.button || seen.key;
    case InputKind::kKey:
      // A chord is seen before its modifiers are released.
      return seen.button || seen.wheel || seen.keys[static_cast<size_t>(event.code)] ||
             (seen.pressed && event.mods != seen.pressed_mods);
    case InputKind::kChar:
      // ImGui gives a line of text the letters of a frame first: a letter that follows Backspace or Home waits.
      return typing && seen.pressed;
    case InputKind::kFocus:
    case InputKind::kEnter:
      break;
  }
  return false;
}

void note(const InputEvent& event, Seen& seen, bool typing) {
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
      // A printable key changes a text by a kChar event, so its press and release may share a frame.
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
  Seen seen;
  while (!pending_.empty() && !must_wait(pending_.front(), seen, typing)) {
    note(pending_.front(), seen, typing);
    frame_.push_back(pending_.front());
    pending_.pop_front();
  }
  return frame_;
}

}  // namespace strata

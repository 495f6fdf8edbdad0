// Purpose: Keys and modifiers by name for those who know nothing of GLFW, and chords as the command table writes them.
// Units: GLFW's numbers, to which keys.cpp holds them.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace strata {

namespace key {
inline constexpr int kSpace = 32, kEscape = 256, kEnter = 257, kTab = 258, kBackspace = 259, kRight = 262, kLeft = 263,
                     kDown = 264, kUp = 265, kPageUp = 266, kPageDown = 267, kHome = 268, kEnd = 269, kF10 = 299;
}  // namespace key

namespace modifier {
inline constexpr int kShift = 1, kControl = 2, kAlt = 4, kSuper = 8;
}  // namespace modifier

namespace key_action {
inline constexpr int kRelease = 0, kPress = 1, kRepeat = 2;
}  // namespace key_action

// A key with modifiers, as the command table writes it: "Ctrl+Shift+S", "Space", "[", "Home", "?".
struct KeyChord {
  int key = 0;  // printable keys by their ASCII capital
  int mods = 0;
  friend bool operator==(const KeyChord&, const KeyChord&) = default;
};
std::optional<KeyChord> parse_chord(std::string_view text);
// Alternatives are separated by ", " or " / ".
std::vector<KeyChord> parse_chords(std::string_view text);

}  // namespace strata

// Purpose: This header numbers keys and modifiers without the window library, and parses and formats chords
//          such as "Ctrl+S".
// Units: The numbers are those of GLFW; app/window/keys.cpp checks this.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"

namespace strata {

namespace key {
inline constexpr int kSpace = 32, kEqual = 61, kMinus = 45, kComma = 44, kPeriod = 46, kSlash = 47, kEscape = 256,
                     kEnter = 257, kTab = 258, kBackspace = 259, kInsert = 260, kDelete = 261, kRight = 262,
                     kLeft = 263, kDown = 264, kUp = 265, kPageUp = 266, kPageDown = 267, kHome = 268, kEnd = 269,
                     kF1 = 290, kF10 = 299, kF25 = 314, kFirstModifier = 340, kLastModifier = 347, kLast = 348;
}  // namespace key

namespace modifier {
inline constexpr int kShift = 1, kControl = 2, kAlt = 4, kSuper = 8;
}  // namespace modifier

namespace key_action {
inline constexpr int kRelease = 0, kPress = 1, kRepeat = 2;
}  // namespace key_action

// A key with modifiers, as the command table writes it: "Ctrl+Shift+S", "Space", "[", "Home", "?".
struct KeyChord {
  int key = 0;  // for a printable key the ASCII code of its capital letter
  int mods = 0;
  friend bool operator==(const KeyChord&, const KeyChord&) = default;
};
// Returns the chord of a key event. A key is named after what it types, not after its position on the keyboard: a key
// that types "+" with Shift is Plus without Shift. `code` and `mods` are those of GLFW; `name` is the label of the key
// in the keyboard layout, as UTF-8; `typed` is the code point that the event types with its modifiers, 0: none. If the
// key has no name here, the chord has key 0.
KeyChord typed_chord(int code, int mods, std::string_view name, uint32_t typed);
std::optional<KeyChord> parse_chord(std::string_view text);
// Returns the text from which parse_chord() makes the same chord; empty if the key has no name or is a modifier.
std::string chord_text(const KeyChord& chord);

// Parses several chords for one command, separated by ", ". An empty text gives none. An error lists the names of keys.
Result<std::vector<KeyChord>> parse_chords(std::string_view text);
std::string chords_text(const std::vector<KeyChord>& chords);

}  // namespace strata
